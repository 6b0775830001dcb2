"""The messages of one session, as they were fetched and as the events since then changed them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from ..._core.record import extra
from ..._core.wire import Unknown
from .._generated.events import (
    MessagePartDelta,
    MessagePartDeltaEvent,
    MessagePartRemoved,
    MessagePartRemovedEvent,
    MessagePartUpdated,
    MessagePartUpdatedEvent,
    MessageRemoved,
    MessageRemovedEvent,
    MessageUpdated,
    MessageUpdatedEvent,
)
from .._generated.models import Message
from .message_builder import MessageBuilder, message_id

__all__ = ["MESSAGE_EVENTS", "MessageEvent", "Transcript"]

MessageEvent: TypeAlias = (
    MessagePartDeltaEvent
    | MessagePartRemovedEvent
    | MessagePartUpdatedEvent
    | MessageRemovedEvent
    | MessageUpdatedEvent
)
"""An event that is about a message."""

MESSAGE_EVENTS = (
    MessagePartDeltaEvent,
    MessagePartRemovedEvent,
    MessagePartUpdatedEvent,
    MessageRemovedEvent,
    MessageUpdatedEvent,
)


class Transcript:
    """What is known of a session's messages; it has to be fetched before the events make sense.

    From `begin` on events are recorded, and `finish` replays them over what was fetched meanwhile. Some of them are in
    it already: snapshots and removals do no harm a second time, and of deltas those that the text ends with are left
    out. That is right for text that does not repeat itself there; otherwise it stays in doubt until a snapshot comes,
    or until it is fetched while nothing happens.

    Attributes:
        loaded: Whether it was fetched; it may have become stale since.
        stale: Whether it has to be fetched, and nobody has begun to.
    """

    def __init__(self) -> None:
        """Know nothing."""
        self.loaded = False
        self.stale = True
        # By its id, or by its place where it has none.
        self._messages: dict[str | int, MessageBuilder] = {}
        self._disordered = False
        self._recorded: list[MessageEvent] | None = None

    @property
    def loading(self) -> bool:
        """Whether it is being fetched."""
        return self._recorded is not None

    @property
    def doubtful(self) -> bool:
        """Whether the service may have other messages than these."""
        # A message that only has parts would have come by now, had there been nothing amiss.
        return self._disordered or any(each.doubtful or not each.there for each in self._messages.values())

    def begin(self) -> list[MessageEvent]:
        """Record events from now on; what is given back is for `finish`."""
        self.stale = False
        self._recorded = []
        return self._recorded

    def finish(self, begun: list[MessageEvent], messages: Iterable[Message]) -> bool:
        """Take the messages that were fetched since `begin`; whether they still count."""
        if not self.awaits(begun):
            return False
        self._recorded, self._disordered, self.loaded = None, False, True
        self._messages = {message_id(each) or at: MessageBuilder(each) for at, each in enumerate(messages)}
        for event in begun:
            self._take(event)
        return True

    def awaits(self, begun: list[MessageEvent]) -> bool:
        """Whether what is fetched since `begin` would count."""
        return begun is self._recorded

    def lose(self) -> None:
        """Events were missed, so that what is fetched now does not count either."""
        self._recorded, self.stale = None, True

    def apply(self, event: MessageEvent) -> bool:
        """Take an event; whether the messages are other ones now."""
        if self._recorded is not None:
            self._recorded.append(event)
        elif self.loaded and not self.stale:
            self._take(event)
            return True
        return False

    def show(self) -> tuple[Message, ...]:
        """The messages as they are now, in the service's order."""
        return tuple(shown for each in self._messages.values() if (shown := each.show()) is not None)

    def _take(self, event: MessageEvent) -> None:
        match event.payload:
            case MessageUpdated(info=info) if info is not None:
                self._replace(info)
            case MessageRemoved(message_id=str(identity)):
                self._messages.pop(identity, None)
            case MessagePartUpdated(part=part) as payload if part is not None:
                # The server observed names the message in the part.
                within = part.data if isinstance(part, Unknown) else extra(part)
                named: Any = payload.message_id or within.get("messageID")
                if isinstance(named, str):
                    self._message(named).replace_part(part)
            case MessagePartRemoved(message_id=str(identity), part_id=str(part_id)):
                if identity in self._messages:
                    self._messages[identity].remove_part(part_id)
            case MessagePartDelta(message_id=str(identity), part_id=str(part_id), field=str(field), delta=str(delta)):
                self._message(identity).append(part_id, field, delta)
            case _:  # of a shape that says nothing
                pass

    def _replace(self, record: Message) -> None:
        identity = message_id(record)
        if identity is not None:
            message = self._message(identity)
            # Which began first, this message or one that came while only its parts were there, nobody said.
            self._disordered |= not message.there and next(reversed(self._messages)) != identity
            message.replace(record)

    def _message(self, identity: str) -> MessageBuilder:
        return self._messages.setdefault(identity, MessageBuilder())
