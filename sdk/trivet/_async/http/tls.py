# Async only: for threads, httpcore's own backend does the same.
"""TLS over a stream, which may be one of TLS itself: that of a proxy to which TLS is spoken.

The `start_tls` of asyncio fails within TLS on Python 3.11.7 and 3.12.1: a fatal error there is a TypeError (CPython,
gh-113214).
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from typing import Any, Self, TypeVar

import httpcore

__all__ = ["TLSStream"]

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
