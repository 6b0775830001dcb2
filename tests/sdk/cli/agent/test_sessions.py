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


def listed(done):
    """The records of NDJSON or of a JSON list."""
    text = done.out.strip()
    found = json.loads(text) if text.startswith("[") else [json.loads(each) for each in text.splitlines()]
    return found


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
    done = run_agent(busy_stub, "sessions", *options, "-o", "ndjson")
    assert (done.status, [each["title"] for each in listed(done)]) == (0, titles), done.err


def test_session_that_waits_says_so(busy_stub):
    found = listed(run_agent(busy_stub, "sessions", "-o", "ndjson"))
    assert [(each["id"], each["state"], each["waiting"]) for each in found] == [
        ("ses_000003", "waits", 1),
        ("ses_000002", "", 0),
    ]
    assert found[0]["updated"].startswith("2025-06-1")
    assert found[0]["directory"] == "/home/dev/orchard"


def test_directory_that_fails_does_not_hide_the_others(busy_stub):
    busy_stub.faults.add("permission.list", status=404, body="no such directory")
    done = run_agent(busy_stub, "sessions", "/no/such", "/home/dev/lighthouse", "-o", "ndjson")
    assert (done.status, [each["title"] for each in listed(done)]) == (1, ["Paint"])
    assert done.err.startswith("trivet: /no/such: permission.list: 404")
    busy_stub.faults.add("permission.list", status=404)
    done = run_agent(busy_stub, "sessions", "/no/such", "-o", "ndjson")
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)


def test_empty_arguments_are_refused(agent_stub):
    for arguments in (["sessions", ""], ["sessions", "--search", ""], ["sessions", "--limit", "0"]):
        assert run_agent(agent_stub, *arguments).status == 2
    assert len(agent_stub.requests) == 0


def test_script_lists_the_sessions_of_a_server(agent_server):
    with client_of(agent_server.stub) as client:
        client.session.create(title="Hello")
    done = run_script("agent", "sessions", "-o", "ndjson", env={"TRIVET_AGENT_BASE_URL": agent_server.url})
    assert (done.status, [each["title"] for each in listed(done)]) == (0, ["Hello"]), done.err


def test_session_without_times_or_place_is_a_row_all_the_same():
    bare = row(Session(id="ses_1"), 0.0, {})
    assert (bare["state"], bare["updated"], bare["age"], bare["directory"]) == ("", None, "", None)
    assert is_archived(Session(id="ses_1", time=SessionTime(archived=5)))
    assert not is_archived(Session(id="ses_1", time=SessionTime(archived=0)))
