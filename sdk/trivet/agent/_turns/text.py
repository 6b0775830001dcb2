"""The text of a turn, piece by piece, as it can be shown: nothing twice, and nothing taken back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias

from .._generated import events as e
from .._generated import models as m
from .._store.message_builder import message_id

__all__ = ["TurnText"]

Place: TypeAlias = tuple[str, str]
"""A message and a part of it."""


class TurnText:
    """What has been shown of the texts of an agent's answer to a prompt.

    Attributes:
        prompt_id: The prompt's message.
        begun: Whether the prompt has been heard of; what comes before belongs to an earlier one.
        messages: The ids of the messages that are the answer.
    """

    def __init__(self, prompt_id: str, earlier: Iterable[m.Message] = ()) -> None:
        """Nothing has been shown of the answer to this message; it is in none of the earlier ones."""
        self.begun = False
        self.messages: set[str] = set()
        self.prompt_id = prompt_id
        self._earlier = set(map(message_id, earlier))
        self._shown: dict[Place, str] = {}
        self._early: defaultdict[Place, str] = defaultdict(str)
        self._doubtful: set[Place] = set()

    def hear(self, event: e.Event) -> str:
        """The text that an event of the session adds."""
        match event:
            case e.MessageUpdatedEvent(payload=e.MessageUpdated(info=info)) if info is not None:
                return self._message(info)
            case e.MessagePartUpdatedEvent(payload=e.MessagePartUpdated(message_id=message, part=part)):
                if isinstance(part, m.TextPart):
                    return self._see((message or "", part.id), part.text)
            case e.MessagePartDeltaEvent(payload=e.MessagePartDelta(field="text", delta=str(delta)) as payload):
                return self._grow((payload.message_id, payload.part_id), delta)
            case _:
                pass
        return ""

    def fetched(self, messages: Iterable[m.Message]) -> str:
        """The text that is new in the messages since the prompt, the prompt included.

        A delta that comes later may be in them already, so none counts until the next snapshot of its part.
        """
        self.begun = True
        found = "".join(map(self._message, messages))
        self._doubtful = set(self._shown)
        return found

    def _message(self, message: m.Message) -> str:
        if message_id(message) == self.prompt_id:
            self.begun = True
        if not self.begun or message_id(message) in self._earlier or not isinstance(message, m.AssistantMessage):
            return ""
        self.messages.add(message.id)
        texts = [part for part in message.content if isinstance(part, m.TextPart)]
        return "".join([self._see((message.id, part.id), part.text) for part in texts])

    def _see(self, place: Place, snapshot: str | None) -> str:
        if place[0] not in self.messages:
            return ""
        text, early = snapshot or "", self._early.pop(place, "")
        if place not in self._shown and early.startswith(text):  # which the server observed may send late
            text = early
        if text.startswith(self._shown.get(place, "")):  # otherwise it may be older than what was fetched
            self._doubtful.discard(place)
        return self._show(place, text)

    def _grow(self, place: Place, delta: str) -> str:
        if not self.begun or place[0] in self._earlier or place in self._doubtful:
            return ""
        if place not in self._shown:  # a text or a thought, that is not known yet, or its message is not
            self._early[place] += delta
            return ""
        return self._show(place, self._shown[place] + delta)

    def _show(self, place: Place, text: str) -> str:
        shown = self._shown.setdefault(place, "")
        if not text.startswith(shown):  # some of it was taken back
            return ""
        self._shown[place] = text
        return text[len(shown) :]
