"""The programs to copy that let agents answer by a type, with the real server and a model that follows rules."""

import asyncio
import json
import subprocess
from pathlib import Path

import pytest

from examples import agents_at_once, review_change, triage_issues
from tests.real._sync.driving import client
from tests.real.model import ANSWER
from trivet import AsyncAgentClient, Basic
from trivet.agent import OutputError, opencode


def test_review_has_a_typed_verdict(server):
    found = "a.py:3: It divides by zero."
    verdict = json.dumps({"approved": False, "findings": [found]})
    with client(server) as agent:
        here = agent.at(directory=server.directory)
        review = review_change.review(here, f"READ a.txt THENGIVE {verdict}")
        assert (review.approved, review.findings) == (False, [found])
        with pytest.raises(OutputError):
            review_change.review(here, "TEXT")


def test_issues_are_triaged_under_one_budget(server):
    answer = json.dumps({"kind": "bug", "area": "start", "urgent": True})
    issues = [{"number": number, "title": f"GIVE {answer}", "body": f"issue {number}"} for number in range(12)]
    with client(server) as agent:
        here = agent.at(directory=server.directory)
        outcomes = triage_issues.triage(here, issues, 50.00)
        print(outcomes.table())
        assert outcomes.finished
        assert {run.outcome.output["kind"] for run in outcomes} == {"bug"}
        outcomes = triage_issues.triage(here, issues, 0.02)
        print(outcomes.table())
        assert "not started" in [run.status for run in outcomes]


def test_five_agents_have_a_table(server, monkeypatch, tmp_path, capsys):
    places = []
    for number in range(5):
        place = tmp_path / f"place{number}"
        place.mkdir()
        subprocess.run(["git", "init", "-q"], cwd=place, check=True)
        (place / "opencode.json").write_text(Path(server.directory, "opencode.json").read_text())
        places.append(str(place))
    monkeypatch.setattr(agents_at_once, "AsyncAgentClient", lambda: agents_client(server))
    assert asyncio.run(agents_at_once.main("TEXT", *places)) == 5
    table = capsys.readouterr().out
    assert table.count("finished") == 5
    assert ANSWER[:20] in table


def agents_client(server):
    """Return the async client of the program, with the adapter."""
    transport = opencode.AsyncTransport()
    return AsyncAgentClient(transport=transport, base_url=server.url, auth=Basic("opencode", server.password))
