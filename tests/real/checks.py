"""`trivet check agent` on the opencode server: by the adapter, and as the server is.

By the adapter, three runs have the same verdicts, and nothing but known departures, whose reasons are in
`opencode_departures*.toml`. Without it, most operations have no route: the server answers them with its web page. Its
own description of its routes says which ones exist, and each of the others that a check called is accused once.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.real.opencode_transport import AdapterTransport
from tests.real.server import RunningServer
from tests.verdicts import record
from trivet.agent._opencode.table import VERSION
from trivet_checks import Budget, Result, check_server, judge, read_departures
from trivet_checks.checks.verdict import ids_of_operations, operation_of
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.rule_catalogue import rules

RUNS = 3
AGENT = load("agent")
HERE = Path(__file__).parent
RIPGREP = "without" if shutil.which("rg") is None else "with"
DEPARTURES = ["opencode_departures.toml", f"opencode_departures_{RIPGREP}_ripgrep.toml"]
WEB_PAGE = "a web page with 200"
OF_ITS_OWN = {"agent.sessions.create-takes-title-agent-model-and-permissions": "the session has another title"}
"""What the server does otherwise on a route that it has, and how the finding begins."""


@pytest.fixture(autouse=True)
def token(server_with_workspaces: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIVET_AGENT_USER_TOKEN", f"opencode:{server_with_workspaces.password}")


def checked(server: RunningServer, transport: httpx.AsyncBaseTransport | None) -> Result:
    """A run in another directory than the server's own."""
    return check_server(
        "agent",
        server.url,
        allow_writes=True,
        directory=server.other_directory,
        transport=transport,
        budget=Budget(seconds=1200.0),
    )


def outcomes(result: Result) -> dict[str, tuple[str, frozenset[tuple[str, str]]]]:
    """The outcome of each rule and operation, and of its parts."""
    return {
        verdict.id: (verdict.outcome, frozenset((part.name, part.outcome) for part in verdict.parts))
        for verdict in result.verdicts
    }


def test_three_runs_by_the_adapter_have_the_same_verdicts_and_known_departures(
    server_with_workspaces: RunningServer,
) -> None:
    known = {*rules("agent"), *ids_of_operations(AGENT.operations)}
    departures = {id_: listed for name in DEPARTURES for id_, listed in read_departures(HERE / name, known).items()}
    results = [checked(server_with_workspaces, AdapterTransport()) for _ in range(RUNS)]

    for result in results:
        judgement = judge(result, departures=departures)
        failing = [
            f"{finding.verdict.id}: {part.part.name}: {part.standing}: {part.part.reason}"
            for finding in judgement.findings
            for part in finding.parts
            if part.standing in ("broken", "healed")
        ]
        assert failing == []
        assert (result.stopped, result.left) == ("", [])
        assert len(judgement.of("holds")) >= 38
    first, *others = [outcomes(result) for result in results]
    for other in others:
        assert {name: (outcome, other[name]) for name, outcome in first.items() if other[name] != outcome} == {}
    print(f"\nthe same verdicts in {RUNS} of {RUNS} runs")
    broken = {finding.verdict.id for finding in judge(results[0], departures=departures).of("departs")}
    record(
        f"opencode {VERSION} by the adapter",
        results,
        broken,
        mistakes="its own",
        known="the reasons in `tests/real/opencode_departures*.toml`; a rule that is not there is kept",
        command="nox -s real -- checks",
    )


def test_route_that_the_server_does_not_have_is_accused_once(server_with_workspaces: RunningServer) -> None:
    result = checked(server_with_workspaces, None)

    missing = {*AGENT.operations} - {*described(server_with_workspaces)}
    broken = {verdict.id: verdict for verdict in result.of("broken")}
    routeless = {name for name, verdict in broken.items() if WEB_PAGE in verdict.reason}
    stated = {name: verdict.reason for name, verdict in broken.items() if verdict.basis == "stated"}
    own = {name: reason for name, reason in stated.items() if name not in routeless}
    assert {name: reason for name, reason in own.items() if not reason.startswith(OF_ITS_OWN.get(name, "?"))} == {}
    assert own.keys() == OF_ITS_OWN.keys()
    operations = {operation_of(name) for name in routeless if broken[name].kind == "operation"}
    by_rules = {
        operation for name in routeless if broken[name].kind == "rule" for operation in rules("agent")[name].operations
    }
    assert operations <= missing
    assert by_rules <= missing - operations, "one cause, one accusation"
    assert len(routeless) >= 25
    assert result.stopped == ""
    record(
        f"opencode {VERSION} as it is, which has a quarter of the operations",
        [result],
        stated.keys(),
        mistakes="its own",
        known="the server's own description of its routes, and its answers",
        command="nox -s real -- checks",
    )


def described(server: RunningServer) -> Iterator[str]:
    """The operations of the contract whose routes the server describes."""
    answer = httpx.get(f"{server.url}/doc", auth=("opencode", server.password), timeout=60, trust_env=False)
    paths = answer.raise_for_status().json()["paths"]
    routes = {(method.upper(), shape(path)) for path, methods in paths.items() for method in methods}
    for name, operation in AGENT.operations.items():
        if (operation.method, shape(operation.path)) in routes:
            yield name


def shape(path: str) -> str:
    """A path whose parameters have no names."""
    return "/".join("{}" if part.startswith("{") else part for part in path.split("/"))
