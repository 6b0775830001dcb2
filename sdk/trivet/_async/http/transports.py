"""The transports of a client: one for each origin, made when it is first needed, and the count of open responses."""

from __future__ import annotations

import logging
import os
import threading
from base64 import b64decode
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias, cast
from urllib.parse import quote

import httpx

from ..._concurrency.event_loop import async_connection_owner, forget_closed_loops
from ..._core.call_deadline import EXTENSION
from ..._core.lazy_imports import lazy
from ..._core.request import LONG_LIVED, SECRETS, Outgoing
from ..._core.secrets import header_secrets, proxy_secrets
from ...errors import APIConnectionError, APITimeoutError, InvalidArgumentError, TrivetError
from .environment import ConnectionSettings
from .httpx2_bridge import AsyncHttpx2Auth, AsyncHttpx2Transport, async_as_httpx_transport
from .httpx_auth import send_with_auth
from .response import AsyncResponse, connection_error, is_connection_failure

if TYPE_CHECKING:
    from ..._core.upload import Upload
    from . import connections
else:
    connections = lazy("trivet._async.http.connections")  # importing httpcore takes as long as importing a client

AsyncHttpxAuth: TypeAlias = httpx.Auth | AsyncHttpx2Auth
AsyncTransport: TypeAlias = httpx.AsyncBaseTransport | AsyncHttpx2Transport

logger = logging.getLogger("trivet")

CACHED_URLS = 512
"""How many parsed URLs a client keeps. With them, a small GET takes 0.79 of the time that it takes without."""

MOST_WRAPPED = 20
"""How many transports inside one that the user has passed are searched for a proxy."""

ANY_ORIGIN = ("", "")
"""The key of a transport that the user has passed, which sends to every origin."""


def require_transport(transport: object) -> None:
    """Refuse what is not a transport of this API.

    Raises:
        InvalidArgumentError: It lacks the method that sends a request.
    """
    if not hasattr(transport, "handle_async_request"):
        rule = "a transport with the method handle_async_request (a stub's is stub.async_transport())"
        raise InvalidArgumentError("transport", rule, transport)


class AsyncTransports:
    """The transports of a client and its copies: one for each origin, or the one that the user has passed.

    A transport belongs to a process and an event loop: new ones are made after a fork and in another loop.
    """

    def __init__(self, custom: AsyncTransport | None, settings: ConnectionSettings, base_url: str) -> None:
        """Keep the arguments; transports are made when a request needs them.

        Args:
            custom: The transport that the user has passed, in place of all others.
            settings: The settings of the client's own connections.
            base_url: The URL of the service, whose origin gets the client certificate.

        Raises:
            InvalidArgumentError: `custom` is not a transport, or one for the other API, or makes a setting useless.
        """
        if custom is not None:
            require_transport(custom)
            settings.check_unused()
        self.custom = custom
        self.settings = settings
        self._base_url = base_url
        self._closed = False
        self._forget_process()

    def _forget_process(self) -> None:
        """Begin without transports: after a fork, the old ones are the parent's, and its thread may hold the lock."""
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._by_owner: dict[object, dict[tuple[str, str], _AsyncCountedTransport]] = {}
        self._cached_url = lru_cache(CACHED_URLS)(httpx.URL)

    async def send(self, outgoing: Outgoing, limit: int | None = None) -> AsyncResponse:
        """Send a request and return its response, whose body is read and closed by the caller.

        Args:
            outgoing: The request.
            limit: The most bytes of a body that its auth flow may read; None if the body is streamed.

        Raises:
            APIConnectionError: No response arrived.
            UnreadableBodyError: A body that the auth flow reads is too long.
        """
        request = self._request(outgoing)
        counted = self._acquire(outgoing, request.url)
        if counted.secrets:
            outgoing.add_secrets(counted.secrets)
        sent: httpx.Response | APIConnectionError
        try:
            if outgoing.auth is None:
                sent = await counted.transport.handle_async_request(request)
                sent.request = request
            else:
                sent = await send_with_auth(outgoing, request, counted.transport, own=counted.own, limit=limit)
        except APIConnectionError as error:  # of an auth flow
            sent = error.with_traceback(None)
        except BaseException as error:
            # A failure of the flow itself, which may read a file, is not a failure of the connection.
            kinds = httpx.HTTPError if outgoing.auth is not None else Exception
            if not isinstance(error, kinds) or not is_connection_failure(error):
                await self._release(counted)
                raise
            sent = connection_error(outgoing.operation, error, own=counted.own)
        if isinstance(sent, APIConnectionError):
            del request  # the traceback keeps this frame, and the request holds the URL
            await self._release(counted)
            end = outgoing.end
            raise end.error() if isinstance(sent, APITimeoutError) and end.explains_timeout() else sent
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("%s: %s", outgoing.operation, sent.status_code)
        return AsyncResponse(outgoing, sent, partial(self._release, counted), own=counted.own)

    def proxy_name(self, url: str) -> str:
        """Return the host, the port and the source of the proxy for a URL, for an error; empty if none is known."""
        parsed = httpx.URL(url)
        transport: Any = self.custom
        if transport is None:
            with self._lock:
                counted = self._current().get((parsed.scheme, parsed.netloc.decode("ascii")))
            transport = None if counted is None else counted.transport
        name: Callable[[httpx.URL], str] | None = getattr(transport, "proxy_name", None)
        return "" if name is None else name(parsed)

    async def aclose(self) -> None:
        """Close every idle connection now, and those in use as soon as their responses are closed.

        Every transport is closed, even if this is cancelled or closing one of them fails.
        """
        if self._process != os.getpid():
            self._forget_process()
        with self._lock:
            current = self._current().values()
            # A transport of the user closes its connections at once, so the last open response closes it later.
            idle = [counted for counted in current if counted.own or (not self._closed and not counted.open_responses)]
            self._closed = True
        failure: BaseException | None = None
        for counted in idle:
            try:
                await counted.transport.aclose()
            except BaseException as error:
                failure = error
        if failure is not None:
            raise failure

    def _current(self) -> dict[tuple[str, str], _AsyncCountedTransport]:
        """Return the transports of the running event loop, by origin."""
        owner = async_connection_owner()
        if owner not in self._by_owner:
            for transports in forget_closed_loops(self._by_owner):
                for counted in transports.values():
                    counted.abandon()
        current = self._by_owner.setdefault(owner, {})
        if self.custom is not None and not current:
            current[ANY_ORIGIN] = _AsyncCountedTransport(async_as_httpx_transport(self.custom), own=False)
        return current

    def _request(self, outgoing: Outgoing) -> httpx.Request:
        """Return a request as httpx represents it."""
        least, timeouts = outgoing.end.least, outgoing.timeouts
        extensions = {
            "timeout": {
                "connect": least(timeouts.connect),
                "read": least(outgoing.read_timeout),
                "write": least(timeouts.write),
                "pool": least(timeouts.pool),
            },
            EXTENSION: outgoing.end,
            LONG_LIVED: outgoing.long_lived,
            SECRETS: outgoing.add_secrets,
        }
        content = outgoing.content
        try:
            url = self._cached_url(outgoing.url) if outgoing.cacheable_url else httpx.URL(outgoing.url)
            body = content if content is None or isinstance(content, bytes) else async_chunks(content)
            return httpx.Request(outgoing.method, url, headers=outgoing.headers, content=body, extensions=extensions)
        except httpx.InvalidURL as error:
            raise TrivetError(f"{outgoing.operation}: the URL cannot be sent: {error}") from None
        except UnicodeError:  # of idna, whose message shows a part of the URL
            raise TrivetError(f"{outgoing.operation}: the URL cannot be sent: its host is not a valid name") from None

    def _acquire(self, outgoing: Outgoing, url: httpx.URL) -> _AsyncCountedTransport:
        """Return the transport for a URL, which counts one more response as open."""
        if self._process != os.getpid():
            self._forget_process()
        with self._lock:
            if self._closed:
                raise TrivetError(f"{outgoing.operation}: the client is closed")
            current = self._current()
            origin = ANY_ORIGIN if self.custom is not None else (url.scheme, url.netloc.decode("ascii"))
            counted = current.get(origin)
            if counted is None:
                counted = current[origin] = _AsyncCountedTransport(self._default_transport(url), own=True)
            counted.open_responses += 1
        return counted

    def _default_transport(self, url: httpx.URL) -> httpx.AsyncBaseTransport:
        service = httpx.URL(self._base_url)
        own = (url.scheme, url.netloc) == (service.scheme, service.netloc)
        return connections.AsyncDefaultTransport(self.settings, url, own=own)

    async def _release(self, counted: _AsyncCountedTransport) -> None:
        with self._lock:
            counted.open_responses -= 1
            last = self._closed and not counted.own and not counted.open_responses
        if last:
            await counted.transport.aclose()


class _AsyncCountedTransport:
    """A transport and the number of its open responses.

    Attributes:
        transport: The transport.
        own: Whether it is the client's own, not one that the user has passed.
        secrets: The credentials of its proxy; those of the client's own transports come with each request.
        open_responses: The number of responses that have not been closed.
    """

    __slots__ = ("open_responses", "own", "secrets", "transport")

    def __init__(self, transport: httpx.AsyncBaseTransport, *, own: bool) -> None:
        self.transport = transport
        self.own = own
        self.secrets: tuple[str, ...] = () if own else _proxy_credentials(transport)
        self.open_responses = 0

    def abandon(self) -> None:
        """Close the sockets of the client's own transport after its event loop was closed."""
        if self.own:
            transport: Any = self.transport
            transport.abandon()


async def async_chunks(upload: Upload) -> AsyncGenerator[bytes, None]:
    """Read a body while it is sent; reading a file blocks, as in httpx, for one chunk."""
    for chunk in upload.chunks():
        yield chunk


def _proxy_credentials(transport: AsyncTransport) -> tuple[str, ...]:
    """Return the credentials of the proxy of a transport that the user has passed, or of a transport inside it.

    httpx has no public access to them. A transport of another library may keep them in another place.
    """
    secrets: list[str] = []
    transports: list[Any] = [transport]
    for wrapper in transports:  # the list grows meanwhile
        pool = getattr(wrapper, "_pool", None)
        headers, user_and_password = getattr(pool, "_proxy_headers", None), getattr(pool, "_proxy_auth", None)
        if isinstance(headers, list):
            secrets += _header_credentials(cast("list[tuple[bytes, bytes]]", headers))
        if isinstance(user_and_password, tuple):  # of a SOCKS proxy
            user, password = cast("tuple[bytes, bytes]", user_and_password)
            secrets += proxy_secrets(f"socks5://{quote(user)}:{quote(password)}@")
        inner = [value for value in getattr(wrapper, "__dict__", {}).values() if hasattr(value, "handle_async_request")]
        transports += inner[: max(MOST_WRAPPED - len(transports), 0)]
    return tuple(dict.fromkeys(secrets))


def _header_credentials(headers: list[tuple[bytes, bytes]]) -> list[str]:
    """Return the secrets in the headers that are sent to a proxy, with the user and the password of Basic."""
    secrets: list[str] = []
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        secrets += header_secrets({name: value})
        scheme, _, token = value.partition(" ")
        if name == "proxy-authorization" and scheme.lower() == "basic":
            with suppress(ValueError):
                secrets += proxy_secrets(f"http://{quote(b64decode(token), safe=':')}@")
    return secrets
