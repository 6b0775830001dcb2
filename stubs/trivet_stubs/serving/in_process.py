"""Transports for httpx that reach a stub in process.

Bodies stream, timeouts apply, and cut connections raise the same errors as on a port. While a request hangs and the
stub's clock stands still, a timeout advances the clock instead of taking time. An answer that never waits is
driven within the call (`kernel.inline_run` says why, with figures); any other continues in a task, which for a sync
client runs in the stub's background thread. Equal headers are parsed once (`_headers`), which saves 6 % of an answer.
"""

import asyncio
import concurrent.futures
import contextlib
import logging
import math
from collections.abc import AsyncIterator, Callable, Iterator
from functools import lru_cache
from typing import Any

import httpx
from starlette.types import Message, Scope

from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.disconnection import HANG_KEY, ConnectionCut
from trivet_stubs.kernel.inline_run import INLINE_KEY, Application, InlineRun
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.loop_thread import LoopThread

_LOGGER = logging.getLogger(__name__)
# The number of chunks that the app may send before they are read.
_BUFFERED_CHUNKS = 16


class AsyncTransport(httpx.AsyncBaseTransport):
    """A transport that runs the application in the caller's event loop, until the stub is closed."""

    def __init__(
        self, app: Application, closing: MultiLoopEvent, *, inline_app: Callable[[], Application | None] = lambda: None
    ) -> None:
        """Drive answers inline if there is an application that can be driven inline.

        Args:
            app: The application.
            closing: Set when the stub is closed.
            inline_app: Returns the same application in a form that switches to a task before it waits
                (`kernel.inline_run`), or None.
        """
        self._app = app
        self._closing = closing
        self._inline_app = inline_app

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request."""
        _refuse_if_closed(self._closing, request)
        inline = self._inline_app()
        # Most bodies are complete already, and need no coroutine.
        body = request.read() if isinstance(request.stream, httpx.ByteStream) else await request.aread()
        exchange = InProcessExchange(inline or self._app, _scope(request), body)
        try:
            if inline is not None and exchange.answer_inline():
                await asyncio.sleep(0)  # lets other tasks run, as a request over a network does
            else:
                await exchange.start(_read_timeout(request))
        except _FAILURES as error:
            raise _as_httpx(error, request) from error
        first = exchange.take_now()
        return _response(exchange, _whole(exchange, first) or _AsyncBody(exchange, request, first))


class Transport(httpx.BaseTransport):
    """A transport that runs the application in the caller's thread, and answers that wait in a background thread."""

    def __init__(
        self,
        app: Application,
        closing: MultiLoopEvent,
        loop: Callable[[], LoopThread],
        *,
        inline_app: Callable[[], Application | None] = lambda: None,
    ) -> None:
        """Take the arguments of `AsyncTransport`, and a function that returns the background thread."""
        self._app = app
        self._closing = closing
        self._inline_app = inline_app
        self._loop = loop

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request."""
        _refuse_if_closed(self._closing, request)
        inline = self._inline_app()
        exchange = InProcessExchange(inline or self._app, _scope(request), request.read())

        async def begin() -> list[bytes]:
            await exchange.start(_read_timeout(request))
            return exchange.take_now()

        try:
            at_once = inline is not None and exchange.answer_inline()
            first = exchange.take_now() if at_once else self._loop().run(begin())
        except _FAILURES as error:
            exchange.abandon()
            raise _as_httpx(error, request) from error
        return _response(exchange, _whole(exchange, first) or _Body(exchange, request, self._loop, first))


class CutShort(Exception):
    """The app ended the connection before its answer was complete."""


_FAILURES = (TimeoutError, CutShort, concurrent.futures.CancelledError)


class InProcessExchange:
    """A request that the app answers inline, or in a task, which may send a limited number of chunks in advance."""

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
        self._hangs_on: Clock | None = None
        self._hangs_until = math.inf
        scope[HANG_KEY] = self._hang

    @property
    def drained(self) -> bool:
        """Whether the whole answer has been read."""
        return self._ended and not self._chunks and self._complete

    def answer_inline(self) -> bool:
        """Let the app answer within this call; return whether it has ended, otherwise `start` continues in a task.

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
        """Return the chunks so far, at least one, or an empty list at the end; TimeoutError if none arrives in time."""
        await self._wait(timeout, for_chunk=True)
        taken = self.take_now()
        if not taken and not self._complete and not self._disconnected:
            self._check_length()
        return taken

    def take_now(self) -> list[bytes]:
        """Return the chunks so far, without waiting."""
        taken, self._chunks = self._chunks, []
        self._received += sum(map(len, taken))
        self._changed()
        return taken

    def abandon(self) -> None:
        """End an inline answer that needs a task, if none was started."""
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
        left = math.inf if timeout is None else timeout

        def may_continue() -> bool:
            return self._ready(for_chunk) or self._hangs(left)

        async with asyncio.timeout(timeout):
            while not self._ready(for_chunk):
                await self._until(may_continue)
                clock = self._hangs_on
                if clock is None or self._ready(for_chunk):
                    continue
                self._hangs_on = None
                passing = min(left, max(self._hangs_until - clock.monotonic(), 0.0))
                clock.advance(passing)
                left -= passing
                if left <= 0:
                    raise TimeoutError

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter

    def _changed(self) -> None:
        """Let the app and the reader check their conditions again."""
        while self._waiting:
            waiter = self._waiting.pop()
            if not waiter.done():
                waiter.set_result(None)

    def _hang(self, clock: Clock, until: float) -> None:
        self._hangs_on, self._hangs_until = clock, until
        self._changed()

    def _hangs(self, left: float) -> bool:
        """Return whether the answer does not begin before time passes, and the clock of its reader stands still."""
        return self._hangs_on is not None and not self._hangs_on.running and min(left, self._hangs_until) < math.inf

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
        """Answer 500, as uvicorn does, if the app has raised before its answer; otherwise the answer is cut short."""
        self._error = error
        if not self.status and not self._disconnected:
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


class _AsyncBody(httpx.AsyncByteStream):
    def __init__(self, exchange: InProcessExchange, request: httpx.Request, first: list[bytes]) -> None:
        self._exchange = exchange
        self._request = request
        self._first = first

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks, self._first = self._first, []
        for chunk in chunks:
            yield chunk
        while not self._exchange.drained:
            try:
                chunks = await self._exchange.take(_read_timeout(self._request))
            except _FAILURES as error:
                raise _as_httpx(error, self._request) from error
            if not chunks:
                return
            for chunk in chunks:
                yield chunk

    async def aclose(self) -> None:
        if not self._exchange.drained:
            await self._exchange.close()


class _Body(httpx.SyncByteStream):
    def __init__(
        self, exchange: InProcessExchange, request: httpx.Request, loop: Callable[[], LoopThread], first: list[bytes]
    ) -> None:
        self._exchange = exchange
        self._request = request
        self._loop = loop
        self._first = first

    def __iter__(self) -> Iterator[bytes]:
        chunks, self._first = self._first, []
        yield from chunks
        while not self._exchange.drained:
            try:
                chunks = self._loop().run(self._exchange.take(_read_timeout(self._request)))
            except _FAILURES as error:
                raise _as_httpx(error, self._request) from error
            if not chunks:
                return
            yield from chunks

    def close(self) -> None:
        if not self._exchange.drained:
            with contextlib.suppress(concurrent.futures.CancelledError):  # the stub was closed, which ends the exchange
                self._loop().run(self._exchange.close())


def _whole(exchange: InProcessExchange, chunks: list[bytes]) -> httpx.ByteStream | None:
    """Return the body of an answer that is already complete, in the form that httpx reads fastest; otherwise None."""
    return httpx.ByteStream(b"".join(chunks)) if exchange.drained and len(chunks) < 2 else None


def _scope(request: httpx.Request) -> Scope:
    url = request.url
    raw_path, _, query = url.raw_path.partition(b"?")
    return {
        "type": "http",
        # From 2.4 on `send` raises when the reader has disconnected, so that an app need not watch `receive`.
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": url.scheme,
        "path": url.path,
        "raw_path": raw_path,
        "query_string": query,
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "server": (url.host, url.port),
        "client": ("127.0.0.1", 0),
    }


@lru_cache(maxsize=128)  # many answers have equal headers, and httpx copies Headers faster than it parses a list
def _headers(raw: tuple[tuple[bytes, bytes], ...]) -> httpx.Headers:
    return httpx.Headers(raw)


def _response(exchange: InProcessExchange, stream: httpx.AsyncByteStream | httpx.SyncByteStream) -> httpx.Response:
    return httpx.Response(
        exchange.status,
        headers=_headers(tuple(exchange.headers)),
        stream=stream,
        extensions={"http_version": b"HTTP/1.1"},
    )


def _read_timeout(request: httpx.Request) -> float | None:
    """Return the seconds for one wait; a client may change them between the head and the body."""
    timeout: dict[str, float | None] = request.extensions.get("timeout", {})
    return timeout.get("read")


def _refuse_if_closed(closing: MultiLoopEvent, request: httpx.Request) -> None:
    if closing.is_set():
        raise httpx.ConnectError("the stub is closed", request=request)


def _as_httpx(error: Exception, request: httpx.Request) -> httpx.TransportError:
    """Return the error that httpx raises for the same failure on a port."""
    match error:
        case TimeoutError():
            return httpx.ReadTimeout("the stub did not answer in time", request=request)
        case CutShort():
            return httpx.RemoteProtocolError(str(error), request=request)
        case _:
            return httpx.RemoteProtocolError("the stub closed before it answered", request=request)
