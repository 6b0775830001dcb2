"""Walks on a real chat backend, by ten seeds, find nothing but known departures.

`CHAT_ENV` names the file that describes the backend, with messages that can be created or as it was generated;
`CHAT_SEEDS` is the number of seeds, and `CHAT_SECONDS` the bound of a run in seconds. A walk that does not meet a
departure has not healed it: which steps are drawn, and how many of them there is time for, differs from run to run.
Differences that stand on an assumption are printed. The database shows that no conversation is left.

Run it alone:
`CHAT_ENV=… nox -s real-chat -- -n 0 -s tests/real/chat_walks.py`.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from tests.real.chat_backend import Backend
from trivet_checks import Budget, Departure, Result, Selection, judge, read_departures, suite
from trivet_checks.checks.server import target_of
from trivet_checks.checks.verdict import ids_of_operations
from trivet_checks.explore.run import REQUESTS, SECONDS, Exploration
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.rule_catalogue import rules

SEEDS = int(os.environ.get("CHAT_SEEDS", "10"))
BOUND = float(os.environ.get("CHAT_SECONDS", SECONDS))
DEPARTURES = Path(__file__).with_name("chat_departures_walks.toml")
SUITE = suite("chat")


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of the backend, whose tokens are put into the environment."""
    lines = Path(os.environ["CHAT_ENV"]).read_text("utf-8").splitlines()
    variables = dict(shlex.split(line)[1].split("=", 1) for line in lines)
    for name in ("ADMIN", "USER", "OTHER"):
        monkeypatch.setenv(f"TRIVET_CHAT_{name}_TOKEN", variables[f"CHAT_{name}_TOKEN"])
    return variables["CHAT_BASE_URL"]


@pytest.fixture(scope="module")
def departures() -> dict[str, tuple[Departure, ...]]:
    known = {*rules("chat"), *ids_of_operations(load("chat").operations)}
    return {name: tuple(listed) for name, listed in read_departures(DEPARTURES, known).items()}


def walked(url: str, seed: int) -> Result:
    bounds = Budget(requests=REQUESTS, seconds=BOUND)
    with target_of(SUITE, url, allow_writes=True, budget=bounds) as target:
        return Exploration(SUITE, target, Selection(), seed=seed).run()


@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
def test_walks_find_nothing_but_known_departures(
    url: str, seed: int, departures: dict[str, tuple[Departure, ...]]
) -> None:
    backend, conversations = Backend.of_file(Path(os.environ["CHAT_ENV"])), "SELECT id FROM conversations ORDER BY id"
    before = backend.sql(conversations)
    result = walked(url, seed)
    judgement = judge(result, departures=departures)
    print(f"\nseed {seed}: {result.requests} requests")
    print(*(f"{one.id} ({one.basis}): {one.reason}" for one in result.of("broken")), *result.notes, sep="\n")
    parts = [(finding, part) for finding in judgement.findings for part in finding.parts]
    assert (result.stopped, result.left, result.unsure) == ("", [], [])
    assert backend.sql(conversations) == before
    assert [f"{finding.verdict.id}: {part.part.name}" for finding, part in parts if part.standing == "broken"] == []
