"""Which messages of a session answer one prompt, where the session has others before, behind and between."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..._core.record import extra
from .._generated.models import AssistantMessage, Message, UserMessage
from .._store.transcript import message_id

__all__ = ["CONTINUES", "Attribution", "is_final"]

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
        self._owners: dict[str, str | None] = {}
        self._waiting: dict[str, None] = {}
        self._current: str | None = None
        self._latest: AssistantMessage | None = None
        self._named = False
        for each in earlier:
            if message_id(each) != prompt_id:
                self.take(each)
        if promoted or self._latest is None or is_final(self._latest):
            # Prompts without an answer in a session that is idle were cancelled.
            self._waiting.clear()
        if promoted:
            self._current = self._latest = None
            self._waiting[prompt_id] = None

    def take(self, message: Message) -> bool:
        """Take a message that has appeared or changed; return whether it answers the prompt."""
        id_ = message_id(message)
        if id_ is None:
            return False
        if id_ == self.prompt_id:
            self.seen = True
        if id_ not in self._owners:
            self._owners[id_] = self._owner(id_, message)
        if isinstance(message, AssistantMessage):
            if self._latest is not None and self._latest.id == id_:
                self._latest = message
            return id_ in self.answers
        return False

    def is_foreign(self, id_: str) -> bool:
        """Return whether a message is known and does not answer the prompt."""
        return id_ in self._owners and id_ not in self.answers

    @property
    def latest(self) -> AssistantMessage | None:
        """The latest message of the answer; None before there is one, and once the answer is over."""
        return self._latest if self.answers and not self.over else None

    def rest(self) -> None:
        """Take note that the session is idle, so that no prompt waits for its answer."""
        self._waiting = {self.prompt_id: None} if not self.answers else {}

    def select(self, messages: Iterable[Message]) -> list[Message]:
        """Return the prompt's message and those of its answer, of the messages since the prompt in order.

        Where none was attributed to the prompt, although the agent has answered, its answer is what follows it.
        """
        since = list(messages)
        for each in since:
            self.take(each)
        if not self.answers and not self._named:
            self._take_what_follows(since)
        return [each for each in since if self._owners.get(message_id(each) or "") == self.prompt_id]

    def _take_what_follows(self, messages: Iterable[Message]) -> None:
        follows = False
        for each in messages:
            if isinstance(each, UserMessage):
                follows = each.id == self.prompt_id
            elif follows and isinstance(each, AssistantMessage):
                self._owners[each.id] = self.prompt_id
                self.answers[each.id] = None

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
    completed = message.time is not None and message.time.completed is not None
    return (completed or message.finish is not None or message.error is not None) and message.finish not in CONTINUES
