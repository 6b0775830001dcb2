"""ASGI middleware that applies the faults of a stub, and its latency."""

import asyncio
from collections.abc import Mapping

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet_stubs.kernel.connection import ConnectionCut, ConnectionWatch
from trivet_stubs.kernel.faults import Fault
from trivet_stubs.kernel.notify import MultiLoopEvent
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
        fault = self._state.faults.take(found.operation_id, found.path)
        if self._state.latency:
            await asyncio.sleep(self._state.latency)
        if fault is None:
            await self._app(scope, receive, send)
            return
        await apply_fault(fault, receive, self._state.closing)
        faulty_send = _faulty(send, fault)
        if fault.answers:
            response = Response(fault.body or b"", fault.status or 200, {"content-type": fault.content_type})
            await response(scope, receive, faulty_send)
        else:
            await self._app(scope, receive, faulty_send)


async def apply_fault(fault: Fault, receive: Receive, closing: MultiLoopEvent) -> None:
    """Apply what a fault does before an answer: wait, or drop the connection."""
    if fault.delay or fault.hang:
        async with ConnectionWatch(receive, closing) as watch:
            await watch.wait(asyncio.Event(), None if fault.hang else fault.delay)
    if fault.drop:
        raise ConnectionCut


def _faulty(send: Send, fault: Fault) -> Send:
    sent = 0

    async def faulty_send(message: Message) -> None:
        nonlocal sent
        if message["type"] == "http.response.start":
            message["headers"] = _with_headers(list(message["headers"]), fault.headers)
        elif fault.cut_after is not None:
            body = message.get("body", b"")[: max(0, fault.cut_after - sent)]
            sent += len(body)
            await send({"type": "http.response.body", "body": body, "more_body": True})
            if sent >= fault.cut_after or not message.get("more_body", False):
                raise ConnectionCut
            return
        await send(message)

    return faulty_send


def _with_headers(raw: list[tuple[bytes, bytes]], headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    added = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    names = {name for name, _ in added}
    return [pair for pair in raw if pair[0] not in names] + added
