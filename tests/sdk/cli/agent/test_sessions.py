"""`trivet agent sessions`."""

import json

import pytest

from tests.sdk.cli.agent.agents import client_of, run_agent
from tests.sdk.cli.console import run_script
from trivet.agent import Prompt, Session, SessionTime
from trivet.cli.agent.sessions import is_archived, row
from trivet_stubs.agent import Tool


@pytest.fixture
def busy_stub(agent_stub):
    """A stub with three sessions of the orchard, one archived and one that waits, and one of the lighthouse."""
    with client_of(agent_stub) as client:
        for title in ("Old harvest", "Prune\x1b[2J", "Harvest"):
            client.session.create(title=title)
        client.session.update("ses_000001", archived=1_750_000_000_000)
        client.at(directory="/home/dev/lighthouse").session.create(title="Paint")
        agent_stub.script(Tool("bash", asks="bash"))
        client.session.prompt("ses_000003", prompt=Prompt(text="Go."))
    return agent_stub


def listed(result):
    """Return the records of NDJSON or of a JSON list."""
    text = result.out.strip()
    return json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("options", "titles"),
    [
        ([], ["Harvest", "Prune\x1b[2J"]),
        (["--archived"], ["Harvest", "Prune\x1b[2J", "Old harvest"]),
        (["--search", "HARV", "--archived"], ["Harvest", "Old harvest"]),
        (["--limit", "1"], ["Harvest"]),
        (["/home/dev/lighthouse", "/home/dev/orchard/"], ["Paint", "Harvest", "Prune\x1b[2J"]),
        (["--search", "none"], []),
    ],
)
def test_sessions_are_listed_latest_first(busy_stub, options, titles):
    result = run_agent(busy_stub, "sessions", *options, "-o", "ndjson")
    assert (result.status, [session["title"] for session in listed(result)]) == (0, titles), result.err


def test_session_with_a_request_waits(busy_stub):
    sessions = listed(run_agent(busy_stub, "sessions", "-o", "ndjson"))
    assert [(session["id"], session["state"], session["waiting"]) for session in sessions] == [
        ("ses_000003", "waits", 1),
        ("ses_000002", "", 0),
    ]
    assert sessions[0]["updated"].startswith("2025-06-1")
    assert sessions[0]["directory"] == "/home/dev/orchard"


def test_directory_that_fails_does_not_hide_the_others(busy_stub):
    busy_stub.faults.add("permission.list", status=404, body="no such directory")
    result = run_agent(busy_stub, "sessions", "/no/such", "/home/dev/lighthouse", "-o", "ndjson")
    assert (result.status, [session["title"] for session in listed(result)]) == (1, ["Paint"])
    assert result.err.startswith("trivet: /no/such: permission.list: 404")
    busy_stub.faults.add("permission.list", status=404)
    result = run_agent(busy_stub, "sessions", "/no/such", "-o", "ndjson")
    assert (result.status, result.out, result.err.count("\n")) == (1, "", 1)


def test_empty_arguments_are_refused(agent_stub):
    for arguments in (["sessions", ""], ["sessions", "--search", ""], ["sessions", "--limit", "0"]):
        assert run_agent(agent_stub, *arguments).status == 2
    assert len(agent_stub.requests) == 0


@pytest.mark.long
def test_script_lists_the_sessions_of_a_server(agent_server):
    with client_of(agent_server.stub) as client:
        client.session.create(title="Hello")
    result = run_script("agent", "sessions", "-o", "ndjson", env={"TRIVET_AGENT_BASE_URL": agent_server.url})
    assert (result.status, [session["title"] for session in listed(result)]) == (0, ["Hello"]), result.err


def test_session_without_times_and_place_has_a_row():
    bare = row(Session(id="ses_1"), 0.0, {})
    assert (bare["state"], bare["updated"], bare["age"], bare["directory"]) == ("", None, "", None)
    assert is_archived(Session(id="ses_1", time=SessionTime(archived=5)))
    assert not is_archived(Session(id="ses_1", time=SessionTime(archived=0)))
