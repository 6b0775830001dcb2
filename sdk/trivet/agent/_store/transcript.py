"""The messages of a session: fetched, and then changed by the events since, part by part."""

from __future__ import annotations

import random
from collections.abc import Iterable
from copy import copy
from itertools import islice
from typing import Any, TypeAlias

from ..._core.decoders import Unknown, decode_unknown, has_form
from ..._core.record import extra
from ..._core.wire_encoder import encode
from .._generated import events as e
from .._generated.models import AssistantMessage, Message, Part, ToolPart
from .._generated.models.session import decode_part

PRIME = 2**127 - 1
BASE = random.SystemRandom().randrange(2**64, PRIME)
"""A number that no server can know: one that did could send texts of equal hashes that differ."""


class Overlap:
    """The longest run of the first deltas that a text ends with, found as the deltas arrive.

    Each delta is compared once, in time that is linear in its length: what would have to be compared again and again is
    compared by its hash.

    Attributes:
        length: The number of characters of that run.
    """

    __slots__ = ("_count", "_deltas", "_end", "_power", "_text", "length")

    def __init__(self, text: str) -> None:
        self.length = 0
        self._text = text
        self._count = 0
        # The hashes of all deltas, and of as many characters at the end of the text.
        self._deltas = 0
        self._end = 0
        self._power = 1

    def append(self, delta: str) -> None:
        """Take the next delta."""
        before, self._count = self._count, self._count + len(delta)
        if self._count > len(self._text):
            return
        start = len(self._text) - self._count
        for character in delta:
            self._deltas = (self._deltas * BASE + ord(character)) % PRIME
        # The characters before those that were compared, from the last one on.
        for character in reversed(self._text[start : len(self._text) - before]):
            self._end = (self._end + ord(character) * self._power) % PRIME
            self._power = self._power * BASE % PRIME
        if self._deltas == self._end:
            self.length = self._count


class PartBuilder:
    """Assembles a part that may still grow. A part that it built does not change any more.

    Snapshots and deltas of one stream arrive in order, so a snapshot makes the part certain. Before the first snapshot,
    deltas may repeat text that the fetched part holds already, or precede an empty snapshot that is late.
    """

    def __init__(self, record: Part | None = None) -> None:
        """Begin with a fetched part, or with none where its deltas arrive first."""
        self._record = record
        self._deltas: dict[str, list[str]] = {}
        self._overlaps: dict[str, Overlap] = {}
        self._certain = False
        self._fetched = record is not None
        self._has_snapshot = False
        self._built: Part | None = None

    @property
    def known(self) -> bool:
        """Whether the part itself was fetched or received, not only deltas of it."""
        return self._record is not None

    @property
    def exact(self) -> bool:
        """Whether its text has every delta once; deltas after a fetch may repeat the end of the fetched text."""
        return self._certain or not self._fetched or not self._deltas

    @property
    def uncertain(self) -> bool:
        """Whether the service may have other text than this."""
        return not self._certain and (self._has_snapshot or bool(self._deltas))

    def append(self, field: str, delta: str) -> None:
        """Take a delta of the field with this wire name."""
        self._deltas.setdefault(field, []).append(delta)
        self._built = None

    def replace(self, record: Part) -> None:
        """Take a snapshot.

        The stream's first snapshot leaves a field as it is where its own is empty and text arrived before it, or where
        the deltas before it begin with its text: the server observed sends the first snapshot of a part late (assumed).
        """
        late: dict[str, str] = {}
        if not self._has_snapshot:
            had = {name: _text(self._record, name) or "" for name in _fields(self._record)} if self._record else {}
            late = {**dict.fromkeys(self._deltas, ""), **{name: text for name, text in had.items() if text}}
            late = {name: text for name, text in late.items() if self._is_late(record, name)}
        for name, text in late.items():
            if text or _text(record, name):
                record = _with(record, name, text)
        self._deltas = {name: deltas for name, deltas in self._deltas.items() if name in late}
        self._record, self._has_snapshot, self._certain = record, True, not late
        self._fetched = self._fetched and bool(late)
        self._overlaps = {
            name: overlap for name, overlap in self._overlaps.items() if name in late
        }  # its text is the same
        self._built = None

    def build(self) -> Part | None:
        """Return the part as it is now; None where only deltas of it are known."""
        if self._built is None and self._record is not None:
            built = self._record
            for name, deltas in self._deltas.items():
                text = _text(built, name)
                if text is not None:
                    known = 0 if self._certain else self._known(name, text)
                    deltas[:] = ["".join(deltas)]
                    built = _with(built, name, text + deltas[0][known:])
            self._built = built
            if self._certain:
                self._record, self._deltas = built, {}
        return self._built

    def _is_late(self, record: Part, name: str) -> bool:
        """Return whether a snapshot's field is older than the deltas that arrived before it."""
        text = _text(record, name)
        if self._record is None and text:
            deltas = self._deltas[name][:] = ["".join(self._deltas[name])]
            return len(deltas[0]) > len(text) and deltas[0].startswith(text)
        return text == ""

    def _known(self, name: str, text: str) -> int:
        """Return the length of the deltas that a field's text ends with already, which are as many as possible."""
        overlap = self._overlaps.get(name)
        compared = 0 if overlap is None else 1  # the deltas of the latest build are one by now
        overlap = overlap or Overlap(text)
        for delta in self._deltas[name][compared:]:
            overlap.append(delta)
        self._overlaps[name] = overlap
        return overlap.length


def id_of(record: Message | Part) -> str | None:
    """Return the id of a message or a part; None where it has none."""
    id_: Any = record.data.get("id") if isinstance(record, Unknown) else getattr(record, "id", None)
    return id_ if isinstance(id_, str) else None


def _fields(part: Part) -> dict[str, Any]:
    """Return the fields of a part by their wire names."""
    return part.data if isinstance(part, Unknown) else encode(part)


def _text(part: Part, name: str) -> str | None:
    """Return the text of a field, empty where the field is missing or null; None where it holds no text."""
    value = _fields(part).get(name)
    return "" if value is None else value if isinstance(value, str) else None


def _with(part: Part, name: str, text: str) -> Part:
    """Return a copy of a part with another text in one field."""
    return _decode({**_fields(part), name: text})


MOST_CANDIDATES = 64
"""The number of parts without an id among which an id is looked for; a hostile message has any number of them."""


class MessageBuilder:
    """Assembles a message whose parts may still grow. A message that it built does not change any more.

    Attributes:
        parts: Its parts by their ids; those that were listed without an id, by their positions.
    """

    def __init__(self, record: Message | None = None) -> None:
        """Begin with a fetched message, or with none where its parts arrive first."""
        self._record = record
        self.parts: dict[str | int, PartBuilder] = {
            (id_of(part) or at): PartBuilder(part) for at, part in enumerate((record and _content(record)) or ())
        }
        self._has_snapshot = False
        self._unordered = False
        self._built: Message | None = None

    @property
    def known(self) -> bool:
        """Whether the message itself was fetched or received, not only parts of it."""
        return self._record is not None

    @property
    def unfinished(self) -> bool:
        """Whether the message is an answer that has a time, and neither completed nor failed."""
        record: Any = self._record
        time = getattr(record, "time", None) if isinstance(record, AssistantMessage) else None
        return time is not None and (getattr(time, "completed", None), getattr(record, "error", None)) == (None, None)

    @property
    def uncertain(self) -> bool:
        """Whether the service may have other parts than these, or another order of them."""
        return self._unordered or any(part.uncertain for part in self.parts.values())

    def replace(self, record: Message) -> None:
        """Take a snapshot of the message. One without a list of parts leaves the parts as they are.

        So does the stream's first snapshot if its list is empty and parts arrived before it: it may be late, as the
        empty snapshot of a part may be (assumed).
        """
        content = _content(record)
        if content == [] and self.parts and not self._has_snapshot:
            self._unordered = True
        elif content is not None:
            # Deltas whose part has not arrived keep waiting for it.
            waiting = {key: part for key, part in self.parts.items() if not part.known}
            parts: dict[str | int, PartBuilder] = {}
            for at, part in enumerate(content):
                key = id_of(part) or at
                parts[key] = self.parts.get(key) or PartBuilder()
                parts[key].replace(part)
            self.parts = {**parts, **{key: part for key, part in waiting.items() if key not in parts}}
            self._unordered = False
        self._record, self._built, self._has_snapshot = record, None, True

    def replace_part(self, part: Part) -> None:
        """Take a snapshot of one part; a new part is the last one, unless it was listed without its id before."""
        id_ = id_of(part)
        if id_ is None:
            return
        position = self._position(id_, part)
        if position is not None:
            waiting = self.parts.pop(id_, None)
            self.parts[position] = waiting or PartBuilder()
            self.parts = {id_ if key == position else key: other for key, other in self.parts.items()}
        builder = self._part(id_)
        # The order is unknown where another part arrived while only this one's deltas were known.
        if position is None:
            self._unordered |= not builder.known and next(reversed(self.parts)) != id_
        builder.replace(part)

    def append(self, id_: str, field: str, delta: str) -> None:
        """Take a delta of a part, which may arrive before the part."""
        self._part(id_).append(field, delta)

    def remove_part(self, id_: str) -> None:
        """Remove a part."""
        self.parts.pop(id_, None)
        self._built = None

    def build(self) -> Message | None:
        """Return the message as it is now; None where only parts of it are known."""
        if self._built is None and self._record is not None:
            parts = [part for builder in self.parts.values() if (part := builder.build()) is not None]
            built = copy(self._record)
            if isinstance(built, AssistantMessage):
                built.content = parts
            elif isinstance(built, Unknown) and (parts or "content" in built.data):
                built.data = {**built.data, "content": [encode(part) for part in parts]}
            self._built = built
        return self._built

    def _position(self, id_: str, part: Part) -> int | None:
        """Return the position of a part that was listed without its id, and is known by now."""
        if self._record is None or (id_ in self.parts and self.parts[id_].known):
            return None
        for key in islice((key for key in self.parts if isinstance(key, int)), MOST_CANDIDATES):
            if is_same_part(self.parts[key].build(), part):
                return key
        return None

    def _part(self, id_: str) -> PartBuilder:
        self._built = None
        return self.parts.setdefault(id_, PartBuilder())


def is_same_part(earlier: Part | None, later: Part | None) -> bool:
    """Return whether two parts of a message, of which one has no id, are one: of two texts, one begins with the other.

    Two calls of a tool are one where their names are the same.
    """
    # Not by their classes: a part whose id the service left out has a class of its own.
    if earlier is None or later is None or isinstance(later, Unknown) or earlier.type != later.type:
        return False
    if isinstance(later, ToolPart):
        return isinstance(earlier, ToolPart) and _text(earlier, "name") == _text(later, "name")
    shorter, longer = sorted((_text(earlier, "text") or "", _text(later, "text") or ""), key=len)
    return longer.startswith(shorter)


def _content(message: Message) -> list[Part] | None:
    """Return the parts that a message lists; None where it has no list of them."""
    if isinstance(message, AssistantMessage):
        return message.content
    if isinstance(message, Unknown):
        content: Any = message.data.get("content")
        if has_form(content, list) and all(has_form(part, dict) for part in content):
            return [_decode(part) for part in content]
    return None


def _decode(d: dict[str, Any]) -> Part:
    try:
        return decode_part(d)
    except Exception:  # a part of an unexpected form is kept as it is
        return decode_unknown(d)


MessageEvent: TypeAlias = (
    e.MessagePartDeltaEvent
    | e.MessagePartRemovedEvent
    | e.MessagePartUpdatedEvent
    | e.MessageRemovedEvent
    | e.MessageUpdatedEvent
)
"""An event about a message."""


class Transcript:
    """The messages of a session; they have to be fetched before events can be applied.

    Events are recorded from `begin` on; `finish` replays them over the messages that were fetched meanwhile, which may
    hold some of them already. Snapshots and removals change nothing a second time, and deltas that a text ends with are
    left out. That is wrong where the text repeats itself, so such text is uncertain until its next snapshot, or until
    it is fetched while the session is idle.

    Attributes:
        loaded: Whether the messages were fetched; they may be stale.
        stale: Whether the messages have to be fetched, and no fetch has begun.
        readers: The number of its readers.
    """

    def __init__(self) -> None:
        self.loaded: bool = False
        self.stale: bool = True
        self.readers: int = 0
        # By id, or by position where a message has none.
        self._messages: dict[str | int, MessageBuilder] = {}
        self._unordered = False
        self._settled = True
        self._missed = False
        self._recording: list[MessageEvent] | None = None

    @property
    def loading(self) -> bool:
        """Whether a fetch has begun that counts."""
        return self._recording is not None

    @property
    def uncertain(self) -> bool:
        """Whether the messages may differ from the service's."""
        # An event for a message that is only known by its parts must have been missed.
        return self._unordered or any(
            message.uncertain or not message.known or (message.unfinished and not self._settled)
            for message in self._messages.values()
        )

    def rest(self) -> None:
        """Take note that the session is idle now: an answer that is not finished may have missed its end.

        An adapter drops the later records of a message whose beginning its stream has not seen. One fetch settles it,
        because an answer that was broken off stays unfinished.
        """
        self._settled = False

    def begin(self) -> list[MessageEvent]:
        """Record events from now on; the recording is for `finish`."""
        self.stale, self._settled = False, True
        self._recording = []
        return self._recording

    def finish(self, recording: list[MessageEvent], messages: Iterable[Message]) -> bool:
        """Take the messages that were fetched since `begin`; return False where they are outdated."""
        if not self.is_awaited(recording):
            return False
        # Text that looks the same after a gap may lack a delta: the server observed stores a text when it has ended.
        before = {} if self._missed else self._messages
        self._recording, self._unordered, self.loaded, self.stale, self._missed = None, False, True, False, False
        fetched = ((id_of(message) or at, message) for at, message in enumerate(messages))
        self._messages = {key: _updated(before.get(key), message) for key, message in fetched}
        for event in recording:
            self._apply(event)
        return True

    def parts(self, id_: str) -> dict[str | int, PartBuilder]:
        """Return the parts of a message; none where it is unknown."""
        return self._messages[id_].parts if id_ in self._messages else {}

    def forget(self, id_: str) -> None:
        """Drop a message that its reader does not want."""
        self._messages.pop(id_, None)

    def is_awaited(self, recording: list[MessageEvent]) -> bool:
        """Return whether the fetch of this recording still counts."""
        return recording is self._recording

    def invalidate(self) -> None:
        """Take note that events were missed, so that a fetch that has begun does not count."""
        self._recording, self.stale, self._missed = None, True, True

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
        return tuple(built for message in self._messages.values() if (built := message.build()) is not None)

    def _apply(self, event: MessageEvent) -> None:
        match event.payload:
            case e.MessageUpdated(info=info) if info is not None and (id_ := id_of(info)) is not None:
                updated = self._message(id_)
                # The order is unknown where another message arrived while only this one's parts were known.
                self._unordered |= not updated.known and next(reversed(self._messages)) != id_
                updated.replace(info)
            case e.MessageRemoved(message_id=str(message)):
                self._messages.pop(message, None)
            case e.MessagePartUpdated(part=part) if part is not None:
                if (owner := message_of(event)) is not None:
                    self._message(owner).replace_part(part)
            case e.MessagePartRemoved(message_id=str(message), part_id=str(part_id)):
                if message in self._messages:
                    self._messages[message].remove_part(part_id)
            case e.MessagePartDelta(message_id=str(message), part_id=str(part_id), field=str(field), delta=str(delta)):
                self._message(message).append(part_id, field, delta)
            case _:  # a field is missing or of another type
                pass

    def _message(self, id_: str) -> MessageBuilder:
        return self._messages.setdefault(id_, MessageBuilder())


def message_of(event: MessageEvent) -> str | None:
    """Return the id of the message that an event is about; None where the event does not name it."""
    payload: Any = event.payload
    if isinstance(payload, e.MessageUpdated):
        return None if payload.info is None else id_of(payload.info)
    id_: Any = getattr(payload, "message_id", None)
    if id_ is None and isinstance(payload, e.MessagePartUpdated) and payload.part is not None:
        # The server observed names the message in the part.
        fields = payload.part.data if isinstance(payload.part, Unknown) else extra(payload.part)
        id_ = fields.get("messageID")
    return id_ if isinstance(id_, str) else None


def _updated(builder: MessageBuilder | None, message: Message) -> MessageBuilder:
    """Return the builder of a fetched message: the one before it, if nothing was missed since, knows every delta."""
    is_current = builder is not None and not builder.uncertain and builder.build() == message
    return builder if builder is not None and is_current else MessageBuilder(message)
