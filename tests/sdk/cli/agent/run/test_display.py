"""A run as plain lines."""

import io

import pytest

from trivet.agent import PermissionRequest
from trivet.cli.agent.asks import PermissionAsk
from trivet.cli.agent.run.display import PlainDisplay, reply_line, tool_line
from trivet.cli.agent.run.report import Reply, ToolCall

CALL = ToolCall("prt_1", "rm\x1b[2J", {"path": "/a/" + "b" * 100}, "error", 12.0, "no\x1b]0;x\x07\nsuch")


@pytest.mark.parametrize("width", [20, 40, 80])
def test_tool_fits_in_a_line_with_its_time_at_the_end(width):
    line = tool_line(CALL, width)
    assert len(line) <= width
    assert line.startswith("✗ rm")
    assert line.endswith("  12 s")
    assert "\x1b" not in line


def test_running_tool_has_the_seconds_of_this_machine():
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
def test_reply_is_a_line(reply, line):
    assert reply_line(reply, 80) == line


def test_typed_line_stays_below_what_is_written_meanwhile(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    out, err = io.StringIO(), io.StringIO()
    show = PlainDisplay(out, err, outputs=1)
    show.ask(["May I?"])
    show.typed(PermissionAsk(PermissionRequest(id="p", session_id="s", action="bash")), "o", 0)
    show.tool(CALL, ended=True)
    show.asked()
    show.asked()
    label = "(o)nce (a)lways (r)eject: o"
    assert err.getvalue().startswith(f"May I?\n\r\x1b[K{label}\r\x1b[K✗ rm")
    assert err.getvalue().endswith(f"    no\\x1b]0;x\\x07\n    … 1 more lines\n{label}\r\x1b[K")
    assert out.getvalue() == ""
