"""Credentials, read from a file, stdin, an environment variable or the system's keyring."""

from __future__ import annotations

import importlib
import os
import re
import stat
import sys
from collections.abc import Callable
from getpass import getpass
from pathlib import Path
from typing import Any, TypeVar

from trivet._core.text_faults import credential_fault
from trivet.cli.failures import UsageError, needs
from trivet.cli.settings.profiles import expanded
from trivet.cli.terminal import is_terminal

_LONGEST = 65_536
_APPLICATION = "trivet"
"""The name under which a keyring has the credentials."""

T = TypeVar("T")


def from_file(path: Path, name: str, note: Callable[[str], None]) -> str:
    """Return the one line of a file; `-` is stdin.

    >>> from_file(Path("~/.config/trivet/token"), "token", print)

    Args:
        path: The file.
        name: The name of the credential, for messages.
        note: Called with a line about a file that others can read.

    Raises:
        UsageError: The file cannot be read, or has no line or more than one.
    """
    if str(path) == "-":
        return from_stdin(name)
    path = expanded(path)
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            raw = file.read(_LONGEST + 1)
    except OSError as error:
        raise UsageError(f"the file of the {name}, {path}, cannot be read: {error.strerror}") from None
    if os.name == "posix" and stat.S_ISREG(mode) and mode & 0o077:
        note(f"note: others can read {path}, which holds a {name}: chmod 600 {path}")
    return _line(raw, name, str(path))


def from_stdin(name: str) -> str:
    """Return a credential from stdin; at a terminal, it is typed without being shown.

    Raises:
        UsageError: stdin is closed, or has no line or more than one.
    """
    stream = sys.stdin
    if stream is None or stream.closed:
        raise UsageError(f"the {name} was to be read from stdin, which is closed")
    if is_terminal(stream):
        try:
            return _line(getpass(f"{name}: ").encode("utf-8", "replace"), name, "stdin")
        except EOFError:
            raise UsageError(f"no {name} was typed") from None
    try:
        raw: str | bytes = getattr(stream, "buffer", stream).read(_LONGEST + 1)
    except (OSError, ValueError):
        raise UsageError(f"the {name} cannot be read from stdin") from None
    return _line(raw.encode("utf-8", "replace") if isinstance(raw, str) else raw, name, "stdin")


def from_variable(variable: str, name: str, where: str) -> str:
    """Return the value of an environment variable.

    Raises:
        UsageError: It is not set.
    """
    value = os.environ.get(variable, "").strip()
    if not value:
        raise UsageError(f"{where} takes the {name} from {variable}, which is not set")
    return value


def from_keyring(profile: str, service: str) -> str | None:
    """Return the credential of a profile for a service from the keyring, or None.

    >>> from_keyring("work", "chat")

    Raises:
        UsageError: The extra `keyring` is not installed, or the system has no keyring that works.
    """
    credential: str | None = _use_keyring(lambda keyring: keyring.get_password(_APPLICATION, _entry(profile, service)))
    return credential


def keep_in_keyring(profile: str, service: str, secret: str) -> None:
    """Keep a credential in the keyring; an earlier one is replaced.

    >>> keep_in_keyring("work", "chat", secret)
    """
    _use_keyring(lambda keyring: keyring.set_password(_APPLICATION, _entry(profile, service), secret))


def forget_in_keyring(profile: str, service: str) -> bool:
    """Remove a credential from the keyring; return whether there was one.

    >>> forget_in_keyring("work", "chat")
    True
    """
    if from_keyring(profile, service) is None:
        return False
    _use_keyring(lambda keyring: keyring.delete_password(_APPLICATION, _entry(profile, service)))
    return True


def _line(raw: bytes, name: str, where: str) -> str:
    try:
        text = raw.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        utf_16 = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
        form = "it is UTF-16, as Windows PowerShell writes it: save it as UTF-8" if utf_16 else "it is not UTF-8"
        raise UsageError(f"{where} has no {name}: {form}") from None
    if not text:
        raise UsageError(f"{where} has no {name}: it is empty")
    if len(raw) > _LONGEST:
        raise UsageError(f"{where} has no {name}: it is longer than {_LONGEST} bytes")
    allowed = r"[^\x00-\x1f\x7f]" if name == "password" else "[!-~]"
    if re.fullmatch(f"{allowed}+", text) is None:
        rule = "one line of text" if name == "password" else "one line of text without blanks"
        raise UsageError(f"{where} has no {name}: it must be {rule}, and is {credential_fault(text, allowed)}")
    return text


def _entry(profile: str, service: str) -> str:
    return f"{profile}.{service}"


def _use_keyring(use: Callable[[Any], T]) -> T:
    with needs("keyring", "keyring"):
        keyring: Any = importlib.import_module("keyring")
    try:
        return use(keyring)
    except keyring.errors.KeyringError as error:
        kind = type(error).__name__  # the text of an error of a backend may hold the secret
        raise UsageError(f"the system's keyring does not work here ({kind}): use token_file or token_env") from None
