"""Whether a planted fault can be seen: the right and the faulty server answer the same tour, and are compared.

A fault is not visible if, after each write of its operation, both answer every read of every caller alike, and the
operation itself, too. Ids and times of the chat server differ from run to run; they are numbered in the order in which
they are first answered.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from unittest.mock import patch
from uuid import UUID

from attrs import define, field, frozen

from tests.other_make import agent_state, records
from tests.other_make.planted.exchange import MISSING, Answer, Exchange
from tests.other_make.planted.operators import PlantedFault
from tests.other_make.planted.planting import planted
from tests.other_make.planted.tour import TourClock, Variant, Visitor, tour

RANDOM = re.compile(
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}"
    rb"|\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|\+00:00)"
)
"""Ids and times."""


@frozen
class Difference:
    """The first answer in which a faulty server differs from the right one."""

    number: int
    request: str
    right: str
    faulty: str


class _Found(Exception):
    """The servers differ."""


@define
class Transcript:
    """The answers of a tour, with numbers for ids and times."""

    service: str
    expected: "Transcript | None" = None
    lines: list[tuple[str, bytes]] = field(factory=list)
    numbers: dict[bytes, bytes] = field(factory=dict)

    def visit(self, exchange: Exchange, caller: str, variant: Variant, answer: Answer | None) -> None:
        inputs = f"{exchange.path} {exchange.query} {exchange.body}"
        self.add(f"{exchange.operation.id} by {caller} {inputs[:200]}", answer)

    def add(self, request: str, answer: Answer | None) -> None:
        if answer is None:
            line = b"waits"
        else:
            kind = dict(answer.headers).get(b"content-type", b"")
            line = b"%d %s %s" % (answer.status, kind, self.content(answer))
        self.append(request, line)

    def content(self, answer: Answer) -> bytes:
        value = answer.json()
        return answer.content if value is MISSING else json.dumps(value, separators=(",", ":")).encode()

    def append(self, request: str, line: bytes) -> None:
        if self.service != "bus":
            line = RANDOM.sub(lambda match: self.numbers.setdefault(match[0], b"#%d" % len(self.numbers)), line)
        self.lines.append((request, line))
        at = len(self.lines) - 1
        if self.expected is not None and [line for _, line in self.expected.lines[at : at + 1]] != [line]:
            raise _Found


@contextmanager
def _numbered_ids() -> Iterator[None]:
    """Number the ids of the servers, so that their order by text is the order of their creation in each run."""
    numbers = count(1)

    def uuid1() -> UUID:
        return UUID(int=next(numbers))

    with patch.object(records, "uuid1", uuid1), patch.object(agent_state, "uuid1", uuid1):
        yield


async def _visit(transcript: Transcript, service: str, name: str | None, operation: str) -> Transcript:
    clock = TourClock(service)
    with _numbered_ids():
        app = planted(service, name, clock)
        visitor = Visitor(app.server, app, clock, transcript.visit)
        await tour(visitor, app.server.spec.operations[operation])
    for event in visitor.events:
        transcript.append("event", event.encode())
    transcript.append("end", b"")
    return transcript


@cache
def _right(service: str, operation: str) -> Transcript:
    return asyncio.run(_visit(Transcript(service), service, None, operation))


def difference(fault: PlantedFault) -> Difference | None:
    """The first answer that differs, or None if the fault is not visible."""
    right = _right(fault.service, fault.operation)
    faulty = Transcript(fault.service, right)
    try:
        asyncio.run(_visit(faulty, fault.service, fault.name, fault.operation))
    except _Found:
        at = len(faulty.lines) - 1
        request, answer = faulty.lines[at]
        expected = right.lines[at][1] if at < len(right.lines) else b"nothing"
        return Difference(at, request, _around(expected, answer), _around(answer, expected))
    return None


def _around(text: bytes, other: bytes) -> str:
    """The part of an answer in which it differs from another."""
    start = next((at for at, pair in enumerate(zip(text, other, strict=False)) if pair[0] != pair[1]), 0)
    return text[max(start - 60, 0) : start + 120].decode("utf-8", "replace")
