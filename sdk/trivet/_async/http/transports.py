"""The transports of a client: one for each origin, opened when it is first needed, and the count of open responses."""

from __future__ import annotations

import logging
import os
import threading
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

import httpx

from ..._concurrency.event_loop import async_connection_owner, forget_closed_loops
from ..._core.call_end import EXTENSION
from ..._core.lazy import lazy
from ..._core.request import LONG_LIVED, SECRETS, Outgoing
from ..._core.settings import MAX_CONNECTIONS
from ...errors import APIConnectionError, APITimeoutError, InvalidArgumentError, TrivetError
from .auth_flow import send_with_auth
from .environment import proxy_for, ssl_context
from .response import AsyncResponse, connection_error

if TYPE_CHECKING:
    from . import connections
else:
    connections = lazy("trivet._async.http.connections")  # importing httpcore takes as long as importing a client

__all__ = ["AsyncHttpxAuth", "AsyncTransport", "AsyncTransports"]

AsyncHttpxAuth: TypeAlias = httpx.Auth
AsyncTransport: TypeAlias = httpx.AsyncBaseTransport

logger = logging.getLogger("trivet")

CACHED_URLS = 512
"""How many parsed URLs a client keeps. With them, a small GET takes 0.79 of the time that it takes without."""

ANY_ORIGIN = ("", "")
"""The key of a transport that the user has passed, which sends to every origin."""


class AsyncTransports:
    """The transports of a client and its copies: one for each origin, or the one that the user has passed.

    Connections belong to a process and an event loop: new ones are opened after a fork and in another loop.
    """

    def __init__(
        self, custom: AsyncTransport | None, max_connections: int = MAX_CONNECTIONS, max_streams: int | None = None
    ) -> None:
        """Keep the arguments; transports are opened when a request needs them.

        Args:
            custom: The transport that the user has passed, in place of all others.
            max_connections: How many connections the calls to an origin may use at once.
            max_streams: How many more connections long-lived requests may use; None for no limit.

        Raises:
            InvalidArgumentError: `custom` is not a transport, or one for the other API.
        """
        if custom is not None and not hasattr(custom, "handle_async_request"):
            raise InvalidArgumentError("transport", "a transport with the method handle_async_request", custom)
        self.custom = custom
        self._limits = (max_connections, max_streams)
        self._open = True
        self._forget_process()

    def _forget_process(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._by_owner: dict[object, dict[tuple[str, str], _AsyncCounted]] = {}
        self._cached_url = lru_cache(CACHED_URLS)(httpx.URL)

    def _check_process(self) -> None:
        if self._process != os.getpid():  # after a fork; a thread of the parent may hold the old lock
            self._forget_process()

    async def open(self, outgoing: Outgoing, limit: int | None = None) -> AsyncResponse:
        """Send a request and return the response, of any status, with its body unread; the caller closes it.

        Args:
            outgoing: The request.
            limit: The most bytes of a body that its auth flow may read; None if the body is streamed.

        Raises:
            APIConnectionError: No response arrived.
            UnreadableBodyError: A body that the auth flow reads is too long.
        """
        counted, request = self._take(outgoing)
        sent: httpx.Response | APIConnectionError
        try:
            if outgoing.auth is None:
                sent = await counted.transport.handle_async_request(request)
                sent.request = request
            else:
                sent = await send_with_auth(outgoing, request, counted.transport, own=counted.own, limit=limit)
        except httpx.HTTPError as error:
            sent = connection_error(outgoing.operation, error, own=counted.own)
        except BaseException:
            await self._give_back(counted)
            raise
        if isinstance(sent, APIConnectionError):
            del request  # the traceback keeps this frame, and the request holds the URL
            await self._give_back(counted)
            raise outgoing.end.error() if isinstance(sent, APITimeoutError) and outgoing.end.has_passed() else sent
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("%s: %s", outgoing.operation, sent.status_code)
        return AsyncResponse(outgoing, sent, partial(self._give_back, counted), own=counted.own)

    async def aclose(self) -> None:
        """Close every idle connection now, and those in use as soon as their responses are closed."""
        self._check_process()
        with self._lock:
            current = self._current().values()
            # A transport of the user closes its connections at once, so the last open response closes it later.
            idle = [counted for counted in current if counted.own or (self._open and not counted.open_responses)]
            self._open = False
        for counted in idle:
            await counted.transport.aclose()

    def _current(self) -> dict[tuple[str, str], _AsyncCounted]:
        """Return the transports of this event loop."""
        owner = async_connection_owner()
        if owner not in self._by_owner:
            for transports in forget_closed_loops(self._by_owner):
                for counted in transports.values():
                    counted.abandon()
        current = self._by_owner.setdefault(owner, {})
        if self.custom is not None and not current:
            current[ANY_ORIGIN] = _AsyncCounted(self.custom, own=False)
        return current

    def _take(self, outgoing: Outgoing) -> tuple[_AsyncCounted, httpx.Request]:
        """Return the transport for a request, and the request as httpx represents it."""
        timeout = outgoing.end.least(outgoing.timeout)
        read = outgoing.end.least(outgoing.read_timeout)
        limits = {"connect": timeout, "read": read, "write": timeout, "pool": timeout}
        extensions = {
            "timeout": limits,
            EXTENSION: outgoing.end,
            LONG_LIVED: outgoing.long_lived,
            SECRETS: outgoing.secrets,
        }
        try:
            url = self._cached_url(outgoing.url) if outgoing.cacheable_url else httpx.URL(outgoing.url)
            request = httpx.Request(
                outgoing.method, url, headers=outgoing.headers, content=outgoing.content, extensions=extensions
            )
        except httpx.InvalidURL as error:
            raise TrivetError(f"{outgoing.operation}: the URL cannot be sent: {error}") from None
        self._check_process()
        with self._lock:
            if not self._open:
                raise TrivetError(f"{outgoing.operation}: the client is closed")
            current = self._current()
            origin = ANY_ORIGIN if self.custom is not None else (url.scheme, url.netloc.decode("ascii"))
            counted = current.get(origin)
            if counted is None:
                counted = current[origin] = _AsyncCounted(self._default(url), own=True)
            counted.open_responses += 1
        return counted, request

    def _default(self, url: httpx.URL) -> AsyncTransport:
        return connections.AsyncDefaultTransport(proxy_for(url), ssl_context(url.scheme), *self._limits)

    async def _give_back(self, counted: _AsyncCounted) -> None:
        with self._lock:
            counted.open_responses -= 1
            last = not self._open and not counted.own and not counted.open_responses
        if last:
            await counted.transport.aclose()


class _AsyncCounted:
    """A transport and the number of its open responses."""

    __slots__ = ("open_responses", "own", "transport")

    def __init__(self, transport: AsyncTransport, *, own: bool) -> None:
        self.transport = transport
        self.own = own
        self.open_responses = 0

    def abandon(self) -> None:
        """Close the sockets of a transport of our own whose event loop has been closed."""
        if self.own:
            transport: Any = self.transport
            transport.abandon()
