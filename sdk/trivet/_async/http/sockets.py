# Async only: for threads, httpcore's own backend does the same.
"""The sockets of asyncio, as a network backend of httpcore.

httpcore's own backend is one of anyio, which stops and resumes the reading of a socket for each read: that takes twice
the time. It also loses a socket whose connecting is cancelled at its very end.
"""

from __future__ import annotations

import asyncio
import select
import ssl
from collections.abc import Callable, Iterable
from typing import Any, Self, TypeVar, cast

import httpcore

__all__ = ["AsyncioBackend", "TLSStream", "is_readable"]


MOST_UNREAD = 65_536
"""Bytes that have arrived and were not read, from which on a connection receives no more."""

EXTRA_INFO = {"client_addr": "sockname", "server_addr": "peername"}
"""The names of asyncio for what httpcore asks of a stream."""


class AsyncioBackend(httpcore.AsyncNetworkBackend):
    """Connects to addresses."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to one address; nothing here sets the last two arguments."""
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


class _Change:
    """Something that one task at a time waits for."""

    __slots__ = ("_waiter",)

    def __init__(self) -> None:
        self._waiter: asyncio.Future[None] | None = None

    def happen(self) -> None:
        """Wake the task that waits."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self, timeout: float | None) -> None:
        """Wait for the next change; raise TimeoutError if it takes longer."""
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
    """One connection: what has arrived and was not read, and whether what was written has been sent.

    Attributes:
        received: The bytes that were not read yet.
        ended: Whether no more will arrive.
        failure: Why the connection was lost; None if it was not, or the server ended it.
        blocked: Whether the system does not take what was written.
        arrived: More bytes, or their end.
        unblocked: The end of `blocked`.
    """

    transport: asyncio.Transport

    def __init__(self) -> None:
        self.received = bytearray()
        self.ended = False
        self.failure: Exception | None = None
        self.blocked = False
        self.arrived = _Change()
        self.unblocked = _Change()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; each write waits until the system has taken all of it."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(0)

    def data_received(self, data: bytes) -> None:
        """Keep what arrives."""
        self.received += data
        if len(self.received) >= MOST_UNREAD:
            self.transport.pause_reading()
        self.arrived.happen()

    def take(self, most: int) -> bytes:
        """Remove and return the first bytes that have arrived."""
        was_full = len(self.received) >= MOST_UNREAD
        data = bytes(self.received[:most])
        del self.received[:most]
        if was_full and len(self.received) < MOST_UNREAD:
            self.transport.resume_reading()
        return data

    def eof_received(self) -> bool:
        """Keep the socket: the request may still be on its way."""
        self.ended = True
        self.arrived.happen()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """End all waiting."""
        self.ended = True
        self.failure = self.failure or exc
        self.arrived.happen()
        self.resume_writing()

    def abort(self) -> None:
        """End the connection, of which a task that reads from it gets an error."""
        self.failure = self.failure or ConnectionAbortedError("the connection was closed")
        self.transport.abort()

    def pause_writing(self) -> None:
        """Let the next write wait."""
        self.blocked = True

    def resume_writing(self) -> None:
        """Let it continue."""
        self.blocked = False
        self.unblocked.happen()


class _Stream(httpcore.AsyncNetworkStream):
    """A connection as httpcore uses it."""

    def __init__(self, protocol: _Protocol) -> None:
        self._protocol = protocol

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return the next bytes, at least one; none at the end. A wait that is cancelled loses none."""
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
        """Write bytes, and wait until they have been sent."""
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
        """Close the socket; what was not sent is not sent any more."""
        self._protocol.abort()
        await asyncio.sleep(0)  # in this turn of the event loop, asyncio closes the socket

    def get_extra_info(self, info: str) -> Any:
        """Return what httpcore asks about the connection."""
        protocol = self._protocol
        if info == "is_readable":
            return bool(protocol.received) or protocol.ended or is_readable(protocol.transport)
        if info == "abort":
            return protocol.abort
        return protocol.transport.get_extra_info(EXTRA_INFO.get(info, info))


# TLS over a stream, which may be one of TLS itself: that of a proxy to which TLS is spoken.
#
# The `start_tls` of asyncio fails within TLS on Python 3.11.7 and 3.12.1: a fatal error there is a TypeError (CPython,
# gh-113214).

T = TypeVar("T")

MOST_AT_ONCE = 65_536
"""Bytes that are read from the stream below at a time."""


class TLSStream(httpcore.AsyncNetworkStream):
    """An encrypted stream over another stream; each timeout holds for a whole read, write or handshake."""

    def __init__(self, below: httpcore.AsyncNetworkStream, context: ssl.SSLContext, host: str | None) -> None:
        self._below = below
        self._arrived, self._to_send = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._arrived, self._to_send, server_hostname=host)

    @classmethod
    async def over(
        cls, below: httpcore.AsyncNetworkStream, context: ssl.SSLContext, host: str | None, timeout: float | None
    ) -> Self:
        """Agree with the other side on the encryption, and check the certificate of the host."""
        stream = cls(below, context, host)
        try:
            await stream._do(stream._tls.do_handshake, timeout)
        except (httpcore.ReadTimeout, httpcore.WriteTimeout):
            raise httpcore.ConnectTimeout from None
        except (ssl.SSLError, httpcore.NetworkError) as error:
            raise httpcore.ConnectError(str(error)) from error
        return stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return the next bytes, at least one; none at the end. A wait that is cancelled loses none."""
        try:
            return await self._do(lambda: self._tls.read(max_bytes), timeout)
        except (ssl.SSLZeroReturnError, ssl.SSLEOFError):  # many servers end without a word, which HTTP notices
            return b""
        except ssl.SSLError as error:
            raise httpcore.ReadError(str(error)) from error

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write bytes, and wait until they have been sent."""
        try:
            await self._do(lambda: self._tls.write(buffer), timeout)
        except ssl.SSLError as error:
            raise httpcore.WriteError(str(error)) from error

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Encrypt what is encrypted once more."""
        return await TLSStream.over(self, ssl_context, server_hostname, timeout)

    async def aclose(self) -> None:
        """Close the stream below, without a word."""
        await self._below.aclose()

    def get_extra_info(self, info: str) -> Any:
        """Return what httpcore asks about the connection."""
        if info == "ssl_object":
            return self._tls
        if info == "is_readable" and (self._tls.pending() or self._arrived.pending):
            return True
        return self._below.get_extra_info(info)

    async def _do(self, step: Callable[[], T], timeout: float | None) -> T:
        """Repeat a step of the encryption until it lacks no bytes of the other side, and send what it writes."""
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
    """Return whether a connection has bytes, or its end, that the event loop has not seen yet; or no socket."""
    sock = None if transport is None else transport.get_extra_info("socket")
    if sock is None or sock.fileno() < 0:
        return True
    if not hasattr(select, "poll"):  # on Windows
        return bool(select.select([sock], [], [], 0)[0])
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return bool(poll.poll(0))
