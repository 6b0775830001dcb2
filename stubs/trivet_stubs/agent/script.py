"""What a scripted turn is made of: the steps that an agent takes after a prompt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from trivet_stubs.kernel.operation import JsonObject


@dataclass(frozen=True)
class Text:
    """A text, grown by one piece after another."""

    deltas: tuple[str, ...]

    def __init__(self, *deltas: str) -> None:
        object.__setattr__(self, "deltas", deltas)


@dataclass(frozen=True)
class Reasoning:
    """A train of thought, grown by one piece after another."""

    deltas: tuple[str, ...]

    def __init__(self, *deltas: str) -> None:
        object.__setattr__(self, "deltas", deltas)


@dataclass(frozen=True)
class Tool:
    """A call of a tool.

    Args:
        name: The tool.
        input: Its arguments.
        output: What it answers.
        asks: The action that it needs permission for; without it, it needs none.
        resources: What it would act on; without them, the values of its arguments.
        edits: The files that it writes, as paths from the session's directory; None removes one.
        fails: Why it fails, if it does.
    """

    name: str
    input: Mapping[str, Any] = field(default_factory=dict[str, Any])
    output: str = ""
    asks: str | None = None
    resources: Sequence[str] = ()
    edits: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    fails: str | None = None


@dataclass(frozen=True)
class Question:
    """A question to the user; several `Ask`s in one are asked together.

    Args:
        asks: Each a text, which any answer will do for, or an `Ask`.
    """

    asks: tuple["str | Ask", ...]

    def __init__(self, *asks: "str | Ask") -> None:
        object.__setattr__(self, "asks", asks)


@dataclass(frozen=True)
class Ask:
    """One thing to ask.

    Args:
        question: The text.
        options: The answers to choose from.
        header: A short form of it.
        multiple: Whether several may be chosen.
        custom: Whether another answer will do.
    """

    question: str
    options: Sequence[str] = ()
    header: str = ""
    multiple: bool = False
    custom: bool = True

    def wire(self) -> JsonObject:
        """As the service writes it."""
        return {
            "question": self.question,
            "header": self.header or self.question[:30],
            "options": [{"label": label, "description": label} for label in self.options],
            "multiple": self.multiple,
            "custom": self.custom,
        }


@dataclass(frozen=True)
class Todos:
    """The session's new list of things to do; a text is one that is pending."""

    items: Sequence[str | Mapping[str, str]]

    def wire(self) -> list[JsonObject]:
        """As the service writes it."""
        plain = {"status": "pending", "priority": "medium"}
        return [{"content": each, **plain} if isinstance(each, str) else {**plain, **each} for each in self.items]


@dataclass(frozen=True)
class Subtask:
    """A session that is begun below this one."""

    title: str


@dataclass(frozen=True)
class Hold:
    """The turn stands still here until the test lets it go on."""


@dataclass(frozen=True)
class Fail:
    """The turn ends here with an error."""

    message: str
    type: str = "unknown"


@dataclass(frozen=True)
class Pause:
    """Seconds pass on the stub's clock; nobody waits for them."""

    seconds: float


Step = Text | Reasoning | Tool | Question | Todos | Subtask | Hold | Pause | Fail


def check_steps(steps: Sequence[object]) -> None:
    """Raise a TypeError unless these are all steps."""
    for step in steps:
        if not isinstance(step, Step):
            raise TypeError(f"steps: {step!r} is not a step of a turn")
