"""How a client says who it is."""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any, Protocol

from ..errors import InvalidArgumentError
from . import check
from .public import exported_from
from .redact import HIDDEN

__all__ = ["ApiKey", "Auth", "Basic", "Bearer", "caller", "presented"]


class Auth(Protocol):
    """What a connection asks of credentials."""

    @property
    def source(self) -> Callable[[], Any] | None:
        """What fetches a secret, where none is given for good."""
        ...

    @property
    def httpx_auth(self) -> Any:
        """What takes each request through a flow of its own, as httpx has it; else None."""
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
    httpx_auth = None

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


@exported_from("trivet")
class Basic:
    """A user's name and password (RFC 7617)."""

    __slots__ = ("_password", "_token", "_username")

    source = None
    httpx_auth = None

    def __init__(self, username: str, password: str) -> None:
        """Refuse what cannot stand in the header.

        Args:
            username: The user's name, which has no colon.
            password: The password.

        Raises:
            InvalidArgumentError: One of them cannot be sent.
        """
        check.text("username", username, pattern=r"[^:\x00-\x1f\x7f]*")
        check.text("password", password, pattern=r"[^\x00-\x1f\x7f]*", secret=True)
        self._username = username
        self._password = password
        self._token = b64encode(f"{username}:{password}".encode()).decode()

    def accept(self, secret: str) -> None:
        """Refuse: the password is given for good."""
        raise TypeError("a password is never fetched")

    def headers(self) -> dict[str, str]:
        """Both in the header that HTTP has for them."""
        return {"authorization": f"Basic {self._token}"}

    def secrets(self) -> tuple[str, ...]:
        """The password, and what it becomes in the header."""
        return (self._token, self._password) if self._password else (self._token,)

    def __repr__(self) -> str:
        return f"Basic({self._username!r}, {HIDDEN!r})"


@exported_from("trivet")
class Bearer:
    """A bearer token, given for good or fetched; one that is nowhere is missed by the first call that needs it."""

    __slots__ = ("_argument", "_tokens", "_variable", "source")

    httpx_auth = None

    def __init__(
        self, token: str | Callable[[], Any] | None, *, argument: str = "token", variable: str | None = None
    ) -> None:
        """Take the token, or what fetches it.

        Args:
            token: The token; or a function that fetches one, for an async client one to await: called when the first
                call needs it, and once more for a call that is refused with 401.
            argument: What an error calls the token.
            variable: Where in the environment it is when it is None.

        Raises:
            InvalidArgumentError: It cannot stand in a header.
        """
        self._argument = argument
        self._variable = variable
        self._tokens: tuple[str, ...] = ()
        self.source: Callable[[], Any] | None = None
        given = os.environ.get(variable) if token is None and variable else token
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
            rule = f"given, or set as {self._variable}" if self._variable else "given"
            raise InvalidArgumentError(self._argument, rule, None)
        return {"authorization": f"Bearer {self._tokens[0]}"}

    def secrets(self) -> tuple[str, ...]:
        """The token, and the one before it."""
        return self._tokens

    def __repr__(self) -> str:
        return f"Bearer({HIDDEN!r})"


class _Nobody:
    """No credentials, or those that another library's flow adds to each request."""

    __slots__ = ("httpx_auth",)

    source = None

    def __init__(self, flow: object = None) -> None:
        self.httpx_auth: Any = flow

    def accept(self, secret: str) -> None:
        raise TypeError("there is nothing to fetch")

    def headers(self) -> dict[str, str]:
        return {}

    def secrets(self) -> tuple[str, ...]:
        return ()

    def __repr__(self) -> str:
        return "nobody" if self.httpx_auth is None else type(self.httpx_auth).__name__


def presented(authorization: str) -> tuple[str, ...]:
    """The texts that must appear in no error, of an Authorization header that another library's flow has written."""
    scheme, _, rest = authorization.partition(" ")
    if scheme.lower() != "basic":
        return (rest,) if rest else ()
    try:
        password = b64decode(rest).decode().partition(":")[2]
    except ValueError:
        password = ""
    return (rest, password) if password else (rest,)


def caller(service: str, auth: object, flow: type) -> Auth:
    """Take the credentials of a service that asks for any kind or none, or else those of the environment.

    Args:
        service: The service's name.
        auth: What the caller gave.
        flow: The class of what may be given beside the credentials of this module.

    Raises:
        InvalidArgumentError: They are of no kind that is known, or the environment has half of them or two.
    """
    if isinstance(auth, Basic | Bearer):
        return auth
    if isinstance(auth, flow):
        return _Nobody(auth)
    if auth is not None:
        raise InvalidArgumentError("auth", "a Basic, a Bearer, an httpx.Auth or None", type(auth).__name__)
    names = [f"TRIVET_{service}_{each}".upper() for each in ("username", "password", "token")]
    username, password, token = (os.environ.get(each) for each in names)
    if token is not None and (username is not None or password is not None):
        raise InvalidArgumentError("auth", f"given, or {names[2]} without {names[0]} and {names[1]}", None)
    if token is not None:
        return Bearer(token, argument="auth")
    if username is None and password is None:
        return _Nobody()
    if username is None or password is None:
        raise InvalidArgumentError("auth", f"given, or {names[0]} and {names[1]} both set", None)
    return Basic(username, password)
