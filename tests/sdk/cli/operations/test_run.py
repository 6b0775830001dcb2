"""Every operation of the three contracts through its command, in this process, against a stub on a port."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from codegen.read.examples import ExampleCall
from tests.contract.examples import calls_of, client_of, prepared
from tests.sdk.cli.console import run_here
from tests.sdk.cli.operations.calls import env_of, plain, printed, words, words_of
from trivet.cli.operations.table import load
from trivet_stubs import AgentStub, BusStub, ChatStub, RunningClock

SERVICES = ("agent", "bus", "chat")
EVERY = [
    pytest.param(service, op.id, id=f"{service} {op.id}")
    for service in SERVICES
    for op in load(service).operations.values()
]


@pytest.fixture(scope="module")
def servers() -> Iterator[dict[str, Any]]:
    """A stub on a port for each service."""
    stubs: dict[str, Any] = {"agent": AgentStub(), "bus": BusStub(clock=RunningClock()), "chat": ChatStub()}
    with stubs["agent"].serve() as agent, stubs["bus"].serve() as bus, stubs["chat"].serve() as chat:
        yield {"agent": agent, "bus": bus, "chat": chat}


def called(method: Any, args: tuple[Any, ...], options: dict[str, Any]) -> list[Any]:
    """Call a client's method; return the values that the command shows."""
    result = method(*args, **options)
    if hasattr(result, "page"):
        return list(result.page())
    if hasattr(result, "__enter__"):
        with result as events:
            return [next(events)]
    if hasattr(result, "save"):
        return list(result)
    return [] if result is None else result if isinstance(result, list) else [result]


@pytest.mark.parametrize(("service", "operation"), EVERY)
def test_command_shows_the_values_that_the_client_returns(
    service: str, operation: str, servers: dict[str, Any], tmp_path: Path
) -> None:
    for example in calls_of(service, operation):
        check_command(service, operation, example, servers[service], tmp_path)


def check_command(service: str, operation: str, example: ExampleCall, server: Any, folder: Path) -> None:
    """Run the command of an example; compare what it shows with what the client returns."""
    stub = server.stub
    stub.reset()
    with client_of(service, stub, example.caller) as client:
        args, options = prepared(service, operation, client, stub, example.key)
        expected = called(attrgetter(operation)(client), args, options)
        entry = load(service).operations[words_of(operation)]
        if entry.changes or entry.answer == "events":  # whose ids count on
            stub.reset()
            args, options = prepared(service, operation, client, stub, example.key)
    line = words(service, operation, args, options, folder)
    more = ["--count", "1"] if operation == "event.subscribe" else []
    before, env = stub.requests.count(operation), env_of(service, server, example.caller)
    if entry.changes:
        before_refusal = len(stub.requests)
        refused = run_here(*line, *more, env={**env, "TRIVET_READ_ONLY": "1"})
        assert (refused.status, refused.out, len(stub.requests)) == (2, "", before_refusal)
        assert "as it may change data, and TRIVET_READ_ONLY allows reading only" in refused.err
    else:
        env["TRIVET_READ_ONLY"] = "1"
    result = run_here(*line, *more, env=env)
    assert result.status == 0
    assert not result.err or "one page shown, there may be more; --all shows all" in result.err
    assert stub.requests.count(operation) == before + 1
    if [type(value) for value in expected] == [str]:  # a patch is printed as it is
        assert result.out == expected[0]
        return
    values, expected = printed(result.out), [plain(value) for value in expected]
    if operation.startswith("passenger_volume"):  # every new link has its own host and signature
        values, expected = ([urlsplit(link["link"]).path for link in links] for links in (values, expected))
    assert values == expected, example.key
