"""The text of an agent's answer in pieces that can be printed: no text twice, none taken back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias

from .._generated import events as e
from .._generated import models as m
from .._store.message_builder import message_id
from .._store.part_builder import part_id
from .text_builder import TextBuilder

__all__ = ["TurnText"]

PartKey: TypeAlias = tuple[str, str | int]
"""The ids of a message and of a part of it; a part without an id has its position."""


class TurnText:
    """The text of the answer to one prompt, and how much of it was shown.

    Attributes:
        prompt_id: The id of the prompt's message.
        started: Whether the prompt's message was seen; text before it belongs to an earlier prompt.
        messages: The ids of the messages that are the answer.
    """

    def __init__(self, prompt_id: str, earlier: Iterable[m.Message] = ()) -> None:
        """Begin before the answer, which is in none of the `earlier` messages."""
        self.started = False
        self.messages: set[str] = set()
        self.prompt_id = prompt_id
        self._earlier = set(map(message_id, earlier))
        self._shown: dict[PartKey, TextBuilder] = {}
        self._early: defaultdict[PartKey, TextBuilder] = defaultdict(TextBuilder)
        self._uncertain: set[PartKey] = set()

    def receive(self, event: e.Event) -> str:
        """Take an event of the session; return the text that it adds."""
        match event:
            case e.MessageUpdatedEvent(payload=e.MessageUpdated(info=info)) if info is not None:
                return self._message(info)
            case e.MessagePartUpdatedEvent(payload=e.MessagePartUpdated(message_id=message, part=part)):
                # A part without an id has no known position either: its text is in the next list of parts.
                if isinstance(part, m.TextPart) and (id_ := part_id(part)) is not None:
                    return self._replace((message or "", id_), part.text)
            case e.MessagePartDeltaEvent(payload=e.MessagePartDelta(field="text", delta=str(delta)) as payload):
                return self._append((payload.message_id, payload.part_id), delta)
            case _:
                pass
        return ""

    def merge(self, messages: Iterable[m.Message]) -> str:
        """Take the fetched messages since the prompt, the prompt included; return the text that they add.

        They may hold the deltas that arrive next, so deltas are ignored until the next snapshot of their part.
        """
        self.started = True
        added = "".join(map(self._message, messages))
        self._uncertain = set(self._shown)
        return added

    def _message(self, message: m.Message) -> str:
        if message_id(message) == self.prompt_id:
            self.started = True
        if not self.started or message_id(message) in self._earlier or not isinstance(message, m.AssistantMessage):
            return ""
        self.messages.add(message.id)
        parts = [(part_id(part) or at, part) for at, part in enumerate(message.content)]
        texts = [(key, part.text) for key, part in parts if isinstance(part, m.TextPart)]
        return "".join([self._replace((message.id, key), text) for key, text in texts])

    def _replace(self, key: PartKey, snapshot: str | None) -> str:
        if key[0] not in self.messages:
            return ""
        text, early, shown = snapshot or "", self._early.pop(key, None), self._shown.get(key)
        if shown is None:
            if early is not None and early.build().startswith(text):  # the server observed may send a snapshot late
                text = early.build()
            shown = self._shown[key] = TextBuilder()
        if not shown.is_start_of(text):  # the service removed text that was shown, or the fetched messages are newer
            return ""
        self._uncertain.discard(key)
        added = text[shown.length :]
        shown.append(added)
        return added

    def _append(self, key: PartKey, delta: str) -> str:
        if not self.started or key[0] in self._earlier or key in self._uncertain:
            return ""
        if key not in self._shown:  # its message or its part is not known yet; it may be text or reasoning
            self._early[key].append(delta)
            return ""
        self._shown[key].append(delta)
        return delta
