"""The commands in a pseudo-terminal: questions while the agent writes, dashboards, Ctrl-C."""

import sys
import termios
import threading

import pytest

from tests.sdk.cli.agent.agents import client_of
from tests.sdk.cli.console import in_terminal
from trivet.agent import Prompt
from trivet_stubs.agent import Ask, Hold, Question, Text, Tool

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is POSIX's"),
]

BASH = Tool("bash\x1b]0;x\x07", {"command": "npm test\x1b[2J"}, output="one\ntwo\nthree\nfour\nfive", asks="bash")


def run(server, *arguments, size=(80, 24)):
    """Run a command in a terminal, against a server."""
    return in_terminal("agent", *arguments, env={"TRIVET_AGENT_BASE_URL": server.url}, size=size)


def test_questions_are_asked_while_the_agent_writes(agent_server):
    stub = agent_server.stub
    stub.script(
        Text("Looking.\n"),
        Tool("fetch", {"url": "https://example.com"}, asks="fetch"),
        BASH,
        Question(Ask("Which fruit?", ["Pear", "Plum"], custom=False), "And why?"),
        Tool("edit", {"filePath": "README.md"}, edits={"README.md": "# Orchard\n"}),
        Text("Done\x1b[2J, *all of it*."),
    )
    with run(agent_server, "run", "Go.") as terminal:
        terminal.read_until(r"fetch: .*\(r\)eject: ▏")
        terminal.type("r")  # and no Enter
        terminal.read_until("r▏")
        threading.Thread(target=stub.reply, args=("per_000001", "once")).start()
        terminal.read_until("answered by another client: fetch")
        terminal.read_until(r"bash: .*\(r\)eject: ▏")
        terminal.type("what?\n")
        terminal.read_until("type o, a or r, and Enter")
        terminal.type("x\x7fo\n")
        terminal.read_until(r"a number: ▏")
        terminal.type("2\n")
        terminal.read_until(r"an answer: ▏")
        terminal.type("Ripe.\n")
        assert terminal.wait() == 0
        text = terminal.text
    assert "npm test\\x1b[2J" in text
    assert "allowed once: bash: npm test\\x1b[2J" in text
    assert "answered Plum; Ripe.: Which fruit? / And why?" in text
    assert "… 2 more lines" in text
    assert "Done\\x1b[2J, *all of it*." in text
    assert "1 file changed, +0 -2" in text
    assert terminal.output.count("\x1b[31m-Apples and pears.") == 1, "removed lines are red"
    assert "\x1b[2J" not in terminal.output
    assert "\x1b]0;" not in terminal.output


def test_ctrl_c_in_a_question_gives_the_terminal_back(agent_server):
    agent_server.stub.script(Text("word " * 100), BASH, Hold())
    with run(agent_server, "run", "Go.", size=(40, 12)) as terminal:
        before = termios.tcgetattr(terminal._descriptor)
        terminal.read_until(r"\(r\)eject: ▏")
        assert termios.tcgetattr(terminal._descriptor) != before
        terminal.type("al")
        terminal.read_until("al▏")
        terminal.interrupt()
        terminal.read_until("left without an answer: bash: npm test")
        assert terminal.wait() == 130
        assert termios.tcgetattr(terminal._descriptor) == before
        text = terminal.text
    with client_of(agent_server.stub) as client:
        assert client.permission.list() == [], "a request that nothing answers is rejected"
    command = f"trivet agent watch /home/dev/orchard --base-url {agent_server.url}"
    assert f"left: the agent works on; watch it with `{command}`" in " ".join(text.split())
    assert terminal.output.rfind("\x1b[?25h") > terminal.output.rfind("\x1b[?25l"), "the cursor is back"
    assert "Traceback" not in text


def test_dashboard_answers_requests_and_ends_with_ctrl_c(agent_server):
    with client_of(agent_server.stub) as client:
        for title, step in (("Prune", BASH), ("Paint", Question(Ask("Which?", ["Red"])))):
            agent_server.stub.script(step, Text("."))
            session = client.session.create(title=title)
            client.session.prompt(session.id, prompt=Prompt(text="Go."))
        with run(agent_server, "watch", "/home/dev/orchard", "/home/dev/lighthouse", "--answer") as terminal:
            terminal.read_until(r"2 waiting[^$]*Prune[^$]*\(r\)eject: ▏")
            terminal.type("a\n")
            terminal.read_until(r"allowed always: bash[^$]*an answer: ▏")
            terminal.type("1\n")
            terminal.read_until("answered: Which[^$]*2 sessions  ")
            terminal.interrupt()
            assert terminal.wait() == 130
        assert [*client.permission.list(), *client.question.list()] == []
    assert "\x1b]0;" not in terminal.output
    assert terminal.output.endswith("\x1b[?1049l"), "the screen from before is back"
    assert "Traceback" not in terminal.text
