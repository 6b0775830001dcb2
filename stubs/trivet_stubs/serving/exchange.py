"""One request to an ASGI app and its answer, chunk by chunk, inside one event loop."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from starlette.types import Message, Scope

from trivet_stubs.kernel.connection import ConnectionCut
from trivet_stubs.kernel.inline import INLINE_KEY, Application, InlineRun

_LOGGER = logging.getLogger(__name__)
# The number of chunks that the app may send before they are read.
_BUFFERED_CHUNKS = 16


class CutShort(Exception):
    """The app ended the connection before its answer was complete."""


class Exchange:
    """A request that the app answers inline, or in a task, a bounded number of chunks ahead of the reader."""

    def __init__(self, app: Application, scope: Scope, body: bytes) -> None:
        self.status: int = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self._app = app
        self._scope = scope
        self._body: bytes | None = body
        self._chunks: list[bytes] = []
        self._waiting: list[asyncio.Future[None]] = []
        self._disconnected = False
        self._ended = False
        self._complete = False
        self._error: Exception | None = None
        self._received = 0
        self._task: asyncio.Task[None] | None = None
        self._inline: InlineRun | None = None

    @property
    def drained(self) -> bool:
        """Whether the whole answer has been read."""
        return self._ended and not self._chunks and self._complete

    def answer_inline(self) -> bool:
        """Let the app answer within this call; return whether it has, otherwise `start` continues in a task.

        Raises:
            CutShort: The app sent no response.
        """
        self._scope[INLINE_KEY] = True
        self._inline = InlineRun(self._app(self._scope, self._receive, self._send))
        try:
            self._ended = self._inline.step()
        except ConnectionCut:
            self._ended = True
        except Exception as error:
            self._failed(error)
            self._ended = True
        if self._ended:
            self._check_begun()
        return self._ended

    async def start(self, timeout: float | None) -> None:
        """Send the request and wait for the status and headers; TimeoutError when they do not arrive in time."""
        self._task = asyncio.get_running_loop().create_task(self._run())
        try:
            await self._wait(timeout, for_chunk=False)
        except BaseException:
            await self.close()
            raise
        self._check_begun()

    async def take(self, timeout: float | None) -> list[bytes]:
        """The chunks received so far, at least one; empty at the end. TimeoutError when none arrives in time."""
        await self._wait(timeout, for_chunk=True)
        taken = self.take_now()
        if not taken and not self._complete and not self._disconnected:
            self._check_length()
        return taken

    def take_now(self) -> list[bytes]:
        """The chunks received so far, without waiting."""
        taken, self._chunks = self._chunks, []
        self._received += sum(map(len, taken))
        self._changed()
        return taken

    def abandon(self) -> None:
        """End an answer that waits for a task and gets none."""
        if self._inline is not None and self._task is None:
            self._inline.close()

    async def close(self) -> None:
        """Disconnect, and wait until the task of the app has ended."""
        self._disconnected = True
        self._changed()
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])

    def _check_begun(self) -> None:
        if not self.status:
            raise CutShort("Server disconnected without sending a response.") from self._error

    def _check_length(self) -> None:
        what = "peer closed connection without sending complete message body"
        promised = dict(self.headers).get(b"content-length")
        if promised is None:
            raise CutShort(f"{what} (incomplete chunked read)") from self._error
        if self._received < int(promised):
            raise CutShort(f"{what} (received {self._received} bytes, expected {int(promised)})") from self._error

    async def _wait(self, timeout: float | None, *, for_chunk: bool) -> None:
        if self._ready(for_chunk):
            return
        async with asyncio.timeout(timeout):
            await self._until(lambda: self._ready(for_chunk))

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter

    def _changed(self) -> None:
        """Let the app and the reader look again at what they wait for."""
        while self._waiting:
            waiter = self._waiting.pop()
            if not waiter.done():
                waiter.set_result(None)

    def _ready(self, for_chunk: bool) -> bool:
        return self._ended or bool(self._chunks) or (bool(self.status) and not for_chunk)

    async def _run(self) -> None:
        try:
            if self._inline is None:
                await self._app(self._scope, self._receive, self._send)
            else:
                await self._inline.rest()
        except ConnectionCut:
            pass
        except Exception as error:
            self._failed(error)
        finally:
            self._ended = True
            self._changed()

    def _failed(self, error: Exception) -> None:
        """Answer as uvicorn does where the app has raised before its answer began; later, the answer is cut short."""
        self._error = error
        if not self.status and not self._disconnected:  # to a reader who has left, nothing can be sent
            _LOGGER.error("the application has raised %s before its answer", type(error).__name__, exc_info=error)
            self.status, self.headers = 500, [(b"content-type", b"text/plain; charset=utf-8")]
            self._chunks.append(b"Internal Server Error")
            self._complete = True

    async def _receive(self) -> dict[str, Any]:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._until(lambda: self._disconnected)
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if self._disconnected:
            raise OSError("the reader has disconnected")
        if message["type"] == "http.response.start":
            self.headers = list(message["headers"])
            self.status = message["status"]
        else:
            if chunk := message.get("body", b""):
                self._chunks.append(chunk)
            self._complete = not message.get("more_body", False)
        self._changed()
        if len(self._chunks) >= _BUFFERED_CHUNKS:
            await self._until(lambda: len(self._chunks) < _BUFFERED_CHUNKS)
