"""Tool calls in a line each: name, input in brief, status, seconds, and the start of the output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from attrs import frozen

from trivet.agent import ToolPart, ToolStep
from trivet.cli.text import one_line

__all__ = ["ENDED", "ToolCall", "ToolCalls", "brief", "call_of"]

ENDED = frozenset({"completed", "error"})
"""The statuses of a call that changes no more."""

TELLING = ("command", "filePath", "file_path", "path", "pattern", "query", "url", "description", "prompt", "name")
"""The arguments that say most of what a call does, in the order in which they are looked for."""

LONGEST = 10_000


@frozen
class ToolCall:
    """A call of a tool, as it is shown.

    Attributes:
        id: The id of the call.
        name: The name of the tool.
        input: The arguments, or the start of their JSON text while the model writes them.
        status: pending, running, completed or error, or another word of the service.
        seconds: How long it ran, by the service's times; None where it names none.
        output: The output, or the error.
    """

    id: str
    name: str
    input: Any
    status: str | None
    seconds: float | None
    output: str

    @property
    def ended(self) -> bool:
        """Whether it changes no more."""
        return self.status in ENDED

    def record(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "id": self.id,
            "name": self.name,
            "status": self.status,
            "seconds": self.seconds,
            "input": self.input,
            "output": self.output,
        }

    def output_lines(self, most: int) -> list[str]:
        """Return the first lines of the output, and how many more there are."""
        lines = [each for each in self.output.splitlines() if each.strip()]
        shown = lines[:most]
        return [*shown, f"… {len(lines) - most} more lines"] if most and len(lines) > most else shown


def call_of(step: ToolStep) -> ToolCall:
    """Return what is shown of a tool call."""
    part, state = step.part, step.part.state
    return ToolCall(
        id=getattr(part, "id", None) or "",
        name=part.name if isinstance(part.name, str) else "",
        input=getattr(state, "input", None),
        status=step.status,
        seconds=_seconds(part),
        output=_output(state),
    )


def brief(value: Any, width: int) -> str:
    """Return the arguments of a call in so many columns: the one that says most, or all that are no lists or objects.

    >>> brief({"description": "List files", "command": "ls"}, 40)
    'ls'
    """
    if isinstance(value, Mapping):
        given = cast("Mapping[str, Any]", value)
        for name in TELLING:
            if isinstance(given.get(name), str) and given[name]:
                return one_line(given[name], width)
        plain = {name: each for name, each in given.items() if isinstance(each, str | int | float | bool)}
        value = ", ".join(f"{name}={str(each)[:LONGEST]}" for name, each in plain.items())
    return one_line(value, width)


class ToolCalls:
    """The tool calls of a turn, in the order in which they began."""

    def __init__(self) -> None:
        self._calls: dict[tuple[str, str], ToolCall] = {}

    def __iter__(self) -> Iterator[ToolCall]:
        return iter(list(self._calls.values()))

    def take(self, step: ToolStep) -> tuple[ToolCall, bool]:
        """Take a call as it is now; return what is shown of it, and whether it has just ended.

        >>> call, ended = calls.take(step)
        """
        call = call_of(step)
        key = (step.message_id, call.id or call.name)
        before = self._calls.get(key)
        self._calls[key] = call
        return call, call.ended and (before is None or not before.ended)

    def running(self) -> list[ToolCall]:
        """Return the calls that have not ended."""
        return [each for each in self._calls.values() if not each.ended]


def _seconds(part: ToolPart) -> float | None:
    time = part.time
    begun, ended = getattr(time, "ran", None) or getattr(time, "created", None), getattr(time, "completed", None)
    if not isinstance(begun, int | float) or not isinstance(ended, int | float):
        return None
    return max(ended - begun, 0) / 1000


def _output(state: Any) -> str:
    error = getattr(getattr(state, "error", None), "message", None)
    if isinstance(error, str):
        return error[:LONGEST]
    texts = [getattr(each, "text", None) for each in getattr(state, "content", None) or ()]
    return "\n".join(each for each in texts if isinstance(each, str))[:LONGEST]
