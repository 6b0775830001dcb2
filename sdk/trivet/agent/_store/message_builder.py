"""Assembling one message from its snapshots and its parts."""

from __future__ import annotations

from copy import copy
from typing import Any

from ..._core.decoders import Unknown, decode_unknown, has_form
from ..._core.wire_encoder import encode
from .._generated.models import AssistantMessage, Message, Part
from .._generated.models.session import decode_part
from .part_builder import PartBuilder, part_id

__all__ = ["MessageBuilder", "message_id"]


class MessageBuilder:
    """Assembles a message whose parts may still grow. A message that it built does not change any more."""

    def __init__(self, record: Message | None = None) -> None:
        """Begin with a fetched message, or with none where its parts arrive first."""
        self._record = record
        # By id, or by position where a part has none.
        self._parts: dict[str | int, PartBuilder] = {
            _key(at, part): PartBuilder(part) for at, part in enumerate((record and _content(record)) or ())
        }
        self._has_snapshot = False
        self._unordered = False
        self._built: Message | None = None

    @property
    def known(self) -> bool:
        """Whether the message itself was fetched or received, not only parts of it."""
        return self._record is not None

    @property
    def uncertain(self) -> bool:
        """Whether the service may have other parts than these, or another order of them."""
        return self._unordered or any(each.uncertain for each in self._parts.values())

    def replace(self, record: Message) -> None:
        """Take a snapshot of the message. One without a list of parts leaves the parts as they are.

        So does the stream's first snapshot if its list is empty and parts arrived before it: it may be late, as the
        empty snapshot of a part may be (assumed).
        """
        content = _content(record)
        if content == [] and self._parts and not self._has_snapshot:
            self._unordered = True
        elif content is not None:
            # Deltas whose part has not arrived keep waiting for it.
            waiting = {key: each for key, each in self._parts.items() if not each.known}
            parts: dict[str | int, PartBuilder] = {}
            for at, part in enumerate(content):
                key = _key(at, part)
                parts[key] = self._parts.get(key) or PartBuilder()
                parts[key].replace(part)
            self._parts = {**parts, **{key: each for key, each in waiting.items() if key not in parts}}
            self._unordered = False
        self._record, self._built, self._has_snapshot = record, None, True

    def replace_part(self, part: Part) -> None:
        """Take a snapshot of one part; a new part is the last one."""
        id_ = part_id(part)
        if id_ is not None:
            builder = self._part(id_)
            # The order is unknown where another part arrived while only this one's deltas were known.
            self._unordered |= not builder.known and next(reversed(self._parts)) != id_
            builder.replace(part)

    def append(self, id_: str, field: str, delta: str) -> None:
        """Take a delta of a part, which may arrive before the part."""
        self._part(id_).append(field, delta)

    def remove_part(self, id_: str) -> None:
        """Remove a part."""
        self._parts.pop(id_, None)
        self._built = None

    def build(self) -> Message | None:
        """Return the message as it is now; None where only parts of it are known."""
        if self._built is None and self._record is not None:
            self._built = self._build(self._record)
        return self._built

    def _part(self, id_: str) -> PartBuilder:
        self._built = None
        return self._parts.setdefault(id_, PartBuilder())

    def _build(self, record: Message) -> Message:
        parts = [part for each in self._parts.values() if (part := each.build()) is not None]
        message = copy(record)
        if isinstance(message, AssistantMessage):
            message.content = parts
        elif isinstance(message, Unknown) and (parts or "content" in message.data):
            message.data = {**message.data, "content": [encode(each) for each in parts]}
        return message


def message_id(message: Message) -> str | None:
    """Return the id of a message; None where it has none."""
    id_: Any = message.data.get("id") if isinstance(message, Unknown) else message.id
    return id_ if isinstance(id_, str) else None


def _key(position: int, part: Part) -> str | int:
    return part_id(part) or position


def _content(message: Message) -> list[Part] | None:
    """Return the parts that a message lists; None where it has no list of them."""
    if isinstance(message, AssistantMessage):
        return message.content
    if isinstance(message, Unknown):
        content: Any = message.data.get("content")
        if has_form(content, list) and all(has_form(each, dict) for each in content):
            return [_decode(each) for each in content]
    return None


def _decode(d: dict[str, Any]) -> Part:
    try:
        return decode_part(d)
    except Exception:  # a part of an unexpected form is kept as it is
        return decode_unknown(d)
