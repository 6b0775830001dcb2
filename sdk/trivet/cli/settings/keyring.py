"""Credentials in the system's keyring, by profile and service; the extra `keyring`."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeVar

from trivet.cli.extras import needs
from trivet.cli.failures import UsageError

__all__ = ["fetch", "forget", "keep"]

_SERVICE = "trivet"
T = TypeVar("T")


def fetch(profile: str, service: str) -> str | None:
    """Return a credential, or None if there is none.

    >>> fetch("work", "chat")

    Raises:
        UsageError: The extra is not installed, or the system has no keyring that works.
    """
    found: str | None = _call(lambda keyring: keyring.get_password(_SERVICE, _entry(profile, service)))
    return found


def keep(profile: str, service: str, secret: str) -> None:
    """Keep a credential; one that is there is replaced.

    >>> keep("work", "chat", secret)
    """
    _call(lambda keyring: keyring.set_password(_SERVICE, _entry(profile, service), secret))


def forget(profile: str, service: str) -> bool:
    """Remove a credential; return whether there was one.

    >>> forget("work", "chat")
    True
    """
    if fetch(profile, service) is None:
        return False
    _call(lambda keyring: keyring.delete_password(_SERVICE, _entry(profile, service)))
    return True


def _entry(profile: str, service: str) -> str:
    return f"{profile}.{service}"


def _call(use: Callable[[Any], T]) -> T:
    with needs("keyring", "keyring"):
        keyring: Any = importlib.import_module("keyring")
    try:
        return use(keyring)
    except keyring.errors.KeyringError as error:
        why = type(error).__name__  # the text of an error of a backend may hold anything
        raise UsageError(f"the system's keyring does not work here ({why}): use token_file or token_env") from None
