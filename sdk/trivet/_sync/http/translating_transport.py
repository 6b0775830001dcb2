# Derived from sdk/trivet/_async/http/translating_transport.py by `python -m codegen`; do not edit.
"""The transport of an adapter: it sends the requests of a translation's flow to a server with another contract."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from copy import copy
from typing import TYPE_CHECKING, Any, TypeAlias

import httpx

from ..._concurrency.background import BackgroundRunner
from ..._concurrency.event_loop import connection_owner, forget_closed_loops
from ..._core import check
from ..._core.call import JSON
from ..._core.call_deadline import EXTENSION, CallEnd
from ..._core.clock import Clock, SystemClock
from ..._core.content_coding import CodingError, codings_of
from ..._core.contract_translation import EventTranslator, Flow, Forward, Pause, Translation, WireAnswer, WireRequest
from ..._core.lazy_imports import lazy
from ..._core.sse import TooLongError
from .environment import ConnectionSettings
from .httpx2_bridge import as_httpx_transport
from .response import UnreadableBodyError, read_body, require_close_notify
from .transports import Transport, require_transport

if TYPE_CHECKING:
    from . import connections
else:
    connections = lazy("trivet._sync.http.connections")  # importing httpcore takes as long as importing a client

EVENTS = "text/event-stream"

BODY_HEADERS = {b"content-length", b"content-encoding", b"transfer-encoding", b"content-type"}
"""Headers that describe a body, and are not right for the translated body."""

OF_ONE_CALL = {b"traceparent", b"tracestate", b"x-request-id"}
"""Headers that differ between calls, and do not change the answer."""

MOST_SHARED = 100
"""The number of shared requests that are kept although no flow waits for them."""


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
        if transport is not None:
            require_transport(transport)
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
        self._shared: dict[object, dict[object, _SharedRequest]] = {}

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
        answered = self._clock_of(request).monotonic()
        headers = httpx.Headers()
        try:
            step = next(flow)
            while True:
                if isinstance(step, Pause):
                    self._pause(step.seconds, request, answered)
                    step = flow.send(WireAnswer(0))
                    continue
                try:
                    status, headers, body = self._exchange(step, request, answered)
                    answered = self._clock_of(request).monotonic()
                except httpx.TransportError:
                    if not step.optional:
                        raise
                    step = flow.send(WireAnswer(0))
                    continue
                if isinstance(body, UnreadableBodyError):
                    return httpx.Response(status, stream=_Unreadable(body))
                step = flow.send(WireAnswer(status, headers.get("content-type", ""), body, headers))
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

    def _exchange(self, step: WireRequest, request: httpx.Request, answered: float) -> _Exchanged:
        """Send one request of a flow and read its answer, or share the answer to the same request of another flow."""

        def exchange() -> _Exchanged:
            response = self._send(step, request, JSON)
            return response.status_code, response.headers, self._read(response, request)

        if step.shared is None:
            return exchange()
        clock = self._clock_of(request)
        shared = self._shared_request(step, request)

        def pause(seconds: float) -> None:
            self._pause(seconds, request, answered)

        return shared.exchange(exchange, pause, clock, step.shared, self._left(request, answered))

    def _shared_request(self, step: WireRequest, request: httpx.Request) -> _SharedRequest:
        """Return the request of all flows of this event loop with the same target and headers."""
        headers = tuple(header for header in request.headers.raw if header[0].lower() not in OF_ONE_CALL)
        key = (request.url.scheme, request.url.netloc, step.target, headers)
        if self._process != os.getpid():
            self._forget_process()
        with self._lock:
            forget_closed_loops(self._shared)
            requests = self._shared.setdefault(connection_owner(), {})
            shared = requests.pop(key, None) or _SharedRequest()
            requests[key] = shared  # the last one of the dictionary is the latest
            for oldest in [key for key, request in requests.items() if request.is_idle][:-MOST_SHARED]:
                del requests[oldest]
            return shared

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

    def _pause(self, seconds: float, request: httpx.Request, answered: float) -> None:
        """Pause, but not beyond the end of the call or the read timeout of the request."""
        clock, left = self._clock_of(request), self._left(request, answered)()
        if left is None or left > seconds:
            clock.sleep(seconds)
            return
        clock.sleep(max(left, 0.0))
        raise httpx.ReadTimeout("no answer in time")

    def _left(self, request: httpx.Request, answered: float) -> Callable[[], float | None]:
        """Return a function for the seconds until the end of the call or the read timeout since the latest answer."""
        end: CallEnd | None = request.extensions.get(EXTENSION)
        timeouts: dict[str, float | None] = request.extensions.get("timeout", {})
        limit = timeouts.get("read")
        clock = self._clock_of(request)

        def left() -> float | None:
            rest = None if limit is None else answered + limit - clock.monotonic()
            return rest if end is None else end.least(rest)

        return left

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

    def proxy_name(self, url: httpx.URL) -> str:
        """Return the host, the port and the source of the proxy for a URL, for an error; empty if none is known.

        >>> transport.proxy_name(httpx.URL("https://agent.example"))
        'proxy.example:3128, from HTTPS_PROXY'
        """
        name: Callable[[httpx.URL], str] | None = getattr(self._transport(url), "proxy_name", None)
        return "" if name is None else name(url)

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


_Exchanged: TypeAlias = tuple[int, httpx.Headers, "bytes | UnreadableBodyError"]
"""The status, the headers and the body of an answer."""


class _SharedRequest:
    """A request that several flows repeat: one of them sends it for all that wait.

    A flow gets the answer to a request that was sent after it asked: an earlier answer may be too old for it. If the
    request of the flow that sends fails with its own timeout, or is cancelled, another flow sends the next one.
    """

    def __init__(self) -> None:
        self._changed = BackgroundRunner()
        self._users = 0
        self._sending = False
        self._begun = self._answered = 0
        self._begun_at: float | None = None
        self._answer: _Exchanged | httpx.TransportError | None = None

    @property
    def is_idle(self) -> bool:
        """Whether no flow waits for an answer."""
        return not self._users

    def exchange(
        self,
        send: Callable[[], _Exchanged],
        pause: Callable[[float], None],
        clock: Clock,
        interval: float,
        left: Callable[[], float | None],
    ) -> _Exchanged:
        """Return the answer to a request that is sent from now on, at the earliest an interval after the one before.

        Raises:
            httpx.TransportError: No answer arrived in time, or the request has failed.
        """
        with self._changed:
            self._users += 1
            wanted = self._begun + 1
        try:
            while True:
                with self._changed:
                    leads = not self._sending and self._answered < wanted
                    self._sending = self._sending or leads
                if leads:
                    self._lead(send, pause, clock, interval)
                elif self._answered < wanted:
                    self._changed.wait_for(lambda: self._answered >= wanted or not self._sending, left())
                    if self._answered < wanted and (rest := left()) is not None and rest <= 0:
                        raise httpx.ReadTimeout("no answer in time")
                    continue
                answer = self._answer
                if isinstance(answer, Exception):
                    raise copy(answer) from answer.__cause__
                if answer is not None:
                    return answer
        finally:
            with self._changed:
                self._users -= 1

    def _lead(
        self,
        send: Callable[[], _Exchanged],
        pause: Callable[[float], None],
        clock: Clock,
        interval: float,
    ) -> None:
        """Send the request, and keep its answer, or its failure, for all that wait."""
        answer: _Exchanged | httpx.TransportError
        try:
            if self._begun_at is not None and (early := self._begun_at + interval - clock.monotonic()) > 0:
                pause(early)
            with self._changed:
                self._begun += 1
            self._begun_at = clock.monotonic()
            try:
                answer = send()
            except httpx.TimeoutException:  # of the call that sends: another one may have more time
                raise
            except httpx.TransportError as error:
                answer = error
            self._answer, self._answered = answer, self._begun
        finally:
            with self._changed:
                self._sending = False
                self._changed.notify()


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
