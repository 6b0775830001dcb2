"""The answer of an agent in steps that can be shown: no text twice, none taken back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import islice
from typing import Any, Literal, TypeAlias

from ..._core.record import extra
from .._generated import events as e
from .._generated import models as m
from .._store.transcript import part_id
from .attribution import Attribution
from .steps import ReasoningStep, TextStep, TodosStep, ToolStep, TurnStep
from .text_builder import TextBuilder

__all__ = ["AnswerBuilder"]

PartKey: TypeAlias = tuple[str, str | int]
"""The ids of a message and of a part of it; a part without an id has its position."""

Kind: TypeAlias = Literal["text", "reasoning", "tool"]

MOST_CANDIDATES = 64
"""The number of earlier parts among which that of an id is looked for; a hostile message has any number of them."""


class AnswerBuilder:
    """The steps of the answer to one prompt, and what of them was shown.

    Attributes:
        attribution: Which messages are the answer.
        error: The latest error of the session since the answer began.
    """

    def __init__(self, attribution: Attribution) -> None:
        """Begin before the answer."""
        self.attribution = attribution
        self.error: e.NamedError | None = None
        self._texts: dict[PartKey, tuple[Kind, TextBuilder]] = {}
        self._tools: dict[PartKey, m.ToolPart] = {}
        self._early: defaultdict[PartKey, TextBuilder] = defaultdict(TextBuilder)
        self._uncertain: set[PartKey] = set()
        self._grown: set[PartKey] = set()
        self._aliases: dict[PartKey, PartKey] = {}
        # Parts by their message and kind that were shown by their position alone, and by their id alone.
        self._without_id: defaultdict[tuple[str, Kind], dict[PartKey, None]] = defaultdict(dict)
        self._with_id: defaultdict[tuple[str, Kind], dict[PartKey, None]] = defaultdict(dict)

    def text(self) -> str:
        """Return the text of the answer as far as it is known."""
        return "".join([shown.build() for kind, shown in self._texts.values() if kind == "text"])

    def receive(self, event: e.Event, *, after_gap: bool = False) -> list[TurnStep]:
        """Take an event of the session; return the steps that it adds.

        A delta after a gap does not say what was missed before it, so deltas are ignored until the next snapshot.
        """
        match event:
            case e.MessagePartDeltaEvent(
                payload=e.MessagePartDelta(message_id=str(message), part_id=str(part), field="text", delta=str(delta))
            ):
                return self._append((message, part), delta, after_gap=after_gap)
            case e.MessageUpdatedEvent(payload=e.MessageUpdated(info=info)) if info is not None:
                return self._message(info)
            case e.MessagePartUpdatedEvent(payload=e.MessagePartUpdated(message_id=message, part=part)):
                # A part without an id has no known position either: it is in the next list of parts.
                if isinstance(part, m.TextPart | m.ReasoningPart | m.ToolPart) and part_id(part) is not None:
                    # The server observed names the message in the part.
                    named: Any = message or extra(part).get("messageID")
                    return self._part(named, part, 0, set()) if isinstance(named, str) else []
            case e.TodoUpdatedEvent(payload=e.TodosUpdated(todos=list(todos))):
                if self.attribution.answers and not self.attribution.over:
                    return [TodosStep(todos)]
            case e.SessionErrorEvent(payload=e.SessionFailed(error=error)):
                if self.attribution.seen and not self.attribution.over:
                    self.error = error
            case _:
                pass
        return []

    def merge(self, messages: Iterable[m.Message]) -> list[TurnStep]:
        """Take the fetched messages since the prompt, the prompt included; return the steps that they add.

        A part to which they add may hold the deltas that arrive next, so deltas are ignored until its next snapshot.
        """
        self.attribution.seen = True
        uncertain, self._grown = set(self._uncertain), set[PartKey]()
        added = [step for each in messages for step in self._message(each)]
        self._uncertain = uncertain | self._grown
        return added

    def _message(self, message: m.Message) -> list[TurnStep]:
        if not self.attribution.take(message) or not isinstance(message, m.AssistantMessage):
            return []
        taken: set[PartKey] = set()
        return [step for at, part in enumerate(message.content) for step in self._part(message.id, part, at, taken)]

    def _part(self, message: str, part: m.Part, at: int, taken: set[PartKey]) -> list[TurnStep]:
        """Take a snapshot of a part; `taken` are the parts of the same list that were taken before."""
        if message not in self.attribution.answers:
            return []
        if isinstance(part, m.TextPart):
            return self._replace(self._key(message, "text", part, at, taken), "text", part.text)
        if isinstance(part, m.ReasoningPart):
            return self._replace(self._key(message, "reasoning", part, at, taken), "reasoning", part.text)
        if isinstance(part, m.ToolPart):
            key = self._key(message, "tool", part, at, taken)
            if self._tools.get(key) != part:
                self._tools[key] = part
                return [ToolStep(part, message)]
        return []

    def _key(self, message: str, kind: Kind, part: Any, at: int, taken: set[PartKey]) -> PartKey:
        """Return the key of a part, which may have been shown before it had its id, or with an id that is missing now.

        It is the same part where it is of the same kind, and one text begins with the other.
        """
        id_ = part_id(part)
        key: PartKey = (message, at if id_ is None else id_)
        key = self._aliases.get(key, key)
        if key not in self._texts and key not in self._tools:
            mine, others = self._with_id, self._without_id
            if id_ is None:
                mine, others = others, mine
            for other in islice(others[message, kind], MOST_CANDIDATES):
                if other not in taken and self._is_same(other, kind, part):
                    del others[message, kind][other]
                    self._aliases[key] = other
                    if (early := self._early.pop(key, None)) is not None:
                        self._early[other] = early
                    if key in self._uncertain:
                        self._uncertain.add(other)
                    key = other
                    break
            else:
                mine[message, kind][key] = None
        taken.add(key)
        return key

    def _is_same(self, key: PartKey, kind: Kind, part: Any) -> bool:
        if kind == "tool":
            return bool(self._tools[key].name == part.name)
        shown = self._texts[key][1]
        text: str = part.text or ""
        return shown.is_start_of(text) or shown.build().startswith(text)

    def _replace(self, key: PartKey, kind: Kind, snapshot: str | None) -> list[TurnStep]:
        text, early, shown = snapshot or "", self._early.pop(key, None), self._texts.get(key, (kind, None))[1]
        if shown is None:
            if early is not None and early.build().startswith(text):  # the server observed may send a snapshot late
                text = early.build()
            shown = TextBuilder()
            self._texts[key] = kind, shown
        if not shown.is_start_of(text):  # the service removed text that was shown, or the fetched messages are newer
            return []
        self._uncertain.discard(key)
        added = text[shown.length :]
        if added:
            shown.append(added)
            self._grown.add(key)
        return _steps(kind, added, key[0])

    def _append(self, key: PartKey, delta: str, *, after_gap: bool) -> list[TurnStep]:
        key = self._aliases.get(key, key)
        if after_gap and not self.attribution.is_foreign(key[0]):
            self._uncertain.add(key)
        if key in self._uncertain:
            return []
        found = self._texts.get(key)
        if found is None:  # its message or its part is not known yet; it may be text or reasoning
            if not self.attribution.is_foreign(key[0]):
                self._early[key].append(delta)
            return []
        found[1].append(delta)
        return _steps(found[0], delta, key[0])


def _steps(kind: Kind, text: str, message: str) -> list[TurnStep]:
    if not text:
        return []
    return [TextStep(text, message) if kind == "text" else ReasoningStep(text, message)]
