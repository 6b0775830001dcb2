"""Walks on the opencode server by the adapter, with prompts, find nothing but known departures and leave nothing.

The seeds share one server. A walk that does not meet a departure has not healed it. Differences that stand on an
assumption are printed. Records that are left are looked for without the adapter, by the routes of the server itself,
and files by git. `AGENT_SEEDS` is the number of seeds, and `AGENT_SECONDS` the bound of a run in seconds.

Run it alone: `nox -s real -- -n 0 -s tests/real/agent_walks.py`.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.real.opencode_transport import AdapterTransport
from tests.real.server import RunningServer
from trivet_checks import Budget, Departure, Result, Selection, judge, read_departures, suite
from trivet_checks.checks.server import agent_options, target_of
from trivet_checks.checks.verdict import ids_of_operations
from trivet_checks.explore.run import REQUESTS, SECONDS, Exploration
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.rule_catalogue import rules

SEEDS = int(os.environ.get("AGENT_SEEDS", "3"))
BOUND = float(os.environ.get("AGENT_SECONDS", SECONDS))
PROMPTS = 40
DEPARTURES = Path(__file__).with_name("opencode_departures_walks.toml")
SUITE = suite("agent")


@pytest.fixture(scope="module")
def departures() -> Mapping[str, Sequence[Departure]]:
    known = {*rules("agent"), *ids_of_operations(load("agent").operations)}
    return read_departures(DEPARTURES, known)


@pytest.fixture
def server(server_with_workspaces: RunningServer, monkeypatch: pytest.MonkeyPatch) -> RunningServer:
    monkeypatch.setenv("TRIVET_AGENT_USER_TOKEN", f"opencode:{server_with_workspaces.password}")
    return server_with_workspaces


def walked(server: RunningServer, seed: int) -> Result:
    """A run in another directory than the server's own."""
    bounds, options = Budget(requests=REQUESTS, seconds=BOUND), agent_options(server.other_directory, None, PROMPTS)
    transport = AdapterTransport()
    with target_of(SUITE, server.url, allow_writes=True, budget=bounds, options=options, transport=transport) as target:
        return Exploration(SUITE, target, Selection(), seed=seed).run()


def records(server: RunningServer) -> dict[str, Any]:
    """The records of the server in both directories, and the files that git does not know.

    Git ignores those that the server installs for itself.
    """
    auth = ("opencode", server.password)
    there: dict[str, Any] = {}
    with httpx.Client(base_url=server.url, auth=auth, timeout=60, trust_env=False) as client:
        for directory in (server.directory, server.other_directory):
            for path in ("/session", "/permission", "/question", "/experimental/workspace", "/pty"):
                listed = client.get(path, params={"directory": directory}).raise_for_status().json()
                there[f"{path} of {directory}"] = sorted(record["id"] for record in listed)
            command = ["git", "status", "--porcelain"]
            status = subprocess.run(command, cwd=directory, check=True, capture_output=True, text=True)
            there[f"files of {directory}"] = status.stdout
        there["/api/session"] = [
            record["id"] for record in client.get("/api/session").raise_for_status().json()["data"]
        ]
    return there


@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
def test_walks_find_nothing_but_known_departures(
    server: RunningServer, seed: int, departures: Mapping[str, Sequence[Departure]]
) -> None:
    before = records(server)
    result = walked(server, seed)
    judgement = judge(result, departures=departures)
    print(f"\nseed {seed}: {result.requests} requests, {len(result.made)} records")
    for verdict in result.of("broken"):
        for part in verdict.parts:
            print(f"{verdict.id} ({part.basis or verdict.basis}): {part.name}: {part.reason}")
            print(*(part.walk.lines if part.walk is not None else ()), sep="\n")
    print(*result.notes, *result.choices, sep="\n")
    assert (result.stopped, result.left, result.unsure) == ("", [], [])
    assert records(server) == before
    parts = [(finding, part) for finding in judgement.findings for part in finding.parts]
    assert [f"{finding.verdict.id}: {part.part.name}" for finding, part in parts if part.standing == "broken"] == []
