"""Tool calls in a line."""

import pytest

from trivet.agent import (
    ErrorInfo,
    ToolCompleted,
    ToolContent,
    ToolFailed,
    ToolPart,
    ToolPending,
    ToolRunning,
    ToolStep,
    ToolTime,
)
from trivet.cli.agent.run.tools import ToolCalls, brief, call_of


def step(state, **given):
    return ToolStep(ToolPart(type="tool", id="prt_1", name="bash", state=state, **given), "msg_1")


DONE = ToolCompleted(
    status="completed", input={"command": "ls"}, content=[ToolContent(type="text", text="one\n\ntwo\nthree\n")]
)


def test_call_is_followed_from_its_beginning_to_its_end():
    calls = ToolCalls()
    states = [ToolPending(status="pending", input='{"comm'), ToolRunning(status="running", input={}), DONE, DONE]
    assert [calls.take(step(each))[1] for each in states] == [False, False, True, False]
    [call] = calls
    assert call.record()["status"] == "completed"
    assert calls.running() == []


def test_seconds_are_those_of_the_service():
    time = ToolTime(created=1000, ran=2000, completed=3500)
    assert call_of(step(DONE, time=time)).seconds == 1.5
    assert call_of(step(DONE, time=ToolTime(ran=2000))).seconds is None
    assert call_of(step(DONE)).seconds is None


def test_output_is_cut_and_says_how_much_is_left_out():
    call = call_of(step(DONE))
    assert call.output_lines(2) == ["one", "two", "… 1 more lines"]
    assert call.output_lines(3) == ["one", "two", "three"]
    assert call.output_lines(0) == []
    failed = ToolFailed(status="error", error=ErrorInfo(message="no such file"))
    assert call_of(step(failed)).output == "no such file"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"description": "List", "command": "ls\x1b[2J"}, "ls\\x1b[2J"),
        ({"count": 3, "deep": {"a": 1}, "flag": True}, "count=3, flag=True"),
        ({"questions": [{}]}, ""),
        ('{"comm', '{"comm'),
        (None, ""),
        ({"path": "a" * 100}, "a" * 19 + "…"),
    ],
)
def test_input_is_brief(value, shown):
    assert brief(value, 20) == shown


def test_odd_parts_are_shown_as_far_as_they_go():
    part = ToolPart(type="tool", id="prt_1", name=None, state=None)
    del part.id
    call = call_of(ToolStep(part, "msg_1"))
    assert (call.id, call.name, call.status, call.output) == ("", "", None, "")
