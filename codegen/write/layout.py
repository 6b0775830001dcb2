"""Which module each record of a service stands in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ..customizations import Customizations
from ..read.ir import Operation, Service, Type

__all__ = ["CODERS", "SHARED", "homes", "names", "uses"]

SHARED = "shared"
"""The module of what more than one group of operations needs, or none."""

CODERS = "coders"
"""The module of what all groups have together."""


def names(service: Service) -> list[str]:
    """The public classes and aliases, sorted."""
    return sorted([each.name for each in service.records] + [each.name for each in service.unions])


def homes(service: Service, customizations: Customizations) -> dict[str, str]:
    """From each record and union to its module, as a path below the package: `models`, `events`, `models/session`.

    Raises:
        ValueError: Something else needs what shall stand apart, or two modules would have one name.
    """
    found = _apart(service, customizations)
    rest = [name for name in names(service) if name not in found]
    if not customizations.by_group:
        return found | dict.fromkeys(rest, "models")
    needed: dict[str, set[str]] = defaultdict(set)
    for operation in service.operations:
        group = operation.id.partition(".")[0]
        if group in (SHARED, CODERS):
            raise ValueError(f"models/{group}.py cannot be that of a group, too")
        for name in _reach(_of_operation(operation), service):
            needed[name].add(group)
    # What the rest needs must not stand in a group: it stands in `shared`, which groups import.
    for name in _reach([each for each in rest if each not in needed], service):
        needed[name].add(SHARED)
    return found | {name: f"models/{min(needed[name]) if len(needed[name]) == 1 else SHARED}" for name in rest}


def uses(name: str, service: Service) -> set[str]:
    """The records and unions that one of them names."""
    found = [record for each in service.unions if each.name == name for _, record in each.variants]
    fields = [field.type for each in service.records if each.name == name for field in each.fields]
    return {*found, *_named(fields)}


def _apart(service: Service, customizations: Customizations) -> dict[str, str]:
    found: dict[str, str] = {}
    for module, root in customizations.apart.items():
        inside = _reach([root], service)
        asked = [each for operation in service.operations for each in _of_operation(operation)]
        outside = _reach([*asked, *(each for each in names(service) if each not in inside)], service)
        if root in outside:
            raise ValueError(f"{root} cannot stand apart in {module}.py: others need it")
        found |= dict.fromkeys(inside - outside, module)
    return found


def _reach(roots: Iterable[str], service: Service) -> set[str]:
    found: set[str] = set()
    waiting = [*roots]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += uses(name, service)
    return found


def _of_operation(operation: Operation) -> set[str]:
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
