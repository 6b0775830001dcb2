"""The matrix: operations, behaviours and transports, many cases at once, each with its outcome."""

from __future__ import annotations

import asyncio
import gc
import os
import ssl
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple

import trivet
from tests.sdk.exposure import LogWatch
from tests.sdk.network._async import operations as async_calls
from tests.sdk.network.behaviours import BEHAVIOURS, Behaviour
from tests.sdk.network.behaviours.keep_alive import UNASKED
from tests.sdk.network.credentials import ACCOUNT_KEY, ASCII_HEADER, CUSTOM_HEADER, FINDER, PASSWORD, TOKEN
from tests.sdk.network.operations import OPERATIONS, Operation
from tests.sdk.network.raw_server import RawServer
from tests.sdk.network.routes import ROUTES, client_context
from trivet import APIConnectionError, APIStatusError, DecodeError, TrivetError

__all__ = ["HANG", "PROBLEMS", "TRANSPORTS", "Case", "Outcome", "Report", "cases", "run"]

TRANSPORTS = ("sync", "async", "aiohttp")

DEADLINE = 2.0
HANG = 15.0
"""A call that takes longer hangs: its deadline, and far more than a busy machine needs."""

AT_ONCE = {"sync": 48, "async": 24}
"""Cases that run together; more of them in one event loop would miss their deadlines on a busy machine."""

HEAVY_AT_ONCE = 2
MAX_BODY = 4_000_000

PROBLEMS = {
    "untyped": "errors that are no `TrivetError`",
    "hang": "calls that hang, longer than 15 s",
    "duplicate": "writes that arrive twice",
    "resent": "reads that arrive more often than the client retries",
    "secret": "errors that show a secret",
    "leak": "connections that a closed client leaves open",
    "taken in": "values made of an answer that is not whole or not valid",
    "other": "errors of another class than the behaviour states",
    "sent": "errors that state wrongly that nothing was sent, or that something was",
    "file": "files left of a refused answer",
    "requests": "calls that send another number of requests than the behaviour states",
    "confused": "answers to no request, taken for a call's own",
    "fault": "redirects followed, cookies sent, broken connections used again",
}

TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Loading certificates takes longer than a case; nothing here is encrypted."""


class QuickClock:
    """The system's clock, but with pauses of at most 0.05 s."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float, /) -> None:
        time.sleep(min(seconds, 0.05))

    async def asleep(self, seconds: float, /) -> None:
        await asyncio.sleep(min(seconds, 0.05))


class Case(NamedTuple):
    """One client that makes the calls of one operation to a server with one behaviour."""

    operation: Operation
    behaviour: Behaviour
    transport: str

    def is_possible(self) -> bool:
        """Whether the behaviour concerns the operation."""
        if self.behaviour.operations:
            return self.operation.name in self.behaviour.operations
        return not self.operation.special and (self.operation.streams or not self.behaviour.events)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The right results of its calls; none for any of them."""
        behaviour, operation = self.behaviour, self.operation
        if operation.streams:
            return ()
        if self.transport == "aiohttp" and behaviour.on_aiohttp:
            return behaviour.on_aiohttp
        return behaviour.in_parts if operation.in_parts and behaviour.in_parts else behaviour.outcomes

    def deadline(self, deadline: float) -> float:
        """Return the deadline of a call, which must not end one on a busy machine that has to end otherwise."""
        return HANG if self.outcomes and "APITimeoutError" not in self.outcomes else deadline

    def __str__(self) -> str:
        return f"{self.behaviour.name} {self.operation.name} {self.transport}"


@dataclass
class Outcome:
    """The outcome of a case.

    Attributes:
        case: The case.
        results: For each call `value`, or the class of its error.
        seconds: The time of the longest call.
        problems: The kinds of problems, with details.
    """

    case: Case
    results: list[str] = field(default_factory=list)
    seconds: float = 0.0
    problems: list[tuple[str, str]] = field(default_factory=list)

    def add(self, kind: str, what: str) -> None:
        """Record a problem."""
        assert kind in PROBLEMS
        self.problems.append((kind, what))


@dataclass
class Report:
    """The outcomes of a run."""

    outcomes: list[Outcome]
    log: LogWatch
    sockets: int

    def problems(self) -> list[str]:
        """Return one line for each problem."""
        lines = [f"{kind}: {outcome.case}: {what}" for outcome in self.outcomes for kind, what in outcome.problems]
        lines += [f"log: {record}" for record in sorted(self.log.exposed)] + [
            f"asyncio: {error}" for error in self.log.untidy
        ]
        return lines + (
            [f"sockets: {self.sockets} are still open after every client was closed"] if self.sockets else []
        )

    def count(self, kind: str, transport: str | None = None) -> int:
        """Return how many cases have a kind of problem."""
        chosen = [outcome for outcome in self.outcomes if transport in (None, outcome.case.transport)]
        return sum(any(kind == problem for problem, _ in outcome.problems) for outcome in chosen)


def cases(
    operations: Iterable[str] = OPERATIONS,
    behaviours: Iterable[str] = BEHAVIOURS,
    transports: Iterable[str] = TRANSPORTS,
) -> Iterator[Case]:
    """Yield every case of a selection."""
    for name in behaviours:
        for operation in operations:
            case = Case(OPERATIONS[operation], BEHAVIOURS[name], "")
            if case.is_possible():
                known = ROUTES[case.behaviour.via].transports
                yield from (case._replace(transport=transport) for transport in transports if transport in known)


def run(chosen: Iterable[Case], *, deadline: float = DEADLINE) -> Report:
    """Run many cases at once, but only a few that move much data; `deadline` is for each call."""
    chosen = list(chosen)
    threaded = [case for case in chosen if case.transport == "sync"]
    tasks = [case for case in chosen if case.transport != "sync"]
    before = open_sockets()
    with LogWatch(FINDER).watching() as log:
        outcomes = asyncio.run(_run_tasks(tasks, deadline)) if tasks else []
        heavy = threading.Semaphore(HEAVY_AT_ONCE)
        with ThreadPoolExecutor(AT_ONCE["sync"]) as threads:
            outcomes += threads.map(lambda case: _run_sync(case, heavy, deadline), threaded)
    gc.collect()
    return Report(outcomes, log, max(0, open_sockets() - before))


def open_sockets() -> int:
    """Return how many sockets this process holds; 0 where the system does not show it."""
    count = 0
    for entry in Path("/proc/self/fd").glob("*"):
        try:
            count += str(entry.readlink()).startswith("socket:")
        except OSError:  # closed meanwhile
            continue
    return count


def options(case: Case, server: RawServer, make: Any, deadline: float = DEADLINE) -> dict[str, Any]:
    """Return the arguments of a client."""
    route = ROUTES[case.behaviour.via]
    arguments: dict[str, Any] = {
        "base_url": server.url,
        "timeout": deadline / 2,
        "deadline": deadline,
        "max_retries": 1,
        "headers": {"x-gateway-key": CUSTOM_HEADER},
        "clock": QuickClock(),
    }
    if "max_body" in signature(make.__init__).parameters:
        arguments["max_body"] = MAX_BODY
    credentials = {"bus": {"account_key": ACCOUNT_KEY}, "chat": {"token": TOKEN}}
    arguments |= credentials.get(case.operation.service) or {"auth": trivet.Basic("me", PASSWORD)}
    connecting: dict[str, Any] = {"proxy": route.proxy.format(port=server.port)} if route.proxy else {}
    if route.base_url.startswith("https:"):
        connecting["verify"] = client_context()
    if case.transport == "aiohttp":
        arguments["transport"] = aiohttp_transport(**connecting)
        arguments["headers"] = {"x-gateway-key": ASCII_HEADER}  # aiohttp cannot send others
    else:
        arguments |= connecting
    return arguments


def aiohttp_transport(**arguments: Any) -> Any:
    """Return the transport over aiohttp that the docs recommend."""
    arguments = {"verify": TLS} | arguments
    own = getattr(trivet, "AiohttpTransport", None)
    if own is not None:
        return own(**arguments)
    from httpx_aiohttp import AiohttpTransport  # noqa: PLC0415  only one of the two is needed

    return AiohttpTransport(**arguments)


@contextmanager
def _server(case: Case) -> Iterator[RawServer]:
    route = ROUTES[case.behaviour.via]
    server = RawServer(case.behaviour.run, case.operation.good, prologue=case.operation.prologue, enter=route.enter)
    server.url = route.base_url.format(port=server.port)
    server.__enter__()
    yield server
    # The caller stops it: the end of a task's server must not block the loop.


def _run_sync(case: Case, heavy: threading.Semaphore, deadline: float) -> Outcome:
    with heavy if case.behaviour.heavy else nullcontext():
        return _sync_case(case, case.deadline(deadline))


def _sync_case(case: Case, deadline: float) -> Outcome:
    from tests.sdk.network._sync import operations as sync_calls  # noqa: PLC0415  a program derives it first

    outcome, errors = Outcome(case), []
    call, make = sync_calls.OPERATIONS[case.operation.name], sync_calls.CLIENTS[case.operation.service]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, _server(case) as server:
        client = make(**options(case, server, make, deadline))
        for number in range(case.behaviour.calls):
            time.sleep(case.behaviour.pause if number else 0)
            begun = time.monotonic()
            try:
                _note_value(outcome, call(client, _subfolder(folder, number)))
            except Exception as error:
                errors.append(error)
                _note_error(outcome, error, server, Path(folder, str(number)))
            outcome.seconds = max(outcome.seconds, time.monotonic() - begun)
        begun = time.monotonic()
        client.close()
        outcome.seconds = max(outcome.seconds, time.monotonic() - begun)
        _note_server(outcome, server, server.open_after())
        server.stop()
    return _finished(outcome, errors)


async def _run_tasks(chosen: list[Case], deadline: float) -> list[Outcome]:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(AT_ONCE["async"]))
    light, heavy = asyncio.Semaphore(AT_ONCE["async"]), asyncio.Semaphore(HEAVY_AT_ONCE)

    async def one(case: Case) -> Outcome:
        async with heavy if case.behaviour.heavy else light:
            return await _async_case(case, case.deadline(deadline))

    return await asyncio.gather(*(one(case) for case in chosen))


async def _async_case(case: Case, deadline: float) -> Outcome:
    outcome, errors = Outcome(case), []
    call, make = async_calls.OPERATIONS[case.operation.name], async_calls.CLIENTS[case.operation.service]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, _server(case) as server:
        client = make(**options(case, server, make, deadline))
        for number in range(case.behaviour.calls):
            await asyncio.sleep(case.behaviour.pause if number else 0)
            begun = time.monotonic()
            try:
                async with asyncio.timeout(max(HANG, 2 * deadline)):
                    _note_value(outcome, await call(client, _subfolder(folder, number)))
            except Exception as error:
                errors.append(error)
                if isinstance(error, TimeoutError) and time.monotonic() - begun >= HANG:
                    outcome.results.append("none")  # the call has not ended by itself
                else:
                    _note_error(outcome, error, server, Path(folder, str(number)))
            outcome.seconds = max(outcome.seconds, time.monotonic() - begun)
        begun = time.monotonic()
        await client.aclose()
        outcome.seconds = max(outcome.seconds, time.monotonic() - begun)
        _note_server(outcome, server, await asyncio.to_thread(server.open_after))
        await asyncio.to_thread(server.stop)
    return _finished(outcome, errors)


def _subfolder(folder: str, number: int) -> Path:
    """Make a folder for a call: an export replaces no file that the user did not name."""
    path = Path(folder, str(number))
    path.mkdir()
    return path


def _note_value(outcome: Outcome, value: Any) -> None:
    outcome.results.append("value")
    case = outcome.case
    operation = case.operation
    fails = {"json": operation.decodes, "empty": operation.decodes and not operation.empty, "wire": True, "": False}
    wrong = case.outcomes and "value" not in case.outcomes
    if not operation.streams and (wrong or fails[case.behaviour.fails]):
        outcome.add("taken in", repr(value)[:100])


def _note_error(outcome: Outcome, error: Exception, server: RawServer, folder: Path) -> None:
    outcome.results.append(type(error).__name__)
    case, kinds = outcome.case, {kind.__name__ for kind in type(error).__mro__}
    right = kinds.intersection(case.outcomes)
    if "APITimeoutError" in kinds:  # it is also an APIConnectionError
        right &= {"APITimeoutError"}
    if case.outcomes and not right:
        outcome.add("other", f"{type(error).__name__}: {str(error)[:200]}")
    if isinstance(error, APIConnectionError) and not case.operation.prologue:
        if error.sent and case.behaviour.unsent and not case.operation.streams:
            outcome.add("sent", f"nothing was sent: {str(error)[:200]}")
        if not error.sent and server.arrivals and case.operation.writes:
            outcome.add("sent", f"a request has arrived: {str(error)[:200]}")
    # An export keeps what has arrived under its temporary name, a download only what it can go on with.
    left = [path.name for path in folder.iterdir() if case.operation.prologue or path.suffix != ".trivet-part"]
    if isinstance(error, DecodeError) and left:
        outcome.add("file", ", ".join(left))
    if not isinstance(error, TrivetError):
        place = traceback.extract_tb(error.__traceback__)[-1]
        outcome.add("untyped", f"{type(error).__name__}: {str(error)[:200]} at {place.filename}:{place.lineno}")
    # Within a call there is no pause in which a client could see such bytes before it sends the next request.
    could_see = outcome.case.operation.requests is not None or not outcome.case.behaviour.pause
    if could_see and isinstance(error, APIStatusError) and error.status == int(UNASKED[:3]):
        outcome.add("confused", str(error)[:100])
    for where in FINDER.places(error):
        outcome.add("secret", where)


def _note_server(outcome: Outcome, server: RawServer, still_open: int) -> None:
    case = outcome.case
    if still_open:
        outcome.add("leak", f"{still_open} of {len(server.conversations)} connections")
    for fault in sorted(set(server.faults)):
        outcome.add("fault", fault)
    most = case.operation.requests
    if case.behaviour.refused and case.operation.writes:
        most = 2
    if most is not None and len(server.arrivals) > most * case.behaviour.calls:
        kind = "duplicate" if case.operation.writes else "resent"
        outcome.add(kind, f"{len(server.arrivals)} requests for {case.behaviour.calls} calls")
    if case.behaviour.attempts is not None and case.operation.requests is not None:
        once = case.operation.writes and not case.behaviour.refused
        right = case.behaviour.calls * (1 if once else case.behaviour.attempts)
        if len(server.arrivals) != right:
            outcome.add("requests", f"{len(server.arrivals)}, not {right}")


def _finished(outcome: Outcome, errors: list[Exception]) -> Outcome:
    """Drop the errors, which were kept so far: connections must be closed even if errors are not garbage-collected."""
    errors.clear()
    if outcome.seconds > HANG:
        outcome.add("hang", f"{outcome.seconds:.1f} s")
    return outcome


def tally(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Count the results of calls."""
    return Counter(result for outcome in outcomes for result in outcome.results)


def memory() -> int:
    """Return the most memory that this process has used, in bytes; 0 where the system does not show it."""
    try:
        import resource  # noqa: PLC0415  not on Windows
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if os.uname().sysname == "Darwin" else 1024)
