"""Runs with disturbances: a stream that breaks, a server that dies, another client, a closed pipe, Ctrl-C."""

import contextlib
import io
import json
import signal
import subprocess
import sys
import threading

import httpx
import pytest

from tests.sdk.agent.opencode.fake_server import BriefClock, FakeServer
from tests.sdk.cli.agent.agents import client_of, run_agent
from tests.sdk.cli.console import environment
from trivet import AgentClient, APIConnectionError
from trivet.agent import PermissionRules, opencode
from trivet.cli.agent.run.display import PlainDisplay
from trivet.cli.agent.run.replies import Otherwise
from trivet.cli.agent.run.running import AgentRun, Paragraphs
from trivet.cli.options import Adapter
from trivet_stubs import AgentStub, Clock
from trivet_stubs.agent import AgentObserved, Ask, Hold, Question, Text, Tool

BASH = Tool("bash", {"command": "ls"}, asks="bash")


class OnText(io.StringIO):
    """A stdout that calls a function once a text has been written."""

    def __init__(self, text, action):
        super().__init__()
        self._text, self._action = text, action

    def write(self, piece):
        written = super().write(piece)
        if self._text in self.getvalue() and self._action is not None:
            action, self._action = self._action, None
            action()
        return written


class InterruptedDisplay(PlainDisplay):
    """A display at which the user presses Ctrl-C when a tool is called."""

    def tool(self, call, *, ended):
        raise KeyboardInterrupt


@contextlib.contextmanager
def running(stub, out, otherwise=Otherwise.ASK, client=None):
    """Yield a run, which begins with `prompt`, and its stderr."""
    err = io.StringIO()
    with client or client_of(stub) as agent:
        session = agent.session.create()
        with AgentRun(agent, session, PlainDisplay(out, err), None, PermissionRules(), otherwise, None) as run:
            yield run, err


@pytest.mark.parametrize("mid_frame", [b"", b'data: {"id":'])
def test_no_text_is_lost_if_the_stream_breaks_during_the_answer(agent_stub, mid_frame):
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


def test_server_that_dies_is_an_error_and_the_text_so_far_stays(agent_stub):
    agent_stub.script(Text("One "), Hold())
    with contextlib.ExitStack() as serving:
        served = serving.enter_context(agent_stub.serve())
        out = OnText("One ", serving.close)
        with running(agent_stub, out, client=AgentClient(base_url=served.url, clock=agent_stub.clock)) as (run, err):
            with pytest.raises(APIConnectionError):
                run.prompt("Count.", None)
            run.compare([])
            run.end()
    assert out.getvalue() == "One \n"
    assert err.getvalue() == "session ses_000001 in /home/dev/orchard\n"
    assert (run.report.exit_status, run.report.text) == (1, "One ")
    assert run.report.error.startswith("session.")


def test_server_that_cannot_be_reached_is_one_line(agent_stub):
    agent_stub.faults.add(drop=True, times=None)
    result = run_agent(agent_stub, "run", "Count.")
    assert (result.status, result.out, result.err.count("\n")) == (1, "", 1)
    assert result.err.startswith("trivet: permission.list")


def test_reply_of_another_client_is_not_reported_as_a_rejection(agent_stub):
    agent_stub.script(Text("May I?"), BASH, Question(Ask("Which?", ["a"])), Text("Thanks."))

    def answer():
        agent_stub.reply("per_000001", "once")
        agent_stub.reply("que_000001", [["a"]])

    out = OnText("May I?", lambda: threading.Thread(target=answer_when_asked, args=(agent_stub, answer)).start())
    with running(agent_stub, out, Otherwise.WAIT) as (run, err):
        run.prompt("Go.", None)
        run.end()
    assert out.getvalue() == "May I?\n\nThanks.\n"
    assert {reply.by for reply in run.report.replies} <= {"other client"}
    assert "rejected" not in err.getvalue()


def answer_when_asked(stub, answer):
    while not stub.runtimes[stub.default].permissions:
        pass
    answer()


def test_ctrl_c_leaves_the_agent_at_work_and_shows_the_command_to_watch_it(agent_stub):
    agent_stub.script(Text("One."), Hold())

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


@pytest.mark.parametrize("stubborn", [False, True])
def test_ctrl_c_reports_a_stopped_agent_only_if_the_server_confirms_it(stubborn):
    server, err = FakeServer(), io.StringIO()
    server.stubborn = stubborn
    transport, clock = opencode.Transport(server.transport()), Clock() if stubborn else BriefClock()
    with AgentClient(transport=transport, base_url="http://opencode.test", clock=clock) as agent:
        session = agent.session.create()
        display = InterruptedDisplay(None, err)
        with AgentRun(agent, session, display, None, PermissionRules(), Otherwise.WAIT, Adapter.OPENCODE) as run:
            run.prompt("BASH", None)
            run.end()
    server.close()
    assert run.report.exit_status == 130
    assert ("the agent has been stopped" in err.getvalue()) is not stubborn
    assert ("left: the agent may work on; watch it with" in err.getvalue()) is stubborn


class ImpatientTransport(httpx.BaseTransport):
    """A transport at which the user presses Ctrl-C again while the agent is being stopped."""

    def __init__(self, transport):
        self._transport = transport

    def handle_request(self, request):
        if request.url.path.endswith("/abort"):
            raise KeyboardInterrupt
        return self._transport.handle_request(request)


def test_second_ctrl_c_leaves_without_a_confirmation():
    server, err = FakeServer(), io.StringIO()
    transport = opencode.Transport(ImpatientTransport(server.transport()))
    with AgentClient(transport=transport, base_url="http://opencode.test", clock=BriefClock()) as agent:
        session = agent.session.create()
        display = InterruptedDisplay(None, err)
        with AgentRun(agent, session, display, None, PermissionRules(), Otherwise.WAIT, Adapter.OPENCODE) as run:
            run.prompt("BASH", None)
            run.end()
    server.close()
    assert run.report.exit_status == 130
    assert "stopping the agent; Ctrl-C again leaves at once" in err.getvalue()
    assert "left: the agent may work on; watch it with" in err.getvalue()
    assert "has been stopped" not in err.getvalue()


def test_ctrl_c_with_on_leave_detach_stops_nothing():
    server, err = FakeServer(), io.StringIO()
    transport = opencode.Transport(server.transport())
    with AgentClient(transport=transport, base_url="http://opencode.test", clock=BriefClock()) as agent:
        session = agent.session.create()
        display = InterruptedDisplay(None, err)
        with AgentRun(agent, session, display, None, PermissionRules(), Otherwise.WAIT, Adapter.OPENCODE) as run:
            run.prompt("BASH", None, on_leave="detach")
            run.end()
    server.close()
    assert not [request for request in server.requests if request.endswith("/abort")]
    assert "left: the agent may work on; watch it with" in err.getvalue()


def test_permission_that_is_open_at_ctrl_c_was_left_not_answered(agent_stub):
    agent_stub.script(Text("One."), BASH)

    def interrupt():
        while not any(run.report.replies) and not agent_stub.runtimes[agent_stub.default].permissions:
            pass
        signal.raise_signal(signal.SIGINT)

    out = OnText("One.", lambda: threading.Thread(target=interrupt).start())
    with running(agent_stub, out, Otherwise.WAIT) as (run, err):
        run.prompt("Go.", None)
        run.end()
    assert run.report.exit_status == 130
    assert "left without an answer: bash: ls" in err.getvalue()
    assert [(reply.id, reply.by) for reply in run.report.replies] == [("per_000001", "left")]
    assert "answered by another client" not in err.getvalue()


@pytest.mark.parametrize("step", [BASH, Question(Ask("Which?", ["a"]))])
def test_request_that_is_open_at_the_deadline_was_left_not_answered(step):
    """The server takes longer to stop the agent than the command waits for a reply by another client."""
    with AgentStub(observed=AgentObserved(interrupts=True)) as stub:
        stop = stub.faults.add("/api/session/ses_000001/interrupt", delay=0.4)
        stub.script(Text("One."), step)
        result = run_agent(stub, "run", "Go.", "--otherwise", "wait", "--deadline", "0.8", "-o", "json")
    assert (result.status, stop.struck) == (1, 1)
    assert [(reply["reply"], reply["by"]) for reply in json.loads(result.out)["replies"]] == [(None, "left")]
    assert "left without an answer" in result.err
    assert "answered by another client" not in result.err


def test_deadline_is_one_line_and_the_text_so_far_is_kept(agent_stub):
    agent_stub.script(Text("One."), Hold())
    result = run_agent(agent_stub, "run", "Go.", "--deadline", "0.6", "-o", "json")
    assert result.status == 1
    assert json.loads(result.out)["result"] == "One."
    assert "the deadline" in json.loads(result.out)["error"]
    assert "left: the agent works on; watch it with" in result.err


@pytest.mark.long
def test_prompt_is_read_from_a_pipe_and_an_output_that_closes_early_is_not_an_error(agent_server):
    agent_server.stub.script(Text("red\x1b[31m\tand\n"), *(Text(f"line {number}\n" * 100) for number in range(100)))
    command = [sys.executable, "-W", "error", "-m", "trivet", "agent", "run", "-"]
    env = environment({"TRIVET_AGENT_BASE_URL": agent_server.url})
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=env, text=True, **pipes) as process:
        process.stdin.write("Go.\n")
        process.stdin.close()
        assert process.stdout.readline() == "red\\x1b[31m\tand\n"
        process.stdout.close()
        err = process.stderr.read()
        assert process.wait(60) == 0, err
    assert err.splitlines()[-1] == "the output is closed; session ses_000001 works on"
    [prompt] = [
        message["text"] for message in agent_server.stub.sessions["ses_000001"].messages if message["type"] == "user"
    ]
    assert prompt == "Go.\n"


def test_pieces_of_one_text_are_not_separated():
    paragraphs = Paragraphs()
    assert [paragraphs.add(piece, "a") for piece in ("One", " two", ".")] == ["One", " two", "."]
    assert paragraphs.finish() == "\n"


def test_texts_of_other_messages_and_after_a_tool_begin_after_an_empty_line():
    paragraphs = Paragraphs()
    paragraphs.interrupt()
    text = paragraphs.add("One.", "a")
    paragraphs.interrupt()
    text += paragraphs.add("\nTwo.\n", "a") + paragraphs.add("Three.\n\n", "b") + paragraphs.add("Four.", "c")
    assert text == "One.\n\nTwo.\n\nThree.\n\nFour."


def test_answer_that_ends_with_a_line_break_gets_no_second_one():
    paragraphs = Paragraphs()
    assert paragraphs.finish() == ""
    paragraphs.add("One.\n", "a")
    assert paragraphs.finish() == ""
