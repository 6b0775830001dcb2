# Async only: aiohttp has no sync form.
"""Bodies: of a request, written piece by piece, and of a response, read as it arrives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress

import aiohttp
import httpx

from .failures import body_failure

__all__ = ["PIECE", "ResponseBody", "pieces"]

PIECE = 65_536
"""A body of at most so many bytes is written at once; the event loop's buffer takes it without a wait."""


async def pieces(content: bytes, limit: asyncio.Timeout, seconds: float | None) -> AsyncIterator[bytes]:
    """Yield a body in pieces, and let the limit expire when a piece is not written within some seconds."""
    loop = asyncio.get_running_loop()
    with suppress(RuntimeError):  # the response arrived before the end of the request, so the limit has ended
        for start in range(0, len(content), PIECE):
            if seconds is not None:
                limit.reschedule(loop.time() + seconds)
            yield content[start : start + PIECE]
        limit.reschedule(None)


class ResponseBody(httpx.AsyncByteStream):
    """The body of a response, still packed.

    aiohttp's own read timeout runs while the reader is busy, and keeps the value that it had for the head. So each wait
    has a limit of its own, read from the request's timeouts when it begins.
    """

    def __init__(
        self, response: aiohttp.ClientResponse, timeouts: Mapping[str, float | None], check_end: Callable[[], None]
    ) -> None:
        """Read a response that has its head; `check_end` raises if the end of the body was none."""
        self._response = response
        self._check_end = check_end
        self._timeouts = timeouts

    async def __aiter__(self) -> AsyncIterator[bytes]:
        content = self._response.content
        while True:
            try:
                if content.is_eof():  # the rest is here
                    chunk = content.read_nowait()
                else:
                    async with asyncio.timeout(self._timeouts.get("read")):
                        chunk = await content.readany()
                if not chunk:
                    self._check_end()
            except Exception as error:
                failure = body_failure(error)
                break
            if not chunk:
                return
            yield chunk
        raise failure

    async def aclose(self) -> None:
        """Release the connection, which is closed unless the body arrived as a whole."""
        connection = self._response.connection
        if connection is not None and connection.transport is not None:
            connection.transport.abort()  # closing would first send what is left of the request
        self._response.close()
