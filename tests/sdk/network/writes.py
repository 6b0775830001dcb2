"""The matrix of writes: every operation that changes something, cut at every place, on every transport.

`python -m tests.sdk.network.writes` runs all of it and prints the figures; a test runs a selection.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from importlib import resources
from operator import attrgetter
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from starlette.types import Receive, Scope, Send

from tests.contract.examples import prepared
from tests.sdk.network.cutting_proxy import CUTS, Cut, CuttingProxy
from trivet import (
    AgentClient,
    AiohttpTransport,
    APIConnectionError,
    AsyncAgentClient,
    AsyncBusClient,
    AsyncChatClient,
    BusClient,
    ChatClient,
    TrivetError,
)
from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.serving.port import serve

__all__ = ["OPERATIONS", "PROBLEMS", "TRANSPORTS", "WriteCase", "WriteOutcome", "cases", "figures", "run"]

TRANSPORTS = ("sync", "async", "aiohttp")
HANG = 30.0
"""Seconds after which a call counts as one that never ends; its deadline is shorter."""

PROBLEMS = {
    "untyped": "untyped errors",
    "hang": "hangs",
    "duplicate": "duplicate writes",
    "leak": "leaked connections",
    "sent": "errors with a wrong `sent`",
    "lost": "successes without an effect, and failures without a cut",
    "unusable": "clients that are of no use afterwards",
}

SERVICES: dict[str, tuple[Any, Any, Any]] = {
    "agent": (AgentClient, AsyncAgentClient, AgentStub),
    "bus": (BusClient, AsyncBusClient, BusStub),
    "chat": (ChatClient, AsyncChatClient, ChatStub),
}
READS: dict[str, str] = {"agent": "config.get", "chat": "admin.ratings.summary"}
"""A call that changes nothing: it opens a connection before a write, and shows afterwards that the client works."""


def _writes() -> Iterator[tuple[str, str]]:
    """Yield every operation of the contracts that changes something."""
    for service in SERVICES:
        contract = json.loads(resources.files("trivet_stubs").joinpath(f"contracts/{service}.json").read_text("utf-8"))
        for item in contract["paths"].values():
            for method, operation in item.items():
                if method in ("post", "put", "patch", "delete") and not operation.get("x-retryable"):
                    yield service, operation["operationId"]


OPERATIONS = tuple(_writes())


class WriteCase(NamedTuple):
    """One call that is cut, over a new connection or one that was used before."""

    service: str
    operation: str
    cut: Cut
    connection: Literal["new", "used"]
    transport: str

    def __str__(self) -> str:
        return f"{self.operation} {self.cut}, {self.connection} connection, {self.transport}"


@dataclass
class WriteOutcome:
    """The outcome of a case."""

    case: WriteCase
    result: str = ""
    effects: int = 0
    problems: list[tuple[str, str]] = field(default_factory=list)

    def add(self, kind: str, what: object) -> None:
        """Record a problem."""
        assert kind in PROBLEMS
        self.problems.append((kind, f"{self.case}: {what}"))


def cases(
    operations: Iterable[tuple[str, str]] = OPERATIONS,
    cuts: Iterable[Cut] = CUTS,
    transports: Iterable[str] = TRANSPORTS,
) -> list[WriteCase]:
    """Return every case of a selection."""
    selected: list[WriteCase] = []
    for service, operation in operations:
        for cut in cuts:
            for connection in ("new", "used"):
                if cut.needs in (connection, "any"):
                    selected += [WriteCase(service, operation, cut, connection, transport) for transport in transports]
    return selected


class _Switch:
    """An ASGI app that passes requests to the stub of the running case."""

    def __init__(self) -> None:
        self.stub: Any = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.stub(scope, receive, send)


class _Clock:
    """A clock without pauses, which lets a service that refused connections accept them."""

    def __init__(self, now: Callable[[], datetime], listen: Callable[[], None]) -> None:
        self.now = now
        self._listen = listen

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float, /) -> None:
        self._listen()

    async def asleep(self, seconds: float, /) -> None:
        self._listen()


def run(chosen: Iterable[WriteCase]) -> list[WriteOutcome]:
    """Run cases, one after the other."""
    switch = _Switch()
    with serve(switch) as served:
        port = urlsplit(served.url).port
        assert port is not None
        return [_run(case, switch, port) for case in chosen]


def _run(case: WriteCase, switch: _Switch, port: int) -> WriteOutcome:
    outcome = WriteOutcome(case)
    sync_client, async_client, stub_class = SERVICES[case.service]
    with stub_class() as stub, CuttingProxy(port) as proxy:
        switch.stub = stub
        credentials = {"token": stub.admin_token} if case.service == "chat" else {}
        with sync_client(base_url="http://stub.test", transport=stub.transport(), **credentials) as client:
            arguments = prepared(case.service, case.operation, client, stub)
        before = stub.requests.count(case.operation)
        if case.cut.place != "before connecting":
            proxy.listen()
        clock = _Clock(stub.clock.now, proxy.listen)
        options = {"base_url": proxy.url, "timeout": 10.0, "deadline": 20.0, "clock": clock, **credentials}
        if case.transport == "sync":
            _bounded(outcome, lambda: _call(outcome, sync_client, options, arguments, proxy))
        else:
            if case.transport == "aiohttp":
                options["transport"] = AiohttpTransport()
            asyncio.run(_async_call(outcome, async_client, options, arguments, proxy))
        if still_open := proxy.open_after():
            outcome.add("leak", f"{still_open} connections")
        outcome.effects = stub.requests.count(case.operation) - before
    _judge(outcome, proxy)
    return outcome


def _bounded(outcome: WriteOutcome, call: Callable[[], None]) -> None:
    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join(HANG)
    if thread.is_alive():
        outcome.add("hang", f"{HANG} s")


def _call(outcome: WriteOutcome, make: Any, options: dict[str, Any], arguments: Any, proxy: CuttingProxy) -> None:
    positional, named = arguments
    case = outcome.case
    read, write = attrgetter(READS[case.service]), attrgetter(case.operation)
    with make(**options) as client:
        if case.connection == "used":
            read(client)()
        proxy.arm(case.cut)
        try:
            write(client)(*positional, **named)
        except Exception as error:
            _note(outcome, error, proxy)
        else:
            outcome.result = "value"
        try:
            read(client)()
        except Exception as error:
            outcome.add("unusable", repr(error))


async def _async_call(
    outcome: WriteOutcome, make: Any, options: dict[str, Any], arguments: Any, proxy: CuttingProxy
) -> None:
    positional, named = arguments
    case = outcome.case
    read, write = attrgetter(READS[case.service]), attrgetter(case.operation)
    try:
        async with asyncio.timeout(HANG), make(**options) as client:
            if case.connection == "used":
                await read(client)()
            proxy.arm(case.cut)
            try:
                await write(client)(*positional, **named)
            except Exception as error:
                _note(outcome, error, proxy)
            else:
                outcome.result = "value"
            try:
                await read(client)()
            except Exception as error:
                outcome.add("unusable", repr(error))
    except TimeoutError:
        outcome.add("hang", f"{HANG} s")


def _note(outcome: WriteOutcome, error: Exception, proxy: CuttingProxy) -> None:
    outcome.result = type(error).__name__
    if not isinstance(error, TrivetError):
        outcome.add("untyped", repr(error))
    elif not isinstance(error, APIConnectionError):
        outcome.add("lost", repr(error))  # after a cut there is no complete answer
    else:
        outcome.result += f" sent={error.sent}"
        if proxy.arrived and not error.sent:
            outcome.add("sent", f"{proxy.arrived} bytes arrived: {error!r}")


def _judge(outcome: WriteOutcome, proxy: CuttingProxy) -> None:
    """Compare the result with the requests that the service has received."""
    cut, effects = outcome.case.cut, outcome.effects
    if effects > 1:
        outcome.add("duplicate", f"{effects} requests")
    if outcome.result == "value" and effects != 1:
        outcome.add("lost", f"a value, and {effects} requests")
    if outcome.result.endswith("sent=False") and effects:
        outcome.add("sent", f"{effects} requests")
    must_succeed = cut.place in ("nowhere", "before connecting") or (cut.place == "answer" and not proxy.cut_short)
    if must_succeed and outcome.result != "value":
        outcome.add("lost", outcome.result)
    if proxy.cut_short and outcome.result == "value":
        outcome.add("lost", "a value of an answer that was cut")


def figures(outcomes: Iterable[WriteOutcome]) -> str:
    """Return tables of the problems of a run, and of the results of the calls at each place of a cut."""
    outcomes = list(outcomes)
    kinds = {
        transport: Counter(kind for one in outcomes if one.case.transport == transport for kind, _ in one.problems)
        for transport in TRANSPORTS
    }
    lines = [f"| | {' | '.join(TRANSPORTS)} |", "|---|" + "---|" * len(TRANSPORTS)]
    counts = Counter(outcome.case.transport for outcome in outcomes)
    lines.append(f"| cut writes | {' | '.join(str(counts[transport]) for transport in TRANSPORTS)} |")
    lines += [
        f"| {name} | {' | '.join(str(kinds[transport][kind]) for transport in TRANSPORTS)} |"
        for kind, name in PROBLEMS.items()
    ]
    lines += ["", "| cut | results, with effects |", "|---|---|"]
    for cut in CUTS:
        results = Counter(f"{outcome.result}, {outcome.effects}" for outcome in outcomes if outcome.case.cut == cut)
        lines.append(f"| {cut} | {'; '.join(f'{result}: {count}' for result, count in results.most_common())} |")
    return "\n".join(lines)


def main() -> int:
    """Run the whole matrix, print its figures and problems, and return the exit status."""
    begun = time.monotonic()
    outcomes = run(cases())
    gc.collect()
    print(figures(outcomes))
    problems = [f"{kind}: {what}" for outcome in outcomes for kind, what in outcome.problems]
    print(f"\n{len(outcomes)} cases, {len(problems)} problems, {time.monotonic() - begun:.0f} s")
    print("\n".join(problems[:100]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
