"""The display of a run on a terminal: its scrollback and its live tail."""

import io
import re
import threading

import pytest

from trivet.agent import Todo, TurnActivity
from trivet.cli.agent.run.live_display import LiveDisplay
from trivet.cli.agent.run.report import Reply, RunReport, ToolCall


def call(status, seconds=None):
    return ToolCall("prt_1", "ls\x1b[2J", {"path": "."}, status, seconds, "one\ntwo\nthree\nfour")


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (40, 10), (12, 4)])
def test_everything_is_shown_once_on_screens_of_any_size(monkeypatch, columns, lines):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(lines))
    monkeypatch.setenv("NO_COLOR", "1")
    out = io.StringIO()
    display = LiveDisplay(out, outputs=2, reasoning=True)
    display.begin(RunReport("ses_1", "/home/dev/orchard"))
    display.reasoning("Hm.")
    display.text("One line.\nA long one: " + "word " * 100)
    display.text("END.\n")
    display.todos([Todo(content=f"Todo {number}", status="pending") for number in range(10)])
    display.tool(call("running"), ended=False)
    display.tool(call("completed", 1.5), ended=True)
    display.reply(Reply("permission", "per_1", "bash", "once", "user"))
    display.diff([("file", "modified a +1 -0"), ("added", "+x")], "1 file changed, +1 -0")
    display.end(RunReport("ses_1", status="finished", seconds=3.0))
    display.close()
    display.close()
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", out.getvalue())
    assert [text.count(part) for part in ("END.", "+x\n", "four", "Hm.")] == [1, 1, 0, 1]
    assert "[2J" not in re.sub(r"\\x1b\[2J|\\x1b\[…|\x1b\[2K", "", out.getvalue())
    assert out.getvalue().rfind("\x1b[?25h") > out.getvalue().rfind("\x1b[?25l"), "the cursor is back"


@pytest.mark.parametrize(
    ("activity", "shown"),
    [
        (TurnActivity(kind="working", session_id="ses_1"), "waits for the agent"),
        (TurnActivity(kind="child", session_id="ses_2", title="Look around"), "the child ses_2 (Look around) works"),
        (
            TurnActivity(kind="retrying", session_id="ses_1", attempt=4, message="slow\x1bdown"),
            r'the provider refuses "slow\x1bdown"; attempt 4 follows',
        ),
    ],
)
def test_activity_of_the_turn_is_shown_below(monkeypatch, activity, shown):
    monkeypatch.setenv("COLUMNS", "100")
    out, shows = io.StringIO(), threading.Event()
    display = LiveDisplay(out)

    def look():
        if shown in out.getvalue():
            shows.set()
        return activity

    display.follow(look)
    assert shows.wait(60)
    display.close()
