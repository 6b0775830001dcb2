"""Turns of a test's own."""

import pytest

from trivet_stubs.agent import Ask, Fail, Hold, Interrupt, Pause, Question, Reasoning, Subtask, Text, Todos, Tool
from trivet_stubs.agent.own_turns import TURN_SCHEMA, read_step
from trivet_stubs.agent.script import OtherPrompt
from trivet_stubs.kernel.validation import check

STEPS = [
    ({"type": "text", "deltas": ["a", "b"]}, Text("a", "b")),
    ({"type": "reasoning", "deltas": []}, Reasoning()),
    (
        {"type": "tool", "name": "edit", "asks": "edit", "edits": {"a": None}},
        Tool("edit", asks="edit", edits={"a": None}),
    ),
    ({"type": "question", "asks": ["Why?", {"question": "Which?"}]}, Question("Why?", Ask("Which?"))),
    ({"type": "todos", "items": ["Look", {"content": "Leap"}]}, Todos(["Look", {"content": "Leap"}])),
    ({"type": "subtask", "title": "Below"}, Subtask("Below")),
    ({"type": "hold"}, Hold()),
    ({"type": "pause", "seconds": 1.5}, Pause(1.5)),
    ({"type": "fail", "message": "No.", "kind": "api"}, Fail("No.", "api")),
    ({"type": "interrupt"}, Interrupt()),
    ({"type": "other_prompt", "text": "And?"}, OtherPrompt("And?")),
]


def test_each_type_of_step_is_read():
    check(TURN_SCHEMA, {"steps": [raw for raw, _ in STEPS], "session_id": "ses_000001"})
    assert [read_step(raw) for raw, _ in STEPS] == [step for _, step in STEPS]


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ([{}], "steps.0.type: is required"),
        ([{"type": "sing"}], "steps.0.type: "),
        ([{"type": "text"}], "steps.0.deltas: is required"),
        ([{"type": "hold", "text": "x"}], "steps.0.text: is not known here"),
        ([{"type": "pause", "seconds": -1}], "steps.0.seconds: "),
        ([{"type": "question", "asks": []}], "steps.0.asks: "),
    ],
)
def test_wrong_step_is_refused_by_its_field(steps, sentence):
    with pytest.raises(ValueError, match=sentence):
        check(TURN_SCHEMA, {"steps": steps})
