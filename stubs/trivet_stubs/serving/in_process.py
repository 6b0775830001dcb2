"""Transports for httpx that reach a stub in process; the one module here that knows httpx.

Bodies stream, time limits hold, and cut connections look as they do on a port.
"""

import asyncio
import concurrent.futures
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from functools import lru_cache

import httpx
from starlette.types import Scope

from trivet_stubs.kernel.inline import Application
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.exchange import CutShort, Exchange
from trivet_stubs.serving.loop_thread import LoopThread

_FAILURES = (TimeoutError, CutShort, concurrent.futures.CancelledError)


class AsyncTransport(httpx.AsyncBaseTransport):
    """A transport that runs the application in the caller's event loop, until the stub is closed."""

    def __init__(
        self, app: Application, closing: MultiLoopEvent, *, inline_app: Callable[[], Application | None] = lambda: None
    ) -> None:
        """Drive answers inline as long as there is an application for it, which never waits without a switch to a task.

        Args:
            app: The application.
            closing: Set when the stub is closed.
            inline_app: Returns the same application in a form that can be driven inline (`kernel.inline`), or None.
        """
        self._app = app
        self._closing = closing
        self._inline_app = inline_app

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request."""
        _refuse_if_closed(self._closing, request)
        inline = self._inline_app()
        # Most bodies are there as a whole, and need no coroutine.
        body = request.read() if isinstance(request.stream, httpx.ByteStream) else await request.aread()
        exchange = Exchange(inline or self._app, _scope(request), body)
        try:
            if inline is not None and exchange.answer_inline():
                await asyncio.sleep(0)  # as a network does: a caller that asks again and again lets other tasks run
            else:
                await exchange.start(_read_timeout(request))
        except _FAILURES as error:
            raise _as_httpx(error, request) from error
        first = exchange.take_now()
        return _response(exchange, _whole(exchange, first) or _AsyncBody(exchange, request, first))


class Transport(httpx.BaseTransport):
    """A transport that runs the application in the caller's thread; an answer that waits, in a background thread."""

    def __init__(
        self,
        app: Application,
        closing: MultiLoopEvent,
        loop: Callable[[], LoopThread],
        *,
        inline_app: Callable[[], Application | None] = lambda: None,
    ) -> None:
        """Do the same as `AsyncTransport`."""
        self._app = app
        self._closing = closing
        self._inline_app = inline_app
        self._loop = loop

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request."""
        _refuse_if_closed(self._closing, request)
        inline = self._inline_app()
        exchange = Exchange(inline or self._app, _scope(request), request.read())

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


class _AsyncBody(httpx.AsyncByteStream):
    def __init__(self, exchange: Exchange, request: httpx.Request, first: list[bytes]) -> None:
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
        self, exchange: Exchange, request: httpx.Request, loop: Callable[[], LoopThread], first: list[bytes]
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
            with contextlib.suppress(concurrent.futures.CancelledError):  # the stub is closed, and the exchange with it
                self._loop().run(self._exchange.close())


def _whole(exchange: Exchange, chunks: list[bytes]) -> httpx.ByteStream | None:
    """The body of an answer that has come at once and as a whole, which httpx reads faster than any other."""
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


@lru_cache(maxsize=128)  # many answers have the headers of an earlier one, which httpx copies in less time
def _headers(raw: tuple[tuple[bytes, bytes], ...]) -> httpx.Headers:
    return httpx.Headers(raw)


def _response(exchange: Exchange, stream: httpx.AsyncByteStream | httpx.SyncByteStream) -> httpx.Response:
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
    """The error of httpx for the same failure on a port."""
    match error:
        case TimeoutError():
            return httpx.ReadTimeout("the stub did not answer in time", request=request)
        case CutShort():
            return httpx.RemoteProtocolError(str(error), request=request)
        case _:
            return httpx.RemoteProtocolError("the stub closed before it answered", request=request)
