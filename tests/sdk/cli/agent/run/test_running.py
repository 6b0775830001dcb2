"""Runs that are disturbed: a stream that breaks, a server that dies, another client, a closed pipe, Ctrl-C."""

import contextlib
import io
import json
import subprocess
import sys
import threading

import pytest

from tests.sdk.cli.agent.agents import client_of, run_agent
from tests.sdk.cli.console import environment
from trivet.cli.agent.run.replies import Otherwise
from trivet.cli.agent.run.rules import Rules
from trivet.cli.agent.run.running import Run
from trivet.cli.agent.run.show import PlainShow
from trivet_stubs.agent import Ask, Hold, Question, Text, Tool

BASH = Tool("bash", {"command": "ls"}, asks="bash")


class OnText(io.StringIO):
    """A stdout that does something once it gets a text."""

    def __init__(self, text, action):
        super().__init__()
        self._text, self._action = text, action

    def write(self, piece):
        written = super().write(piece)
        if self._text in self.getvalue() and self._action is not None:
            action, self._action = self._action, None
            action()
        return written


@contextlib.contextmanager
def running(stub, out, otherwise=Otherwise.ASK):
    """A run that a test begins with `prompt`, and what it writes to stderr."""
    err = io.StringIO()
    with client_of(stub) as client:
        session = client.session.create()
        with Run(client, session, PlainShow(out, err), None, Rules(), otherwise, None) as run:
            yield run, err


@pytest.mark.parametrize("mid_frame", [b"", b'data: {"id":'])
def test_stream_that_breaks_in_the_middle_of_the_answer_loses_nothing(agent_stub, mid_frame):
    agent_stub.script(Text("One ", "two "), Hold(), Text("three ", "four."))

    def break_off():
        agent_stub.events.cut(clean=False, mid_frame=mid_frame)
        agent_stub.resume("ses_000001")

    out = OnText("One two ", break_off)
    with running(agent_stub, out) as (run, _):
        run.prompt("Count.", None)
        run.end()
    assert out.getvalue() == "One two three four.\n"
    assert run.report.exit_status == 0


def test_server_that_dies_is_one_line_and_the_text_so_far(agent_stub):
    agent_stub.script(Text("One "), Hold())
    done = None

    class Dying(Text):
        pass

    def die():
        agent_stub.faults.add(drop=True, times=None)
        agent_stub.events.cut(clean=False)

    session_created = threading.Event()
    watcher = threading.Thread(target=lambda: (session_created.wait(20), die()), daemon=True)
    watcher.start()
    held = agent_stub.idle
    del held, Dying
    waiting = threading.Thread(
        target=lambda: (
            [None for _ in iter(lambda: "ses_000001" in agent_stub.sessions and agent_stub.requests.count("session.wait") > 0, True)],
            session_created.set(),
        ),
        daemon=True,
    )
    waiting.start()
    done = run_agent(agent_stub, "run", "Count.")
    assert done.status == 1
    assert done.out == "One \n"
    assert done.err.count("\n") == 2, done.err
    assert done.err.splitlines()[1].startswith("trivet: session.")


def test_request_that_another_client_answers_is_not_ours(agent_stub):
    agent_stub.script(Text("May I?"), BASH, Question(Ask("Which?", ["a"])), Text("Thanks."))

    def answer():
        agent_stub.reply("per_000001", "once")
        agent_stub.reply("que_000001", [["a"]])

    out = OnText("May I?", lambda: threading.Thread(target=answer_when_asked, args=(agent_stub, answer)).start())
    with running(agent_stub, out, Otherwise.WAIT) as (run, err):
        run.prompt("Go.", None)
        run.end()
    assert out.getvalue() == "May I?\n\nThanks.\n"
    assert {each.by for each in run.report.replies} == {"other client"}
    assert "answered by another client: bash: ls\n" in err.getvalue()


def answer_when_asked(stub, answer):
    while not stub.runtimes[stub.default].permissions:
        pass
    answer()


def test_ctrl_c_leaves_the_agent_at_work_and_says_how_to_go_on(agent_stub):
    agent_stub.script(Text("One."), BASH)

    def interrupt():
        raise KeyboardInterrupt

    with running(agent_stub, OnText("One.", interrupt), Otherwise.WAIT) as (run, err):
        run.prompt("Go.", None)
        run.compare([])
        run.end()
    assert run.report.exit_status == 130
    assert "left: the agent works on; watch it with `trivet agent watch /home/dev/orchard`" in err.getvalue()
    assert agent_stub.sessions["ses_000001"].busy
    assert agent_stub.requests.count("session.diff") == 0


def test_deadline_is_one_line_and_the_text_so_far_is_kept(agent_stub):
    agent_stub.script(Text("One."), Hold())
    done = run_agent(agent_stub, "run", "Go.", "--deadline", "0.2", "-o", "json")
    assert done.status == 1
    assert json.loads(done.out)["text"] == "One."
    assert "the deadline" in json.loads(done.out)["error"]


def test_pipe_that_closes_early_is_no_error(agent_server):
    agent_server.stub.script(*(Text(f"line {number}\n" * 100) for number in range(100)))
    command = [sys.executable, "-W", "error", "-m", "trivet", "agent", "run", "Go."]
    env = environment({"TRIVET_AGENT_BASE_URL": agent_server.url})
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=env, text=True, **pipes) as process:
        assert process.stdout.readline() == "line 0\n"
        process.stdout.close()
        err = process.stderr.read()
        assert process.wait(60) == 0, err
    assert err.splitlines()[-1] == "the output is closed; session ses_000001 works on"
