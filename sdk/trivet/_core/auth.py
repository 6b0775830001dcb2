"""The credentials of a client: an API key, a user's name and password, a token, or an `httpx.Auth`."""

from __future__ import annotations

import json
import os
import sys
from base64 import b64encode, urlsafe_b64decode
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, Protocol, cast

from ..errors import InvalidArgumentError, TrivetError
from . import check
from .public import exported_from
from .secrets import HIDDEN
from .traceback_locals import hide_arguments


class Auth(Protocol):
    """The credentials of a client, as a connection uses them."""

    @property
    def source(self) -> Callable[[], Any] | None:
        """The function that fetches a secret, or None."""
        ...

    @property
    def httpx_auth(self) -> Any:
        """The `httpx.Auth` whose flow sends the requests, or None."""
        ...

    def accept(self, secret: str) -> None:
        """Use a secret that `source` has fetched."""
        ...

    def headers(self) -> dict[str, str]:
        """Return the headers that carry the credentials."""
        ...

    def secrets(self) -> tuple[str, ...]:
        """Return the texts that must not appear in an error or a log."""
        ...


class ApiKey:
    """An API key, which is sent in a header of its own."""

    __slots__ = ("_header", "_key")

    source = None
    httpx_auth = None

    @hide_arguments
    def __init__(self, header: str, key: str, *, argument: str) -> None:
        """Check the key.

        Args:
            header: The name of the header.
            key: The key.
            argument: The name of the client's argument, for the error.

        Raises:
            InvalidArgumentError: The key cannot be the value of a header.
        """
        # httpx would refuse it only when the first call is sent, in a message that shows the key.
        check.credential(argument, key, source=getattr(key, "source", ""))
        self._header = header
        self._key = str(key)

    def accept(self, secret: str) -> None:
        """Raise a TypeError: a key is never fetched."""
        raise TypeError("an API key is never fetched")

    def headers(self) -> dict[str, str]:
        """Return the header with the key."""
        return {self._header: self._key}

    def secrets(self) -> tuple[str, ...]:
        """Return the key."""
        return (self._key,)

    def __repr__(self) -> str:
        return f"ApiKey({self._header!r}, {HIDDEN!r})"


@hide_arguments
def _check_basic(username: str, password: str, source_of_username: str = "", source_of_password: str = "") -> None:
    """Raise InvalidArgumentError unless both can be sent. A user who swaps them passes the password as username."""
    rule = "text on one line"
    check.credential(
        "username",
        username,
        allowed=r"[^:\x00-\x1f\x7f\ud800-\udfff]",
        rule=f"{rule} without a colon",
        min_length=0,
        source=source_of_username,
    )
    check.credential(
        "password",
        password,
        allowed=r"[^\x00-\x1f\x7f\ud800-\udfff]",
        rule=rule,
        min_length=0,
        source=source_of_password,
    )


@exported_from("trivet")
class Basic:
    """A user's name and password (RFC 7617).

    >>> agent = AgentClient(auth=Basic("me", "secret"))
    """

    __slots__ = ("_password", "_token", "_username")

    source = None
    httpx_auth = None

    @hide_arguments
    def __init__(self, username: str, password: str) -> None:
        """Check and encode the credentials.

        Args:
            username: The user's name, without a colon.
            password: The password.

        Raises:
            InvalidArgumentError: One of them cannot be sent in a header.
        """
        _check_basic(username, password, getattr(username, "source", ""), getattr(password, "source", ""))
        self._username = str(username)
        self._password = str(password)
        self._token = b64encode(f"{username}:{password}".encode()).decode()

    def accept(self, secret: str) -> None:
        """Raise a TypeError: a password is never fetched."""
        raise TypeError("a password is never fetched")

    def headers(self) -> dict[str, str]:
        """Return the Authorization header."""
        return {"authorization": f"Basic {self._token}"}

    def secrets(self) -> tuple[str, ...]:
        """Return the encoded credentials and the password, also in the form that a server makes of UTF-8 as Latin-1."""
        passwords = (self._password, self._password.encode().decode("latin-1"))
        return (self._token, *dict.fromkeys(filter(None, passwords)))

    def __repr__(self) -> str:
        return f"Basic({self._username!r}, {HIDDEN!r})"


@exported_from("trivet")
class Bearer:
    """A bearer token (RFC 6750), or a function that fetches one.

    >>> agent = AgentClient(auth=Bearer("secret"))
    >>> agent = AgentClient(auth=Bearer(lambda: Path("/run/secrets/token").read_text()))
    """

    __slots__ = ("_argument", "_source_of_token", "_tokens", "_variable", "source")

    httpx_auth = None

    @hide_arguments
    def __init__(
        self, token: str | Callable[[], Any] | None, *, argument: str = "token", variable: str | None = None
    ) -> None:
        """Check the token; without one, the first call that needs it raises.

        Args:
            token: The token, or a function that fetches one; for an async client, it may be a coroutine function. It is
                called when the first call needs a token, and once more for a call that is refused with 401.
            argument: The name of the client's argument, for errors.
            variable: The environment variable that holds the token if `token` is None.

        Raises:
            InvalidArgumentError: The token cannot be sent in a header.
        """
        self._argument = argument
        self._variable = variable
        self._source_of_token = f"from {variable}" if token is None and variable else getattr(token, "source", "")
        self._tokens: tuple[str, ...] = ()
        self.source: Callable[[], Any] | None = None
        secret = os.environ.get(variable) if token is None and variable else token
        if callable(secret):
            self.source = secret
            self._source_of_token = "from the function that fetches it"
        elif secret is not None:
            self.accept(secret)

    def accept(self, secret: str) -> None:
        """Use a new token.

        Raises:
            InvalidArgumentError: The token cannot be sent in a header.
        """
        check.credential(self._argument, secret, source=self._source_of_token)
        self._tokens = (str(secret), *self._tokens[:1])  # requests in flight still carry the previous one

    def headers(self) -> dict[str, str]:
        """Return the Authorization header.

        Raises:
            InvalidArgumentError: There is no token.
        """
        if not self._tokens:
            rule = f"given, or set as {self._variable}" if self._variable else "given"
            raise InvalidArgumentError(self._argument, rule, None)
        return {"authorization": f"Bearer {self._tokens[0]}"}

    def secrets(self) -> tuple[str, ...]:
        """Return the token and the previous one."""
        return self._tokens

    def __repr__(self) -> str:
        return f"Bearer({HIDDEN!r})"


class _HttpxAuth:
    """An `httpx.Auth`, whose auth flow adds the credentials to each request; or no credentials at all."""

    __slots__ = ("httpx_auth",)

    source = None

    def __init__(self, httpx_auth: object = None) -> None:
        self.httpx_auth: Any = httpx_auth

    def accept(self, secret: str) -> None:
        raise TypeError("an httpx.Auth gets its credentials itself")

    def headers(self) -> dict[str, str]:
        return {}

    def secrets(self) -> tuple[str, ...]:
        return ()

    def __repr__(self) -> str:
        return "None" if self.httpx_auth is None else type(self.httpx_auth).__name__


@hide_arguments
def choose_auth(service: str, auth: object) -> Auth:
    """Return the credentials from the argument `auth`, or else from the environment; without either, no credentials.

    Args:
        service: The service's name.
        auth: The argument of the client.

    Raises:
        InvalidArgumentError: `auth` is of another type, or the environment has incomplete or conflicting credentials.
    """
    if isinstance(auth, Basic | Bearer):
        return auth
    libraries = (sys.modules.get(name) for name in ("httpx", "httpx2"))  # neither is imported here
    if isinstance(auth, tuple(library.Auth for library in libraries if library is not None)):
        return _HttpxAuth(auth)
    if auth is not None:
        raise InvalidArgumentError(
            "auth", "a Basic, a Bearer, an Auth of httpx or httpx2, or None", type(auth).__name__
        )
    variables = [f"TRIVET_{service}_{suffix}".upper() for suffix in ("username", "password", "token")]
    username, password, token = (os.environ.get(variable) for variable in variables)
    if token is not None and (username is not None or password is not None):
        raise InvalidArgumentError("auth", f"given, or {variables[2]} without {variables[0]} and {variables[1]}", None)
    if token is not None:
        return Bearer(None, argument="auth", variable=variables[2])
    if username is None and password is None:
        return _HttpxAuth()
    if username is None or password is None:
        raise InvalidArgumentError("auth", f"given, or {variables[0]} and {variables[1]} both set", None)
    _check_basic(username, password, f"from {variables[0]}", f"from {variables[1]}")
    return Basic(username, password)


LONGEST_TOKEN = 16_384
"""The most characters of a token whose claims are read; servers take headers of some 8 kB."""


@hide_arguments
def token_subject(authorization: str) -> str | None:
    """Return the claim `sub` of a bearer token that is a JWT (RFC 7519); None for other credentials.

    The signature is not verified: the claim is only as good as the token that the client sends anyway.

    >>> token_subject("Bearer opaque") is None
    True

    Args:
        authorization: The value of the Authorization header.
    """
    scheme, _, token = authorization.partition(" ")
    parts = token.split(".", 3)
    if scheme.lower() != "bearer" or len(parts) != 3 or len(token) > LONGEST_TOKEN:
        return None
    try:
        claims: Any = json.loads(urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except (ValueError, RecursionError):
        return None
    subject = cast("dict[str, Any]", claims).get("sub") if isinstance(claims, dict) else None
    return subject if isinstance(subject, str) else None


class ImpersonationScope:
    """The limits of a client that acts as another user: a `with` block, an expiry, and forbidden operations.

    Attributes:
        expires: When the token expires.
    """

    __slots__ = ("_ended", "_forbidden", "expires")

    def __init__(self, expires: datetime, forbidden: Collection[str]) -> None:
        """Begin a scope in which some operations are forbidden."""
        self.expires: datetime = expires
        self._forbidden = forbidden
        self._ended = False

    def check(self, operation: str, now: datetime) -> None:
        """Refuse a call before it is sent.

        Raises:
            TrivetError: The block has ended, the token has expired, or the operation is forbidden.
        """
        if self._ended:
            raise TrivetError(f"{operation}: the block that this client belongs to is over")
        if now >= self.expires:
            raise TrivetError(f"{operation}: the token of this client expired at {self.expires.isoformat()}")
        if operation in self._forbidden:
            raise TrivetError(f"{operation}: an impersonated client cannot impersonate another user")

    def end(self) -> None:
        """End the scope."""
        self._ended = True
