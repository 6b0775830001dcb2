# Derived from sdk/trivet/_async/http/connections.py by `python -m codegen`; do not edit.
"""A pool of connections to one origin, in place of httpcore's.

httpcore's pool goes through all its connections for each request, so that the cost of n requests in flight grows with
n², and it does not show which connection a request uses. Here, a request holds a connection alone until its response is
closed, so that the connection can be bounded by the end of the call, aborted from another task, and closed after a
failure.

32 async requests in flight take 0.18 of the time of bare httpx, 128 take 0.16, and one at a time 0.45. Over httpcore's
pool, the same client takes 0.99, 0.95 and 0.90. (Sync, 32 threads: 0.75 instead of 0.84.) The connections themselves,
which speak HTTP, are httpcore's.
"""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable, Generator
from typing import Any

import httpcore
import httpx

from ..._concurrency.event_loop import LoopEnd
from ..._concurrency.locks import Semaphore
from ..._core.call_deadline import EXTENSION, CallEnd
from ..._core.clock import SystemClock
from ..._core.request import LONG_LIVED, SECRETS
from ..._core.secrets import proxy_secrets
from .bounded_backend import BoundedBackend
from .environment import ConnectionSettings, ProxyURL
from .response import name_proxy, states_body

END_KNOWN = 0.5
"""Seconds in which the end of a server is known after its connections have broken off."""

KEEPALIVE = 30.0
"""Seconds after which an idle connection is closed."""


class DefaultTransport(httpx.HTTPTransport):
    """httpx's own transport, with a pool for one origin in place of httpcore's.

    It is a subclass, because pytest-httpx and vcrpy mock requests by replacing methods of httpx's class. `_pool` is the
    only private name of httpx that is used, and the reason for the upper bound of httpx's version.
    """

    def __init__(self, settings: ConnectionSettings, url: httpx.URL, *, own: bool) -> None:
        tls = settings.tls_for(url, own=own)
        super().__init__(verify=tls)
        self._connections = ConnectionPool(settings, settings.proxy_for(url), tls)
        self._proxy_name = self._connections.proxy_name
        pool: Any = self._connections  # httpx types it as a pool of httpcore
        self._pool = pool

    def proxy_name(self, _: httpx.URL) -> str:
        """Return the host, the port and the source of the proxy, or an empty text; all URLs are of one origin."""
        return self._proxy_name

    def abandon(self) -> None:
        """Close the sockets of idle connections whose event loop has been closed."""
        self._connections.abandon()


def direct_transport(url: str, ended: Callable[[], Exception | None]) -> DefaultTransport:
    """Return a transport for a server that this program has started, without the proxies of the environment.

    Args:
        url: The URL of the server.
        ended: Returns the error to raise once the server has ended.
    """
    return _DirectTransport(url, ended)


class _DirectTransport(DefaultTransport):
    """A transport whose requests fail at once, and for good, when their server has ended."""

    def __init__(self, url: str, ended: Callable[[], Exception | None]) -> None:
        super().__init__(_DirectSettings(), httpx.URL(url), own=True)
        self._ended = ended

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request, unless the server has ended.

        Raises:
            Exception: The server has ended.
            httpx.TransportError: The request has failed, and the server has not ended.
        """
        if (error := self._ended()) is not None:
            raise error
        try:
            return super().handle_request(request)
        except (httpx.NetworkError, httpx.RemoteProtocolError):
            # The end of a process is known a moment after its connections have broken off.
            clock = SystemClock()
            end = clock.monotonic() + END_KNOWN
            while (error := self._ended()) is None and clock.monotonic() < end:
                clock.sleep(END_KNOWN / 20)
            if error is not None:
                raise error from None
            raise


class _DirectSettings(ConnectionSettings):
    """The settings of connections without a proxy, which would get the credentials of the requests."""

    __slots__ = ()

    def proxy_for(self, url: httpx.URL) -> ProxyURL | None:
        """Return no proxy."""
        return None


class ConnectionPool:
    """The connections of one transport.

    Long-lived requests have a limit of their own, so that calls need not wait for streams to end.

    Attributes:
        proxy_name: The host, the port and the source of the proxy, for errors; empty without one.
    """

    def __init__(self, settings: ConnectionSettings, proxy: ProxyURL | None, ssl_context: ssl.SSLContext) -> None:
        """Keep the arguments; connections are opened when a request needs them.

        Args:
            settings: The limits, and the TLS context for the proxy.
            proxy: The URL of the proxy, or None.
            ssl_context: The TLS context for the origin.
        """
        # Both schemes let the proxy resolve names; httpx knows `socks5h` from 0.28 on.
        self._proxy = None if proxy is None else httpx.Proxy(re.sub("(?i)^socks5h:", "socks5:", proxy))
        self.proxy_name = "" if proxy is None else proxy.shown
        self._proxy_tls = settings.tls
        self._proxy_secrets = () if proxy is None else proxy_secrets(proxy)
        self._ssl_context = ssl_context
        self._max_connections = settings.max_connections
        self._max_streams = settings.max_streams
        self._for_calls = Semaphore(settings.max_connections)
        self._for_streams = None if settings.max_streams is None else Semaphore(settings.max_streams)
        self._idle: list[_PooledConnection] = []  # the latest used is the last
        self._closed = False
        self._loop_end = LoopEnd(self.close)

    def handle_request(self, request: httpcore.Request) -> httpcore.Response:
        """Send a request over an idle connection, or a new one.

        Raises:
            httpcore.PoolTimeout: All connections of its kind stayed in use for too long; the text names the limit.
        """
        untyped: Any = request  # httpcore's type of `extensions` allows only its own
        extensions: dict[str, Any] = untyped.extensions
        end: CallEnd = extensions[EXTENSION]
        if self._proxy_secrets:
            extensions[SECRETS](self._proxy_secrets)
        semaphore = self._for_streams if extensions[LONG_LIVED] else self._for_calls
        slot = None if semaphore is None else semaphore.acquire(end.least(extensions["timeout"]["pool"]))
        if semaphore is not None and slot is None:
            raise self._pool_timeout(long_lived=extensions[LONG_LIVED])
        try:
            pooled = self._acquire(request.url.origin)
            pooled.semaphore, pooled.slot = semaphore, slot
            pooled.network.end = end
            try:
                response: Any = pooled.connection.handle_request(request)
            except BaseException as error:
                try:
                    pooled.connection.close()
                finally:
                    pooled.network.close()
                sent = pooled.network.wrote and self._proxy is None
                failure = _failure(error, sent=sent, tunnelled=self._is_tunnelled(request, pooled))
                if self._proxy is not None and not self._has_passed_proxy(request, pooled):
                    name_proxy(error if failure is None else failure, self.proxy_name)
                if failure is None:
                    raise
                raise failure from error
        except BaseException:
            if semaphore is not None:
                semaphore.release(slot)
            raise
        body = _PooledStream(self, pooled, response)
        return httpcore.Response(
            response.status, headers=response.headers, content=body, extensions=response.extensions
        )

    def close(self) -> None:
        """Close the idle connections now, and those in use when they are released.

        Every idle connection is closed, even if this is cancelled or closing one of them fails.
        """
        self._closed = True
        self._loop_end.cancel()
        failure: BaseException | None = None
        while (pooled := self._pop()) is not None:
            try:
                pooled.connection.close()
            except BaseException as error:
                failure = error
        if failure is not None:
            raise failure

    def abandon(self) -> None:
        """Close the sockets of idle connections whose event loop has been closed."""
        while (pooled := self._pop()) is not None:
            pooled.network.abandon()

    def release(self, pooled: _PooledConnection, *, reusable: bool) -> None:
        """Keep a connection whose response was closed for other requests, or close it."""
        pooled.network.end = None
        # Before the connection is idle, because then another request may acquire it.
        semaphore, slot = pooled.semaphore, pooled.slot
        pooled.semaphore = pooled.slot = None
        try:
            connection = pooled.connection
            if reusable and not self._closed and connection.is_available() and not _has_trailing_data(connection):
                self._idle.append(pooled)
                surplus = self._surplus(pooled)
                if surplus is None:
                    return
                pooled = surplus
            pooled.connection.close()
        finally:
            if semaphore is not None:
                semaphore.release(slot)

    def _acquire(self, origin: httpcore.Origin) -> _PooledConnection:
        """Return an idle connection that can be used, or a new one."""
        while (pooled := self._pop()) is not None:
            if pooled.connection.is_available() and not pooled.connection.has_expired():
                return pooled
            pooled.connection.close()
        network = BoundedBackend()
        return _PooledConnection(self._httpcore_pool(network).create_connection(origin), network)

    def _is_tunnelled(self, request: httpcore.Request, pooled: _PooledConnection) -> bool:
        """Whether a connection has got as far as the service, if it goes through a tunnel: TLS follows the tunnel."""
        if self._proxy is None:
            return True
        if request.url.scheme == b"https":
            return pooled.network.handshakes > (self._proxy.url.scheme == "https")
        return not self._proxy.url.scheme.startswith("socks") or _has_passed_socks(pooled.connection)

    def _has_passed_proxy(self, request: httpcore.Request, pooled: _PooledConnection) -> bool:
        """Whether the proxy has taken a request, or has opened its tunnel: what fails before is the proxy's failure."""
        assert self._proxy is not None
        if request.url.scheme == b"https":
            return pooled.network.begun > (self._proxy.url.scheme == "https")
        if self._proxy.url.scheme.startswith("socks"):
            return _has_passed_socks(pooled.connection)
        return pooled.network.wrote

    def _pop(self) -> _PooledConnection | None:
        """Remove and return the idle connection that was used last, if there is one."""
        try:  # rather than a check: another thread may take the connection in between
            return self._idle.pop()
        except IndexError:
            return None

    def _httpcore_pool(self, network: BoundedBackend) -> httpcore.ConnectionPool:
        """Return a pool of httpcore that only creates a connection, because it knows the classes for each proxy."""
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
                self._proxy_tls if proxy.url.scheme == "https" else None,
                keepalive_expiry=KEEPALIVE,
                network_backend=network,
            )
        auth = None if proxy.raw_auth is None else (_Unlogged(proxy.raw_auth[0]), _Unlogged(proxy.raw_auth[1]))
        return httpcore.SOCKSProxy(url, auth, context, keepalive_expiry=KEEPALIVE, network_backend=network)

    def _surplus(self, latest: _PooledConnection) -> _PooledConnection | None:
        """Remove and return an idle connection that must be closed, if there is one.

        After `close`, it is the latest. Otherwise, it is the one that has been idle the longest, if it has expired or
        there are too many. Another thread may have acquired it meanwhile.
        """
        try:
            if self._closed:
                self._idle.remove(latest)
                return latest
            oldest = self._idle[0]
            if oldest is latest or not (len(self._idle) > self._max_connections or oldest.connection.has_expired()):
                return None
            self._idle.remove(oldest)
        except (IndexError, ValueError):
            return None
        return oldest

    def _pool_timeout(self, *, long_lived: bool) -> httpcore.PoolTimeout:
        if long_lived:
            limit, setting, uses = self._max_streams, "max_streams", "streams and long waits"
        else:
            limit, setting, uses = self._max_connections, "max_connections", "calls to the host"
        return httpcore.PoolTimeout(f"all {limit} connections for {uses} are in use ({setting}={limit})")


class _Unlogged(bytes):
    """The user or the password of a SOCKS proxy, whose repr httpcore logs at `DEBUG`."""

    def __repr__(self) -> str:
        return "b'***'"


class _PooledConnection:
    """A connection.

    Attributes:
        connection: The connection of httpcore.
        network: Its network backend, which no other connection uses.
        semaphore: The semaphore to release with it; None while it is idle, and for a request without a limit.
        slot: The slot of the semaphore. Nothing else refers to it, so that it is free once the connection is dropped.
    """

    __slots__ = ("connection", "network", "semaphore", "slot")

    def __init__(self, connection: httpcore.ConnectionInterface, network: BoundedBackend) -> None:
        self.connection = connection
        self.network = network
        self.semaphore: Semaphore | None = None
        self.slot: object = None


class _PooledStream:
    """The body of a response, which releases its connection when it is closed."""

    def __init__(self, pool: ConnectionPool, pooled: _PooledConnection, response: httpcore.Response) -> None:
        self._pool = pool
        self._pooled: _PooledConnection | None = pooled
        self._response = response

    def __iter__(self) -> Generator[bytes, None, None]:
        stream: Any = self._response.stream  # httpcore types it as sync or async
        try:
            for part in stream:
                yield part
        except Exception as error:
            failure = _failure(error, sent=True)
            if failure is None:
                raise
            raise failure from error

    def close(self) -> None:
        pooled, self._pooled = self._pooled, None
        if pooled is None:
            return
        reusable = False
        try:
            self._response.close()
            # After a 5xx, the server may have crashed and be about to close its side: half of the next requests failed.
            response = self._response
            reusable = response.status < 500 and not _has_two_lengths(response.headers)
            if response.status == 204 and states_body(response.headers):  # it may still be on its way
                reusable = False
        finally:
            self._pool.release(pooled, reusable=reusable)


def _failure(error: BaseException, *, sent: bool, tunnelled: bool = True) -> Exception | None:
    """Return the exception of httpcore to raise in place of another one; None to raise the same one again.

    httpcore raises exceptions of its own for the failures that it expects. After any other exception of a library or
    of the system, the request counts as sent. Only socksio has certainly failed before: it speaks to a proxy that has
    not connected yet. An AssertionError is the one of respx, for a request that a test has not mocked.

    Args:
        error: The exception.
        sent: Whether bytes of the request were written, so that no exception may say that it was not sent.
        tunnelled: Whether the proxy has opened the tunnel of the request, so that it may have been sent.
    """
    if not isinstance(error, Exception) or isinstance(error, AssertionError):
        return None
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, httpcore.ConnectError | httpcore.ConnectTimeout | httpcore.PoolTimeout | httpcore.ProxyError):
        return httpcore.NetworkError(reason) if sent else None
    if isinstance(error, httpcore.ProtocolError | httpcore.NetworkError | httpcore.TimeoutException):
        if tunnelled:
            return None
        late = isinstance(error, httpcore.TimeoutException)
        text = f"the proxy has not opened a tunnel ({reason})"
        return httpcore.ConnectTimeout(text) if late else httpcore.ProxyError(text)
    if type(error).__module__.startswith("socksio.") and not sent:
        return httpcore.ProxyError(f"the proxy does not speak SOCKS5 ({reason})")
    return httpcore.ReadTimeout(reason) if isinstance(error, TimeoutError) else httpcore.NetworkError(reason)


def _has_passed_socks(connection: Any) -> bool:
    """Whether a SOCKS proxy has connected to the service; httpcore has no public access to it."""
    return getattr(connection, "_connection", None) is not None


def _has_two_lengths(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether a body has chunks and a `Content-Length`, so that a proxy may see another end of it (RFC 9112, 6.3)."""
    names = [name.lower() for name, _ in headers]
    return b"transfer-encoding" in names and b"content-length" in names


def _has_trailing_data(connection: Any) -> bool:
    """Whether bytes have arrived after the end of a response; httpcore would read them as the start of the next."""
    while (inner := getattr(connection, "_connection", None)) is not None:  # the connection to a proxy wraps another
        connection = inner
    state = getattr(connection, "_h11_state", None)  # httpcore has no public access to it
    return state is not None and bool(state.trailing_data[0])
