"""The time to the first answer of a new agent client, its import included, compared with the import of httpx."""

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

# httpx is imported before the clock starts: it is the unit, and with it included no client could keep the budget.
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
# A group with few records of its own, the group with the most, and the group with the second most.
CALLS = {
    "agent.list": ("agent.list()", b'{"data": []}'),
    "session.get": ('session.get("ses_1")', b'{"data": {"id": "ses_1"}}'),
    "config.get": ("config.get()", b'{"data": {}}'),
}


@contextmanager
def _answering() -> Generator[Mapping[str, Runner], None, None]:
    with TemporaryDirectory(prefix="trivet-benchmark-") as folder:

        def runner(program: str) -> float:
            return float(output([sys.executable, "-c", program], f"{folder}/bytecode", folder))

        ours = {who: partial(runner, PROGRAM.format(call=call, body=body)) for who, (call, body) in CALLS.items()}
        yield {**ours, "httpx": partial(runner, IMPORT.format("import httpx"))}


RACES = [
    Race(
        "first-answer",
        "import, agent client, first answer; httpx is imported already",
        _answering,
        25,
        tuple(Limit("httpx", 1.0, who) for who in CALLS),
    )
]
