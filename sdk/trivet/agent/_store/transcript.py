"""The messages of one session: fetched, then changed by the events since."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from ..._core.decoders import Unknown
from ..._core.record import extra
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
"""An event about a message."""

MESSAGE_EVENTS = (
    MessagePartDeltaEvent,
    MessagePartRemovedEvent,
    MessagePartUpdatedEvent,
    MessageRemovedEvent,
    MessageUpdatedEvent,
)


class Transcript:
    """The messages of a session; they have to be fetched before events can be applied.

    Events are recorded from `begin` on; `finish` replays them over the messages that were fetched meanwhile, which may
    hold some of them already. Snapshots and removals change nothing a second time, and deltas that a text ends with are
    left out. That is wrong where the text repeats itself, so such text is uncertain until its next snapshot, or until
    it is fetched while the session is idle.

    Attributes:
        loaded: Whether the messages were fetched; they may be stale.
        stale: Whether the messages have to be fetched, and no fetch has begun.
    """

    def __init__(self) -> None:
        self.loaded: bool = False
        self.stale: bool = True
        # By id, or by position where a message has none.
        self._messages: dict[str | int, MessageBuilder] = {}
        self._unordered = False
        self._recording: list[MessageEvent] | None = None

    @property
    def loading(self) -> bool:
        """Whether a fetch has begun that counts."""
        return self._recording is not None

    @property
    def uncertain(self) -> bool:
        """Whether the messages may differ from the service's."""
        # An event for a message that is only known by its parts must have been missed.
        return self._unordered or any(each.uncertain or not each.known for each in self._messages.values())

    def begin(self) -> list[MessageEvent]:
        """Record events from now on; the recording is for `finish`."""
        self.stale = False
        self._recording = []
        return self._recording

    def finish(self, recording: list[MessageEvent], messages: Iterable[Message]) -> bool:
        """Take the messages that were fetched since `begin`; return False where they are outdated."""
        if not self.is_awaited(recording):
            return False
        self._recording, self._unordered, self.loaded = None, False, True
        self._messages = {message_id(each) or at: MessageBuilder(each) for at, each in enumerate(messages)}
        for event in recording:
            self._apply(event)
        return True

    def is_awaited(self, recording: list[MessageEvent]) -> bool:
        """Return whether the fetch of this recording still counts."""
        return recording is self._recording

    def invalidate(self) -> None:
        """Take note that events were missed, so that a fetch that has begun does not count."""
        self._recording, self.stale = None, True

    def apply(self, event: MessageEvent) -> bool:
        """Take an event; return whether it may have changed the messages."""
        if self._recording is not None:
            self._recording.append(event)
        elif self.loaded and not self.stale:
            self._apply(event)
            return True
        return False

    def build(self) -> tuple[Message, ...]:
        """Return the messages as they are now, in the service's order."""
        return tuple(built for each in self._messages.values() if (built := each.build()) is not None)

    def _apply(self, event: MessageEvent) -> None:
        match event.payload:
            case MessageUpdated(info=info) if info is not None:
                self._replace(info)
            case MessageRemoved(message_id=str(message)):
                self._messages.pop(message, None)
            case MessagePartUpdated(part=part) as payload if part is not None:
                # The server observed names the message in the part.
                fields = part.data if isinstance(part, Unknown) else extra(part)
                message_of_part: Any = payload.message_id or fields.get("messageID")
                if isinstance(message_of_part, str):
                    self._message(message_of_part).replace_part(part)
            case MessagePartRemoved(message_id=str(message), part_id=str(part_id)):
                if message in self._messages:
                    self._messages[message].remove_part(part_id)
            case MessagePartDelta(message_id=str(message), part_id=str(part_id), field=str(field), delta=str(delta)):
                self._message(message).append(part_id, field, delta)
            case _:  # a field is missing or of another type
                pass

    def _replace(self, record: Message) -> None:
        id_ = message_id(record)
        if id_ is not None:
            message = self._message(id_)
            # The order is unknown where another message arrived while only this one's parts were known.
            self._unordered |= not message.known and next(reversed(self._messages)) != id_
            message.replace(record)

    def _message(self, id_: str) -> MessageBuilder:
        return self._messages.setdefault(id_, MessageBuilder())
