# Derived from sdk/trivet/_async/http/transports.py by `python -m codegen`; do not edit.
"""Which transport sends a request, and the responses that are open."""

from __future__ import annotations

import logging
import os
import threading
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

import httpx

from ..._concurrency.event_loop import connection_owner, forget_closed_loops
from ..._core.call_end import EXTENSION
from ..._core.lazy import lazy
from ..._core.request import LONG_LIVED, SECRETS, Outgoing
from ..._core.settings import MAX_CONNECTIONS
from ...errors import APIConnectionError, APITimeoutError, InvalidArgumentError, TrivetError
from .auth_flow import send_with_auth
from .environment import proxy_for, ssl_context
from .response import Response, connection_error

if TYPE_CHECKING:
    from . import connections
else:
    connections = lazy("trivet._sync.http.connections")  # httpcore costs as much to import as a client

__all__ = ["HttpxAuth", "Transport", "Transports"]

HttpxAuth: TypeAlias = httpx.Auth
Transport: TypeAlias = httpx.BaseTransport

logger = logging.getLogger("trivet")

CACHED_URLS = 512
"""Of so many URLs a client keeps what httpx has parsed, which takes a quarter of the time of a small GET."""

GIVEN = ("", "")
"""Takes the place of the origin where the user has passed a transport, which sends to all of them."""


class _Counted:
    """A transport with the number of its open responses."""

    __slots__ = ("open_responses", "own", "transport")

    def __init__(self, transport: Transport, *, own: bool) -> None:
        self.transport = transport
        self.own = own
        self.open_responses = 0

    def abandon(self) -> None:
        """Close what the transport has open after its event loop was closed, if it is the client's own."""
        if self.own:
            each: Any = self.transport
            each.abandon()


class Transports:
    """The transports of a client and its copies: one for each origin, or the one that the user has passed.

    Their connections belong to a process and an event loop: after a fork, and in another loop, new ones are opened.
    """

    def __init__(
        self, given: Transport | None, max_connections: int = MAX_CONNECTIONS, max_streams: int | None = None
    ) -> None:
        """Take the transport that the user has passed, which takes the place of all others, and the limits of these.

        Raises:
            InvalidArgumentError: It is no transport, or one for the other API.
        """
        if given is not None and not hasattr(given, "handle_request"):
            raise InvalidArgumentError("transport", "a transport with the method handle_request", given)
        self.given = given
        self._limits = (max_connections, max_streams)
        self._open = True
        self._forget_process()

    def _forget_process(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._by_owner: dict[object, dict[tuple[str, str], _Counted]] = {}
        self._cached_url = lru_cache(CACHED_URLS)(httpx.URL)

    def _check_process(self) -> None:
        if self._process != os.getpid():  # after a fork; a thread of the parent may hold the old lock
            self._forget_process()

    def open(self, outgoing: Outgoing, limit: int | None = None) -> Response:
        """Send a request and return the response, of any status, with its body unread; the caller closes it.

        Args:
            outgoing: The request.
            limit: The most bytes of a body that its auth flow may read; None where the body is streamed.

        Raises:
            APIConnectionError: No response arrived.
            UnreadableBodyError: A body that the auth flow reads is too long.
        """
        counted, request = self._take(outgoing)
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
            self._give_back(counted)
            raise
        if isinstance(sent, APIConnectionError):
            del request  # its repr shows the URL
            self._give_back(counted)
            raise outgoing.end.error() if isinstance(sent, APITimeoutError) and outgoing.end.has_passed() else sent
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("%s: %s", outgoing.operation, sent.status_code)
        return Response(outgoing, sent, partial(self._give_back, counted), own=counted.own)

    def close(self) -> None:
        """Close every idle connection now, and those in use as soon as their responses are closed."""
        self._check_process()
        with self._lock:
            current = self._current().values()
            idle = [each for each in current if each.own or (self._open and not each.open_responses)]
            self._open = False
        for each in idle:
            each.transport.close()

    def _current(self) -> dict[tuple[str, str], _Counted]:
        """Return the transports of this event loop."""
        owner = connection_owner()
        if owner not in self._by_owner:
            for forgotten in forget_closed_loops(self._by_owner):
                for counted in forgotten.values():
                    counted.abandon()
        current = self._by_owner.setdefault(owner, {})
        if self.given is not None and not current:
            current[GIVEN] = _Counted(self.given, own=False)
        return current

    def _take(self, outgoing: Outgoing) -> tuple[_Counted, httpx.Request]:
        """Return the transport for a request, and the request as httpx has it."""
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
            origin = GIVEN if self.given is not None else (url.scheme, url.netloc.decode("ascii"))
            counted = current.get(origin)
            if counted is None:
                counted = current[origin] = _Counted(self._default(url), own=True)
            counted.open_responses += 1
        return counted, request

    def _default(self, url: httpx.URL) -> Transport:
        return connections.DefaultTransport(proxy_for(url), ssl_context(url.scheme), *self._limits)

    def _give_back(self, counted: _Counted) -> None:
        with self._lock:
            counted.open_responses -= 1
            last = not self._open and not counted.own and not counted.open_responses
        if last:
            counted.transport.close()
