"""A trial: checks of a service against a stub in process, whose clock advances in place of every wait."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime

import trivet_stubs
from trivet_checks.checks.budget import Budget
from trivet_checks.checks.credentials import Credentials
from trivet_checks.checks.run import WALK, run
from trivet_checks.checks.suite import Selection, suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import Result
from trivet_stubs import AgentStub, BusStub, ChatStub, Clock
from trivet_stubs.agent import LIGHTHOUSE, Ask, Question, Reasoning, Step, Text, Todos, Tool
from trivet_stubs.kernel.clock import SINGAPORE
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.serving.upstream import Transport
from trivet_stubs.stub import Stub

_FOREVER = 1e9
_CREDENTIALS = ("trivet", "secret")
_TURN = (
    Todos(["Look", "Leap"]),
    Reasoning("Hm, ", "well."),
    Tool("read", input={"path": "README.md"}, output="# Lighthouse"),
    Tool("read", fails="there is no such file"),
    Text("Done."),
)
"""The agent's actions after a prompt, unless a check needs other ones."""
_ASKS_FOR_BASH: tuple[Step, ...] = (Tool("bash", input={"command": "true"}, asks="bash"), Text("Done."))
_ASKS_A_QUESTION: tuple[Step, ...] = (Question(Ask("Tea or coffee?", ["tea", "coffee"])), Text("Thank you."))

TURNS: Mapping[str, tuple[Step, ...]] = {
    "agent.permissions.reply-answers-the-request": _ASKS_FOR_BASH,
    "agent.questions.answers-fit-the-questions": _ASKS_A_QUESTION,
    "agent.questions.reject-ends-the-question": _ASKS_A_QUESTION,
    "agent.questions.reply-answers-the-question": _ASKS_A_QUESTION,
    "agent.sessions.busy-is-409": _ASKS_FOR_BASH,
    "agent.sessions.immediate-before-deferred": _ASKS_FOR_BASH,
    "agent.sessions.wait-returns-when-idle": _ASKS_FOR_BASH,
}
"""From the id of a rule to the script of the first prompt of its check."""
_WALK = (
    (_ASKS_FOR_BASH, "Run the command"),
    (_ASKS_A_QUESTION, "Ask me"),
    (_ASKS_A_QUESTION, "Ask me"),
)
"""The scripts of the prompts of the walk, in their order, and what the prompts say; any other is echoed."""
_MORE_USERS = 60  # more than a page holds by default
_MORNING = datetime(2025, 6, 16, 6, 30, tzinfo=SINGAPORE)
"""An hour at which buses run, and some services have fewer than three of them: at night no rule of theirs shows."""
_USERS = {"user": "alice", "other": "bob", "spare": "erin"}


def new_stub(service: str) -> Stub:
    """A stub of a service with its built-in data, which asks for credentials.

    >>> new_stub("bus")
    <BusStub after 0 requests>
    """
    if service == "agent":
        return AgentStub(credentials=_CREDENTIALS)
    if service == "chat":
        return ChatStub(users=_MORE_USERS)
    if service == "bus":
        return BusStub(clock=Clock(_MORNING))
    stub: Stub = getattr(trivet_stubs, f"{service.capitalize()}Stub")()
    return stub


@contextmanager
def target_of(stub: Stub, transport: Transport | None = None) -> Generator[Target, None, None]:
    """Yield a stub as a target of checks, with all callers, and with writes allowed.

    >>> with BusStub() as stub, target_of(stub) as target:
    ...     assert target.caller("user").call("stops.list").ok

    Args:
        stub: The stub.
        transport: A transport that leads to the stub through something else, such as a proxy.
    """
    service: str = stub.state.service
    tried = suite(service)
    callers: dict[str, Credentials | None] = {
        name: tried.credentials(token, f"{name.upper()}_TOKEN") for name, token in tokens_of(stub).items()
    }
    if tried.optional_callers:
        callers.setdefault("user", None)
    budget = Budget(requests=100_000, seconds=_FOREVER, longest_wait=_FOREVER, pause=stub.clock.advance)
    options = {"directory": LIGHTHOUSE, "committed": "keeper.txt"} if isinstance(stub, AgentStub) else {}
    header = tried.scheme("token")[0]
    with HttpClient(f"http://{service}.test", transport=transport or stub.async_transport()) as client:
        yield Target(service, client, callers, allow_writes=True, budget=budget, options=options, header=header)


def try_rules(stub: Stub, ids: Sequence[str] = ()) -> Result:
    """Try rules on a stub, by default all.

    >>> try_rules(BusStub(), ["bus.stops.code-filter"]).of("broken")
    []
    """
    with target_of(stub) as target:
        return try_on(target, stub, ids)


def try_on(target: Target, stub: Stub, ids: Sequence[str] = ()) -> Result:
    """Try rules on the target of a stub; an agent stub plays the script that each check needs.

    >>> with BusStub() as stub, target_of(stub) as target:
    ...     result = try_on(target, stub)
    """

    def before_each(_done: int, _all: int, rule: str) -> None:
        if isinstance(stub, AgentStub):
            prepare(stub, rule)
            if not stub.scripts and rule != WALK:
                stub.script(*_TURN)

    return run(suite(target.service), target, Selection(ids=ids), before_each)


def tokens_of(stub: Stub) -> dict[str, str]:
    """The token of each caller of a stub, by its name.

    >>> tokens_of(BusStub())
    {'user': 'stub-key'}
    """
    if isinstance(stub, ChatStub):
        return {"admin": stub.admin_token, **{name: stub.token(who) for name, who in _USERS.items()}}
    if isinstance(stub, AgentStub):
        credentials = stub.credentials
        return (
            {}
            if credentials is None
            else {"user": credentials if isinstance(credentials, str) else ":".join(credentials)}
        )
    tokens = list(stub.client_credentials().values())
    return {"user": tokens[0]} if tokens else {}


def prepare(stub: AgentStub, rule: str) -> None:
    """Give the stub the script that the check of a rule needs, if any.

    >>> prepare(stub, "agent.permissions.reply-answers-the-request")
    """
    stub.scripts.clear()
    if rule in TURNS:
        stub.script(*TURNS[rule])
    for steps, prompt in _WALK if rule == WALK else ():
        stub.script(*steps, prompt=prompt)
