"""How a client says who it is."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Protocol

from ..errors import InvalidArgumentError
from . import check
from .redact import HIDDEN

__all__ = ["ApiKey", "Auth", "Bearer"]


class Auth(Protocol):
    """What a connection asks of credentials."""

    @property
    def source(self) -> Callable[[], Any] | None:
        """What fetches a secret, where none is given for good."""
        ...

    def accept(self, secret: str) -> None:
        """Take what the source fetched."""
        ...

    def headers(self) -> dict[str, str]:
        """The headers that carry the credentials."""
        ...

    def secrets(self) -> tuple[str, ...]:
        """The texts that must appear in no error or log."""
        ...


class ApiKey:
    """One header with a key in it."""

    __slots__ = ("_header", "_key")

    source = None

    def __init__(self, header: str, key: str, *, argument: str) -> None:
        """Refuse a key that cannot be a header's value, naming the argument it came from."""
        # Anything else, httpx would refuse much later, in words that show the key.
        check.text(argument, key, min_length=1, pattern="[!-~]+", secret=True)
        self._header = header
        self._key = key

    def accept(self, secret: str) -> None:
        """Refuse: the key is given for good."""
        raise TypeError("an API key is never fetched")

    def headers(self) -> dict[str, str]:
        """The key under its header."""
        return {self._header: self._key}

    def secrets(self) -> tuple[str, ...]:
        """The key."""
        return (self._key,)

    def __repr__(self) -> str:
        return f"ApiKey({self._header!r}, {HIDDEN!r})"


class Bearer:
    """A bearer token, given for good or fetched; one that is nowhere is missed by the first call that needs it."""

    __slots__ = ("_argument", "_tokens", "_variable", "source")

    def __init__(self, token: str | Callable[[], Any] | None, *, argument: str, variable: str) -> None:
        """Take the token, or what fetches it, or else the environment's, naming the argument it came from."""
        self._argument = argument
        self._variable = variable
        self._tokens: tuple[str, ...] = ()
        self.source: Callable[[], Any] | None = None
        given = os.environ.get(variable) if token is None else token
        if callable(given):
            self.source = given
        elif given is not None:
            self.accept(given)

    def accept(self, secret: str) -> None:
        """Take a token, and refuse one that cannot stand in a header."""
        check.text(self._argument, secret, min_length=1, pattern="[!-~]+", secret=True)
        # What is still on its way carries the one before.
        self._tokens = (secret, *self._tokens[:1])

    def headers(self) -> dict[str, str]:
        """The token in the header that HTTP has for it."""
        if not self._tokens:
            raise InvalidArgumentError(self._argument, f"given, or set as {self._variable}", None)
        return {"authorization": f"Bearer {self._tokens[0]}"}

    def secrets(self) -> tuple[str, ...]:
        """The token, and the one before it."""
        return self._tokens

    def __repr__(self) -> str:
        return f"Bearer({HIDDEN!r})"
