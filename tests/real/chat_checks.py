"""Ten runs of `trivet check` on a real chat backend have the same verdicts, and nothing but known departures.

`CHAT_ENV` names the file that describes the backend, with the token of another user as `CHAT_OTHER_TOKEN`; `CHAT_PATCH`
is 0 for a backend as it was generated, and 1, the default, for one in which messages can be created. As generated, it
answers 500 to a message, whose row is serialized outside of its session (MissingGreenlet), and 422 to other forms. The
contract names neither the fields of a message nor the status of a refusal, so that no rule about messages is tried.

Run it alone:
`CHAT_ENV=… nox -s real-chat -- -n 0 -s tests/real/chat_checks.py`.
"""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.verdicts import record
from trivet_checks import Budget, Departure, Finding, Result, check_server, judge, read_departures
from trivet_checks.checks.verdict import ids_of_operations
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.rule_catalogue import rules

RUNS = int(os.environ.get("CHAT_RUNS", "10"))
HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def variables() -> dict[str, str]:
    lines = Path(os.environ["CHAT_ENV"]).read_text("utf-8").splitlines()
    return dict(shlex.split(line)[1].split("=", 1) for line in lines)


@pytest.fixture(scope="module")
def departures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Departure, ...]]:
    path = tmp_path_factory.mktemp("departures") / "departures.toml"
    files = [HERE / "chat_departures.toml"]
    if os.environ.get("CHAT_PATCH", "1") == "1":
        files.append(HERE / "chat_departures_patched.toml")
    path.write_text("".join(file.read_text("utf-8") for file in files), "utf-8")
    known = {*rules("chat"), *ids_of_operations(load("chat").operations)}
    return {name: tuple(listed) for name, listed in read_departures(path, known).items()}


@pytest.fixture(autouse=True)
def tokens(variables: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ADMIN", "USER", "OTHER"):
        monkeypatch.setenv(f"TRIVET_CHAT_{name}_TOKEN", variables[f"CHAT_{name}_TOKEN"])


def checked(url: str) -> Result:
    return check_server("chat", url, allow_writes=True, budget=Budget(seconds=500.0))


def shown(finding: Finding) -> Iterator[str]:
    """The lines about parts of a finding that fail the run."""
    for part in finding.parts:
        if part.standing in ("broken", "healed"):
            yield f"{finding.verdict.id}: {part.part.name}: {part.standing}: {part.part.reason}"


def assert_same(results: list[Result], departures: dict[str, tuple[Departure, ...]]) -> None:
    judged = [judge(result, departures=departures) for result in results]
    assert Counter(line for judgement in judged for finding in judgement.findings for line in shown(finding)) == {}
    assert [(result.stopped, result.left) for result in results] == [("", [])] * len(results)
    outcomes = [{verdict.id: verdict.outcome for verdict in result.verdicts} for result in results]
    differing = {name: [outcome[name] for outcome in outcomes] for name in outcomes[0]}
    assert {name: seen for name, seen in differing.items() if len(set(seen)) > 1} == {}
    assert {finding.verdict.id for finding in judged[0].of("departs")} == {*departures}


def test_ten_runs_have_the_same_verdicts(
    variables: dict[str, str], departures: dict[str, tuple[Departure, ...]]
) -> None:
    results = [checked(variables["CHAT_BASE_URL"]) for _ in range(RUNS)]
    assert_same(results, departures)
    print(f"\nthe same verdicts in {RUNS} of {RUNS} runs")
    patched = os.environ.get("CHAT_PATCH", "1") == "1"
    record(
        f"fastapi-fullstack 0.2.11 on PostgreSQL, {'so that messages can be created' if patched else 'as generated'}",
        results,
        departures.keys(),
        mistakes="its own",
        known="the reasons in `tests/real/chat_departures*.toml`, from its answers, its code and its database",
        command=f"CHAT_PATCH={int(patched)} CHAT_ENV=FILE nox -s real-chat",
    )
