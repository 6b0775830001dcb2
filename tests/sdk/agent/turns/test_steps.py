"""The steps of an answer, as a caller matches them."""

import pytest

from trivet.agent import ReasoningStep, TextStep, TodosStep, ToolPart, ToolPending, ToolRunning, ToolStep


@pytest.mark.parametrize(
    ("step", "type_"),
    [
        (TextStep("a", "msg_1"), "text"),
        (ReasoningStep("a", "msg_1"), "reasoning"),
        (
            ToolStep(ToolPart(type="tool", id="prt_1", name="bash", state=ToolPending(status="pending")), "msg_1"),
            "tool",
        ),
        (TodosStep([]), "todos"),
    ],
)
def test_type_says_the_kind_of_step(step, type_):
    assert step.type == type_


@pytest.mark.parametrize(("state", "status"), [(ToolRunning(status="running"), "running"), (None, None), (5, None)])
def test_status_of_a_tool_step_is_that_of_its_call(state, status):
    step = ToolStep(ToolPart(type="tool", id="prt_1", name="bash", state=state), "msg_1")
    assert step.status == status
