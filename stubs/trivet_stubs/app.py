"""The kernel of every stub: an ASGI app that answers a contract's operations by methods of its own."""

import asyncio
import inspect
import threading
from collections.abc import Mapping
from datetime import UTC
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any, ClassVar, Self

import orjson
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from trivet_stubs.background import Gate, LoopThread
from trivet_stubs.call import Answer, Call
from trivet_stubs.clock import Clock
from trivet_stubs.contract import JSON, JsonObject, Operation, load
from trivet_stubs.faults import ConnectionCut, Fault, Faults
from trivet_stubs.journal import Entry, Journal
from trivet_stubs.media import preferred
from trivet_stubs.parameters import query_pairs, read_all
from trivet_stubs.problem import Problem
from trivet_stubs.transports import AsyncTransport, Transport

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from trivet_stubs.server import Served

JSON_CONTENT_TYPE = "application/json;charset=UTF-8"


class Stub:
    """A stub of one service. All its state is on this object; a service adds state and rules."""

    service: ClassVar[str]
    """The name of its contract."""
    standing_headers: ClassVar[Mapping[str, str]] = {}
    """Headers on every answer that the service gives."""
    content_types: ClassVar[Mapping[str, str]] = {JSON: JSON_CONTENT_TYPE}
    """How a media type of the contract is written in a header."""
    invalid_status: ClassVar[int] = 400
    """The status of an answer to an input that the contract forbids."""
    _handlers: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        marked = {getattr(member, "answers_operation", None): name for name, member in vars(cls).items()}
        cls._handlers = {**cls._handlers, **{name: method for name, method in marked.items() if name is not None}}

    def __init__(self, *, clock: Clock | None = None, latency: float = 0.0) -> None:
        self.contract = load(self.service)
        differing = self.contract.operations.keys() ^ self._handlers.keys()
        if differing:
            raise TypeError(f"{type(self).__name__} and its contract differ in {', '.join(sorted(differing))}")
        self.clock = clock or Clock()
        self.latency = latency
        self.faults = Faults(self.contract.operations)
        self.journal = Journal()
        self.lock = threading.RLock()
        self.closing = Gate()
        self._background: LoopThread | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} after {len(self.journal)} requests>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End what still runs, for good: open answers, hanging requests and background threads."""
        self.closing.open()
        with self.lock:
            thread, self._background = self._background, None
        if thread is not None:
            thread.stop()

    def background(self) -> LoopThread:
        """The event loop in which sync transports run this stub, begun when first asked for."""
        with self.lock:
            if self._background is None:
                self._background = LoopThread("trivet-stub")
            return self._background

    def transport(self) -> Transport:
        """A transport for httpx.Client that reaches this stub in process, whatever the host of the URL."""
        return Transport(self)

    def async_transport(self) -> AsyncTransport:
        """A transport for httpx.AsyncClient that reaches this stub in the caller's own event loop."""
        return AsyncTransport(self)

    def serve(self, *, host: str = "127.0.0.1", port: int = 0) -> "AbstractContextManager[Served[Self]]":
        """Serve this stub on a port (0 picks a free one) as long as the context lasts."""
        from trivet_stubs.server import serve  # noqa: PLC0415  # most stubs are never served, and uvicorn is large

        return serve(self, host=host, port=port)

    # What a service decides.

    def admit(self, operation: Operation, request: Request) -> None:
        """Raise a `Problem` unless the caller may ask at all: credentials, quota."""

    def problem_body(self, problem: Problem) -> JsonObject:
        """A problem in the service's own error form."""
        return {"message": problem.message}

    def render(self, media_type: str, operation: Operation, value: Any) -> bytes:
        """A checked answer as bytes of one of the contract's media types."""
        return orjson.dumps(value)

    def label(self, request: Request) -> Mapping[str, str]:
        """Headers on whatever answers this request, a fault's answer too; asked for once a request."""
        return {}

    def elsewhere(self, request: Request) -> Response | None:
        """The answer to a path that is not the contract's, where the service has such paths."""
        return None

    # What the kernel does.

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as an ASGI app."""
        if scope["type"] != "http":
            raise RuntimeError(f"a stub speaks HTTP only, not {scope['type']}")
        request = Request(scope, receive)
        path = scope["raw_path"].decode("ascii")
        found: tuple[Operation, dict[str, str]] | Problem
        try:
            found = self.contract.match(request.method, path)
        except Problem as problem:
            found = problem
        operation_id = None if isinstance(found, Problem) else found[0].id
        try:
            body = await request.body()
        except ClientDisconnect:
            return
        entry = self._write_down(operation_id, request, path, body)
        labels = self.label(request)
        fault = self.faults.take(operation_id, path)
        if self.latency:
            await asyncio.sleep(self.latency)
        if fault is not None:
            await self._suffer(fault, receive)
        if fault is not None and fault.answers:
            response = Response(fault.body or b"", fault.status or 200, media_type=None)
            response.headers["content-type"] = fault.content_type
        else:
            response = await self._answer(request, found, body)
        try:
            await response(scope, receive, self._sender(send, entry, fault, labels))
        finally:
            # Starlette leaves a body that was cut off to the garbage collector; its handler should end now.
            aclose = getattr(getattr(response, "body_iterator", None), "aclose", None)
            if aclose is not None:
                await aclose()

    async def _answer(
        self, request: Request, found: tuple[Operation, dict[str, str]] | Problem, body: bytes
    ) -> Response:
        try:
            return await self._answer_or_refuse(request, found, body)
        except Problem as problem:
            refused = problem
        except ConnectionCut:
            raise
        except Exception as error:
            operation_id = request.url.path if isinstance(found, Problem) else found[0].id
            refused = Problem.bug(f"{operation_id} raised {type(error).__name__}: {error}")
        status = self.invalid_status if refused.kind == "argument" else refused.status
        headers = {"content-type": self.content_types[JSON], **self.standing_headers, **refused.headers}
        return Response(orjson.dumps(self.problem_body(refused)), status, headers)

    async def _answer_or_refuse(
        self, request: Request, found: tuple[Operation, dict[str, str]] | Problem, body: bytes
    ) -> Response:
        if isinstance(found, Problem):
            if (response := self.elsewhere(request)) is not None:
                return response
            raise found
        operation, path = found
        self.admit(operation, request)
        media_type = preferred(request.headers.getlist("accept"), operation.media_types)
        result = await self._handle(self._read(operation, path, request, body))
        return result if isinstance(result, Response) else self._write(operation, media_type, result)

    def _read(self, operation: Operation, path: dict[str, str], request: Request, body: bytes) -> Call:
        headers = [(name, request.headers[name]) for name in operation.headers if name in request.headers]
        return Call(
            operation=operation,
            path=read_all(operation.path_parameters, list(path.items()), owner=operation.id, place="path"),
            query=read_all(
                operation.query, query_pairs(request.scope["query_string"]), owner=operation.id, place="query"
            ),
            headers=read_all(operation.headers, headers, owner=operation.id, place="header"),
            body=operation.read_body(body, request.headers.get("content-type", "")),
            request=request,
        )

    async def _handle(self, call: Call) -> object:
        handler = getattr(self, self._handlers[call.operation.id])
        with self.lock:
            result = handler(call)
        return await result if inspect.isawaitable(result) else result

    def _write(self, operation: Operation, media_type: str | None, result: object) -> Response:
        answer = result if isinstance(result, Answer) else Answer(result)
        status = answer.status or operation.success
        operation.check_answer(status, media_type, answer.value)
        headers = {**self.standing_headers, **answer.headers}
        if media_type is None:
            return Response(status_code=status, headers=headers)
        headers["content-type"] = self.content_types.get(media_type, media_type)
        return Response(self.render(media_type, operation, answer.value), status, headers)

    def _write_down(self, operation_id: str | None, request: Request, path: str, body: bytes) -> Entry:
        try:
            query = query_pairs(request.scope["query_string"])
        except Problem:
            query = []
        headers = {name: ", ".join(request.headers.getlist(name)) for name in request.headers}
        entry = Entry(operation=operation_id, method=request.method, path=path, query=query, headers=headers, body=body)
        self.journal.add(entry)
        return entry

    async def _suffer(self, fault: Fault, receive: Receive) -> None:
        if fault.delay or fault.hang:
            await self._pause(receive, None if fault.hang else fault.delay)
        if fault.drop:
            raise ConnectionCut

    async def _pause(self, receive: Receive, seconds: float | None) -> None:
        """Wait, but no longer than the client is there and the stub is open."""

        async def gone() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        ends = [asyncio.ensure_future(gone()), asyncio.ensure_future(self.closing.wait())]
        try:
            done, _ = await asyncio.wait(ends, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
        if done:
            raise ConnectionCut

    def _sender(self, send: Send, entry: Entry, fault: Fault | None, labels: Mapping[str, str]) -> Send:
        date = format_datetime(self.clock.now().astimezone(UTC), usegmt=True).encode()
        sent = 0

        async def dated(message: Message) -> None:
            nonlocal sent
            if message["type"] == "http.response.start":
                entry.status = message["status"]
                message["headers"] = _with_headers([*message["headers"], (b"date", date)], labels)
                if fault is not None:
                    message["headers"] = _with_headers(message["headers"], fault.headers)
            elif fault is not None and fault.cut_after is not None:
                body = message.get("body", b"")[: max(0, fault.cut_after - sent)]
                sent += len(body)
                await send({"type": "http.response.body", "body": body, "more_body": True})
                if sent >= fault.cut_after or not message.get("more_body", False):
                    raise ConnectionCut
                return
            await send(message)

        return dated


def _with_headers(raw: list[tuple[bytes, bytes]], extra: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    added = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in extra.items()]
    names = {name for name, _ in added}
    return [pair for pair in raw if pair[0] not in names] + added
