# Derived from sdk/trivet/_async/http/connections.py by `python -m codegen`; do not edit.
"""The connections to one origin: a request holds one alone, and gives it back when its body has been read."""

from __future__ import annotations

import ssl
from collections.abc import Generator
from typing import Any

import httpcore
import httpx

from ..._concurrency.event_loop import LoopEnd
from ..._concurrency.locks import Slots
from ..._core.call_end import EXTENSION, CallEnd
from ..._core.request import LONG_LIVED, SECRETS
from ..._core.secrets import proxy_secrets
from ..._core.settings import MAX_CONNECTIONS
from .network import BoundedBackend

__all__ = ["Connections", "DefaultTransport"]


KEEPALIVE = 30.0
"""Seconds after which an idle connection is closed."""


class _Held:
    """One connection, with the network that it alone uses, and the slots of which it holds one, if any."""

    __slots__ = ("connection", "network", "slots")

    def __init__(self, connection: httpcore.ConnectionInterface, network: BoundedBackend) -> None:
        self.connection = connection
        self.network = network
        self.slots: Slots | None = None


class Connections:
    """The connections of one transport, in place of the pool of httpcore.

    That pool looks at all its connections for each request, so n requests in flight cost n² looks; and it does not say
    which connection a request uses. A connection that is held can be bounded, aborted, and closed after a failure.

    Long-lived requests have slots of their own: a hundred streams that hold their connections starve no call.
    """

    def __init__(
        self,
        proxy: str | None,
        ssl_context: ssl.SSLContext,
        max_connections: int = MAX_CONNECTIONS,
        max_streams: int | None = None,
    ) -> None:
        """Limit the connections in use: those of calls, and those of long-lived requests, where None is no limit."""
        self._proxy = None if proxy is None else httpx.Proxy(proxy)
        self._proxy_secrets = () if proxy is None else proxy_secrets(proxy)
        self._ssl_context = ssl_context
        self._max_connections = max_connections
        self._max_streams = max_streams
        self._calls = Slots(max_connections)
        self._streams = None if max_streams is None else Slots(max_streams)
        self._idle: list[_Held] = []  # the last one is the one used last
        self._open = True
        self._loop_end = LoopEnd(self.close)

    def handle_request(self, request: httpcore.Request) -> httpcore.Response:
        """Send a request over an idle connection, or a new one.

        Raises:
            httpcore.PoolTimeout: All connections of its kind stayed in use for too long; the text names the limit.
        """
        given: Any = request
        extensions: dict[str, Any] = given.extensions
        end: CallEnd = extensions[EXTENSION]
        extensions[SECRETS].update(self._proxy_secrets)
        slots = self._streams if extensions[LONG_LIVED] else self._calls
        if slots is not None and not slots.take(end.least(extensions["timeout"]["pool"])):
            raise httpcore.PoolTimeout(self._in_use(long_lived=extensions[LONG_LIVED]))
        try:
            held = self._take(request.url.origin)
            held.slots = slots
            held.network.end = end
            try:
                response: Any = held.connection.handle_request(request)
            except BaseException:
                try:
                    held.connection.close()
                finally:
                    held.network.close()
                raise
        except BaseException:
            if slots is not None:
                slots.give_back()
            raise
        body = _HeldBody(self, held, response)
        return httpcore.Response(
            response.status, headers=response.headers, content=body, extensions=response.extensions
        )

    def close(self) -> None:
        """Close the idle connections now, and those in use when they are given back."""
        self._open = False
        self._loop_end.cancel()
        while (held := self._pop()) is not None:
            held.connection.close()

    def abandon(self) -> None:
        """Close the sockets of idle connections whose event loop has been closed."""
        while (held := self._pop()) is not None:
            held.network.abandon()

    def give_back(self, held: _Held, *, reusable: bool) -> None:
        """End a request's hold of a connection, which is kept if it is whole."""
        held.network.end = None
        slots, held.slots = held.slots, None  # once it is idle, another request may take it
        try:
            if reusable and self._open and held.connection.is_available() and not _has_more(held.connection):
                self._idle.append(held)
                surplus = self._surplus(held)
                if surplus is None:
                    return
                held = surplus
            held.connection.close()
        finally:
            if slots is not None:
                slots.give_back()

    def _surplus(self, latest: _Held) -> _Held | None:
        """Take a connection that is not kept: the one idle the longest, if expired or too many; any after the end.

        Other threads take connections at the same time, so that one which was just seen may be gone.
        """
        try:
            if not self._open:
                self._idle.remove(latest)
                return latest
            oldest = self._idle[0]
            if oldest is latest or not (len(self._idle) > self._max_connections or oldest.connection.has_expired()):
                return None
            self._idle.remove(oldest)
        except (IndexError, ValueError):
            return None
        return oldest

    def _in_use(self, *, long_lived: bool) -> str:
        if long_lived:
            most = f"max_streams={self._max_streams}"
            return f"all {self._max_streams} connections for streams and long waits are in use ({most})"
        most = f"max_connections={self._max_connections}"
        return f"all {self._max_connections} connections for calls to the host are in use ({most})"

    def _pop(self) -> _Held | None:
        """Take the connection that was used last; another thread may take it first."""
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _take(self, origin: httpcore.Origin) -> _Held:
        while (held := self._pop()) is not None:
            if held.connection.is_available() and not held.connection.has_expired():
                return held
            held.connection.close()
        network = BoundedBackend()
        return _Held(self._factory(network).create_connection(origin), network)

    def _factory(self, network: BoundedBackend) -> httpcore.ConnectionPool:
        """Return a pool of httpcore that makes a connection, and holds none."""
        context, proxy = self._ssl_context, self._proxy
        if proxy is None:
            return httpcore.ConnectionPool(context, keepalive_expiry=KEEPALIVE, network_backend=network)
        url = httpcore.URL(
            scheme=proxy.url.raw_scheme, host=proxy.url.raw_host, port=proxy.url.port, target=proxy.url.raw_path
        )
        if proxy.url.scheme in ("http", "https"):
            return httpcore.HTTPProxy(
                url,
                proxy.raw_auth,
                proxy.headers.raw,
                context,
                keepalive_expiry=KEEPALIVE,
                network_backend=network,
            )
        return httpcore.SOCKSProxy(url, proxy.raw_auth, context, keepalive_expiry=KEEPALIVE, network_backend=network)


def _has_more(connection: Any) -> bool:
    """Whether bytes were read beyond the end of the answer; httpcore would take them for the start of the next one."""
    while (inner := getattr(connection, "_connection", None)) is not None:  # a proxy's connection holds another
        connection = inner
    state = getattr(connection, "_h11_state", None)  # httpcore has no public access to it
    return state is not None and bool(state.trailing_data[0])


class _HeldBody:
    """The body of a response, which gives its connection back when it is closed."""

    def __init__(self, connections: Connections, held: _Held, response: httpcore.Response) -> None:
        self._connections = connections
        self._held: _Held | None = held
        self._response = response

    def __iter__(self) -> Generator[bytes, None, None]:
        stream: Any = self._response.stream  # of either kind, as httpcore has it
        for part in stream:
            yield part

    def close(self) -> None:
        held, self._held = self._held, None
        if held is None:
            return
        reusable = False
        try:
            self._response.close()
            # A server that has crashed may close its side without a word: half of the next requests were lost.
            reusable = self._response.status < 500
        finally:
            self._connections.give_back(held, reusable=reusable)


class DefaultTransport(httpx.HTTPTransport):
    """httpx's own transport to one origin, with connections that the client itself holds.

    Requests pass through the methods of httpx's class, which the mocks of pytest-httpx and vcrpy replace. The private
    name `_pool` is the only one that is used, and the reason for the upper bound of httpx's version.
    """

    def __init__(
        self, proxy: str | None, ssl_context: ssl.SSLContext, max_connections: int, max_streams: int | None
    ) -> None:
        super().__init__(verify=ssl_context)
        self._connections = Connections(proxy, ssl_context, max_connections, max_streams)
        pool: Any = self._connections
        self._pool = pool

    def abandon(self) -> None:
        """Close the sockets of idle connections whose event loop has been closed."""
        self._connections.abandon()
