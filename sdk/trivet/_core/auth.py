"""How a client says who it is."""

from __future__ import annotations

from typing import Protocol

from . import check
from .redact import HIDDEN

__all__ = ["ApiKey", "Auth"]


class Auth(Protocol):
    """What a connection asks of credentials."""

    def headers(self) -> dict[str, str]:
        """The headers that carry the credentials."""
        ...

    def secrets(self) -> tuple[str, ...]:
        """The texts that must appear in no error or log."""
        ...


class ApiKey:
    """One header with a key in it."""

    __slots__ = ("_header", "_key")

    def __init__(self, header: str, key: str, *, argument: str) -> None:
        """Refuse a key that cannot be a header's value, naming the argument it came from."""
        # Anything else, httpx would refuse much later, in words that show the key.
        check.text(argument, key, min_length=1, pattern="[!-~]+", secret=True)
        self._header = header
        self._key = key

    def headers(self) -> dict[str, str]:
        """The key under its header."""
        return {self._header: self._key}

    def secrets(self) -> tuple[str, ...]:
        """The key."""
        return (self._key,)

    def __repr__(self) -> str:
        return f"ApiKey({self._header!r}, {HIDDEN!r})"
