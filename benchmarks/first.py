"""The first answer, event and stub of a process, including imports, compared with the import of httpx."""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from tempfile import TemporaryDirectory

from .child import output
from .imports import HIDDEN
from .imports import PROGRAM as IMPORT
from .race import Limit, Race, Runner

__all__ = ["RACES"]

# httpx is imported before the clock starts: its import is the unit, and no client could keep a budget that includes it.
PROGRAM = f"""
import sys, time
{HIDDEN}
import httpx
headers = {{{{"content-type": "application/json"}}}}
canned = httpx.MockTransport(lambda _: httpx.Response(200, headers=headers, content={{body!r}}))
start = time.perf_counter()
from trivet import AgentClient
AgentClient(transport=canned).{{call}}
print(time.perf_counter() - start)
"""
# A group with few records of its own, and the two groups with the most records.
CALLS = {
    "agent.list": ("agent.list()", b'{"data": []}'),
    "session.get": ('session.get("ses_1")', b'{"data": {"id": "ses_1"}}'),
    "config.get": ("config.get()", b'{"data": {}}'),
}


# After the client, a first event loads the decoders and the records of its group.
FIRST_EVENT = f"""
import sys, time
{HIDDEN}
from trivet import AgentClient
import trivet._core.answer_decoder
client = AgentClient()
start = time.perf_counter()
{{}}
print(time.perf_counter() - start)
"""
DECODE = "from trivet.agent._generated.events import decode_event\nassert type(decode_event({!r})).__name__ == {!r}"
DELTA = {"sessionID": "s", "messageID": "m", "partID": "p", "field": "text", "delta": "d"}
EVENTS = {
    "message.part.delta": DECODE.format(
        {"id": "e", "type": "message.part.delta", "payload": DELTA}, "MessagePartDeltaEvent"
    ),
    "session.updated": DECODE.format(
        {"id": "e", "type": "session.updated", "payload": {"sessionID": "s", "info": {"id": "s"}}},
        "SessionUpdatedEvent",
    ),
    "every event": "from trivet.agent._generated.events import Event",
}
FIRST_STUB = f"""
import sys, time
{HIDDEN}
from trivet_stubs import AgentStub
start = time.perf_counter()
AgentStub()
print(time.perf_counter() - start)
"""


@contextmanager
def _beginning(programs: Mapping[str, str]) -> Generator[Mapping[str, Runner], None, None]:
    with TemporaryDirectory(prefix="trivet-benchmark-") as folder:

        def runner(program: str) -> float:
            return float(output([sys.executable, "-c", program], f"{folder}/bytecode", folder))

        ours = {name: partial(runner, program) for name, program in programs.items()}
        yield {**ours, "httpx": partial(runner, IMPORT.format("import httpx"))}


ANSWERS = {name: PROGRAM.format(call=call, body=body) for name, (call, body) in CALLS.items()}

RACES = [
    Race(
        "first-answer",
        "import, agent client, first answer; httpx is imported already",
        partial(_beginning, ANSWERS),
        25,
        tuple(Limit("httpx", 0.45, name) for name in CALLS),
    ),
    Race(
        "first-event",
        "the modules that the first event of a kind loads, after the client",
        partial(_beginning, {name: FIRST_EVENT.format(line) for name, line in EVENTS.items()}),
        15,
        (
            Limit("httpx", 0.15, "message.part.delta"),
            Limit("httpx", 0.15, "session.updated"),
            Limit("httpx", 0.30, "every event"),
        ),
    ),
    Race(
        "first-stub",
        "the first AgentStub of a process",
        partial(_beginning, {"trivet": FIRST_STUB}),
        15,
        (Limit("httpx", 0.35, floor=0.27),),
    ),
]
