"""Which module each record and union of a service goes to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ..customizations import Customizations
from ..naming import identifier
from ..read.ir import Operation, Service, Type
from .envelope import Envelope, groups

__all__ = ["EVENTS", "RESERVED", "SHARED", "modules", "names", "reach", "uses"]

SHARED = "shared"
"""The module of what more than one group needs, or none."""

EVENTS = "events"
"""The package of what only a stream of events needs."""

RESERVED = {"models": (SHARED,), EVENTS: (SHARED, "decode", "event")}
"""The modules of each package that no group can have the name of."""


def names(service: Service) -> list[str]:
    """The public classes and aliases, sorted."""
    return sorted([each.name for each in service.records] + [each.name for each in service.unions])


def modules(service: Service, customizations: Customizations, envelope: Envelope | None) -> dict[str, str]:
    """From each record and union to its module, as a path below the package: `models`, `models/session`, `events/pty`.

    Raises:
        ValueError: Something else needs what belongs to a stream, or two modules would have one name.
    """
    found = _events(service, envelope) if envelope else {}
    rest = [name for name in names(service) if name not in found]
    if not customizations.by_group:
        return found | dict.fromkeys(rest, "models")
    needed: dict[str, set[str]] = defaultdict(set)
    for operation in service.operations:
        group = _unreserved("models", operation.id.partition(".")[0])
        for name in reach(of_operation(operation), service):
            needed[name].add(group)
    # What the rest needs must not stand in a group: it stands in `shared`, which groups import.
    for name in reach([each for each in rest if each not in needed], service):
        needed[name].add(SHARED)
    return found | {name: f"models/{_only(needed[name])}" for name in rest}


def _events(service: Service, envelope: Envelope) -> dict[str, str]:
    """The modules of a stream's records: one a group of kinds, and one for what several groups need."""
    root = envelope.union.name
    inside = reach([root], service)
    asked = [each for operation in service.operations for each in of_operation(operation)]
    outside = reach([*asked, *(each for each in names(service) if each not in inside)], service)
    if root in outside:
        raise ValueError(f"{root} cannot stand in {EVENTS}/: others need it")
    group_of = groups(envelope.union)
    needed: dict[str, set[str]] = defaultdict(set)
    for kind, record in envelope.union.variants:
        for name in reach([record], service) - outside:
            needed[name].add(_unreserved(EVENTS, group_of[kind]))
    return {name: f"{EVENTS}/{_only(found)}" for name, found in needed.items()} | {root: f"{EVENTS}/event"}


def _only(groups: set[str]) -> str:
    return min(groups) if len(groups) == 1 else SHARED


def _unreserved(package: str, group: str) -> str:
    if group in RESERVED[package]:
        raise ValueError(f"{package}/{group}.py cannot be that of a group, too")
    return identifier(group)


def uses(name: str, service: Service) -> set[str]:
    """The records and unions that one of them names."""
    found = [record for each in service.unions if each.name == name for _, record in each.variants]
    fields = [field.type for each in service.records if each.name == name for field in each.fields]
    return {*found, *_named(fields)}


def reach(roots: Iterable[str], service: Service) -> set[str]:
    """The records and unions that some of them name, at any depth, and themselves."""
    found: set[str] = set()
    waiting = [*roots]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += uses(name, service)
    return found


def of_operation(operation: Operation) -> set[str]:
    """The records and unions that an operation sends or answers with."""
    body = {operation.body} if operation.body else set[str]()
    return body | _named(
        [*(each.type for each in operation.parameters), *([operation.answer] if operation.answer else [])]
    )


def _named(kinds: Iterable[Type]) -> set[str]:
    """The records and unions that types name, at any depth."""
    waiting, found = [*kinds], set[str]()
    while waiting:
        kind = waiting.pop()
        waiting += kind.of
        if kind.kind in ("record", "union"):
            found.add(kind.name)
    return found
