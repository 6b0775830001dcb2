"""The steps of a script."""

import pytest

from trivet_stubs.agent import (
    Ask,
    Fail,
    Hold,
    Interrupt,
    OtherPrompt,
    Pause,
    Question,
    Reasoning,
    Subtask,
    Text,
    Todos,
    Tool,
)
from trivet_stubs.agent.script import check_steps


def test_object_that_is_no_step_is_refused(agent_stub):
    with pytest.raises(TypeError, match="'Hello' is not a step"):
        agent_stub.script("Hello")


def test_ask_is_written_with_its_options_and_a_short_header():
    assert Ask("Which of these two is it?" * 2, ["a"], custom=False).wire() == {
        "question": "Which of these two is it?" * 2,
        "header": "Which of these two is it?Which",
        "options": [{"label": "a", "description": "a"}],
        "multiple": False,
        "custom": False,
    }
    assert Ask("Which?", header="One").wire()["header"] == "One"


def test_todo_of_a_text_is_pending():
    assert Todos(["Look", {"content": "Leap", "status": "completed"}]).wire() == [
        {"content": "Look", "status": "pending", "priority": "medium"},
        {"content": "Leap", "status": "completed", "priority": "medium"},
    ]


def test_deltas_are_given_one_by_one():
    assert Text("a", "b").deltas == Reasoning("a", "b").deltas == ("a", "b")
    assert Question("Why?", Ask("Which?")).asks == ("Why?", Ask("Which?"))


def test_steps_of_every_kind_are_accepted():
    check_steps([Text(), Reasoning(), Tool("t"), Question(), Todos([]), Subtask("s"), Hold(), Pause(1), Fail("f")])
    check_steps([Interrupt(), OtherPrompt("p")])
    with pytest.raises(TypeError, match="is not a step of a turn"):
        check_steps([Text(), Ask("Why?")])
