"""The steps of an agent's answer: pieces of its text and reasoning, its tool calls, and its todos."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import define, field

from ..._core.public import exported_from
from .._generated.models import Todo, ToolPart

__all__ = ["ReasoningStep", "TextStep", "TodosStep", "ToolStep", "TurnStep"]


@exported_from("trivet.agent")
@define
class TextStep:
    """A piece of the agent's text; the pieces joined are the whole text.

    >>> async for step in turn.steps():
    ...     if step.type == "text":
    ...         print(step.text, end="")

    Attributes:
        text: The piece.
        message_id: The message that it belongs to.
        type: `text`.
    """

    text: str
    message_id: str
    type: Literal["text"] = field(default="text", init=False)


@exported_from("trivet.agent")
@define
class ReasoningStep:
    """A piece of the model's reasoning.

    >>> async for step in turn.steps():
    ...     if step.type == "reasoning":
    ...         log.debug(step.text)

    Attributes:
        text: The piece.
        message_id: The message that it belongs to.
        type: `reasoning`.
    """

    text: str
    message_id: str
    type: Literal["reasoning"] = field(default="reasoning", init=False)


@exported_from("trivet.agent")
@define
class ToolStep:
    """A call of a tool: when it begins, and after each change of it until it has completed or failed.

    >>> async for step in turn.steps():
    ...     if step.type == "tool" and step.status == "error":
    ...         print(step.part.name, "failed")

    Attributes:
        part: The call as it is now, with its name, its input and its output.
        message_id: The message that it belongs to.
        type: `tool`.
    """

    part: ToolPart
    message_id: str
    type: Literal["tool"] = field(default="tool", init=False)

    @property
    def status(self) -> str | None:
        """The status of the call: pending, running, completed or error; None where the service sends none."""
        status = getattr(self.part.state, "status", None)
        return status if isinstance(status, str) else None


@exported_from("trivet.agent")
@define
class TodosStep:
    """The new list of the session's todos.

    >>> async for step in turn.steps():
    ...     if step.type == "todos":
    ...         print([todo.content for todo in step.todos])

    Attributes:
        todos: All of them, in the service's order.
        type: `todos`.
    """

    todos: list[Todo]
    type: Literal["todos"] = field(default="todos", init=False)


TurnStep: TypeAlias = TextStep | ReasoningStep | ToolStep | TodosStep
"""A step of an agent's answer."""
