"""Packages that an extra installs."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from trivet._core.extras import how_to_install
from trivet.cli.failures import UsageError

__all__ = ["needs"]


@contextmanager
def needs(extra: str, *packages: str) -> Generator[None]:
    """Say which extra to install if an import of the block fails.

    >>> with needs("keyring"):
    ...     import keyring

    Args:
        extra: The extra of trivet.
        packages: What it installs; a failure to import something else stays what it is. Without any, every package
            counts.

    Raises:
        UsageError: A package is not installed; the message has the line for pip.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if packages and missing not in packages:
            raise
        raise UsageError(f"{missing} is not installed: {how_to_install(extra)}") from None
