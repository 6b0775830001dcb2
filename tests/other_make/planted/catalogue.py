"""The list of all planted faults of a service: where each operator applies.

It follows from the spec and from a tour of the right server, so that a new operation brings its faults with it.
"""

import asyncio
import json
from functools import cache
from typing import Any

from tests.other_make.planted.exchange import MISSING, Answer, Exchange, ask
from tests.other_make.planted.json_paths import places
from tests.other_make.planted.operations import Operation
from tests.other_make.planted.operators import PlantedFault, Seen
from tests.other_make.planted.planting import OPERATORS
from tests.other_make.planted.servers import SERVICES, Server, server
from tests.other_make.planted.state import members
from tests.other_make.planted.tour import UNKNOWN, TourClock, Variant, Visitor, tour

TYPES = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
    type(None): "null",
}
IDS = ("id", "created_at", "updated_at")


class Observer:
    """Keeps the observations of a tour for each operation."""

    def __init__(self, right: Server) -> None:
        self.server = right
        self.seen = {operation: Seen() for operation in right.spec.operations}
        self.kinds: dict[str, set[str]] = {}
        self.streams = [one for one in right.spec.operations.values() if one.is_stream]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve, and look at the records before and after."""
        match = self.server.spec.match(scope["method"], scope["path"])
        if match is None or not match[0].is_write:
            await self.server.app(scope, receive, send)
            return
        operation, before = match[0], self.server.state.copy()
        await self.server.app(scope, receive, send)
        seen = self.seen[operation.id]
        for change in self.server.state.changes(before):
            seen.parts.add(change.part)
            if change.before is MISSING or change.after is MISSING:
                continue
            node = self.server.state.root
            for step in change.path[:-1]:
                node = (members(node) or {})[step]
            if isinstance(node, dict) and "id" in node:
                head = change.part.rpartition("/")[0]
                seen.kept |= {f"{head}/{name}" for name in node if name.isidentifier() and name not in IDS}

    def visit(self, exchange: Exchange, caller: str, variant: Variant, answer: Answer | None) -> None:
        if answer is None:
            return
        seen = self.seen[exchange.operation.id]
        seen.statuses.add(answer.status)
        kinds = self.kinds.setdefault(exchange.operation.id, set())
        if answer.status in (401, 403) and caller == UNKNOWN:
            kinds.add("anonymous")
        elif answer.is_success:
            kinds.add("success")
        value = answer.json()
        self.server.remember_secrets(exchange.body)
        self.server.remember_secrets(value)
        if value is MISSING:
            return
        for path, member in [((), value), *places(value, exchange.operation, self.server.spec)]:
            if path:
                seen.fields.setdefault(path, set()).add(TYPES.get(type(member), "null"))
            if isinstance(member, list):
                seen.longest[path] = max(seen.longest.get(path, 0), len(member))

    def visit_refused(self, exchange: Exchange, caller: str, variant: Variant, answer: Answer | None) -> None:
        """Keep which bounds the server enforces."""
        statuses = (400, 404, 422) if variant.breaks.startswith("path/") else (400, 422)
        if variant.breaks and answer is not None and answer.status in statuses:
            self.seen[exchange.operation.id].refusals.add(variant.breaks)

    async def look_for_others(self) -> None:
        """Find inputs whose neighbours can stand in for the named record, and operations that others alone may do."""
        visitor = Visitor(self.server, self.server.app, TourClock(self.server.service), lambda *_: None)
        for operation in self.server.spec.operations.values():
            for caller in self.server.callers:
                await self.look_for_refusals(visitor, operation, caller)
            for one in operation.inputs if not operation.is_stream else ():
                for caller in self.server.callers if one.is_id else ():
                    exchange = visitor.exchange(operation, caller, Variant(), 0)
                    named = exchange.value(one.where, one.name) if exchange else None
                    if exchange is None or not isinstance(named, str) or operation.marks.get("x-by-hand"):
                        continue
                    before = self.server.state.copy()
                    for neighbour in self.server.state.neighbours(named)[:40]:
                        if (await ask(self.server.app, exchange.with_value(one.where, one.name, neighbour))).is_success:
                            self.seen[operation.id].moved.add(one.place)
                            break
                    self.server.state.restore(before)

    async def look_for_refusals(self, visitor: Visitor, operation: Operation, caller: str) -> None:
        exchange = visitor.exchange(operation, caller, Variant(), 0)
        if exchange is None or operation.is_stream or operation.id.endswith(".wait"):
            return
        before = self.server.state.copy()
        refusal = await ask(self.server.app, exchange)
        for credentials in self.server.callers.values() if refusal.status in (403, 404) else ():
            if (await ask(self.server.app, exchange.with_headers(credentials))).is_success:
                self.seen[operation.id].refused.add("another")
                break
        self.server.state.restore(before)


async def _observed(service: str) -> tuple[Server, dict[str, Seen]]:
    clock = TourClock(service)
    right = server(service, clock)
    observer = Observer(right)
    visitor = Visitor(right, observer, clock, observer.visit)
    await tour(visitor, each=True, breaking=False)
    observer.server = server(service, TourClock(service))
    strict = Visitor(observer.server, observer.server.app, TourClock(service), observer.visit_refused)
    await tour(strict, each=True)
    again = server(service, TourClock(service))
    observer.server = again
    await tour(Visitor(again, again.app, TourClock(service), lambda *_: None), until_reads=True)
    await observer.look_for_others()
    for name, kinds in observer.kinds.items():
        if "success" in kinds:
            observer.seen[name].refused |= kinds - {"success"}
    for operation in observer.streams:
        for event in _events(visitor.events):
            for path, member in [((), event), *places(event, operation, right.spec)]:
                if path:
                    observer.seen[operation.id].fields.setdefault(path, set()).add(TYPES.get(type(member), "null"))
        observer.seen[operation.id].is_stream = True
    return right, observer.seen


def _events(messages: list[str]) -> list[Any]:
    data = [message.partition("data: ")[2] for message in messages]
    return [json.loads(text) for text in data if text]


@cache
def faults(service: str) -> tuple[PlantedFault, ...]:
    """All faults that apply to the server of a service, in the order of their names."""
    right, seen = asyncio.run(_observed(service))
    found = {
        PlantedFault(service, operator.name, operation.id, place)
        for operation in right.spec.operations.values()
        for operator in OPERATORS.values()
        for place in operator.places(operation, seen[operation.id], right)
    }
    return tuple(sorted(found, key=lambda fault: fault.name))


def all_faults() -> tuple[PlantedFault, ...]:
    """The faults of all services, in the order of their names."""
    return tuple(fault for service in SERVICES for fault in faults(service))
