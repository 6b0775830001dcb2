"""Operators on the effect of a write: left out, done twice, to a neighbour, undone later, by a caller who may not."""

from collections.abc import Iterator

from tests.other_make.planted.exchange import MISSING, Answer, Exchange
from tests.other_make.planted.operations import Operation
from tests.other_make.planted.operators import Handling, PlantedFault, Seen, register
from tests.other_make.planted.servers import CALLERS, Server
from tests.other_make.planted.state import members

LATER = 3
"""After how many further requests an effect is undone."""
EMPTY = {str: "", bool: False, int: 0, float: 0.0, list: [], dict: {}}


def writes(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    if operation.is_write and seen.parts:
        yield ""


def parts(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    if operation.is_write:
        yield from seen.parts if len(seen.parts) > 1 else ()


def optional_fields(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    yield from (one.place for one in operation.inputs_in("body") if operation.is_write and not one.required)


def ids(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    yield from (one.place for one in operation.inputs if one.is_id and one.place in seen.moved)


def refused_callers(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    for caller in seen.refused:
        yield f"{caller}/answered"
        if operation.is_write:
            yield f"{caller}/in-secret"


def kept_fields(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    if operation.is_write:
        yield from seen.kept


@register("left-out", writes)
class LeftOut(Handling):
    """The effect of a write is left out, and it is answered as a success."""

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        before = server.state.copy()
        answer = await server.ask(exchange)
        server.state.restore(before)
        return answer


@register("left-out-in", parts)
class LeftOutIn(Handling):
    """One part of the effect of a write is left out: a field of a record, a collection of records."""

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        before = server.state.copy()
        answer = await server.ask(exchange)
        for change in server.state.changes(before):
            if change.part == self.place:
                server.state.take_back(change)
        return answer


@register("input-ignored", optional_fields)
class InputIgnored(Handling):
    """An optional field of the body has no effect."""

    def rewrite(self, exchange: Exchange) -> Exchange:
        where, name = self.place.split("/")
        return exchange.with_value(where, name, MISSING)


@register("twice", writes)
class Twice(Handling):
    """A write is done twice, and answered once."""

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        answer = await server.ask(exchange)
        if answer.is_success:
            await server.ask(exchange)
        return answer


@register("neighbour", ids)
class Neighbour(Handling):
    """The effect is one on a neighbour of the record that the request names; a read shows the neighbour."""

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        where, name = self.place.split("/")
        before = server.state.copy()
        answer = await server.ask(exchange)
        named = exchange.value(where, name)
        if not answer.is_success or not isinstance(named, str):
            return answer
        after = server.state.copy()
        server.state.restore(before)
        for neighbour in server.state.neighbours(named):
            other = await server.ask(exchange.with_value(where, name, neighbour))
            if other.is_success:
                return answer if exchange.operation.is_write else other
        server.state.restore(after)
        return answer


@register("undone-later", writes)
class UndoneLater(Handling):
    """The effect of a write is undone after three further requests."""

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        before = server.state.copy()
        answer = await server.ask(exchange)
        changes = server.state.changes(before)

        def undo() -> None:
            for change in changes:
                server.state.take_back(change)

        if changes:
            server.later.append((LATER + 1, undo))
        return answer


@register("not-permitted", refused_callers)
class NotPermitted(Handling):
    """A caller who may not does it all the same, and is answered, or is refused although it is done."""

    def __init__(self, fault: PlantedFault) -> None:
        super().__init__(fault)
        self.caller, self.how = fault.place.split("/")
        one_caller = len(CALLERS[fault.service]) == 1
        self.statuses = (403, 404) if self.caller == "another" else (401, 403) if one_caller else (401,)

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        refusal = await server.ask(exchange)
        if refusal.status not in self.statuses:
            return refusal
        for credentials in server.callers.values():
            answer = await server.ask(exchange.with_headers(credentials))
            if answer.is_success:
                return answer if self.how == "answered" else refusal
        return refusal


@register("field-reset", kept_fields)
class FieldReset(Handling):
    """A write empties another field of the record that it changes."""

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        before = server.state.copy()
        answer = await server.ask(exchange)
        changes = server.state.changes(before)
        changed = {change.path for change in changes}
        path, _, name = self.place.rpartition("/")
        for change in changes:
            record = change.path[:-1]
            if "/".join(change.part.split("/")[:-1]) != path or (*record, name) in changed:
                continue
            node = server.state.root
            for step in record:
                node = (members(node) or {})[step]
            if isinstance(node, dict) and name in node:
                node[name] = EMPTY.get(type(node[name]))
        return answer
