"""`trivet agent watch` in a pipe."""

import json
import subprocess
import sys

import pytest

from tests.sdk.cli.agent.agents import client_of, run_agent
from tests.sdk.cli.console import environment
from trivet.agent import Prompt
from trivet_stubs.agent import Question, Task, Tool


def test_state_is_shown_once_in_any_format(agent_stub):
    with client_of(agent_stub) as client:
        session = client.session.create(title="Prune\x1b[2J")
        agent_stub.script(Tool("bash", {"c": "ls"}, asks="bash"))
        client.session.prompt(session.id, prompt=Prompt(text="Go."))
    result = run_agent(agent_stub, "watch", "/home/dev/orchard", "--once", "-o", "ndjson")
    [record] = [json.loads(line) for line in result.out.splitlines()]
    assert (result.status, record["id"], record["status"], record["title"]) == (0, session.id, "waits", "Prune\x1b[2J")
    assert [request["what"] for request in record["waiting"]] == ["bash: ls"]


@pytest.mark.parametrize("kind", ["permission", "question", "of a child"])
def test_request_of_an_agent_that_was_stopped_does_not_wait(agent_stub, kind):
    agent_stub.observed.open_requests = True
    tool = Tool("bash", {"c": "ls"}, asks="bash")
    step = {"permission": tool, "question": Question("Which?"), "of a child": Task("Below", tool)}[kind]
    with client_of(agent_stub) as client:
        for title in ("stopped", "asks"):
            session = client.session.create(title=title)
            agent_stub.script(step)
            client.session.prompt(session.id, prompt=Prompt(text="Go."))
            if title == "stopped":
                agent_stub.interrupt(session.id)
        assert len([*client.permission.list(), *client.question.list()]) == 2
    result = run_agent(agent_stub, "watch", "/home/dev/orchard", "--once", "-o", "ndjson")
    records = [json.loads(line) for line in result.out.splitlines()]
    assert result.status == 0
    assert [record["status"] for record in records].count("waits") == 1
    [waiting] = [record for record in records if record["waiting"]]
    above = client_of(agent_stub).session.get(waiting["id"]).parent_id or waiting["id"]
    assert above == session.id


def test_server_that_refuses_everything_is_one_line(agent_stub):
    agent_stub.faults.add("event.subscribe", status=401, times=None)
    result = run_agent(agent_stub, "watch", "/a", "/b")
    assert (result.status, result.out, result.err.count("\n")) == (1, "", 1)
    assert "401" in result.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "csv"], "-o csv: changes are NDJSON; with --once"),
        (["--answer"], "--answer: there is no terminal to ask at"),
        ([""], "DIR: it is empty"),
        ([f"/{number}" for number in range(101)], "101 directories are more than 100"),
    ],
)
def test_wrong_arguments_are_refused(agent_stub, options, message):
    result = run_agent(agent_stub, "watch", *options)
    assert (result.status, result.out) == (2, "")
    assert message in result.err


@pytest.mark.long
def test_changes_are_written_to_a_pipe_until_it_closes(agent_server):
    command = [sys.executable, "-W", "error", "-m", "trivet", "agent", "watch", "/home/dev/orchard"]
    env = environment({"TRIVET_AGENT_BASE_URL": agent_server.url})
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=env, text=True, **pipes) as process:
        assert json.loads(process.stdout.readline()) == {
            "type": "connection",
            "directory": "/home/dev/orchard",
            "state": "live",
        }
        with client_of(agent_server.stub) as client:
            session = client.session.create(title="New")
            assert json.loads(process.stdout.readline())["title"] == "New"
            process.stdout.close()
            client.session.delete(session.id)
        err = process.stderr.read()
        assert (process.wait(60), err) == (0, "")
