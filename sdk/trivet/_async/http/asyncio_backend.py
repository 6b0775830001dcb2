# Async only: for threads, httpcore's own backend does the same.
"""The sockets of asyncio, as a network backend of httpcore.

httpcore's own backend uses anyio, which pauses and resumes the transport for each read. A request over these sockets
takes 0.71 to 0.78 of the processor time that it takes over anyio. anyio also leaks a socket if connecting is cancelled
at its very end, and gives no way to end a read from another task.
"""

from __future__ import annotations

import asyncio
import select
import ssl
from collections.abc import Callable, Iterable
from typing import Any, Self, TypeVar, cast

import httpcore

from ..._core.tls_end import is_cut

T = TypeVar("T")

MOST_UNREAD = 65_536
"""The number of unread bytes from which on a connection receives no more."""

MOST_AT_ONCE = 65_536
"""The most bytes that TLS reads from the stream below at a time."""

EXTRA_INFO = {"client_addr": "sockname", "server_addr": "peername"}
"""From httpcore's names for information about a stream to asyncio's."""


class AsyncioBackend(httpcore.AsyncNetworkBackend):
    """Opens connections with the running event loop."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to one address; the last two arguments are never set."""
        _ = local_address, socket_options
        limit = asyncio.timeout(timeout)
        try:
            async with limit:
                _, protocol = await asyncio.get_running_loop().create_connection(_Protocol, host, port)
        except OSError as error:
            if limit.expired():
                raise httpcore.ConnectTimeout from None
            raise httpcore.ConnectError(str(error)) from error
        return _Stream(protocol)


class _Signal:
    """A signal for which one task at a time may wait, in less time than for an `asyncio.Event` with a timeout."""

    __slots__ = ("_waiter",)

    def __init__(self) -> None:
        self._waiter: asyncio.Future[None] | None = None

    def notify(self) -> None:
        """Wake the task that is waiting."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self, timeout: float | None) -> None:
        """Wait for the next signal; raise TimeoutError if it takes longer."""
        loop = asyncio.get_running_loop()
        waiter = self._waiter = loop.create_future()
        timer = None if timeout is None else loop.call_later(timeout, _time_out, waiter)
        try:
            await waiter
        finally:
            self._waiter = None
            if timer is not None:
                timer.cancel()


def _time_out(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_exception(TimeoutError())


class _Protocol(asyncio.Protocol):
    """One connection: its unread bytes, and whether the system has taken all written bytes.

    Attributes:
        received: The bytes that have arrived and were not read yet.
        ended: Whether no more bytes will arrive.
        failure: The error that ended the connection; None if it is open, or the server ended it.
        blocked: Whether the system has not yet taken all written bytes.
        arrived: Notified when bytes or the end of the connection arrive.
        unblocked: Notified when `blocked` becomes false.
    """

    transport: asyncio.Transport

    def __init__(self) -> None:
        self.received = bytearray()
        self.ended = False
        self.failure: Exception | None = None
        self.blocked = False
        self.arrived = _Signal()
        self.unblocked = _Signal()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport, and let each write wait until the system has taken all of it."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(0)

    def data_received(self, data: bytes) -> None:
        """Keep the bytes until they are read."""
        self.received += data
        if len(self.received) >= MOST_UNREAD:
            self.transport.pause_reading()
        self.arrived.notify()

    def take(self, most: int) -> bytes:
        """Remove and return the first unread bytes."""
        was_full = len(self.received) >= MOST_UNREAD
        data = bytes(self.received[:most])
        del self.received[:most]
        if was_full and len(self.received) < MOST_UNREAD:
            self.transport.resume_reading()
        return data

    def eof_received(self) -> bool:
        """Keep the socket open for writing: the request may not be sent completely."""
        self.ended = True
        self.arrived.notify()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Wake the tasks that are reading or writing."""
        self.ended = True
        self.failure = self.failure or exc
        self.arrived.notify()
        self.resume_writing()

    def abort(self) -> None:
        """Close the connection at once; a task that is reading from it gets an error."""
        self.failure = self.failure or ConnectionAbortedError("the connection was closed")
        self.transport.abort()

    def pause_writing(self) -> None:
        """Make writes wait."""
        self.blocked = True

    def resume_writing(self) -> None:
        """Wake the task that is writing."""
        self.blocked = False
        self.unblocked.notify()


class _Stream(httpcore.AsyncNetworkStream):
    """A connection, with the methods that httpcore calls."""

    def __init__(self, protocol: _Protocol) -> None:
        self._protocol = protocol

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return at least one byte, or no bytes at the end. A wait that is cancelled loses none."""
        protocol = self._protocol
        if not protocol.received and not protocol.ended:
            try:
                await protocol.arrived.wait(timeout)
            except TimeoutError:
                raise httpcore.ReadTimeout from None
        if protocol.received:
            return protocol.take(max_bytes)
        if protocol.failure is not None:
            raise httpcore.ReadError(str(protocol.failure)) from protocol.failure
        return b""

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write bytes, and wait until the system has taken them."""
        protocol = self._protocol
        if protocol.transport.is_closing():
            raise httpcore.WriteError("the connection is closed")
        protocol.transport.write(buffer)
        if protocol.blocked:
            try:
                await protocol.unblocked.wait(timeout)
            except TimeoutError:
                raise httpcore.WriteTimeout from None
        if protocol.failure is not None:
            raise httpcore.WriteError(str(protocol.failure)) from protocol.failure

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Encrypt the connection from now on."""
        return await TLSStream.over(self, ssl_context, server_hostname, timeout)

    async def aclose(self) -> None:
        """Close the socket without sending the rest of the written bytes."""
        self._protocol.abort()
        await asyncio.sleep(0)  # asyncio closes the socket in this iteration of the event loop

    def get_extra_info(self, info: str) -> Any:
        """Return information about the connection, by its name in httpcore."""
        protocol = self._protocol
        if info == "is_readable":
            return bool(protocol.received) or protocol.ended or is_readable(protocol.transport)
        if info == "abort":
            return protocol.abort
        return protocol.transport.get_extra_info(EXTRA_INFO.get(info, info))


class TLSStream(httpcore.AsyncNetworkStream):
    """A TLS stream over another stream, which may be a TLS stream itself, to a proxy to which TLS is spoken.

    Each timeout applies to a whole read, write or handshake. asyncio's own `start_tls` fails for TLS within TLS on
    Python 3.11.7 and 3.12.1: a fatal error becomes a TypeError (CPython, gh-113214).
    """

    def __init__(self, below: httpcore.AsyncNetworkStream, context: ssl.SSLContext, host: str | None) -> None:
        self._below = below
        self._arrived, self._to_send = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._arrived, self._to_send, server_hostname=host)

    @classmethod
    async def over(
        cls, below: httpcore.AsyncNetworkStream, context: ssl.SSLContext, host: str | None, timeout: float | None
    ) -> Self:
        """Do the handshake, which checks the certificate of the host, and return the stream."""
        stream = cls(below, context, host)
        try:
            await stream._do(stream._tls.do_handshake, timeout)
        except (httpcore.ReadTimeout, httpcore.WriteTimeout):
            raise httpcore.ConnectTimeout from None
        except (ssl.SSLError, httpcore.NetworkError) as error:
            raise httpcore.ConnectError(str(error)) from error
        return stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return at least one byte, or no bytes at the end. A wait that is cancelled loses none."""
        try:
            return await self._do(lambda: self._tls.read(max_bytes), timeout)
        except ssl.SSLZeroReturnError:
            return b""
        except ssl.SSLError as error:
            if is_cut(error):  # many servers skip the TLS closure; HTTP notices a cut body
                return b""
            raise httpcore.ReadError(str(error)) from error

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write bytes, and wait until the system has taken them."""
        try:
            await self._do(lambda: self._tls.write(buffer), timeout)
        except ssl.SSLError as error:
            raise httpcore.WriteError(str(error)) from error

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Encrypt the connection a second time."""
        return await TLSStream.over(self, ssl_context, server_hostname, timeout)

    async def aclose(self) -> None:
        """Close the stream below, without the TLS closure."""
        await self._below.aclose()

    def get_extra_info(self, info: str) -> Any:
        """Return information about the connection, by its name in httpcore."""
        if info == "ssl_object":
            return self._tls
        if info == "is_readable" and (self._tls.pending() or self._arrived.pending):
            return True
        return self._below.get_extra_info(info)

    async def _do(self, step: Callable[[], T], timeout: float | None) -> T:
        """Repeat a step of TLS until it needs no more bytes from the other side, and send the bytes that it writes."""
        loop = asyncio.get_running_loop()
        end = None if timeout is None else loop.time() + timeout

        def left() -> float | None:
            return None if end is None else max(end - loop.time(), 0)

        while True:
            try:
                result = step()
            except ssl.SSLWantReadError:
                await self._send(left())
                if arrived := await self._below.read(MOST_AT_ONCE, left()):
                    self._arrived.write(arrived)
                else:
                    self._arrived.write_eof()
            else:
                await self._send(left())
                return result

    async def _send(self, timeout: float | None) -> None:
        if self._to_send.pending:
            await self._below.write(self._to_send.read(), timeout)


def is_readable(transport: asyncio.BaseTransport | None) -> bool:
    """Whether a socket has bytes, or its end, that the event loop has not read yet; also true if it is closed."""
    sock = None if transport is None else transport.get_extra_info("socket")
    if sock is None or sock.fileno() < 0:
        return True
    if not hasattr(select, "poll"):  # on Windows
        return bool(select.select([sock], [], [], 0)[0])
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return bool(poll.poll(0))
