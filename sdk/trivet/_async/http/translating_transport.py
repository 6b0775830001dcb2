"""The transport of an adapter: it sends the requests of a translation's flow to a server with another contract."""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

import httpx

from ..._concurrency.event_loop import async_connection_owner, forget_closed_loops
from ..._core import check
from ..._core.call import JSON
from ..._core.call_deadline import EXTENSION, CallEnd
from ..._core.clock import Clock, SystemClock
from ..._core.content_coding import CodingError, codings_of
from ..._core.contract_translation import EventTranslator, Flow, Forward, Pause, Translation, WireAnswer, WireRequest
from ..._core.lazy_imports import lazy
from ..._core.sse import TooLongError
from ...errors import InvalidArgumentError
from .environment import ConnectionSettings
from .httpx2_bridge import async_as_httpx_transport
from .response import UnreadableBodyError, read_body, require_close_notify
from .transports import AsyncTransport

if TYPE_CHECKING:
    from . import connections
else:
    connections = lazy("trivet._async.http.connections")  # importing httpcore takes as long as importing a client

EVENTS = "text/event-stream"

BODY_HEADERS = {b"content-length", b"content-encoding", b"transfer-encoding", b"content-type"}
"""Headers that describe a body, and are not right for the translated body."""


class AsyncTranslatingTransport(httpx.AsyncBaseTransport):
    """Sends the requests that the flow of a translation yields, and returns the answer that it returns.

    The timeouts, the deadline and the headers of the client's request apply to each request of the flow.
    """

    def __init__(self, translation: Translation, transport: AsyncTransport | None = None, *, max_body: int) -> None:
        """Open no connection yet.

        Args:
            translation: The decisions of the adapter.
            transport: The transport below; None for connections of its own, as in a client.
            max_body: The most bytes of an answer that is read as a whole to be translated, after decompression.

        Raises:
            InvalidArgumentError: An argument cannot be used.
        """
        if transport is not None and not hasattr(transport, "handle_async_request"):
            raise InvalidArgumentError("transport", "a transport with the method handle_async_request", transport)
        check.integer("max_body", max_body, minimum=1)
        self._translation = translation
        self._given = transport
        self._max_body = max_body
        self._clock = SystemClock()
        self._forget_process()

    def _forget_process(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._own: dict[object, dict[tuple[str, bytes], connections.AsyncDefaultTransport]] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Translate a request, and return the translated response; the client calls this method.

        Raises:
            httpx.TransportError: No response arrived.
            APIError: The server has no equivalent of this request; nothing was sent.
        """
        wire = WireRequest(
            request.method,
            request.url.raw_path.decode("ascii"),
            await request.aread(),
            request.headers.get("content-type", JSON),
        )
        flow = self._translation.flow(wire)
        try:
            return await self._run(flow, request)
        finally:
            flow.close()

    async def _run(self, flow: Flow, request: httpx.Request) -> httpx.Response:
        """Send the requests of a flow one after the other."""
        begun = self._clock_of(request).monotonic()
        headers = httpx.Headers()
        try:
            step = next(flow)
            while True:
                if isinstance(step, Pause):
                    await self._pause(step.seconds, request, begun)
                    step = flow.send(WireAnswer(0))
                    continue
                try:
                    response = await self._send(step, request, JSON)
                    body = await self._read(response, request)
                except httpx.TransportError:
                    if not step.optional:
                        raise
                    step = flow.send(WireAnswer(0))
                    continue
                headers = response.headers
                if isinstance(body, UnreadableBodyError):
                    return httpx.Response(response.status_code, stream=_AsyncUnreadable(body))
                step = flow.send(WireAnswer(response.status_code, headers.get("content-type", ""), body, headers))
        except StopIteration as end:
            last: Forward | WireAnswer = end.value
        if isinstance(last, WireAnswer):
            return _response(last, headers)
        response = await self._send(last.request, request, request.headers.get("accept", JSON))
        compressed = codings_of(response.headers.get("content-encoding", ""))
        media_type = response.headers.get("content-type", EVENTS).lower()
        # The client makes the error of an answer that is not a readable stream of events.
        if last.events is None or not response.is_success or compressed or not media_type.startswith(EVENTS):
            return response
        stream = _AsyncTranslatedEvents(response, last.events())
        kept = [header for header in response.headers.raw if header[0].lower() != b"content-length"]
        return httpx.Response(response.status_code, headers=kept, stream=stream, extensions=response.extensions)

    async def _send(self, step: WireRequest, request: httpx.Request, accept: str) -> httpx.Response:
        """Send one request of a flow."""
        headers = [header for header in request.headers.raw if header[0].lower() not in (*BODY_HEADERS, b"accept")]
        headers.append((b"accept", accept.encode("ascii")))
        if step.content:
            headers.append((b"content-type", step.media_type.encode("latin-1")))
        sent = httpx.Request(
            step.method,
            request.url.copy_with(raw_path=step.target.encode("ascii")),
            headers=headers,
            content=step.content or None,
            extensions=request.extensions,
        )
        return await self._transport(request.url).handle_async_request(sent)

    async def _read(self, response: httpx.Response, request: httpx.Request) -> bytes | UnreadableBodyError:
        """Read and decompress a whole body, for an error status the first megabyte, and close the response."""
        # A mock's body is already decompressed.
        coding = "" if response.is_stream_consumed else response.headers.get("content-encoding", "")
        chunks = _chunks(response, request.extensions.get(EXTENSION))
        try:
            return (await read_body(response.status_code, coding, chunks, self._max_body))[0]
        except UnreadableBodyError as error:
            return error
        except CodingError as error:
            raise httpx.RemoteProtocolError(str(error)) from None
        finally:
            await response.aclose()

    async def _pause(self, seconds: float, request: httpx.Request, begun: float) -> None:
        """Pause, but not beyond the end of the call or the read timeout of the request."""
        end: CallEnd | None = request.extensions.get(EXTENSION)
        timeouts: dict[str, float | None] = request.extensions.get("timeout", {})
        limit = timeouts.get("read")
        clock = self._clock_of(request)
        left = None if limit is None else begun + limit - clock.monotonic()
        left = left if end is None else end.least(left)
        if left is None or left > seconds:
            await clock.asleep(seconds)
            return
        await clock.asleep(max(left, 0.0))
        raise httpx.ReadTimeout("no answer in time")

    def _clock_of(self, request: httpx.Request) -> Clock:
        """Return the clock of the client; the system's clock if a user sends the request without a client."""
        end: CallEnd | None = request.extensions.get(EXTENSION)
        return self._clock if end is None else end.clock

    def _transport(self, url: httpx.URL) -> httpx.AsyncBaseTransport:
        """Return the transport below: the user's, or one for this origin, event loop and process."""
        if self._given is not None:
            return async_as_httpx_transport(self._given)
        if self._process != os.getpid():  # after a fork; a thread of the parent may hold the old lock
            self._forget_process()
        with self._lock:
            owner = async_connection_owner()
            if owner not in self._own:
                for transports in forget_closed_loops(self._own):
                    for transport in transports.values():
                        transport.abandon()
            current = self._own.setdefault(owner, {})
            origin = (url.scheme, url.netloc)
            if origin not in current:
                current[origin] = connections.AsyncDefaultTransport(ConnectionSettings(), url, own=True)
            return current[origin]

    async def aclose(self) -> None:
        """Close the connections of this event loop, or the transport below that the user has passed.

        >>> await transport.aclose()
        """
        if self._given is not None:
            await self._given.aclose()
            return
        if self._process != os.getpid():
            self._forget_process()
        with self._lock:
            current = self._own.pop(async_connection_owner(), {})
        for transport in current.values():
            await transport.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


async def _chunks(response: httpx.Response, end: CallEnd | None) -> AsyncGenerator[bytes, None]:
    """Iterate over a body as it arrives, up to the end of the call."""
    if response.is_stream_consumed:  # a mock
        yield response.content
        return
    require_close_notify(response)
    chunks: Any = response.aiter_raw()
    async with aclosing(chunks) as raw:
        async for chunk in raw:
            if end is not None and end.has_passed():
                raise httpx.ReadTimeout("no whole answer in time")
            yield chunk


class _AsyncTranslatedEvents(httpx.AsyncByteStream):
    """A stream of events, translated chunk by chunk."""

    def __init__(self, response: httpx.Response, translator: EventTranslator) -> None:
        self._response = response
        self._translator = translator

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks: Any = self._response.aiter_raw()
        endless = ""
        async with aclosing(chunks) as raw:
            async for chunk in raw:
                if not chunk:
                    continue
                try:
                    translated = self._translator.feed(chunk)
                except TooLongError as error:
                    endless = str(error)
                    break
                yield translated
        if endless:
            raise httpx.RemoteProtocolError(endless)

    async def aclose(self) -> None:
        await self._response.aclose()


class _AsyncUnreadable(httpx.AsyncByteStream):
    """A body that raises an error when the client reads it: the client turns this into an error of the call."""

    def __init__(self, error: UnreadableBodyError) -> None:
        self._error = error

    async def __aiter__(self) -> AsyncIterator[bytes]:
        raise self._error
        yield b""  # makes this a generator


def _response(answer: WireAnswer, headers: httpx.Headers) -> httpx.Response:
    """Make a response with the headers of the server's last answer, except the headers that describe its body."""
    kept = [header for header in headers.raw if header[0].lower() not in BODY_HEADERS]
    if answer.body:
        kept.append((b"content-type", (answer.media_type or JSON).encode("latin-1", "replace")))
    return httpx.Response(answer.status, headers=kept, content=answer.body)
