"""A run as plain lines."""

import io
import json
from datetime import UTC, datetime

import pytest

from trivet.agent import PermissionRequest, TurnActivity
from trivet.cli.agent.ask_texts import PermissionAsk
from trivet.cli.agent.run.display import EventDisplay, PlainDisplay, reply_line, tool_line
from trivet.cli.agent.run.report import Reply, ToolCall

CALL = ToolCall("prt_1", "rm\x1b[2J", {"path": "/a/" + "b" * 100}, "error", 12.0, "no\x1b]0;x\x07\nsuch")


@pytest.mark.parametrize("width", [20, 40, 80])
def test_tool_call_fits_in_a_line_with_its_time_at_the_end(width):
    line = tool_line(CALL, width)
    assert len(line) <= width
    assert line.startswith("✗ rm")
    assert line.endswith("  12 s")
    assert "\x1b" not in line


def test_seconds_of_a_running_tool_are_measured_by_this_machine():
    call = ToolCall("prt_1", "", None, "running", None, "")
    assert tool_line(call, 40, 3.25) == "▸ tool  3.2 s"


@pytest.mark.parametrize(
    ("reply", "line"),
    [
        (Reply("permission", "p", "bash: ls", "always", "user"), "allowed always: bash: ls"),
        (Reply("question", "q", "Why?", [["a", "b"], ["c"]], "user"), "answered a, b; c: Why?"),
        (Reply("question", "q", "Why?", "reject", "user"), "rejected: Why?"),
        (Reply("question", "q", "Why?", None, "other client"), "answered by another client: Why?"),
    ],
)
def test_reply_is_one_line(reply, line):
    assert reply_line(reply, 80) == line


@pytest.mark.parametrize(
    ("display", "line"),
    [(PlainDisplay, "Hel"), (EventDisplay, '{"type":"text","text":"Hel"}\n')],
    ids=["plain", "events"],
)
def test_piece_of_text_is_written_at_once(display, line):
    file = io.BytesIO()
    out = io.TextIOWrapper(file, newline="\n")
    display(out, io.StringIO()).text("Hel")
    assert file.getvalue().decode() == line


def test_typed_line_stays_below_lines_written_meanwhile(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    out, err = io.StringIO(), io.StringIO()
    display = PlainDisplay(out, err, outputs=1)
    display.ask(["May I?"])
    display.typed(PermissionAsk(PermissionRequest(id="p", session_id="s", action="bash")), "o", 0)
    display.tool(CALL, ended=True)
    display.asked()
    display.asked()
    label = "(o)nce (a)lways (r)eject: o"
    assert err.getvalue().startswith(f"May I?\n\r\x1b[K{label}\r\x1b[K✗ rm")
    assert err.getvalue().endswith(f"    no\\x1b]0;x\\x07\n    … 1 more lines\n{label}\r\x1b[K")
    assert out.getvalue() == ""


def test_new_attempt_of_the_provider_is_a_line_and_an_event():
    at = datetime(2025, 6, 16, 0, 0, 5, tzinfo=UTC)
    retry = TurnActivity(kind="retrying", session_id="ses_1", attempt=2, message="slow\x1bdown", next_at=at)
    out, err = io.StringIO(), io.StringIO()
    PlainDisplay(out, err).retry(retry)
    EventDisplay(out, err).retry(retry)
    EventDisplay(out, err, ["status"]).retry(retry)
    assert err.getvalue() == 'the provider refuses "slow\\x1bdown"; attempt 2 follows at 00:00:05 UTC\n'
    expected = {"type": "retry", "session_id": "ses_1", "attempt": 2, "message": "slow\x1bdown"}
    assert json.loads(out.getvalue()) == {**expected, "next_at": "2025-06-16T00:00:05+00:00"}
