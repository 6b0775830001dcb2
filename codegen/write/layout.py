"""The modules of a service's records: what each holds, and what it needs of the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from attrs import frozen

from ..customizations import Customizations
from ..naming import identifier, snake
from ..read.ir import Operation, Service, Type
from .envelope import Envelope, envelope, groups
from .records import RecordView, UnionView, record_view, union_view

__all__ = [
    "EVENTS",
    "RESERVED",
    "SHARED",
    "Layout",
    "ModuleView",
    "layout",
    "module_view",
    "modules",
    "names",
    "origins",
    "reach",
    "uses",
]

SHARED = "shared"
"""The module of what more than one group needs, or none."""

EVENTS = "events"
"""The package of what only a stream of events needs."""

RESERVED = {"models": (SHARED,), EVENTS: (SHARED, "decode", "event")}
"""The modules of each package that no group can have the name of."""

NAMED = 2
"""So many operations are named; of more, their count."""


@frozen
class Layout:
    """Where everything of a service is, found once for all of its modules.

    Attributes:
        module_of: The module of each record and union.
        envelope: The envelope of the service's events, if it has events.
        origins: From each record to a sentence on the operations that give it.
    """

    service: Service
    customizations: Customizations
    module_of: dict[str, str]
    envelope: Envelope | None
    origins: dict[str, str]

    def names(self, package: str = "") -> dict[str, list[str]]:
        """From each module, as the package sees it, to its public names."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name, module in sorted(self.module_of.items()):
            if module.startswith(package):
                found[f".{module.removeprefix(package).replace('/', '.')}"].append(name)
        return dict(sorted(found.items()))

    def kinds(self) -> dict[str, list[str]]:
        """From each group of events to their kinds."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        if self.envelope:
            for kind, group in groups(self.envelope.union).items():
                found[group].append(kind)
        return dict(sorted(found.items()))


def layout(service: Service, customizations: Customizations) -> Layout:
    """Find the module of each record and union."""
    found = envelope(service, customizations)
    module_of = modules(service, customizations, found)
    return Layout(service, customizations, module_of, found, origins(service, found))


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


@frozen
class ModuleView:
    """One module of records.

    Attributes:
        doc: Its docstring.
        package: The dots that lead to the package of the SDK.
        others: The modules that it imports from, as it sees them, with the names.
        mixins: The hand-written bases of its records.
        exports: Its public names.
        base: The base class of its events, if it holds events.
    """

    doc: str
    package: str
    others: tuple[tuple[str, list[str]], ...]
    mixins: list[str]
    exports: list[str]
    records: tuple[RecordView, ...]
    unions: tuple[UnionView, ...]
    base: str


def module_view(module: str, where: Layout) -> ModuleView:
    """Make the view of one module."""
    mine = {name for name, each in where.module_of.items() if each == module}
    arguments = (where.service, where.customizations, where.envelope)
    chosen = [each for each in where.service.records if each.name in mine]
    records = [record_view(each, *arguments, where.origins[each.name]) for each in chosen]
    unions = tuple(union_view(each) for each in where.service.unions if each.name in mine)
    return ModuleView(
        doc=f"The records of the {where.service.title}, revision {where.service.version}.",
        package="." * (2 + module.count("/")),
        others=tuple(_imports(module, mine, where)),
        mixins=sorted({base for record, base in where.customizations.records.items() if record in mine}),
        exports=sorted(mine),
        records=tuple(records),
        unions=unions,
        base=where.envelope.base.name if where.envelope and any(each.payload for each in records) else "",
    )


def _imports(module: str, mine: set[str], where: Layout) -> list[tuple[str, list[str]]]:
    needed = {name for each in mine for name in uses(each, where.service)}
    if where.envelope and module.startswith(f"{EVENTS}/"):
        needed.add(where.envelope.base.name)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name in needed - mine:
        found[seen(where.module_of[name], module)] += [name, f"decode_{snake(name)}"]
    return [(other, sorted(names)) for other, names in sorted(found.items())]


def seen(other: str, module: str) -> str:
    """What one module of records calls another."""
    folder, _, name = other.rpartition("/")
    if module.startswith(f"{folder}/"):
        return f".{name}"
    return "." * (1 + module.count("/")) + other.replace("/", ".")


def origins(service: Service, envelope: Envelope | None) -> dict[str, str]:
    """From each record to one sentence on the operations that give it, or else take it, stream it or refuse with it."""
    given: dict[str, list[str]] = {}
    taken: dict[str, list[str]] = {}
    framed: dict[str, list[str]] = {}
    refused: dict[str, list[str]] = {}
    for operation in sorted(service.operations, key=lambda each: each.id):
        answer = set[str]() if operation.answer is None else reach({operation.answer.name}, service)
        if envelope and operation.id == envelope.operation:
            answer |= reach({envelope.union.name, envelope.base.name}, service)
        for name in answer:
            given.setdefault(name, []).append(operation.id)
        for name in reach(of_operation(operation), service) - answer:
            taken.setdefault(name, []).append(operation.id)
        for name in operation.frames:
            framed.setdefault(name, []).append(operation.id)
        for name in operation.refusals:
            refused.setdefault(name, []).append(operation.id)
    words = {
        "Given by": given,
        "Taken by": taken,
        "In the frames of": framed,
        "In the body of an error answer of": refused,
    }
    return {
        each.name: next((_sentence(word, found[each.name]) for word, found in words.items() if each.name in found), "")
        for each in service.records
    }


def _sentence(words: str, operations: list[str]) -> str:
    shown = [f"`{each}`" for each in operations[:NAMED]]
    more = len(operations) - len(shown)
    named = ", ".join(shown) + f" and {more} more" if more else " and ".join(shown)
    return f"{words} {named}."
