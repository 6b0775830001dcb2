"""The dashboard on screens of any size, and its answers."""

import io
import queue
import shlex
import threading
import time
from types import SimpleNamespace

import pytest
from rich.cells import cell_len
from rich.console import Console

from tests.sdk.cli.agent.agents import client_of
from trivet.agent import PermissionRequest, Prompt
from trivet.cli.agent.ask_texts import PermissionAsk, reply_command
from trivet.cli.agent.asker import GONE, REJECTED
from trivet.cli.agent.watch.board import DirectoryState, SessionRow
from trivet.cli.agent.watch.live_board import Answers, LiveBoard, board_lines
from trivet_stubs.agent import Ask, Question, Tool

ASK = PermissionAsk(PermissionRequest(id="per_1", session_id="s", action="bash", resources=["rm \x1b[2J"]))


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 10), (20, 5)])
def test_screen_holds_the_board_the_question_and_the_notes(width, height):
    rows = {f"{n}": SessionRow(f"{n}", f"Title {n}", "idle", 0.0, False, None, ()) for n in range(50)}
    follower = SimpleNamespace(state=lambda: DirectoryState("/a", "live", "", rows))
    board = LiveBoard([follower], asks=True)
    board.note("allowed once: \x1b[2J")
    board.ask(ASK.lines())
    board.typed(ASK, "o", 1)
    out = io.StringIO()
    Console(file=out, width=width, height=height).print(board.render(time.time(), width, height))
    lines = out.getvalue().splitlines()
    assert len(lines) <= height
    assert max(map(len, lines)) <= width
    assert "\x1b" not in out.getvalue()
    assert [line for line in lines if line.startswith("[+1] ") and "o▏" in line]
    board.asked()
    out.truncate(0)
    Console(file=out, width=width).print(board.render(time.time(), width, height))
    assert "▏" not in out.getvalue()


NOW = 1_750_032_100.0


def rows(count):
    request = PermissionRequest(id="per_1", session_id="s", action="bash", resources=["rm \x1b[2J"])
    sessions = [
        SessionRow(
            f"ses_{n}", f"果樹園 \x1b]0;x\x07 {n}", "waits" if n == 0 else "idle", 1_750_032_000_000.0, False, "1/2", ()
        )
        for n in range(count)
    ]
    first = sessions[0]
    sessions[0] = SessionRow(first.id, first.title, first.status, first.updated, False, None, (request,), "quota")
    return {session.id: session for session in sessions}


@pytest.mark.parametrize("width", [10, 40, 80, 200])
@pytest.mark.parametrize("height", [1, 3, 8, 40])
def test_lines_fit_in_width_and_height_and_are_escaped(width, height):
    states = [
        DirectoryState("/home/dev/orchard", "live", "", rows(20)),
        DirectoryState("/b", "failed", "no\x1b such\n" * 50),
    ]
    lines = board_lines(states, NOW, width, height)
    assert len(lines) <= height
    assert max(cell_len(text) for text, _ in lines) <= width
    assert "\x1b" not in "".join(text for text, _ in lines)


def test_row_has_status_title_todos_age_and_id():
    lines = [text for text, _ in board_lines([DirectoryState("/a", "live", "", rows(2))], NOW, 100, 20)]
    assert lines[0] == "● /a  live, 2 sessions, 1 waiting"
    assert lines[1].split() == ["?", "waits", "果樹園", "\\x1b]0;x\\x07", "0", "1", "min", "ses_0"]
    assert lines[2:5] == [
        "      quota",
        "      bash: rm \\x1b[2J",
        "      trivet agent permission reply per_1 --response once --directory /a",
    ]
    assert lines[5].split() == ["·", "idle", "果樹園", "\\x1b]0;x\\x07", "1", "1/2", "1", "min", "ses_1"]


def test_sessions_that_do_not_fit_are_counted_and_no_directory_hides_another():
    states = [
        DirectoryState("/a", "live", "", rows(30)),
        DirectoryState("/b", "stale", "", rows(1)),
        DirectoryState("", "starting"),
    ]
    lines = [text for text, _ in board_lines(states, NOW, 60, 14, commands=False)]
    assert lines[0].endswith("(+24 more)")
    assert [line for line in lines if line.startswith("◐ /b  stale, 1 session")]
    assert lines[-1] == "… the server's directory  starting, no sessions"


def test_failed_directory_shows_its_error():
    assert board_lines([DirectoryState("/a", "failed", "session.list: 404")], NOW, 60, 5) == [
        ("✗ /a  failed: session.list: 404", "bold red")
    ]


def test_command_wider_than_the_screen_can_be_pasted_as_shown():
    options = ("--base-url", "http://127.0.0.1:4096", "--adapter", "opencode")
    state = DirectoryState("/home/dev/the orchard", "live", "", rows(1), options)
    lines = [text for text, style in board_lines([state], NOW, 60, 20) if style == "dim"]
    assert max(map(cell_len, lines)) <= 60
    assert len(lines) > 1
    words = shlex.split("\n".join(lines).replace("\\\n", ""))  # as a shell does
    assert words == shlex.split(reply_command(state.rows["ses_0"].requests[0], state.directory, options))


def ask(stub, client, *steps):
    stub.script(*steps)
    session = client.session.create()
    client.session.prompt(session.id, prompt=Prompt(text="Go."))
    return [*client.permission.list(), *client.question.list()]


def answers(reply):
    """Return the `Answers` of a user with this reply, and a queue of its notes."""
    notes = queue.SimpleQueue()
    asker = SimpleNamespace(ask=reply if callable(reply) else lambda asks, is_wanted: reply, close=lambda: None)
    return Answers(asker, notes.put), notes


@pytest.mark.parametrize(
    ("step", "reply", "note"),
    [
        (Tool("bash", {"c": "ls"}, asks="bash"), ["always"], "allowed always: bash: ls"),
        (Tool("bash", {"c": "ls"}, asks="bash"), REJECTED, "rejected: bash: ls"),
        (Question("Why?", Ask("Which?", ["a"])), [["So."], ["a"]], "answered: Why? / Which?"),
        (Question("Why?"), REJECTED, "rejected: Why?"),
    ],
)
def test_answer_is_sent(agent_stub, step, reply, note):
    with client_of(agent_stub) as client:
        dashboard, notes = answers(reply)
        dashboard.take(0, client, ask(agent_stub, client, step))
        assert notes.get(timeout=30) == note
        assert [*client.permission.list(), *client.question.list()] == []


def test_request_is_asked_once_and_not_again_after_another_client(agent_stub):
    with client_of(agent_stub) as client:
        asked, may_reply = queue.SimpleQueue(), threading.Event()

        def reply(asks, is_wanted):
            asked.put(is_wanted)
            may_reply.wait(30)
            return ["once"] if is_wanted() else GONE

        dashboard, notes = answers(reply)
        requests = ask(agent_stub, client, Tool("bash", asks="bash"))
        dashboard.take(0, client, requests)
        dashboard.take(1, client, [])
        dashboard.take(0, client, requests)
        is_wanted = asked.get(timeout=30)
        assert is_wanted()
        agent_stub.reply("per_000001", "once")
        may_reply.set()
        assert notes.get(timeout=30) == "another client was first: bash: *"
        dashboard.take(0, client, [])
        assert not is_wanted()
        assert asked.empty()
