"""ASGI middleware that applies the faults of a stub, and its latency."""

from collections.abc import Mapping
from functools import partial

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet_stubs.kernel.connection import ConnectionCut, ConnectionWatch
from trivet_stubs.kernel.distortion_send import DistortingSend
from trivet_stubs.kernel.event_cut import EventCut
from trivet_stubs.kernel.fault import Fault
from trivet_stubs.kernel.inline import switch_to_task
from trivet_stubs.kernel.log_middleware import LOGGED_KEY
from trivet_stubs.kernel.request_log import LoggedRequest
from trivet_stubs.kernel.routing import MATCH_KEY, RouteMatch
from trivet_stubs.kernel.state import StubState


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
        found: RouteMatch = scope[MATCH_KEY]
        state = self._state
        fault = state.faults.take(found.operation_id, found.path)
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
            faulty_send = DistortingSend(faulty_send, fault.distortion, found.operation, document, missed).send
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
    """Apply what a fault does before an answer: wait, or drop the connection; a reset of the stub drops it, too."""
    if fault.wait.delay or fault.wait.hang:
        await _pause(scope, receive, state, None if fault.wait.hang else fault.wait.delay)
    if fault.cut.drop:
        raise ConnectionCut


async def _pause(scope: Scope, receive: Receive, state: StubState, seconds: float | None) -> None:
    """Wait so many seconds, or for ever; a reset of the stub cuts the connection."""
    await switch_to_task(scope)
    with state.restarted.listen() as restarted:
        async with ConnectionWatch(receive, state.closing) as watch:
            if await watch.wait(restarted, seconds):
                raise ConnectionCut


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
            message["headers"] = _with_headers(list(message["headers"]), fault.answer.headers)
        elif cut_after is not None:
            body = message.get("body", b"")[: max(0, cut_after - sent)]
            sent += len(body)
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
