"""Responses whose bodies are read as they arrive."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress

import httpx

from ..._core.answer import Head, Headers
from ...errors import APIConnectionError, StreamError
from .errors import translated

__all__ = ["START", "AsyncResponse"]

START = 10_000
"""Of a body that does not match the contract, an error keeps so many bytes."""


class AsyncResponse(Head):
    """A response whose body has not been read yet."""

    __slots__ = ("_operation", "_process", "_raw", "_release", "secrets")

    def __init__(
        self,
        operation: str,
        raw: httpx.Response,
        release: Callable[[BaseException | None], Awaitable[None]],
        secrets: tuple[str, ...] = (),
    ) -> None:
        """Take over an open response; `release` is called once, with the exception that ended it early."""
        super().__init__(raw.status_code, Headers(raw.headers.raw))
        self.secrets: tuple[str, ...] = secrets
        self._operation = operation
        self._process = os.getpid()
        self._release: Callable[[BaseException | None], Awaitable[None]] | None = release
        self._raw = raw

    async def read(self) -> bytes:
        """Read the whole body, unpacked, and close the response."""
        try:
            with translated(self._operation, broken=APIConnectionError):
                body = await self._raw.aread()
        except BaseException as error:
            await self.aclose(error)
            raise
        await self.aclose()
        return body

    async def start(self) -> bytes:
        """Read as much of the body as an error keeps, and close the response."""
        body = b""
        try:
            async with aclosing(self.chunks(unpacked=True)) as chunks:
                async for chunk in chunks:
                    body += chunk
                    if len(body) >= START:
                        break
        except APIConnectionError:  # the caller raises another error already
            pass
        finally:
            await self.aclose()
        return body[:START]

    async def chunks(self, *, unpacked: bool = False) -> AsyncGenerator[bytes, None]:
        """Iterate over the body as it arrives, as it was sent or unpacked.

        Raises:
            StreamError: The body broke off.
        """
        with translated(self._operation, broken=StreamError):
            async for chunk in self._raw.aiter_bytes() if unpacked else self._raw.aiter_raw():
                yield chunk

    def set_read_timeout(self, read_timeout: float | None) -> None:
        """Change the seconds of each wait for more of the body; they may differ from those for the head."""
        self._raw.request.extensions["timeout"]["read"] = read_timeout

    async def abort(self) -> None:
        """End the body at once for another task or thread that waits for more of it, which then closes the response."""
        if self._process != os.getpid():  # after a fork, the connection is the parent's too
            return
        stream = self._raw.extensions.get("network_stream")
        sock = None if stream is None else stream.get_extra_info("socket")
        if sock is None:  # the transport is not httpx's own
            with suppress(ValueError):  # another thread is inside the generator, which ends with its next chunk
                await self._raw.aclose()
            return
        with suppress(OSError):  # closed already
            # Closing the socket would leave a thread blocked that reads from it.
            sock.shutdown(socket.SHUT_RDWR)

    async def aclose(self, error: BaseException | None = None) -> None:
        """Release the connection, which is closed unless the body was read to its end."""
        release, self._release = self._release, None
        if release is None:
            return
        try:
            await self._raw.aclose()
        except BaseException as failure:
            error = failure
            raise
        finally:
            await release(error)
