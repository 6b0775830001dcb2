# Derived from sdk/trivet/_async/http/translating_transport.py by `python -m codegen`; do not edit.
"""The transport of an adapter: it sends the requests of a translation's flow to a server with another contract."""

from __future__ import annotations

import os
import threading
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import httpx

from ..._concurrency.event_loop import connection_owner, forget_closed_loops
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
from .httpx2_bridge import as_httpx_transport
from .response import UnreadableBodyError, read_body, require_close_notify
from .transports import Transport

if TYPE_CHECKING:
    from . import connections
else:
    connections = lazy("trivet._sync.http.connections")  # importing httpcore takes as long as importing a client

EVENTS = "text/event-stream"

BODY_HEADERS = {b"content-length", b"content-encoding", b"transfer-encoding", b"content-type"}
"""Headers that describe a body, and are not right for the translated body."""


class TranslatingTransport(httpx.BaseTransport):
    """Sends the requests that the flow of a translation yields, and returns the answer that it returns.

    The timeouts, the deadline and the headers of the client's request apply to each request of the flow.
    """

    def __init__(self, translation: Translation, transport: Transport | None = None, *, max_body: int) -> None:
        """Open no connection yet.

        Args:
            translation: The decisions of the adapter.
            transport: The transport below; None for connections of its own, as in a client.
            max_body: The most bytes of an answer that is read as a whole to be translated, after decompression.

        Raises:
            InvalidArgumentError: An argument cannot be used.
        """
        if transport is not None and not hasattr(transport, "handle_request"):
            raise InvalidArgumentError("transport", "a transport with the method handle_request", transport)
        check.integer("max_body", max_body, minimum=1)
        self._translation = translation
        self._given = transport
        self._max_body = max_body
        self._clock = SystemClock()
        self._forget_process()

    def _forget_process(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._own: dict[object, dict[tuple[str, bytes], connections.DefaultTransport]] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Translate a request, and return the translated response; the client calls this method.

        Raises:
            httpx.TransportError: No response arrived.
            APIError: The server has no equivalent of this request; nothing was sent.
        """
        wire = WireRequest(
            request.method,
            request.url.raw_path.decode("ascii"),
            request.read(),
            request.headers.get("content-type", JSON),
        )
        flow = self._translation.flow(wire)
        try:
            return self._run(flow, request)
        finally:
            flow.close()

    def _run(self, flow: Flow, request: httpx.Request) -> httpx.Response:
        """Send the requests of a flow one after the other."""
        begun = self._clock_of(request).monotonic()
        headers = httpx.Headers()
        try:
            step = next(flow)
            while True:
                if isinstance(step, Pause):
                    self._pause(step.seconds, request, begun)
                    step = flow.send(WireAnswer(0))
                    continue
                try:
                    response = self._send(step, request, JSON)
                    body = self._read(response, request)
                except httpx.TransportError:
                    if not step.optional:
                        raise
                    step = flow.send(WireAnswer(0))
                    continue
                headers = response.headers
                if isinstance(body, UnreadableBodyError):
                    return httpx.Response(response.status_code, stream=_Unreadable(body))
                step = flow.send(WireAnswer(response.status_code, headers.get("content-type", ""), body, headers))
        except StopIteration as end:
            last: Forward | WireAnswer = end.value
        if isinstance(last, WireAnswer):
            return _response(last, headers)
        response = self._send(last.request, request, request.headers.get("accept", JSON))
        compressed = codings_of(response.headers.get("content-encoding", ""))
        media_type = response.headers.get("content-type", EVENTS).lower()
        # The client makes the error of an answer that is not a readable stream of events.
        if last.events is None or not response.is_success or compressed or not media_type.startswith(EVENTS):
            return response
        stream = _TranslatedEvents(response, last.events())
        kept = [header for header in response.headers.raw if header[0].lower() != b"content-length"]
        return httpx.Response(response.status_code, headers=kept, stream=stream, extensions=response.extensions)

    def _send(self, step: WireRequest, request: httpx.Request, accept: str) -> httpx.Response:
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
        return self._transport(request.url).handle_request(sent)

    def _read(self, response: httpx.Response, request: httpx.Request) -> bytes | UnreadableBodyError:
        """Read and decompress a whole body, for an error status the first megabyte, and close the response."""
        # A mock's body is already decompressed.
        coding = "" if response.is_stream_consumed else response.headers.get("content-encoding", "")
        chunks = _chunks(response, request.extensions.get(EXTENSION))
        try:
            return (read_body(response.status_code, coding, chunks, self._max_body))[0]
        except UnreadableBodyError as error:
            return error
        except CodingError as error:
            raise httpx.RemoteProtocolError(str(error)) from None
        finally:
            response.close()

    def _pause(self, seconds: float, request: httpx.Request, begun: float) -> None:
        """Pause, but not beyond the end of the call or the read timeout of the request."""
        end: CallEnd | None = request.extensions.get(EXTENSION)
        timeouts: dict[str, float | None] = request.extensions.get("timeout", {})
        limit = timeouts.get("read")
        clock = self._clock_of(request)
        left = None if limit is None else begun + limit - clock.monotonic()
        left = left if end is None else end.least(left)
        if left is None or left > seconds:
            clock.sleep(seconds)
            return
        clock.sleep(max(left, 0.0))
        raise httpx.ReadTimeout("no answer in time")

    def _clock_of(self, request: httpx.Request) -> Clock:
        """Return the clock of the client; the system's clock if a user sends the request without a client."""
        end: CallEnd | None = request.extensions.get(EXTENSION)
        return self._clock if end is None else end.clock

    def _transport(self, url: httpx.URL) -> httpx.BaseTransport:
        """Return the transport below: the user's, or one for this origin, event loop and process."""
        if self._given is not None:
            return as_httpx_transport(self._given)
        if self._process != os.getpid():  # after a fork; a thread of the parent may hold the old lock
            self._forget_process()
        with self._lock:
            owner = connection_owner()
            if owner not in self._own:
                for transports in forget_closed_loops(self._own):
                    for transport in transports.values():
                        transport.abandon()
            current = self._own.setdefault(owner, {})
            origin = (url.scheme, url.netloc)
            if origin not in current:
                current[origin] = connections.DefaultTransport(ConnectionSettings(), url, own=True)
            return current[origin]

    def close(self) -> None:
        """Close the connections of this event loop, or the transport below that the user has passed.

        >>> transport.close()
        """
        if self._given is not None:
            self._given.close()
            return
        if self._process != os.getpid():
            self._forget_process()
        with self._lock:
            current = self._own.pop(connection_owner(), {})
        for transport in current.values():
            transport.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def _chunks(response: httpx.Response, end: CallEnd | None) -> Generator[bytes, None, None]:
    """Iterate over a body as it arrives, up to the end of the call."""
    if response.is_stream_consumed:  # a mock
        yield response.content
        return
    require_close_notify(response)
    chunks: Any = response.iter_raw()
    with closing(chunks) as raw:
        for chunk in raw:
            if end is not None and end.has_passed():
                raise httpx.ReadTimeout("no whole answer in time")
            yield chunk


class _TranslatedEvents(httpx.SyncByteStream):
    """A stream of events, translated chunk by chunk."""

    def __init__(self, response: httpx.Response, translator: EventTranslator) -> None:
        self._response = response
        self._translator = translator

    def __iter__(self) -> Iterator[bytes]:
        chunks: Any = self._response.iter_raw()
        endless = ""
        with closing(chunks) as raw:
            for chunk in raw:
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

    def close(self) -> None:
        self._response.close()


class _Unreadable(httpx.SyncByteStream):
    """A body that raises an error when the client reads it: the client turns this into an error of the call."""

    def __init__(self, error: UnreadableBodyError) -> None:
        self._error = error

    def __iter__(self) -> Iterator[bytes]:
        raise self._error
        yield b""  # makes this a generator


def _response(answer: WireAnswer, headers: httpx.Headers) -> httpx.Response:
    """Make a response with the headers of the server's last answer, except the headers that describe its body."""
    kept = [header for header in headers.raw if header[0].lower() not in BODY_HEADERS]
    if answer.body:
        kept.append((b"content-type", (answer.media_type or JSON).encode("latin-1", "replace")))
    return httpx.Response(answer.status, headers=kept, content=answer.body)
