"""The envelope of a stream's events: the fields that all of them share, and the payload that each has of its own."""

from __future__ import annotations

from collections import Counter

from attrs import frozen

from ..customizations import Customizations
from ..read.ir import Field, Record, Service, Union

__all__ = ["Envelope", "envelope", "groups"]

MANY = 8
"""So many kinds with the same first two words are a group of their own."""

FEW = 3
"""Fewer kinds with the same first word are no group."""

OTHER = "other"


@frozen
class Envelope:
    """What the events of one stream are made of.

    Attributes:
        operation: The id of the operation that streams them.
        union: All of them; its tag is the kind.
        base: The record of the fields that all share, which is their base class.
        payload: The name of the one field, beside the tag, that each has of its own.
    """

    operation: str
    union: Union
    base: Record
    payload: str

    def own_fields(self, record: Record) -> list[Field]:
        """The fields of an event that the base has not: the tag and the payload."""
        return [each for each in record.fields if each not in self.base.fields]


def envelope(service: Service, customizations: Customizations) -> Envelope | None:
    """The envelope of the service's stream, if it has one.

    Raises:
        ValueError: The events do not share one, or do not differ in the tag and one object alone.
    """
    if customizations.events is None:
        return None
    operation, name = customizations.events
    union = next(each for each in service.unions if each.name == name)
    events = [service.record(record) for _, record in union.variants]
    bases = [each for each in service.records if each not in events and _is_base(each, events[0])]
    if not bases:
        raise ValueError(f"{name}: no record has the fields that all events share")
    base = max(bases, key=lambda each: len(each.fields))
    found = Envelope(operation, union, base, "")
    payloads = set[str]()
    for event in events:
        own = {each.wire: each for each in found.own_fields(event)}
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
    """From each kind to its group: `session` of `session.idle`, `session_next` of `session.next.moved` with its many.

    Kinds whose first word few others share are in the group `other`.
    """
    words = {kind: tuple(each.replace("-", "_") for each in kind.split(".")) for kind, _ in union.variants}
    pairs = Counter(each[:2] for each in words.values() if len(each) > 2)
    found = {
        kind: "_".join(each[:2] if len(each) > 2 and pairs[each[:2]] >= MANY else each[:1])
        for kind, each in words.items()
    }
    sizes = Counter(found.values())
    return {kind: group if sizes[group] >= FEW else OTHER for kind, group in found.items()}
