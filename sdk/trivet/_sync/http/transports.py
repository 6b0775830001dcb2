# Derived from sdk/trivet/_async/http/transports.py by `python -m codegen`; do not edit.
"""The transports of a client: one for each origin, made when it is first needed, and the count of open responses."""

from __future__ import annotations

import logging
import os
import threading
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

import httpx

from ..._concurrency.event_loop import connection_owner, forget_closed_loops
from ..._core.call_deadline import EXTENSION
from ..._core.lazy_imports import lazy
from ..._core.request import LONG_LIVED, SECRETS, Outgoing
from ...errors import APIConnectionError, APITimeoutError, InvalidArgumentError, TrivetError
from .environment import ConnectionSettings
from .httpx2_bridge import Httpx2Auth, Httpx2Transport, as_httpx_transport
from .httpx_auth import send_with_auth
from .response import Response, connection_error

if TYPE_CHECKING:
    from . import connections
else:
    connections = lazy("trivet._sync.http.connections")  # importing httpcore takes as long as importing a client

HttpxAuth: TypeAlias = httpx.Auth | Httpx2Auth
Transport: TypeAlias = httpx.BaseTransport | Httpx2Transport

logger = logging.getLogger("trivet")

CACHED_URLS = 512
"""How many parsed URLs a client keeps. With them, a small GET takes 0.79 of the time that it takes without."""

ANY_ORIGIN = ("", "")
"""The key of a transport that the user has passed, which sends to every origin."""


class Transports:
    """The transports of a client and its copies: one for each origin, or the one that the user has passed.

    A transport belongs to a process and an event loop: new ones are made after a fork and in another loop.
    """

    def __init__(self, custom: Transport | None, settings: ConnectionSettings, base_url: str) -> None:
        """Keep the arguments; transports are made when a request needs them.

        Args:
            custom: The transport that the user has passed, in place of all others.
            settings: The settings of the client's own connections.
            base_url: The URL of the service, whose origin gets the client certificate.

        Raises:
            InvalidArgumentError: `custom` is not a transport, or one for the other API, or makes a setting useless.
        """
        if custom is not None:
            if not hasattr(custom, "handle_request"):
                raise InvalidArgumentError("transport", "a transport with the method handle_request", custom)
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
        self._by_owner: dict[object, dict[tuple[str, str], _CountedTransport]] = {}
        self._cached_url = lru_cache(CACHED_URLS)(httpx.URL)

    def send(self, outgoing: Outgoing, limit: int | None = None) -> Response:
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
        sent: httpx.Response | APIConnectionError
        try:
            if outgoing.auth is None:
                sent = counted.transport.handle_request(request)
                sent.request = request
            else:
                sent = send_with_auth(outgoing, request, counted.transport, own=counted.own, limit=limit)
        except httpx.HTTPError as error:
            sent = connection_error(outgoing.operation, error, own=counted.own)
        except BaseException:
            self._release(counted)
            raise
        if isinstance(sent, APIConnectionError):
            del request  # the traceback keeps this frame, and the request holds the URL
            self._release(counted)
            raise outgoing.end.error() if isinstance(sent, APITimeoutError) and outgoing.end.has_passed() else sent
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("%s: %s", outgoing.operation, sent.status_code)
        return Response(outgoing, sent, partial(self._release, counted), own=counted.own)

    def close(self) -> None:
        """Close every idle connection now, and those in use as soon as their responses are closed."""
        if self._process != os.getpid():
            self._forget_process()
        with self._lock:
            current = self._current().values()
            # A transport of the user closes its connections at once, so the last open response closes it later.
            idle = [counted for counted in current if counted.own or (not self._closed and not counted.open_responses)]
            self._closed = True
        for counted in idle:
            counted.transport.close()

    def _current(self) -> dict[tuple[str, str], _CountedTransport]:
        """Return the transports of the running event loop, by origin."""
        owner = connection_owner()
        if owner not in self._by_owner:
            for transports in forget_closed_loops(self._by_owner):
                for counted in transports.values():
                    counted.abandon()
        current = self._by_owner.setdefault(owner, {})
        if self.custom is not None and not current:
            current[ANY_ORIGIN] = _CountedTransport(as_httpx_transport(self.custom), own=False)
        return current

    def _request(self, outgoing: Outgoing) -> httpx.Request:
        """Return a request as httpx represents it."""
        timeout = outgoing.end.least(outgoing.timeout)
        read = outgoing.end.least(outgoing.read_timeout)
        extensions = {
            "timeout": {"connect": timeout, "read": read, "write": timeout, "pool": timeout},
            EXTENSION: outgoing.end,
            LONG_LIVED: outgoing.long_lived,
            SECRETS: outgoing.secrets,
        }
        try:
            url = self._cached_url(outgoing.url) if outgoing.cacheable_url else httpx.URL(outgoing.url)
            return httpx.Request(
                outgoing.method, url, headers=outgoing.headers, content=outgoing.content, extensions=extensions
            )
        except httpx.InvalidURL as error:
            raise TrivetError(f"{outgoing.operation}: the URL cannot be sent: {error}") from None

    def _acquire(self, outgoing: Outgoing, url: httpx.URL) -> _CountedTransport:
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
                counted = current[origin] = _CountedTransport(self._default_transport(url), own=True)
            counted.open_responses += 1
        return counted

    def _default_transport(self, url: httpx.URL) -> httpx.BaseTransport:
        service = httpx.URL(self._base_url)
        own = (url.scheme, url.netloc) == (service.scheme, service.netloc)
        return connections.DefaultTransport(self.settings, url, own=own)

    def _release(self, counted: _CountedTransport) -> None:
        with self._lock:
            counted.open_responses -= 1
            last = self._closed and not counted.own and not counted.open_responses
        if last:
            counted.transport.close()


class _CountedTransport:
    """A transport and the number of its open responses.

    Attributes:
        transport: The transport.
        own: Whether it is the client's own, not one that the user has passed.
        open_responses: The number of responses that have not been closed.
    """

    __slots__ = ("open_responses", "own", "transport")

    def __init__(self, transport: httpx.BaseTransport, *, own: bool) -> None:
        self.transport = transport
        self.own = own
        self.open_responses = 0

    def abandon(self) -> None:
        """Close the sockets of the client's own transport after its event loop was closed."""
        if self.own:
            transport: Any = self.transport
            transport.abandon()
