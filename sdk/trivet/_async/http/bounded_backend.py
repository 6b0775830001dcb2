"""The network of one connection, whose reads and writes end with the call that holds the connection.

httpcore passes the same timeout to each read of a head or a body, and a server that sends a byte now and then never
exceeds it. Here each wait is also bounded by the end of the call. Without that, 111 of 450 calls to such servers
(`drips`, docs/hardening.md) take longer than 15 s, with a deadline of 2 s.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import httpcore

from ..._concurrency.deadline import async_deadline
from ..._concurrency.happy_eyeballs import async_addresses, async_first_success
from ..._core.call_deadline import CallEnd
from ..._core.tls_end import is_cut
from .asyncio_backend import AsyncioBackend

PIECE = 65_536
"""The most bytes of one write: the library below starts its timeout again for each write."""


class AsyncBoundedBackend(httpcore.AsyncNetworkBackend):
    """A network backend for one connection.

    Attributes:
        end: The end of the call that holds the connection; None while the connection is idle.
        wrote: Whether something was written since the latest step of connecting, TCP or TLS.
        begun: How many handshakes of TLS have begun.
        handshakes: How many of them have succeeded.
    """

    def __init__(self) -> None:
        self.end: CallEnd | None = None
        self.wrote = False
        self.begun = 0
        self.handshakes = 0
        self._handshake: float | None = None
        self._stream: httpcore.AsyncNetworkStream | None = None
        self._network: httpcore.AsyncNetworkBackend = AsyncioBackend()

    def least(self, timeout: float | None) -> float | None:
        """Return the smaller of a timeout and the time that the call has left.

        httpcore passes no timeout for the handshake with a SOCKS proxy, which is the first use of a connection. It gets
        the timeout for connecting.
        """
        if timeout is None:
            timeout = self._handshake
        else:
            self._handshake = None
        return timeout if self.end is None else self.end.least(timeout)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address of a host that accepts."""
        async with async_deadline(self.least(timeout), httpcore.ConnectTimeout):
            try:
                resolved = await async_addresses(host, port, self.least(timeout))
            except TimeoutError:
                raise httpcore.ConnectTimeout(f"{host} was not resolved in time") from None
            except (OSError, UnicodeError) as error:  # UnicodeError: a label of the name is empty or too long
                raise httpcore.ConnectError(f"{host} cannot be resolved: {error}") from None

            async def connect(address: str) -> httpcore.AsyncNetworkStream:
                left = self.least(timeout)
                if left == 0:  # as in `read`
                    raise httpcore.ConnectTimeout
                return await self._network.connect_tcp(address, port, left, local_address, socket_options)

            attempts = [partial(connect, address) for address in resolved]
            stream = await async_first_success(attempts, lambda unused: unused.aclose())
        self._handshake, self._stream = timeout, stream
        return _AsyncBoundedStream(stream, self)

    async def aclose(self) -> None:
        """Close the socket: httpcore leaves it open when the handshake with a SOCKS proxy fails."""
        if self._stream is not None:
            await self._stream.aclose()

    def abandon(self) -> None:
        """Close the socket after its event loop was closed, which can no longer do it."""
        wrapped = None if self._stream is None else self._stream.get_extra_info("socket")
        sock = getattr(wrapped, "_sock", None)  # private to asyncio; uvloop closes its sockets itself
        if sock is not None:
            sock.close()


class _AsyncBoundedStream(httpcore.AsyncNetworkStream):
    """A stream whose reads and writes end with the call."""

    def __init__(self, stream: httpcore.AsyncNetworkStream, backend: AsyncBoundedBackend) -> None:
        self._stream = stream
        self._backend = backend

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        left = self._backend.least(timeout)
        if left == 0:  # for a socket, a timeout of 0 means non-blocking, and another error
            raise httpcore.ReadTimeout
        end = self._backend.end
        if end is not None:
            end.reader = self._stream
        try:
            return await self._stream.read(max_bytes, left)
        except httpcore.ReadError as error:
            if not is_cut(error.__cause__):
                raise
            return b""
        finally:
            if end is not None:
                end.reader = None  # the connection may serve another call next

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._backend.wrote = True
        for start in range(0, len(buffer), PIECE):
            left = self._backend.least(timeout)
            if left == 0:
                raise httpcore.WriteTimeout
            await self._stream.write(buffer[start : start + PIECE], left)

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        self._backend.wrote = False
        self._backend.begun += 1
        left = self._backend.least(timeout)
        if left == 0:
            raise httpcore.ConnectTimeout
        outer: Any = self._stream.get_extra_info("socket")
        if isinstance(outer, ssl.SSLSocket):  # only in the sync API: TLS through a proxy to which TLS is spoken
            _bound(outer, self._backend)
        stream = await self._stream.start_tls(ssl_context, server_hostname, left)
        self._backend.handshakes += 1
        return _AsyncBoundedStream(stream, self._backend)

    async def aclose(self) -> None:
        await self._stream.aclose()

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _bound(sock: Any, backend: AsyncBoundedBackend) -> None:
    """End each wait of a socket with the call: in TLS within TLS, one read of httpcore is many reads of the socket."""

    def bounded(wait: Callable[..., Any]) -> Callable[..., Any]:
        def until_the_end(*arguments: Any) -> Any:
            left = backend.least(sock.gettimeout())
            if left == 0:
                raise TimeoutError
            sock.settimeout(left)
            return wait(*arguments)

        return until_the_end

    sock.recv, sock.send = bounded(sock.recv), bounded(sock.send)
