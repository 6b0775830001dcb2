"""The answer of an agent: which messages of a session it has, and the steps that can be shown of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Literal, TypeAlias

from attrs import define, field

from ..._core.public import exported_from
from ..._core.record import extra
from ..._core.unset import UNSET
from .._generated import events as e
from .._generated.models import AssistantMessage, Message, ReasoningPart, TextPart, Todo, ToolPart, UserMessage
from .._store.transcript import (
    MOST_CANDIDATES,
    MessageEvent,
    PartBuilder,
    Transcript,
    id_of,
    is_same_part,
    message_of,
)
from .spending import is_complete


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
        status = getattr(getattr(self.part, "state", None), "status", None)
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


Progress: TypeAlias = Literal["none", "writing", "paused", "complete"]
"""The progress of an answer, by its latest message: there is none, it is being written, it has ended for now, or for
good, as far as it says."""

CONTINUES = frozenset({"tool-calls", "tool_calls", "tool-use", "tool_use"})
"""The finish reasons of a message after which the agent continues with another one."""


class Attribution:
    """Attributes the messages of a session to its prompts, in the order in which they appear.

    A message that names its prompt is attributed to it: the older generation of the server observed sends `parentID`.
    Without that, the agent takes one prompt after the other. A prompt that appears while a message is being written
    waits until the answer has ended; one that appears between two messages of an answer takes its place.

    Attributes:
        prompt_id: The id of the prompt's message.
        answers: The ids of the messages that answer it, in order.
        seen: Whether the prompt's message, or an answer to it, has appeared.
        over: Whether the agent has begun to answer another prompt since.
        over_since: The time at which it has, in Unix milliseconds; None before, and where it is unknown.
    """

    def __init__(self, prompt_id: str, earlier: Iterable[Message] = (), *, promoted: bool = False) -> None:
        """Begin with the messages before the prompt, oldest first.

        Args:
            prompt_id: The id that the server gave to the prompt's message.
            earlier: The latest messages before it.
            promoted: Whether the server has said that the agent takes up the prompt at once.
        """
        self.prompt_id = prompt_id
        self.answers: dict[str, None] = {}
        self.seen: bool = False
        self.over: bool = False
        self.over_since: float | None = None
        self._owners: dict[str, str | None] = {}
        self._waiting: dict[str, None] = {}
        self._current: str | None = None
        self._latest: AssistantMessage | None = None
        self._named = False
        for message in earlier:
            if id_of(message) != prompt_id:
                self.take(message)
        if promoted or self._latest is None or is_final(self._latest):
            # Prompts without an answer in a session that is idle were cancelled.
            self._waiting.clear()
        if promoted:
            self._current = self._latest = None
            self._waiting[prompt_id] = None

    def take(self, message: Message) -> None:
        """Take a message that has appeared or changed."""
        id_ = id_of(message)
        if id_ is None:
            return
        if id_ == self.prompt_id:
            self.seen = True
        if id_ not in self._owners:
            self._owners[id_] = self._owner(id_, message)
        if isinstance(message, AssistantMessage) and self._latest is not None and self._latest.id == id_:
            self._latest = message

    def is_foreign(self, id_: str) -> bool:
        """Return whether a message is known and belongs to another prompt."""
        return id_ in self._owners and not self.owns(id_)

    def owns(self, id_: str | None) -> bool:
        """Return whether a message is the prompt, or belongs to its answer."""
        return id_ is not None and self._owners.get(id_) == self.prompt_id

    @property
    def progress(self) -> Progress:
        """The progress of the answer."""
        latest = self._latest
        if latest is None or not self.answers or self.over:
            return "none"
        if latest.finish is None and latest.error is None:  # a service that names no reason may continue
            return "paused" if is_final(latest) else "writing"
        return "complete" if is_final(latest) else "paused"

    @property
    def is_answered(self) -> bool:
        """Whether the latest message of the answer is its last one, as far as it says."""
        latest = self._latest
        return bool(self.answers) and not self.over and latest is not None and is_final(latest)

    def rest(self) -> None:
        """Take note that the session is idle, so that no prompt waits for its answer."""
        self._waiting = {self.prompt_id: None} if not self.answers else {}

    def select(self, messages: Iterable[Message]) -> list[Message]:
        """Return the prompt's message and its answer, of the messages since the prompt in order.

        Where no message was attributed to the prompt, although the agent has answered, the messages after it are taken.
        """
        since = list(messages)
        for message in since:
            self.take(message)
        if not self.answers and not self._named:
            self._take_what_follows(since)
        return [message for message in since if self.owns(id_of(message))]

    def _take_what_follows(self, messages: Iterable[Message]) -> None:
        follows = False
        for message in messages:
            if isinstance(message, UserMessage):
                follows = message.id == self.prompt_id
            elif follows and isinstance(message, AssistantMessage):
                self._owners[message.id] = self.prompt_id
                self.answers[message.id] = None

    def _owner(self, id_: str, message: Message) -> str | None:
        """Return the prompt that a new message belongs to."""
        if isinstance(message, UserMessage):
            if self._continues():
                self._latest = None  # it takes the place of the prompt before it
            self._waiting[id_] = None
            return id_
        if not isinstance(message, AssistantMessage):
            return (self._next() or self._current) if self._has_ended() else self._current
        parent: Any = extra(message).get("parentID")
        if isinstance(parent, str):
            self._named = True
            owner = self._owners.get(parent, parent)
        elif self._current is not None and (self._continues() or not self._waiting):
            owner = self._current
        else:
            owner = self._next()
        self._current, self._latest = owner, message
        if owner is not None:
            self._waiting.pop(owner, None)
        if owner == self.prompt_id:
            self.answers[id_] = None
            self.seen = True
        self.over = bool(self.answers) and owner != self.prompt_id
        created: Any = getattr(message.time, "created", None)
        self.over_since = (self.over_since or created) if self.over and isinstance(created, int | float) else None
        return owner

    def _next(self) -> str | None:
        """Return the prompt that the agent answers next: the oldest, as no message says whether it is deferred."""
        return next(iter(self._waiting), None)

    def _continues(self) -> bool:
        """Return whether the latest answer said that another message of it follows."""
        return self._latest is not None and self._latest.finish in CONTINUES

    def _has_ended(self) -> bool:
        return self._latest is None or is_final(self._latest)


def is_final(message: AssistantMessage) -> bool:
    """Return whether a message has ended, and is the last one of its answer as far as it says."""
    ended = is_complete(message) or message.finish is not None or message.error is not None
    return ended and (message.finish not in CONTINUES or structured(message) is not UNSET)


def structured(message: AssistantMessage) -> Any:
    """Return the value that the agent has answered by a schema; UNSET where it has none."""
    return extra(message).get("structured", UNSET)


class ShownText:
    """The text of a part that was shown, delta by delta, in time that is linear in its length.

    Attributes:
        kind: The type of the part.
        length: The number of characters so far.
        is_current: Whether it is the whole text of the part as the transcript has it.
    """

    __slots__ = ("_deltas", "is_current", "kind", "length")

    def __init__(self, kind: Literal["text", "reasoning"]) -> None:
        self.length = 0
        self.is_current = False
        self.kind = kind
        self._deltas: list[str] = []

    def show(self, delta: str, message_id: str) -> list[TurnStep]:
        """Add a delta, and return its step."""
        if not delta:
            return []
        self._deltas.append(delta)
        self.length += len(delta)
        return [TextStep(delta, message_id) if self.kind == "text" else ReasoningStep(delta, message_id)]

    @property
    def text(self) -> str:
        """The text so far."""
        if len(self._deltas) > 1:
            self._deltas = ["".join(self._deltas)]
        return self._deltas[0] if self._deltas else ""

    @property
    def part(self) -> TextPart | ReasoningPart:
        """The part, as far as it was shown."""
        if self.kind == "text":
            return TextPart(type="text", id="", text=self.text)
        return ReasoningPart(type="reasoning", id="", text=self.text)

    def is_start_of(self, text: str) -> bool:
        """Return whether another text begins with this one; a shorter one is not compared."""
        return len(text) >= self.length and text.startswith(self.text)


class TurnAnswer:
    """The messages that answer a prompt, as the transcript of the session has them, and the steps that were shown.

    No text is shown twice, and none is taken back: a text whose transcript is not exact is shown with its next
    snapshot. A transcript begins with the prompt; messages of other prompts are dropped.

    Attributes:
        attribution: The messages that are the answer.
        transcript: The messages since the prompt.
        error: The latest error of the session since the answer began.
    """

    def __init__(self, attribution: Attribution) -> None:
        """Begin before the answer."""
        self.attribution: Attribution = attribution
        self.transcript: Transcript = Transcript()
        self.error: e.NamedError | None = None
        # By message and part.
        self._shown: dict[str, dict[str | int, ShownText | ToolStep]] = {}
        self.transcript.finish(self.transcript.begin(), ())

    def text(self) -> str:
        """Return the text of the answer that was shown."""
        shown = (step for steps in self._shown.values() for step in steps.values())
        return "".join(step.text for step in shown if isinstance(step, ShownText) and step.kind == "text")

    def messages(self) -> list[Message]:
        """Return the prompt's message and its answer, as far as they are known."""
        return [message for message in self.transcript.build() if self.attribution.owns(id_of(message))]

    def tools(self) -> list[ToolPart]:
        """Return the calls of tools in the latest message of the answer."""
        latest = next(reversed(self.attribution.answers), None)
        parts = {} if latest is None else self.transcript.parts(latest)
        return [part for builder in parts.values() if isinstance(part := builder.build(), ToolPart)]

    def receive(self, event: e.Event) -> list[TurnStep]:
        """Take an event of the session; return the steps that it adds."""
        if isinstance(event, e.TodoUpdatedEvent):
            todos: Any = event.payload.todos
            shows = isinstance(todos, list) and self.attribution.answers and not self.attribution.over
            return [TodosStep(event.payload.todos)] if shows else []
        if isinstance(event, e.SessionErrorEvent) and self.attribution.seen and not self.attribution.over:
            self.error = event.payload.error
        if not isinstance(event, MessageEvent) or (id_ := message_of(event)) is None:
            return []
        if isinstance(event, e.MessageUpdatedEvent) and event.payload.info is not None:
            self.attribution.take(event.payload.info)
        if self.attribution.is_foreign(id_):
            self.transcript.forget(id_)
            return []
        if not self.transcript.apply(event) or id_ not in self.attribution.answers:
            return []
        match event.payload:
            case e.MessageUpdated():
                return self._show_parts(id_, self.transcript.parts(id_))
            case e.MessagePartUpdated(part=part) if part is not None:
                return self._show_parts(id_, [id_of(part)])
            case e.MessagePartDelta(part_id=str(part), field="text", delta=str(delta)):
                return self._show_delta(id_, part, delta)
            case _:
                return []

    def merge(self, recording: list[MessageEvent], messages: Iterable[Message]) -> list[TurnStep] | None:
        """Take the messages since the prompt that were fetched during a recording of the transcript.

        Returns:
            The steps that they add; None where events were missed meanwhile.
        """
        since = list(messages)
        if not self.transcript.finish(recording, since):
            return None
        self.attribution.seen = True
        for message in (*since, *self.transcript.build()):
            self.attribution.take(message)
        return [step for id_ in self.attribution.answers for step in self._show_parts(id_, self.transcript.parts(id_))]

    def _show_delta(self, message: str, id_: str, delta: str) -> list[TurnStep]:
        """Show a delta, if it continues the text that was shown."""
        text = self._shown.get(message, {}).get(id_)
        if not isinstance(text, ShownText) or not text.is_current:
            return []
        text.is_current = self.transcript.parts(message)[id_].exact
        return text.show(delta, message) if text.is_current else []

    def _show_parts(self, message: str, keys: Iterable[str | int | None]) -> list[TurnStep]:
        """Show the parts that a snapshot has changed, by their keys."""
        parts = self.transcript.parts(message)
        self._rename(message, parts)
        return [step for key in keys if key in parts for step in self._show(message, key, parts[key])]

    def _rename(self, message: str, parts: dict[str | int, PartBuilder]) -> None:
        """Find the parts that were shown with another key, because an id was missing then or is missing now."""
        shown = self._shown.setdefault(message, {})
        lost = [key for key in islice(shown, 2 * MOST_CANDIDATES) if key not in parts]
        for key in [key for key in parts if key not in shown] if lost else ():
            part = parts[key].build()
            for earlier in lost:
                if isinstance(earlier, int) != isinstance(key, int) and is_same_part(shown[earlier].part, part):
                    shown[key] = shown.pop(earlier)
                    lost.remove(earlier)
                    break

    def _show(self, message: str, key: str | int, builder: PartBuilder) -> list[TurnStep]:
        """Show the rest of a part."""
        part, shown = builder.build(), self._shown[message]
        if isinstance(part, ToolPart):
            step, before = ToolStep(part, message), shown.get(key)
            # A fetch may be older than the event by which a call has ended, or have the same call with other details.
            if isinstance(before, ToolStep) and (before.part == part or before.status in ("completed", "error")):
                return []
            shown[key] = step
            return [step]
        if not isinstance(part, TextPart | ReasoningPart):
            return []
        text: Any = shown.setdefault(key, ShownText(part.type))
        now: str = getattr(part, "text", None) or ""
        # The service may remove text that was shown, and a snapshot may be older than it.
        text.is_current = builder.exact and text.is_start_of(now)
        return text.show(now[text.length :], message) if text.is_current else []
