"""The steps of a script."""

import pytest

from trivet_stubs.agent import (
    Ask,
    Compaction,
    Fail,
    Finish,
    Hold,
    Interrupt,
    OtherPrompt,
    Output,
    Pause,
    Question,
    Reasoning,
    Retry,
    Subtask,
    Task,
    Text,
    Todos,
    Together,
    Tool,
)
from trivet_stubs.agent.script import MOST_NESTED, TURN_SCHEMA, check_steps, read_step
from trivet_stubs.kernel.validation import check


def test_object_other_than_a_step_is_refused(agent_stub):
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


def test_input_that_json_does_not_have_is_refused_by_its_path(agent_stub):
    with pytest.raises(ValueError, match=r"^input\.runs\.0: NaN is not a number of JSON$"):
        agent_stub.script(Tool("t", input={"runs": [float("nan")]}))
    with pytest.raises(ValueError, match=r"^value\.score: NaN is not a number of JSON$"):
        agent_stub.script(Output({"score": float("nan")}))


def test_steps_of_every_kind_are_accepted():
    check_steps([Text(), Reasoning(), Tool("t"), Question(), Todos([]), Subtask("s"), Hold(), Pause(1), Fail("f")])
    check_steps([Interrupt(), OtherPrompt("p"), Finish(), Task("t", Text()), Together(Task("t")), Compaction()])
    for steps in ([Text(), Ask("Why?")], [Task("t", Ask("Why?"))], [Together(Task("t", 5))]):
        with pytest.raises(TypeError, match="is not a step of a turn"):
            check_steps(steps)


def test_tasks_are_nested_up_to_a_limit():
    step = Task("t")
    for _ in range(MOST_NESTED - 1):
        step = Task("t", step)
    check_steps([step])
    with pytest.raises(ValueError, match="more than 20 tasks within tasks"):
        check_steps([Task("t", step)])


STEPS = [
    ({"type": "text", "deltas": ["a", "b"]}, Text("a", "b")),
    ({"type": "reasoning", "deltas": []}, Reasoning()),
    ({"type": "output", "value": {"good": [True, None]}}, Output({"good": [True, None]})),
    (
        {"type": "tool", "name": "edit", "asks": "edit", "edits": {"a": None}},
        Tool("edit", asks="edit", edits={"a": None}),
    ),
    ({"type": "question", "asks": ["Why?", {"question": "Which?"}]}, Question("Why?", Ask("Which?"))),
    ({"type": "todos", "items": ["Look", {"content": "Leap"}]}, Todos(["Look", {"content": "Leap"}])),
    ({"type": "subtask", "title": "Below"}, Subtask("Below")),
    ({"type": "task", "title": "Look"}, Task("Look")),
    (
        {"type": "task", "title": "Look", "steps": [{"type": "hold"}], "agent": "plan", "model": "stub/stub-1-mini"},
        Task("Look", Hold(), agent="plan", model="stub/stub-1-mini"),
    ),
    (
        {"type": "together", "tasks": [{"title": "a", "steps": [{"type": "task", "title": "b"}]}, {"title": "c"}]},
        Together(Task("a", Task("b")), Task("c")),
    ),
    ({"type": "compaction"}, Compaction()),
    (
        {"type": "compaction", "summary": "So.", "cost": 0.5, "input": 1},
        Compaction("So.", cost=0.5, input=1),
    ),
    ({"type": "retry", "message": "slow down", "attempts": 3, "seconds": 5}, Retry("slow down", 3, 5)),
    ({"type": "hold"}, Hold()),
    ({"type": "hold", "seconds": 30}, Hold(30)),
    ({"type": "tool", "name": "bash", "seconds": 0.5}, Tool("bash", seconds=0.5)),
    ({"type": "finish"}, Finish()),
    (
        {"type": "finish", "reason": "length", "cost": 0.5, "input": 1, "output": 2, "reasoning": 3, "cache_read": 4},
        Finish("length", cost=0.5, input=1, output=2, reasoning=3, cache_read=4),
    ),
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
        ([{"type": "hold", "seconds": "long"}], "steps.0.seconds: "),
        ([{"type": "finish", "cost": -1}], "steps.0.cost: "),
        ([{"type": "finish", "tokens": 1}], "steps.0.tokens: is not known here"),
        ([{"type": "question", "asks": []}], "steps.0.asks: "),
        ([{"type": "retry"}], "steps.0.message: is required"),
        ([{"type": "task"}], "steps.0.title: is required"),
        ([{"type": "task", "title": "a", "model": "large"}], "steps.0.model: "),
        ([{"type": "task", "title": "a", "steps": [{"type": "sing"}]}], "steps.0.steps.0.type: "),
        ([{"type": "together", "tasks": []}], "steps.0.tasks: "),
        ([{"type": "together", "tasks": [{"title": "a", "more": 1}]}], "steps.0.tasks.0.more: is not known here"),
    ],
)
def test_wrong_step_is_refused_by_its_field(steps, sentence):
    with pytest.raises(ValueError, match=sentence):
        check(TURN_SCHEMA, {"steps": steps})
