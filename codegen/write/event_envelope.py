"""The envelope of a stream's events: the fields that all events share, around a payload of their own."""

from __future__ import annotations

from collections import Counter

from attrs import frozen

from ..customizations import Customizations
from ..read.ir import Field, Record, Service, Union

MANY = 8
"""The fewest kinds with the same first two words that form a group of their own."""

FEW = 3
"""The fewest kinds with the same first word that form a group."""

OTHER = "other"


@frozen
class Envelope:
    """The common structure of the events of one stream.

    Attributes:
        operation: The id of the operation that streams the events.
        union: The union of the events; its tag is the kind of an event.
        base: The record with the fields that all events share, which becomes their base class.
        payload: The name of the field, apart from the tag, that differs in type from event to event.
    """

    operation: str
    union: Union
    base: Record
    payload: str

    def own_fields(self, record: Record) -> list[Field]:
        """Return the fields of an event that the base lacks: the tag and the payload."""
        return [field for field in record.fields if field not in self.base.fields]


def envelope(service: Service, customizations: Customizations) -> Envelope | None:
    """Return the envelope of the service's stream of events, if there is one.

    Raises:
        ValueError: The events have no common base, or differ in more than the tag and one object.
    """
    if customizations.events is None:
        return None
    operation, name = customizations.events
    union = next(candidate for candidate in service.unions if candidate.name == name)
    events = [service.record(record) for _, record in union.variants]
    bases = [record for record in service.records if record not in events and _is_base(record, events[0])]
    if not bases:
        raise ValueError(f"{name}: there is no record with the fields that all events share")
    base = max(bases, key=lambda record: len(record.fields))
    stream = Envelope(operation, union, base, "")
    payloads = set[str]()
    for event in events:
        own = {field.wire: field for field in stream.own_fields(event)}
        tag = own.pop(union.tag, None)
        if not _is_base(base, event) or tag is None or len(own) != 1:
            raise ValueError(f"{name}: {event.name} is not {base.name} with {union.tag} and one object")
        payload = own.popitem()[1]
        if payload.type.kind not in ("record", "union", "map") or not payload.required:
            raise ValueError(f"{name}: {event.name}.{payload.wire} must be a required object")
        payloads.add(payload.name)
    if len(payloads) > 1:
        raise ValueError(f"{name}: {', '.join(sorted(payloads))} must have one name")
    return Envelope(operation, union, base, payloads.pop())


def _is_base(base: Record, event: Record) -> bool:
    return event.fields[: len(base.fields)] == base.fields


def groups(union: Union) -> dict[str, str]:
    """Return the group of each kind: `session` for `session.idle`, `session_next` for `session.next.moved`.

    The first two words name a group if many kinds share them. Kinds whose first word few others share are in the group
    `other`.
    """
    words = {kind: tuple(word.replace("-", "_") for word in kind.split(".")) for kind, _ in union.variants}
    pairs = Counter(parts[:2] for parts in words.values() if len(parts) > 2)
    group_of = {
        kind: "_".join(parts[:2] if len(parts) > 2 and pairs[parts[:2]] >= MANY else parts[:1])
        for kind, parts in words.items()
    }
    sizes = Counter(group_of.values())
    return {kind: group if sizes[group] >= FEW else OTHER for kind, group in group_of.items()}
