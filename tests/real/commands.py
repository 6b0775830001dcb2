"""`trivet agent run`, `sessions` and `watch` against the real server, through its adapter."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.real.effects import SLEEPER, ended, forget, lives, started
from tests.real.model import ANSWER
from tests.sdk.cli.console import environment, run_script
from trivet import AgentClient, Basic
from trivet.agent import Prompt, opencode
from trivet.cli.text import running_text


def test_stdout_has_only_the_answer(server, env):
    done = run_script("agent", "run", "TEXT please", "--directory", server.directory, env=env)
    assert (done.status, done.out) == (0, running_text(ANSWER) + "\n"), done.err
    assert f"in {server.directory}" in done.err


@pytest.mark.parametrize(("options", "tool"), [(["--allow", "bash:echo *"], "completed"), ([], "error")])
def test_permission_is_answered_by_a_pattern_or_rejected(server, env, options, tool):
    done = run_script("agent", "run", "BASH", "-d", server.directory, *options, "-o", "json", env=env)
    report = json.loads(done.out)
    assert [(tool_result["name"], tool_result["status"]) for tool_result in report["tools"]] == [("bash", tool)]
    assert done.status == {"finished": 0, "failed": 1, "interrupted": 3}[report["status"]]
    assert [reply["reply"] for reply in report["replies"]] == ["once" if options else "reject"]


def test_sessions_of_a_directory_are_listed(server, env):
    run_script("agent", "run", "TEXT please", "-d", server.other_directory, "--title", "Listed", env=env)
    done = run_script("agent", "sessions", server.other_directory, "-o", "ndjson", env=env)
    sessions = [json.loads(line) for line in done.out.split("\n") if line]
    assert "Listed" in [session["title"] for session in sessions], done.err
    assert {session["directory"] for session in sessions} == {server.other_directory}
    done = run_script("agent", "watch", server.other_directory, "--once", "-o", "ndjson", env=env)
    assert "Listed" in [json.loads(line)["title"] for line in done.out.split("\n") if line], done.err


@pytest.mark.parametrize("words", ["BASH touch {}", "TASK BASH touch {}", "ASK"])
def test_dashboard_shows_the_request_that_waits_until_its_agent_is_stopped(server, env, words):
    def waiting(agent):
        done = run_script("agent", "watch", server.directory, "--once", "-o", "ndjson", env=env)
        rows = [json.loads(line) for line in done.out.split("\n") if line]
        listed = [*agent.permission.list(), *agent.question.list()]
        return [request["id"] for row in rows for request in row["waiting"]], [request.id for request in listed]

    transport, auth = opencode.Transport(), Basic("opencode", server.password)
    with AgentClient(transport=transport, base_url=server.url, auth=auth) as client:
        agent = client.at(directory=server.directory)
        session = agent.session.create()
        agent.session.prompt(session.id, prompt=Prompt(text=words.format(f"{session.id}.txt")))
        while not [*agent.permission.list(), *agent.question.list()]:
            time.sleep(0.1)
        shown, listed = waiting(agent)
        assert shown == listed
        agent.request("POST", f"/session/{session.id}/abort")
        agent.session.wait(session.id)
        assert waiting(agent) == ([], listed)
        for request in agent.permission.list():
            agent.permission.reply(request.id, response="reject")
        for question in agent.question.list():
            agent.question.reject(question.id)


def test_ctrl_c_stops_the_agent(server, env):
    command = [sys.executable, "-m", "trivet", "agent", "run", "SLOW please", "-d", server.directory]
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment(env), text=True, **pipes) as process:
        assert process.stdout.read(6) == "Hello "
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted: the agent has been stopped" in err
    assert "the end." not in out


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=str
)
def test_signal_kills_the_command_of_the_agent(server, env, number, status):
    directory = server.other_directory
    forget(directory)
    words = ["agent", "run", f"BASH {SLEEPER}", "-d", directory, "--allow", "bash"]
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [sys.executable, "-m", "trivet", *words]
    with subprocess.Popen(command, env=environment(env), text=True, **pipes) as process:
        while not started(directory):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert ended(directory)
    assert process.returncode == status
    assert "interrupted: the agent has been stopped" in err


def test_changed_files_are_shown_at_the_end(server, env):
    done = run_script("agent", "run", "WRITE shown.txt", "-d", server.directory, "--allow", "*", env=env)
    shown = [line.strip() for line in done.err.splitlines()]
    assert {"added shown.txt +1 -0", "+written by the agent", "1 file changed, +1 -0"} <= {*shown}, done.err
    session = json.loads(run_script("agent", "sessions", server.directory, "-o", "json", env=env).out)[0]["id"]
    Path(server.directory, "shown.txt").unlink()
    done = run_script("agent", "run", "WRITE shown.txt", "-s", session, "--allow", "*", env=env)
    assert "1 file changed" in done.err, "it was changed before, and again"
    done = run_script("agent", "run", "TEXT please", "-s", session, env=env)
    assert "changed" not in done.err


@pytest.mark.parametrize("place", ["directory", "other_directory"])
def test_server_without_its_adapter_is_an_error_that_names_it(server, env, place):
    directory = getattr(server, place)
    without = {**env, "TRIVET_AGENT_ADAPTER": "none"}
    before = titles(directory, env)
    done = run_script("agent", "run", "TEXT please", "-d", directory, "--title", "Empty", env=without)
    assert done.status == 1
    assert done.err.count("\n") == 1
    assert "--adapter opencode" in done.err
    assert "base_url" not in done.err
    assert titles(directory, env) == before


def test_misspelt_model_is_an_error_and_leaves_no_session(server, env):
    before = titles(server.directory, env)
    done = run_script("agent", "run", "TEXT please", "-d", server.directory, "--model", "rules/rules-l", env=env)
    assert done.status == 1
    assert "the server does not have the model rules/rules-l; it has rules/rules-1, rules/rules-2" in done.err
    assert titles(server.directory, env) == before


def titles(directory, env):
    """Return the titles of the sessions of a directory."""
    done = run_script("agent", "sessions", directory, "-o", "ndjson", env=env)
    return [json.loads(line)["title"] for line in done.out.split("\n") if line]


SERVING = """
import sys
from trivet.agent import opencode

with opencode.serve(sys.argv[1], program=sys.argv[2], config={"permission": {"bash": "allow"}}) as agent:
    session = agent.session.create()
    agent.session.turn(session.id, sys.argv[3]).run()
"""


def test_ctrl_c_ends_a_started_server_and_the_command_of_the_agent(server, program, tmp_path):
    forget(server.directory)
    command = [sys.executable, "-c", SERVING, server.directory, program, f"BASH {SLEEPER}"]
    variables = environment({"HOME": str(tmp_path), "OPENCODE_DISABLE_MODELS_FETCH": "1"})
    with subprocess.Popen(
        command, env=variables, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        while not started(server.directory):
            assert process.poll() is None
            time.sleep(0.05)
        [served] = [pid for pid in map(int, _children(process.pid)) if lives(pid)]
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert err.rstrip().endswith("KeyboardInterrupt")
    assert ended(server.directory)
    assert not lives(served)


def _children(pid):
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = (line.split() for line in listed.stdout.splitlines())
    return [child for child, parent in pairs if int(parent) == pid]
