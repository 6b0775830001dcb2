"""A trial: checks of the agent service against a stub in process, whose clock stands in for every wait."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from trivet_checks.checks.budget import Budget
from trivet_checks.checks.credentials import Credentials
from trivet_checks.checks.run import run
from trivet_checks.checks.suite import Selection, suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import Result
from trivet_checks.mutants.trial import prepare
from trivet_stubs.agent import AgentStub
from trivet_stubs.agent.seed import LIGHTHOUSE
from trivet_stubs.serving.bounded_http_client import HttpClient

_VARIABLE = "TRIVET_AGENT_USER_TOKEN"


def caller_of(stub: AgentStub) -> Credentials | None:
    """The credentials that the stub asks for; None if it asks for none."""
    credentials = stub.credentials
    if credentials is None:
        return None
    return suite("agent").credentials(credentials if isinstance(credentials, str) else ":".join(credentials), _VARIABLE)


@contextmanager
def target_of(
    stub: AgentStub,
    *,
    directory: str | None = LIGHTHOUSE,
    allow_writes: bool = True,
    committed: str | None = "keeper.txt",
    budget: Budget | None = None,
) -> Generator[Target, None, None]:
    """A stub as the server that is checked.

    >>> with AgentStub() as stub, target_of(stub) as target:
    ...     run(suite("agent"), target)
    """
    options = {} if directory is None else {"directory": directory}
    if directory == LIGHTHOUSE and committed is not None:
        options["committed"] = committed
    with HttpClient("http://agent.test", transport=stub.async_transport()) as client:
        yield Target(
            "agent",
            client,
            {"user": caller_of(stub)},
            allow_writes=allow_writes,
            budget=budget or Budget(pause=stub.clock.advance),
            options=options,
        )


def try_rules(
    stub: AgentStub, ids: Sequence[str] = (), *, scripted: bool = True, target: Target | None = None
) -> Result:
    """Try these rules on a stub; all of them without ids.

    >>> try_rules(AgentStub(), ["agent.ptys.*"]).of("broken")
    []

    Args:
        stub: The stub.
        ids: Patterns of ids.
        scripted: Whether its agent does what a check asks it for; otherwise it echoes prompts.
        target: The stub as a server, if it is not the default of `target_of`.
    """
    if target is None:
        with target_of(stub) as default_target:
            return try_rules(stub, ids, scripted=scripted, target=default_target)

    def before_each(_done: int, _all: int, rule: str) -> None:
        if scripted:
            prepare(stub, rule)

    return run(suite("agent"), target, Selection(ids=ids), before_each)
