"""One message of a session, from its snapshots and from its parts."""

from __future__ import annotations

from copy import copy
from typing import Any

from ..._core.encode import encode
from ..._core.wire import Unknown, decode_unknown, has_form
from .._generated.models import AssistantMessage, Message, Part
from .._generated.models.session import decode_part
from .part_builder import PartBuilder, part_id

__all__ = ["MessageBuilder", "message_id"]


class MessageBuilder:
    """A message whose parts may still grow; what it gave away as a record does not change any more."""

    def __init__(self, record: Message | None = None) -> None:
        """Begin with the message as it was fetched, or with nothing but what comes before it."""
        self._record = record
        # By its id, or by its place where it has none.
        self._parts: dict[str | int, PartBuilder] = {
            _key(at, part): PartBuilder(part) for at, part in enumerate((record and _content(record)) or ())
        }
        self._begun = False
        self._disordered = False
        self._shown: Message | None = None

    @property
    def there(self) -> bool:
        """Whether it is more than parts that came before their message."""
        return self._record is not None

    @property
    def doubtful(self) -> bool:
        """Whether the service may have other parts than these, or in another order."""
        return self._disordered or any(each.doubtful for each in self._parts.values())

    def replace(self, record: Message) -> None:
        """Take a snapshot; one that says nothing of parts leaves them as they are.

        So does the first one of the stream that has no parts, where some came before it: it may have come late, as the
        empty snapshot of a part does (assumed).
        """
        content = _content(record)
        if content == [] and self._parts and not self._begun:
            self._disordered = True
        elif content is not None:
            # Deltas that wait for their part go on waiting.
            waiting = {key: each for key, each in self._parts.items() if not each.there}
            parts: dict[str | int, PartBuilder] = {}
            for at, part in enumerate(content):
                key = _key(at, part)
                parts[key] = self._parts.get(key) or PartBuilder()
                parts[key].replace(part)
            self._parts = {**parts, **{key: each for key, each in waiting.items() if key not in parts}}
            self._disordered = False
        self._record, self._shown, self._begun = record, None, True

    def replace_part(self, part: Part) -> None:
        """Take a snapshot of one part; a new one comes last."""
        identity = part_id(part)
        if identity is not None:
            grown = self._part(identity)
            # Which began first, this part or one that came while only its deltas were there, nobody said.
            self._disordered |= not grown.there and next(reversed(self._parts)) != identity
            grown.replace(part)

    def append(self, identity: str, field: str, delta: str) -> None:
        """Take a delta of a part, whether the part is there yet or not."""
        self._part(identity).append(field, delta)

    def remove_part(self, identity: str) -> None:
        """Forget a part."""
        self._parts.pop(identity, None)
        self._shown = None

    def show(self) -> Message | None:
        """The message as it is now, if it is there."""
        if self._shown is None and self._record is not None:
            self._shown = self._made(self._record)
        return self._shown

    def _part(self, identity: str) -> PartBuilder:
        self._shown = None
        return self._parts.setdefault(identity, PartBuilder())

    def _made(self, record: Message) -> Message:
        shown = [part for each in self._parts.values() if (part := each.show()) is not None]
        made = copy(record)
        if isinstance(made, AssistantMessage):
            made.content = shown
        elif isinstance(made, Unknown) and (shown or "content" in made.data):
            made.data = {**made.data, "content": [encode(each) for each in shown]}
        return made


def message_id(message: Message) -> str | None:
    """The id of a message, where it has one."""
    found: Any = message.data.get("id") if isinstance(message, Unknown) else message.id
    return found if isinstance(found, str) else None


def _key(at: int, part: Part) -> str | int:
    return part_id(part) or at


def _content(message: Message) -> list[Part] | None:
    """The parts that a message says it has; None where it says nothing of them."""
    if isinstance(message, AssistantMessage):
        return message.content
    if isinstance(message, Unknown):
        found: Any = message.data.get("content")
        if has_form(found, list) and all(has_form(each, dict) for each in found):
            return [_part(each) for each in found]
    return None


def _part(d: dict[str, Any]) -> Part:
    try:
        return decode_part(d)
    except Exception:  # whatever does not fit
        return decode_unknown(d)
