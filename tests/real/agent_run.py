"""The options of `trivet agent run` against the real server: the tests look at files, processes and the model."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.real.effects import SLEEPER, ended, eventually, forget, started, stays_missing
from tests.real.model import ANSWER
from tests.real.relay import Disturbance, run_relay
from tests.sdk.cli.console import environment, run_script

ABORT = rb"POST /\S+/abort"
"""The pattern of the request that stops an agent."""


def run_json(*arguments, env, stdin=""):
    """Run the command with a report as JSON; return its exit status, the report, and the notes."""
    done = run_script("agent", "run", *arguments, "-o", "json", env=env, stdin=stdin)
    return done.status, json.loads(done.out), done.err


def begin(*arguments, env):
    """Begin a run that is not awaited."""
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [sys.executable, "-m", "trivet", "agent", "run", *arguments]
    return subprocess.Popen(command, env=environment(env), text=True, **pipes)


def wait_until_started(directory, process):
    while not started(directory):
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.05)


def prompts_of(session, env):
    """Return the texts of the prompts of a session, as the server has stored them."""
    done = run_script("agent", "session", "message", "list", session, "--order", "asc", "-o", "ndjson", env=env)
    messages = [json.loads(line) for line in done.out.split("\n") if line]
    return [message["text"] for message in messages if message["type"] == "user"]


def test_continued_session_is_the_latest_one_or_the_named_one(server, env, tmp_path):
    (tmp_path / "opencode.json").write_text(Path(server.directory, "opencode.json").read_text())
    first, second = [run_json(f"TEXT {number}", "-d", str(tmp_path), env=env)[1]["session_id"] for number in (1, 2)]
    status, report, _ = run_json("TEXT 3", "--continue", "-d", str(tmp_path), env=env)
    assert (status, report["session_id"], report["result"]) == (0, second, ANSWER)
    status, report, _ = run_json("TEXT 4", "--session", first, env=env)
    assert (status, report["session_id"], report["directory"]) == (0, first, str(tmp_path))
    assert [prompts_of(session, env) for session in (first, second)] == [["TEXT 1", "TEXT 4"], ["TEXT 2", "TEXT 3"]]


def test_content_of_a_file_and_a_prompt_from_a_pipe_reach_the_model(server, env, tmp_path, model):
    (tmp_path / "notes.md").write_text(f"a pear tree in {tmp_path}", "utf-8")
    options = ("--file", str(tmp_path / "notes.md"), "-d", server.directory)
    for argument in (["-"], []):
        status, report, _ = run_json(*argument, *options, env=env, stdin="ECHO the file\n")
        assert status == 0
        assert report["result"].startswith("ECHO the file\n")
        assert f"a pear tree in {tmp_path}" in report["result"]
    assert sum(str(tmp_path) in prompt for prompt in model.prompts) == 2


def test_cost_over_the_budget_stops_the_agent(server, env, model):
    words = "ROUNDS SLOW over budget"
    options = ("--allow", "bash", "--max-cost", "0.015", "-d", server.directory)
    done = run_script("agent", "run", words, *options, "-o", "ndjson", env=env)
    *_, last = [json.loads(line) for line in done.out.splitlines()]
    assert (done.status, last["type"], last["status"], last["is_error"]) == (3, "result", "over_budget", True)
    assert last["total_cost_usd"] >= 0.022
    count = len(model.prompts)
    assert stays_missing(Path(server.directory, "none.txt"), 3)
    assert len(model.prompts) == count
    assert sum(words in prompt for prompt in model.prompts) in (2, 3)


@pytest.mark.parametrize("on_leave", ["cancel", "detach"])
def test_deadline_stops_the_agent_or_leaves_it_at_work(server, env, on_leave):
    late = Path(server.directory, f"late-{on_leave}.txt")
    forget(server.directory)
    command = f"BASH echo $$ > pid.txt; sleep 25; touch {late.name}"
    options = ("--allow", "bash", "--deadline", "15", "--on-leave", on_leave, "-d", server.directory)
    status, report, notes = run_json(command, *options, env=env)
    assert (status, report["status"], report["is_error"]) == (1, "failed", True)
    assert "within the deadline of 15 s" in report["error"]
    assert started(server.directory), "the command of the agent had begun"
    if on_leave == "cancel":
        assert ended(server.directory)
        # The server has a second to confirm it, which is too short on a machine with other work.
        assert ("interrupted: the agent has been stopped" in notes) != ("left: the agent may work on" in notes)
        assert stays_missing(late, 2)
    else:
        assert "left: the agent may work on; watch it with `trivet agent watch" in notes
        assert eventually(late.exists)


def test_second_ctrl_c_leaves_while_the_server_has_not_confirmed(server, env):
    forget(server.directory)
    with run_relay(server.url, lambda: Disturbance("freeze", 1), ABORT) as relay:
        through = {**env, "TRIVET_AGENT_BASE_URL": relay.url}
        with begin(f"BASH {SLEEPER}", "--allow", "bash", "-d", server.directory, env=through) as process:
            wait_until_started(server.directory, process)
            process.send_signal(signal.SIGINT)
            assert eventually(lambda: relay.disturbed)
            assert process.poll() is None, "it waits for the confirmation"
            process.send_signal(signal.SIGINT)
            _, notes = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopping the agent; Ctrl-C again leaves at once" in notes
    assert "left: the agent may work on; watch it with `trivet agent watch" in notes
    assert "has been stopped" not in notes


def test_ctrl_c_with_detach_leaves_the_command_of_the_agent_at_work(server, env):
    late = Path(server.directory, "late-after-ctrl-c.txt")
    forget(server.directory)
    command = f"BASH echo $$ > pid.txt; sleep 8; touch {late.name}"
    with begin(command, "--allow", "bash", "--on-leave", "detach", "-d", server.directory, env=env) as process:
        wait_until_started(server.directory, process)
        process.send_signal(signal.SIGINT)
        _, notes = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "left: the agent may work on; watch it with `trivet agent watch" in notes
    assert eventually(late.exists)


@pytest.mark.parametrize(("words", "asked"), [("ASK", "Which fruit?"), ("BASH echo left-open", "bash: echo left-open")])
def test_request_without_an_answer_was_left(server, env, words, asked):
    options = ("--otherwise", "wait", "--deadline", "15", "-d", server.directory)
    status, report, notes = run_json(words, *options, env=env)
    assert (status, report["status"]) == (1, "failed")
    assert [(reply["what"], reply["reply"], reply["by"]) for reply in report["replies"]] == [(asked, None, "left")]
    assert f"left without an answer: {asked}" in notes
    assert "answered by another client" not in notes


def test_each_line_is_an_object_and_the_last_one_the_outcome(server, env):
    options = ("--allow", "*", "-d", server.directory, "-o", "ndjson")
    done = run_script("agent", "run", "REASON SAY BASH", *options, env=env)
    events = [json.loads(line) for line in done.out.removesuffix("\n").splitlines()]
    kinds = [event["type"] for event in events]
    assert (done.status, kinds[0], kinds[-1], kinds.count("result")) == (0, "session", "result", 1)
    assert {"session", "text", "reasoning", "tool", "reply", "result"} == {*kinds}
    last = events[-1]
    assert "".join(event["text"] for event in events if event["type"] == "text") == last["text"]
    assert last["result"] == ANSWER
    assert (last["status"], last["is_error"], last["session_id"]) == ("finished", False, events[0]["session_id"])
    assert (last["usage"]["output_tokens"], last["total_cost_usd"]) == (6, 0.022)
    assert [tool["status"] for tool in last["tools"]] == ["completed"]


def test_failure_of_the_provider_and_a_wrong_argument_have_their_exit_statuses(server, env):
    status, report, _ = run_json("ERR401 please", "-d", server.directory, env=env)
    assert (status, report["status"], report["is_error"]) == (1, "failed", True)
    assert "the model fails with 401" in report["error"]
    done = run_script("agent", "run", "TEXT", "--deadline", "soon", env=env)
    assert (done.status, done.out) == (2, "")
