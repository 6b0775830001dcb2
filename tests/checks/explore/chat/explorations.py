"""Walks on servers in process, on a clock that moves where a run waits."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.other_make.chat_server import chat_server
from tests.other_make.choices import Choices
from tests.other_make.records import KEYS
from trivet_checks import Budget, Credentials, Result, Selection, Target, suite
from trivet_checks.explore.run import Exploration
from trivet_stubs import ChatStub, Clock
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.serving.in_process import AsyncTransport

USERS = {"admin": "admin", "user": "alice", "other": "bob", "spare": "dave"}
SUITE = suite("chat")


def explored(
    transport: Any,
    callers: Mapping[str, Credentials | None],
    clock: Clock,
    *,
    ids: tuple[str, ...] = (),
    requests: int = 4000,
    seconds: float = 1e6,
    walks: int = 1,
    url: str = "http://chat.test",
    watch: Callable[[Target], None] = lambda target: None,
    **options: Any,
) -> Result:
    """The result of walks, by default of one walk of sixty steps."""
    with HttpClient(url, transport=transport) as client:
        budget = Budget(requests=requests, seconds=seconds, monotonic=clock.monotonic, pause=clock.advance)
        target = Target("chat", client, callers, allow_writes=True, budget=budget)
        watch(target)
        return Exploration(SUITE, target, Selection(ids=ids), walks=walks, **options).run()


def explore_stub(stub: ChatStub, users: Mapping[str, str] = USERS, **options: Any) -> Result:
    """Walk on a stub."""
    callers = {name: SUITE.credentials(stub.token(who), f"{name.upper()}_TOKEN") for name, who in users.items()}
    return explored(stub.async_transport(), callers, Clock(), **options)


def explore_other_make(
    faults: tuple[str, ...] = (),
    choices: Choices | None = None,
    app: Any = None,
    commits: Callable[[], float] | None = None,
    around: Callable[[Any, Clock], Any] = lambda transport, clock: transport,
    look: Callable[[Any], None] = lambda server: None,
    **options: Any,
) -> Result:
    """Walk on a chat server of another make.

    Args:
        faults: Its faults.
        choices: How it uses its freedoms.
        app: The server, in place of a fresh one.
        commits: After how many seconds it commits a write.
        around: Puts another transport around the one that leads to it.
        look: Looks at the server after the run.
        options: Further settings of the run.
    """
    chosen, clock = choices or Choices("chat"), Clock()
    scheme = {"bearer": "Bearer ", "key": "Key ", "bare": ""}[chosen.of("credentials")]
    callers = {name: Credentials("authorization", f"{scheme}{key}", f"{scheme}${name}") for name, key in KEYS.items()}
    server = app or chat_server(faults, clock=clock.monotonic, commits=commits, choices=chosen)
    result = explored(around(AsyncTransport(server, MultiLoopEvent()), clock), callers, clock, **options)
    look(server)
    return result


def failing(result: Result) -> dict[str, str]:
    """The stated rules and operations that are broken, with their reasons."""
    return {verdict.id: verdict.reason for verdict in result.verdicts if verdict.fails}


def walk_of(result: Result, rule: str) -> list[str]:
    """The lines of the walk that shows a rule broken."""
    [part] = [verdict.parts[0] for verdict in result.verdicts if verdict.id == rule]
    assert part.walk is not None
    return [line for line in part.walk.lines if not line.startswith("   The same: ")]
