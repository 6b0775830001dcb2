"""The application of the proxy: it passes each request on, and each chunk of its answer as soon as it arrives."""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from typing import Any, cast

from starlette.types import Receive, Scope, Send

from trivet_checks.proxy.observer_thread import Observer
from trivet_checks.proxy.passed import EVENT_STREAM, BrokenCoding, Capture, Passed, Unjudged, Unpacker
from trivet_checks.proxy.patience import Patience
from trivet_stubs.kernel.disconnection import ConnectionCut
from trivet_stubs.kernel.event_splitter import EventCutter, EventTooLarge
from trivet_stubs.kernel.routing import stub_path
from trivet_stubs.serving.hosts import is_address, split_host
from trivet_stubs.serving.request_heads import HEAD, Head, refuse
from trivet_stubs.serving.upstream import Upstream, UpstreamAnswer, UpstreamFailed, UpstreamUnreachable

_MAX_STREAM = 1024 * 1024
"""The number of bytes of an event stream that are kept for a recording."""

Headers = list[tuple[bytes, bytes]]

_MISDIRECTED = 421
_READS = ("GET", "HEAD", "OPTIONS")

_TRANSFER_ENCODING = b"transfer-encoding"
# The headers of RFC 9110, section 7.6.1, and the two of proxy authentication, which are for the next server only.
_HOP_BY_HOP = frozenset(
    {
        b"connection",
        b"keep-alive",
        b"proxy-authenticate",
        b"proxy-authorization",
        b"proxy-connection",
        b"te",
        b"trailer",
        _TRANSFER_ENCODING,
        b"upgrade",
    }
)


class ClientLeft(Exception):
    """The client closed its connection in the middle of its request."""


class ProxyApplication:
    """An ASGI app that passes requests on to an upstream.

    Args:
        upstream: The server that answers.
        observer: Takes each exchange and each event that has passed.
        patience: How long to wait for the upstream.
        keep_host: Whether the upstream gets the `host` header of the client, instead of its own host.
        monotonic: Returns the seconds of a clock that never goes back.
    """

    def __init__(
        self,
        upstream: Upstream,
        observer: Observer,
        *,
        patience: Patience | None = None,
        keep_host: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._upstream = upstream
        self._observer = observer
        self._patience = patience or Patience()
        self._keeps_host = keep_host
        self._monotonic = monotonic
        self._open: set[Passed] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on, as long as its client is connected."""
        if scope["type"] != "http":
            return
        head = _head(scope)
        target = self._target(scope, head)
        if target is None:
            sentence = f"target: requests go to {self._upstream.url} alone, and this is another URL"
            self.note_refusal(sentence)
            await refuse(send, _MISDIRECTED, f"trivet proxy: {sentence}")
            return
        path, _, query = target.partition(b"?")
        passed = Passed(
            method=scope["method"],
            path=path.decode("ascii"),
            query=query,
            request_headers=as_text(scope["headers"]),
            request_body=Capture(room=self._observer.room),
            body=Capture(room=self._observer.room),
            began=self._monotonic(),
        )
        self._observer.begin(passed)
        self._begin(passed)
        body = _RequestBody(receive, passed) if has_body(scope["headers"]) else None
        if body is None:
            passed.request_complete = True
        work = asyncio.ensure_future(self._pass(target, head.headers, passed, body, send))
        watch = asyncio.ensure_future(_disconnected(receive, body))
        try:
            await asyncio.wait([work, watch], return_when=asyncio.FIRST_COMPLETED)
            # A pass that has an ending only has to close its connection.
            if work.done() or passed.ending != "proxy ended":
                await work
            else:
                passed.ending = "client left"
        except Exception as error:
            passed.ending, passed.reason = "proxy ended", f"{type(error).__name__}: {error}"
            raise ConnectionCut from error
        finally:
            for task in (work, watch):
                task.cancel()
            await asyncio.gather(work, watch, return_exceptions=True)
            self._open.discard(passed)
            self._observer.exchange(passed)

    def note_refusal(self, sentence: str) -> None:
        """Count a request that is refused and not passed on, by the reason."""
        self._observer.refused(sentence)

    def _begin(self, passed: Passed) -> None:
        """Note which exchanges are under way at the same time as a write."""
        is_write = passed.method not in _READS
        passed.alone = all(other.method in _READS for other in self._open)
        for other in self._open if is_write else ():
            other.alone = False
        self._open.add(passed)

    def _target(self, scope: Scope, head: Head) -> bytes | None:
        """Return the path and the query for the upstream; None for an absolute target of another server."""
        if head.authority is None:
            return head.target
        if self._upstream.is_at(head.authority):
            # The client uses the proxy as `http_proxy`: its URL is the upstream's, with its prefix.
            prefix = self._upstream.prefix
            path = head.target.removeprefix(prefix)
            return path if not prefix or (path != head.target and path.startswith(b"/")) else None
        name, port = split_host(head.authority.decode("latin-1"))
        own = cast(tuple[str, int], scope["server"])[1]
        is_elsewhere = (name == "localhost" or is_address(name)) and name.encode() != head.authority and port != own
        return None if is_elsewhere else head.target

    async def _pass(
        self, target: bytes, sent: Headers, passed: Passed, body: "_RequestBody | None", send: Send
    ) -> None:
        headers = for_upstream(sent, None if self._keeps_host else self._upstream.host)
        try:
            answer = await self._answer(passed, target, headers, body)
        except ClientLeft:
            passed.ending = "client left"
            return
        except UpstreamFailed as error:
            passed.ending = "unreachable" if isinstance(error, UpstreamUnreachable) else "no answer"
            passed.reason = str(error)
            await refuse(send, 502, f"trivet proxy: the upstream gave no answer: {error}")
            return
        except TimeoutError:
            passed.ending, passed.reason = "no answer", f"none within {self._patience.answer_timeout} seconds"

            await refuse(send, 504, f"trivet proxy: the upstream gave no answer: {passed.reason}")
            return
        finally:
            if body is not None:
                body.end()
        try:
            await self._relay(answer, passed, send)
        finally:
            await answer.close()

    async def _answer(
        self, passed: Passed, target: bytes, headers: list[tuple[bytes, bytes]], body: "_RequestBody | None"
    ) -> UpstreamAnswer:
        """Return the head of the answer. Its time runs from the end of the request, whose own time the port limits."""
        async with asyncio.timeout(None if body is not None else self._patience.answer_timeout) as waiting:
            if body is not None:
                body.at_end = lambda: waiting.reschedule(
                    asyncio.get_running_loop().time() + self._patience.answer_timeout
                )
            answer = await self._upstream.send(passed.method, target, headers, body)
        if not 200 <= answer.status < 600:
            await answer.close()
            raise UpstreamFailed(f"the status is {answer.status}, which cannot be passed on")
        return answer

    async def _relay(self, answer: UpstreamAnswer, passed: Passed, send: Send) -> None:
        passed.status, passed.headers = answer.status, as_text(answer.headers)
        passed.answered = self._monotonic()
        events = self._events(passed)
        silence = None if passed.media_type == EVENT_STREAM else self._patience.silence_timeout
        if events is not None:
            passed.body = Capture(_MAX_STREAM, self._observer.room)
        await send({"type": "http.response.start", "status": answer.status, "headers": end_to_end(answer.headers)})
        try:
            async with contextlib.aclosing(_bounded(answer.chunks(), silence)) as chunks:
                async for chunk in chunks:
                    passed.body.add(chunk)
                    if events is not None and not events.feed(chunk):
                        events = None
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
        except (UpstreamFailed, TimeoutError) as error:
            passed.ending = "broken off"
            passed.reason = str(error) or f"no data within {silence} seconds"
            raise ConnectionCut from None  # the answer breaks off for the client as it did for the proxy
        passed.ending = "complete"
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _events(self, passed: Passed) -> "_Events | None":
        if passed.media_type != EVENT_STREAM or passed.status != 200:
            return None
        try:
            return _Events(self._observer, passed)
        except Unjudged:  # the judge counts the answer at its end
            return None


class _RequestBody:
    """The body of a request as it arrives. It receives the client's messages until its end; then the watch does."""

    def __init__(self, receive: Receive, passed: Passed) -> None:
        self._receive = receive
        self._passed = passed
        self.ended = asyncio.Event()
        self.at_end: Any = None

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._chunks()

    def end(self) -> None:
        """Let the watch receive the messages from now on."""
        self.ended.set()

    async def _chunks(self) -> AsyncIterator[bytes]:
        more = True
        while more:
            message = await self._receive()
            if message["type"] != "http.request":
                raise ClientLeft
            chunk, more = message.get("body", b""), message.get("more_body", False)
            self._passed.request_body.add(chunk)
            if chunk:
                yield chunk
        self._passed.request_complete = True
        self.ended.set()
        if self.at_end is not None:
            self.at_end()


class _Events:
    """The events of a stream that passes, one by one, for the observer."""

    def __init__(self, observer: Observer, passed: Passed) -> None:
        self._observer = observer
        self._passed = passed
        self._unpacker = Unpacker(passed.coding)
        self._cutter = EventCutter()

    def feed(self, chunk: bytes) -> bool:
        """Hand the events that end in a chunk to the observer; return whether to go on with the next chunk."""
        try:
            for frame in self._cutter.feed(self._unpacker.feed(chunk)):
                if frame.data is not None:
                    self._observer.event(self._passed, frame.data)
        except (Unjudged, BrokenCoding, EventTooLarge) as error:
            self._observer.unjudged(self._passed, str(error))
            return False
        return True


async def _bounded(chunks: AsyncIterator[bytes], seconds: float | None) -> AsyncGenerator[bytes, None]:
    """Yield the chunks; raise a TimeoutError if the next one takes longer."""
    while True:
        async with asyncio.timeout(seconds):
            try:
                chunk = await anext(chunks)
            except StopAsyncIteration:
                return
        yield chunk


async def _disconnected(receive: Receive, body: _RequestBody | None) -> None:
    if body is not None:
        await body.ended.wait()
    while (await receive())["type"] != "http.disconnect":
        pass


def _head(scope: Scope) -> Head:
    """The head of a request as the port has read it, or as another way of serving gives it."""
    noted = cast(Head | None, scope.get("state", {}).get(HEAD))
    if noted is not None:
        return noted
    query = scope["query_string"]
    target = stub_path(scope).encode("ascii") + (b"?" + query if query else b"")
    return Head(target=target, headers=list(scope["headers"]))


def end_to_end(headers: Iterable[tuple[bytes, bytes]], *, but: bytes = b"") -> Headers:
    """Return the headers without those for one connection only, by their names or because `connection` lists them.

    The header `but` is kept.

    >>> end_to_end([(b"connection", b"close, x-hop"), (b"x-hop", b"1"), (b"x-end", b"2")])
    [(b'x-end', b'2')]
    """
    pairs = list(headers)
    listed = {
        option.strip().lower() for name, value in pairs if name.lower() == b"connection" for option in value.split(b",")
    }
    # Without these a request would have another meaning, so that no client may remove them.
    left_out = (_HOP_BY_HOP | listed - {b"content-length", b"content-type", b"host"}) - {but}
    return [pair for pair in pairs if pair[0].lower() not in left_out]


def for_upstream(headers: Iterable[tuple[bytes, bytes]], host: bytes | None) -> Headers:
    """Return the headers of a request for the upstream, in the client's order and spelling.

    Args:
        headers: The headers of the client.
        host: The host of the upstream; None keeps the client's.
    """
    received = list(headers)
    has_transfer_coding = is_chunked = any(name.lower() == _TRANSFER_ENCODING for name, _ in received)
    passed: Headers = [] if host is None or any(name.lower() == b"host" for name, _ in received) else [(b"Host", host)]
    for name, value in end_to_end(received, but=_TRANSFER_ENCODING):
        lowered = name.lower()
        if lowered == _TRANSFER_ENCODING:
            if is_chunked:
                passed.append((name, b"chunked"))
            is_chunked = False  # once
        # RFC 9112, section 6.3: a message must not have both a transfer coding and a length.
        elif lowered != b"content-length" or not has_transfer_coding:
            passed.append((name, host if lowered == b"host" and host is not None else value))
    return passed


def has_body(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request announces a body."""
    return any(name.lower() in (b"content-length", b"transfer-encoding") for name, _ in headers)


def as_text(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return headers as text by their names in lower case; the values of a repeated header are joined.

    >>> as_text([(b"Accept", b"a"), (b"accept", b"b")])
    {'accept': 'a, b'}
    """
    joined: dict[str, str] = {}
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        joined[name] = f"{joined[name]}, {value}" if name in joined else value
    return joined
