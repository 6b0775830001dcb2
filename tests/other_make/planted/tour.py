"""A tour of a server: requests to each operation, by each caller, with each input, built from the spec and the records.

The tour is the same on every server of a service. It shows which faults apply to the right server, and whether a
faulty server differs from it.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from attrs import define, field, frozen

from tests.other_make.planted.exchange import MISSING, TURNS, Answer, App, Exchange, Message, ask_without_waiting
from tests.other_make.planted.inputs import sample
from tests.other_make.planted.operations import BOUNDS, Input, Operation
from tests.other_make.planted.samples import records_named, values_of
from tests.other_make.planted.servers import CALLERS, Server

BEGINNING = datetime(2026, 3, 12, 8, 30, tzinfo=UTC)
SECONDS = {"bus": 30, "agent": 1, "chat": 1}
"""How far the clock moves with each request."""
UNKNOWN = "a caller without credentials"
TOKEN = "the bearer of a token"
"""The caller who signs in with the newest token of an answer."""
ROUNDS = 3
"""How often records are made and changed before the first read."""
RECORDS = 2
"""How many records of a kind are read."""


@define
class TourClock:
    """A clock that moves with each request."""

    service: str
    at: datetime = BEGINNING

    def __call__(self) -> datetime:
        return self.at

    def tick(self) -> None:
        self.at += timedelta(seconds=SECONDS[self.service])


@frozen
class Variant:
    """Inputs of a request: which ones are sent, and which bound one of them breaks."""

    sent: frozenset[str] | None = None
    """The optional inputs; None for all of them."""
    breaks: str = ""
    """The place of an input and a keyword, as `query/limit/maximum`."""
    choice: int = 0
    """Which of several values an input has."""


FULL, BARE = Variant(), Variant(frozenset())


def variants(operation: Operation, breaking: bool = True) -> Iterator[Variant]:
    """All kinds of inputs of an operation; `breaking`: also those that break a bound."""
    yield BARE
    yield FULL
    yield Variant(choice=1)
    for one in operation.inputs:
        if not one.required:
            yield Variant(frozenset({one.place}))
            yield Variant(frozenset({one.place}), choice=1)
        for keyword in BOUNDS if breaking else ():
            if (one.where == "path" and keyword != "format") or (
                one.where != "body" and keyword == "type" and "string" in one.kinds
            ):
                continue
            if keyword in one.schema or (keyword == "required" and one.required):
                yield Variant(frozenset({one.place}), breaks=f"{one.place}/{keyword}")


@define
class Visitor:
    """Sends requests to one server, by one caller after another."""

    server: Server
    app: App
    clock: TourClock
    visit: Callable[[Exchange, str, Variant, Answer | None], None]
    events: list[str] = field(factory=list)
    numbers: dict[str, int] = field(factory=dict)
    token: str = ""
    """The newest token that an answer gave, with which another caller signs in."""

    async def request(self, operation: Operation, caller: str, variant: Variant, record: int = 0) -> None:
        exchange = self.exchange(operation, caller, variant, record)
        if exchange is None:
            return
        self.clock.tick()
        try:
            answer = await ask_without_waiting(self.app, exchange)
        except Exception as error:  # a faulty server may fail in any way, which is its answer
            answer = Answer(500, (), repr(type(error)).encode())
        value = answer.json() if answer else None
        if isinstance(value, dict) and "access_token" in value:
            self.token = str(value["access_token"])
        self.visit(exchange, caller, variant, answer)

    def exchange(self, operation: Operation, caller: str, variant: Variant, record: int) -> Exchange | None:
        """A request with the inputs of a variant, about one of the records; None if there is no such record."""
        number = self.numbers[operation.id] = self.numbers.get(operation.id, 0) + 1
        headers = {"authorization": f"Bearer {self.token}"} if caller == TOKEN else {}
        headers = CALLERS[self.server.service].get(caller, headers)
        exchange = Exchange(operation, {}, {}, ()).with_headers(headers)
        records = records_named(self.server.state.root, operation, record)
        if records is None:
            return None
        for one in operation.inputs:
            place, broken = one.place, variant.breaks.startswith(f"{one.place}/")
            if one.where == "path":
                value = broken_value(one, variant.breaks) if broken else records[one.name]
            elif broken:
                value = broken_value(one, variant.breaks)
            elif one.name in ("directory", "workspace") and records:
                value = records.get(one.name, MISSING)
            elif not (one.required or variant.sent is None or place in variant.sent):
                value = MISSING
            else:
                choices = values_of(self.server, operation, one, number)
                value = choices[variant.choice % len(choices)] if choices else sample(one)
                if one.name == "workspace" and not choices:
                    value = MISSING
            if value is not MISSING:
                exchange = exchange.with_value(one.where, one.name, value)
        return exchange

    async def listen(self, operation: Operation, variant: Variant) -> "asyncio.Task[None]":
        """Read a stream of events from now on."""
        exchange = self.exchange(operation, "user", variant, 0)
        assert exchange is not None
        sent = False

        async def receive() -> Message:
            nonlocal sent
            if sent:
                await asyncio.Event().wait()
            sent = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            self.events.append(str(message.get("status") or message.get("body", b"").decode()))

        task = asyncio.ensure_future(_quietly(self.app(exchange.scope(), receive, send)))
        for _ in range(10):
            await asyncio.sleep(0)
        return task


async def _quietly(streaming: Any) -> None:
    with suppress(Exception):
        await streaming


async def tour(
    visitor: Visitor,
    focus: Operation | None = None,
    *,
    each: bool = False,
    breaking: bool = True,
    until_reads: bool = False,
) -> None:
    """Visit all operations.

    Args:
        visitor: Sends the requests.
        focus: The operation that is visited in all variants, with reads after each write.
        each: Visit all operations in all variants instead.
        breaking: Also break the bounds of inputs.
        until_reads: End when the records of the beginning exist.
    """
    spec = visitor.server.spec
    callers = [*CALLERS[spec.service], UNKNOWN]
    operations = [one for one in spec.operations.values() if not one.is_stream]
    streams = [one for one in spec.operations.values() if one.is_stream]
    reads = [one for one in operations if not one.is_write]
    writes = [one for one in operations if one.is_write]
    creations = [one for one in writes if not one.inputs_in("path")]
    changes = [one for one in writes if one.inputs_in("path") and one.method != "DELETE"]
    deletions = sorted((one for one in writes if one.method == "DELETE"), key=lambda one: -len(one.inputs_in("path")))
    listening = [await visitor.listen(one, variant) for one in streams for variant in (BARE, FULL)]

    async def read(everything: bool) -> None:
        for operation in reads:
            chosen = [*variants(operation, breaking)] if (operation == focus or each) and everything else [FULL, BARE]
            for caller in [*callers, *([TOKEN] if visitor.token else [])]:
                for variant in chosen:
                    for record in range(RECORDS):
                        await visitor.request(operation, caller, variant, record)
                        if not operation.inputs_in("path"):
                            break

    async def write(operations: list[Operation], chosen: list[Variant], looked: bool) -> None:
        for operation in operations:
            focused = looked and (operation == focus or each)
            for variant in [*variants(operation, breaking), FULL] if focused else chosen:
                if focused and not each and not variant.breaks:
                    await write([one for one in [*creations, *changes] if one != focus], [FULL], looked=False)
                is_first = each or operation != focus or variant in (BARE, FULL)
                for caller in callers if is_first else callers[::-1]:
                    for record in range(RECORDS if each or (operation == focus and not variant.choice) else 1):
                        await visitor.request(operation, caller, variant, record)
                if focused and not each and not variant.breaks:
                    await read(False)

    for _ in range(ROUNDS):
        await write(creations, [BARE, FULL], looked=False)
        await write(changes, [FULL], looked=False)
    if until_reads:
        for task in listening:
            task.cancel()
        return
    fresh = [one for one in creations if not any(body.is_id and body.required for body in one.inputs_in("body"))]
    for _ in range(0 if each else ROUNDS):  # records that nothing has changed yet
        await write(fresh, [BARE], looked=False)
    await read(True)
    await write(creations, [FULL], looked=True)
    if not each:
        await read(False)
    await write(changes[::-1], [BARE, FULL], looked=True)
    await write(changes, [FULL], looked=False)
    await read(True)
    await write(deletions, [BARE], looked=True)
    await read(True)
    for _ in range(TURNS):
        await asyncio.sleep(0)
    for task in listening:
        task.cancel()


def broken_value(one: Input, breaks: str) -> Any:
    """A value that breaks a bound of an input."""
    keyword = breaks.rsplit("/", maxsplit=1)[-1]
    bound: Any = one.schema.get(keyword)
    if keyword == "minimum":
        return bound - 1
    if keyword == "maximum":
        return bound + 1
    if keyword == "maxLength":
        return "x" * (bound + 1)
    values: dict[str, Any] = {
        "minLength": "",
        "pattern": "x",
        "enum": "other" if "string" in one.kinds else 99,
        "format": "no-such-form",
        "required": MISSING,
        "type": "text" if {"integer", "number", "boolean", "array", "object"} & {*one.kinds} else 7,
    }
    return values[keyword]
