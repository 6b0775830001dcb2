"""A trial: checks of a service against a stub in process, whose clock stands in for every wait."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from trivet_stubs.checks.budget import Budget
from trivet_stubs.checks.run import run
from trivet_stubs.checks.suite import Selection, suite
from trivet_stubs.checks.target import Credentials, Target
from trivet_stubs.checks.verdict import Result
from trivet_stubs.serving.http_client import HttpClient
from trivet_stubs.stub import Stub

_LONGEST_WAIT = 24 * 3600.0
_TOKENS: dict[str, Callable[[Any], dict[str, str]]] = {
    "bus": lambda stub: {"user": stub.account_key},
    "chat": lambda stub: {"admin": stub.admin_token, "user": stub.token("alice"), "other": stub.token("bob")},
}


def new_stub(service: str) -> Stub:
    """A stub of a service as it is at first.

    >>> new_stub("bus")
    <BusStub after 0 requests>
    """
    stub: Stub = getattr(import_module("trivet_stubs"), f"{service.capitalize()}Stub")()
    return stub


@contextmanager
def target_of(stub: Stub) -> Generator[Target, None, None]:
    """A stub as the server that is checked, with all callers and writes allowed.

    >>> with BusStub() as stub, target_of(stub) as target:
    ...     result = run(suite("bus"), target)
    """
    service: str = stub.state.service
    tried = suite(service)
    tokens = _TOKENS.get(service, dict[str, str])
    callers: dict[str, Credentials | None] = {
        name: tried.credentials(token, f"{name.upper()}_TOKEN") for name, token in tokens(stub).items()
    }
    if tried.optional_callers:
        callers.setdefault("user", None)
    budget = Budget(requests=100_000, longest_wait=_LONGEST_WAIT, pause=stub.clock.advance)
    with HttpClient(f"http://{service}.test", transport=stub.async_transport()) as client:
        yield Target(service, client, callers, allow_writes=True, budget=budget)


def try_rules(stub: Stub, ids: Sequence[str] = ()) -> Result:
    """Try these rules on a stub; all of them without ids.

    >>> try_rules(BusStub(), ["bus.stops.code-filter"]).of("broken")
    []
    """
    with target_of(stub) as target:
        return run(suite(stub.state.service), target, Selection(ids=ids))
