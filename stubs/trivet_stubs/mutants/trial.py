"""A trial: checks of a service against a stub in process, whose clock stands in for every wait."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.checks.budget import Budget
from trivet_stubs.checks.run import run
from trivet_stubs.checks.suite import Selection, suite
from trivet_stubs.checks.target import Credentials, Target
from trivet_stubs.checks.verdict import Result
from trivet_stubs.serving.http_client import HttpClient
from trivet_stubs.stub import Stub

_FOREVER = 1e9
_USERS = {"user": "alice", "other": "bob", "spare": "erin"}
_DIRECTORY = "/srv/trivet-check"


def new_stub(service: str) -> Stub:
    """A stub of a service as it is at first.

    >>> new_stub("bus")
    <BusStub after 0 requests>
    """
    made: Stub = {"agent": AgentStub, "bus": BusStub, "chat": ChatStub}[service]()
    return made


@contextmanager
def target_of(stub: Stub) -> Generator[Target, None, None]:
    """A stub as the server that is checked, with all callers and writes allowed.

    >>> with BusStub() as stub, target_of(stub) as target:
    ...     result = run(suite("bus"), target)
    """
    service: str = stub.state.service
    tried = suite(service)
    callers: dict[str, Credentials | None] = {
        name: tried.credentials(token, f"{name.upper()}_TOKEN") for name, token in _tokens(stub).items()
    }
    if tried.optional_callers:
        callers.setdefault("user", None)
    budget = Budget(requests=100_000, seconds=_FOREVER, longest_wait=_FOREVER, pause=stub.clock.advance)
    options = {"directory": _DIRECTORY} if isinstance(stub, AgentStub) else {}
    with HttpClient(f"http://{service}.test", transport=stub.async_transport()) as client:
        yield Target(service, client, callers, allow_writes=True, budget=budget, options=options)


def try_rules(stub: Stub, ids: Sequence[str] = ()) -> Result:
    """Try these rules on a stub; all of them without ids.

    >>> try_rules(BusStub(), ["bus.stops.code-filter"]).of("broken")
    []
    """
    with target_of(stub) as target:
        return run(suite(stub.state.service), target, Selection(ids=ids))


def _tokens(stub: Stub) -> dict[str, str]:
    """The token of each caller of a stub."""
    if isinstance(stub, BusStub):
        return {"user": stub.account_key}
    if isinstance(stub, ChatStub):
        return {"admin": stub.admin_token, **{name: stub.token(who) for name, who in _USERS.items()}}
    return {}
