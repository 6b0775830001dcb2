"""The report of a run: its outcome, tool calls and changed files."""

from types import SimpleNamespace

import pytest

from trivet.agent import (
    ErrorInfo,
    FileDiff,
    TokenUsage,
    ToolCompleted,
    ToolContent,
    ToolFailed,
    ToolPart,
    ToolPending,
    ToolRunning,
    ToolStep,
    ToolTime,
    TurnOutcome,
)
from trivet.cli.agent.run.report import (
    FIELDS,
    Reply,
    RunReport,
    ToolCalls,
    brief,
    call_of,
    changed_since,
    diff_lines,
    diff_record,
    summary,
)


@pytest.mark.parametrize(
    ("outcome", "status", "exit_status"),
    [
        (TurnOutcome("finished"), "finished", 0),
        (TurnOutcome("failed"), "failed", 1),
        (TurnOutcome("interrupted"), "interrupted", 3),
        (TurnOutcome("over_budget"), "over_budget", 3),
    ],
)
def test_exit_status_follows_from_the_outcome_of_the_turn(outcome, status, exit_status):
    report = RunReport("ses_1", seconds=3.2)
    report.end(SimpleNamespace(text="So.", outcome=outcome))
    assert (report.status, report.exit_status, report.text) == (status, exit_status, "So.")


def test_line_has_figures_rejections_and_the_escaped_error():
    report = RunReport("ses_1", seconds=3.2)
    usage = TokenUsage(input=10, output=3)
    outcome = TurnOutcome("failed", ErrorInfo(type="quota", message="no\x1b ink"), usage=usage, cost=0.01)
    report.end(SimpleNamespace(text="", outcome=outcome))
    report.replies += [
        Reply("permission", "per_1", "bash", "reject", "user"),
        Reply("permission", "per_2", "bash", None, "other client"),
    ]
    line = "failed in 3 s, 3 tokens written, $0.0100, 1 rejected; session ses_1: quota: no\\x1b ink"
    assert report.line() == line
    record = report.record()
    assert (record["is_error"], record["duration_ms"], record["total_cost_usd"]) == (True, 3200, 0.01)
    assert (record["usage"]["input_tokens"], record["usage"]["output_tokens"]) == (10, 3)
    assert tuple(report.record()) == FIELDS


def step(state, **fields):
    return ToolStep(ToolPart(type="tool", id="prt_1", name="bash", state=state, **fields), "msg_1")


DONE = ToolCompleted(
    status="completed", input={"command": "ls"}, content=[ToolContent(type="text", text="one\n\ntwo\nthree\n")]
)


def test_call_is_followed_from_its_beginning_to_its_end():
    calls = ToolCalls()
    states = [ToolPending(status="pending", input='{"comm'), ToolRunning(status="running", input={}), DONE, DONE]
    assert [calls.take(step(state))[1] for state in states] == [False, False, True, False]
    [call] = calls
    assert call.record()["status"] == "completed"
    assert calls.running() == []


def test_seconds_come_from_the_times_of_the_service():
    time = ToolTime(created=1000, ran=2000, completed=3500)
    assert call_of(step(DONE, time=time)).seconds == 1.5
    assert call_of(step(DONE, time=ToolTime(ran=2000))).seconds is None
    assert call_of(step(DONE)).seconds is None


def test_output_is_cut_and_the_lines_left_out_are_counted():
    call = call_of(step(DONE))
    assert call.output_lines(2) == ["one", "two", "… 1 more lines"]
    assert call.output_lines(3) == ["one", "two", "three"]
    assert call.output_lines(0) == []
    failed = ToolFailed(status="error", error=ErrorInfo(message="no such file"))
    assert call_of(step(failed)).output == "no such file"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"description": "List", "command": "ls\x1b[2J"}, "ls\\x1b[2J"),
        ({"count": 3, "deep": {"a": 1}, "flag": True}, "count=3, flag=True"),
        ({"questions": [{}]}, ""),
        ('{"comm', '{"comm'),
        (None, ""),
        ({"path": "a" * 100}, "a" * 19 + "…"),
    ],
)
def test_input_is_brief(value, text):
    assert brief(value, 20) == text


def test_incomplete_part_is_an_empty_call():
    part = ToolPart(type="tool", id="prt_1", name=None, state=None)
    del part.id
    call = call_of(ToolStep(part, "msg_1"))
    assert (call.id, call.name, call.status, call.output) == ("", "", None, "")


PATCH = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new\x1b[2J\n same\n"
FILE = FileDiff(path="a\x07", status="modified", additions=1, deletions=1, patch=PATCH)


def test_lines_have_their_kinds_and_are_escaped():
    assert diff_lines([FILE]) == [
        ("file", "modified a\\x07 +1 -1"),
        ("hunk", "@@ -1 +1 @@"),
        ("removed", "-old"),
        ("added", "+new\\x1b[2J"),
        ("same", " same"),
    ]
    assert summary([FILE, FileDiff(path="b", additions=2)]) == "2 files changed, +3 -1"


def test_file_without_numbers_has_no_count_of_lines():
    assert diff_lines([FileDiff(path="b")]) == [("file", "changed b")]
    assert summary([FILE, FileDiff(path="b")]) == "2 files changed"


def test_long_patches_are_cut_and_the_lines_left_out_are_counted():
    lines = diff_lines([FILE, FILE], most=4)
    assert lines[-1] == ("hunk", "… 5 more lines")
    assert [line for line in lines if line[0] == "file"] == [("file", "modified a\\x07 +1 -1")] * 2


def test_only_files_that_changed_during_the_turn_remain():
    other = FileDiff(path="b", additions=2)
    assert changed_since([FILE], [FILE, other]) == [other]
    assert changed_since([FILE], [FILE, other], touched={"a\x07"}) == [other], "the patches are the same"
    assert diff_record(other) == {"path": "b", "status": None, "additions": 2, "deletions": None, "patch": None}


def test_file_that_changed_before_and_during_the_turn_remains():
    first, second = FileDiff(path="a"), FileDiff(path="b")
    assert changed_since([first, second], [first, second], touched={"b", "c"}) == [second]
