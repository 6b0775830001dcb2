"""The ASGI middleware of a stub: the request log, the headers of every answer, and faults."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from email.utils import formatdate
from functools import lru_cache, partial

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet_stubs.kernel.disconnection import ConnectionCut, ConnectionWatch, hang, lose
from trivet_stubs.kernel.distortion import DistortingSend
from trivet_stubs.kernel.event_splitter import EventCut
from trivet_stubs.kernel.faults import Fault
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.inline_run import switch_to_task
from trivet_stubs.kernel.messages import LoggedRequest, read_body, too_large, unpacked
from trivet_stubs.kernel.operation import query_pairs
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.routing import MATCH_KEY, RouteMatch, stub_path
from trivet_stubs.kernel.state import StubState

LOGGED_KEY = "trivet_stubs.logged"
"""Where a scope holds its `LoggedRequest`."""


class RequestLogMiddleware:
    """Logs a request before it is answered, and the status of its answer as soon as the answer begins.

    A body that is larger than the stub's `max_body` is dropped, and refused by the app that `refusing` returns, as is a
    body that cannot be unpacked.
    """

    def __init__(self, app: ASGIApp, *, state: StubState, refusing: Callable[[Refusal], ASGIApp]) -> None:
        self._app = app
        self._state = state
        self._refusing = refusing
        self._log = state.requests
        self._table = state.contract.routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Log a request and pass it on, unless its client disconnects before the end of the body."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        match = scope[MATCH_KEY] = self._table.match(scope["method"], stub_path(scope))
        body, app = await read_body(receive, self._state.max_body), self._app
        if body is None:
            return
        if isinstance(body, str):
            body, app = b"", self._refusing(too_large(self._state.max_body))
        headers = _headers(scope["headers"])
        if body and (coding := headers.get("content-encoding")):
            read = unpacked(body, coding, self._state.max_body)
            if isinstance(read, Refusal):
                app = self._refusing(read)
            else:
                body = read
        logged = scope[LOGGED_KEY] = LoggedRequest(
            operation=match.operation_id,
            method=scope["method"],
            path=match.path,
            query=_query(scope["query_string"]) if scope["query_string"] else [],
            headers=headers,
            body=body,
        )
        self._log.add(logged)
        replayed = False

        async def replay() -> Message:
            nonlocal replayed
            if replayed:
                return await receive()
            replayed = True
            return {"type": "http.request", "body": body, "more_body": False}

        def send_and_log(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                logged.status = message["status"]
                self._log.report(logged)
            return send(message)

        try:
            await app(scope, replay, send_and_log)
        finally:
            self._log.report(logged)


def _query(query_string: bytes) -> list[tuple[str, str]]:
    try:
        return query_pairs(query_string)
    except Refusal:
        return []


def _headers(raw: list[tuple[bytes, bytes]]) -> dict[str, str]:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in raw}
    if len(headers) == len(raw):
        return headers
    headers.clear()  # a header that is repeated is a list
    for raw_name, raw_value in raw:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


class ResponseHeadersMiddleware:
    """Adds headers to every answer, except those that the answer has already, because a fault may have set them."""

    def __init__(self, app: ASGIApp, *, state: StubState, hooks: Hooks) -> None:
        self._app = app
        self._state = state
        self._hooks = hooks
        self._dated: tuple[datetime | None, bytes] = (None, b"")

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass a request on, and add headers to its answer."""
        if scope["type"] != "http":
            return self._app(scope, receive, send)
        extra = self._hooks.extra_headers(scope[LOGGED_KEY])

        def send_with_headers(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                headers: list[tuple[bytes, bytes]] = list(message["headers"])
                present = dict(headers)
                if b"date" not in present:
                    headers.append((b"date", self._date()))
                for name, value in extra.items():
                    raw_name = name.lower().encode("latin-1")
                    if raw_name not in present:
                        headers.append((raw_name, value.encode("latin-1")))
                message["headers"] = headers
                if message["status"] >= 500 and self._state.observed.closing_500:
                    lose(scope)
            return send(message)

        return self._app(scope, receive, send_with_headers)

    def _date(self) -> bytes:
        now = self._state.clock.now()
        then, date = self._dated
        if now is not then:  # a clock that stands still returns the same object
            date = _http_date(int(now.timestamp()))
            self._dated = (now, date)
        return date


@lru_cache(maxsize=1)  # a stub sends many answers within a second
def _http_date(seconds: int) -> bytes:
    return formatdate(seconds, usegmt=True).encode()


class FaultMiddleware:
    """Delays, drops, replaces, changes and cuts the answers that a fault is for."""

    def __init__(self, app: ASGIApp, *, state: StubState) -> None:
        self._app = app
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Apply the fault that waits for this request, if there is one."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        match: RouteMatch = scope[MATCH_KEY]
        state = self._state
        fault = state.faults.take(match.operation_id, match.path, _logged_headers(scope))
        if state.latency:
            await _pause(scope, receive, state, state.latency)
        if fault is None:
            await self._app(scope, receive, send)
            return
        _log(scope, fault.id)
        await _apply(fault, scope, receive, state)
        faulty_send = _faulty(send, fault)
        if fault.distortion is not None:
            document = state.contract.document
            missed = partial(self._give_back, fault, scope)
            faulty_send = DistortingSend(faulty_send, fault.distortion, match.operation, document, missed).send
        if fault.answer.replaces:
            answer = fault.answer
            response = Response(answer.body or b"", answer.status or 200, {"content-type": answer.content_type})
            await response(scope, receive, faulty_send)
        else:
            await self._app(scope, receive, faulty_send)

    def _give_back(self, fault: Fault, scope: Scope) -> None:
        self._state.faults.give_back(fault)
        _log(scope, None)


async def _apply(fault: Fault, scope: Scope, receive: Receive, state: StubState) -> None:
    """Apply the effects of a fault before the answer: a wait, or a dropped connection."""
    if fault.wait.hang:
        await switch_to_task(scope)
        hang(scope, state.clock)
        await _pause(scope, receive, state, None)
    elif fault.wait.delay:
        await _pause(scope, receive, state, fault.wait.delay)
    if fault.cut.drop:
        raise ConnectionCut


async def _pause(scope: Scope, receive: Receive, state: StubState, seconds: float | None) -> None:
    """Wait for a number of seconds, or for ever with None; a reset of the stub cuts the connection."""
    await switch_to_task(scope)
    with state.restarted.listen() as restarted:
        async with ConnectionWatch(receive, state.closing) as watch:
            if await watch.wait(restarted, seconds):
                raise ConnectionCut


def _logged_headers(scope: Scope) -> Mapping[str, str]:
    logged: LoggedRequest | None = scope.get(LOGGED_KEY)
    return {} if logged is None else logged.headers


def _log(scope: Scope, fault_id: int | None) -> None:
    logged: LoggedRequest | None = scope.get(LOGGED_KEY)
    if logged is not None:
        logged.fault = fault_id


def _faulty(send: Send, fault: Fault) -> Send:
    sent = 0
    cut_after = fault.cut.bytes
    events = None if fault.cut.events is None else EventCut(fault.cut.events, mid_frame=fault.cut.mid_frame)

    async def faulty_send(message: Message) -> None:
        nonlocal sent
        if message["type"] == "http.response.start":
            if cut_after is not None and message["status"] in (204, 304):
                raise ConnectionCut  # such an answer is complete with its headers (RFC 9112, 6.3)
            message["headers"] = _with_headers(list(message["headers"]), fault.answer.headers)
        elif cut_after is not None:
            body = message.get("body", b"")[: max(0, cut_after - sent)]
            sent += len(body)
            # Always announce more, even after the last byte: the server must not complete an answer that is cut.
            await send({"type": "http.response.body", "body": body, "more_body": True})
            if sent >= cut_after or not message.get("more_body", False):
                raise ConnectionCut
            return
        elif events is not None:
            body, cut = events.feed(message.get("body", b""))
            await send({"type": "http.response.body", "body": body, "more_body": True})
            if cut or not message.get("more_body", False):
                raise ConnectionCut
            return
        await send(message)

    return faulty_send


def _with_headers(raw: list[tuple[bytes, bytes]], headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    added = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    names = {name for name, _ in added}
    return [pair for pair in raw if pair[0] not in names] + added
