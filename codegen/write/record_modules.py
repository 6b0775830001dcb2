"""The modules of a service's records: the records in each, and the names that it imports from the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from attrs import frozen

from ..customizations import Customizations
from ..naming import identifier, snake
from ..read.ir import Operation, Service, Type
from .event_envelope import Envelope, envelope, groups
from .records import RecordView, UnionView, UnknownView, record_view, union_view, unknown_view

SHARED = "shared"
"""The module of the records that several groups need, or no group."""

EVENTS = "events"
"""The package of the records that only a stream of events needs."""

RESERVED = {"models": (SHARED,), EVENTS: (SHARED, "decode", "event")}
"""The names of modules in each package that are not available for groups."""

MAX_NAMED = 2
"""The most operations that a docstring names; the others are counted."""


@frozen
class Layout:
    """The modules of all records of a service.

    Attributes:
        service: The service.
        customizations: The customizations of its generated classes.
        module_of: The module of each record and union, and of the classes of unknown variants.
        envelope: The envelope of the service's events, if there are events.
        origins: From each record to a sentence that names the operations that return it.
        alone: The records that answers hold by themselves, not as variants of a union.
    """

    service: Service
    customizations: Customizations
    module_of: dict[str, str]
    envelope: Envelope | None
    origins: dict[str, str]
    alone: frozenset[str]

    def names(self, package: str = "") -> dict[str, list[str]]:
        """Return the public names of each module, by its name relative to a package."""
        names: defaultdict[str, list[str]] = defaultdict(list)
        for name, module in sorted(self.module_of.items()):
            if module.startswith(package):
                names[f".{module.removeprefix(package).replace('/', '.')}"].append(name)
        return dict(sorted(names.items()))

    def kinds(self) -> dict[str, list[str]]:
        """Return the kinds of events by group."""
        kinds: defaultdict[str, list[str]] = defaultdict(list)
        if self.envelope:
            for kind, group in groups(self.envelope.union).items():
                kinds[group].append(kind)
        return dict(sorted(kinds.items()))


def layout_of(service: Service, customizations: Customizations) -> Layout:
    """Return the layout of a service's records."""
    stream = envelope(service, customizations)
    module_of = modules(service, customizations, stream)
    for union in service.unions:
        if union.unknown != "Unknown":
            # A module of events is loaded with its first event, and any event of the stream may be unknown.
            module_of[union.unknown] = module_of[stream.base.name if stream and union == stream.union else union.name]
    fields = (field.type for record in service.records for field in record.fields)
    answers = (operation.answer for operation in service.operations if operation.answer)
    alone = frozenset(_named([*fields, *answers]))
    return Layout(service, customizations, module_of, stream, origins(service, stream), alone)


def names(service: Service) -> list[str]:
    """Return the names of the records and unions, sorted."""
    return sorted([record.name for record in service.records] + [union.name for union in service.unions])


def modules(service: Service, customizations: Customizations, envelope: Envelope | None) -> dict[str, str]:
    """Return the module of each record and union, as a path in the package: `models`, `models/session`, `events/pty`.

    Raises:
        ValueError: An operation needs the union of all events, or two modules would have the same name.
    """
    module_of = _events(service, envelope) if envelope else {}
    rest = [name for name in names(service) if name not in module_of]
    if not customizations.by_group:
        return module_of | dict.fromkeys(rest, "models")
    needed: dict[str, set[str]] = defaultdict(set)
    for operation in service.operations:
        group = _unreserved("models", operation.id.partition(".")[0])
        for name in reach(of_operation(operation), service):
            needed[name].add(group)
    # Records that no operation needs are in `shared`, and so are the records that they need: groups import `shared`,
    # and `shared` imports no group.
    for name in reach([name for name in rest if name not in needed], service):
        needed[name].add(SHARED)
    return module_of | {name: f"models/{_only(needed[name])}" for name in rest}


def _events(service: Service, envelope: Envelope) -> dict[str, str]:
    """Return the module of each record of a stream: one for each group of kinds, and one for shared records."""
    root = envelope.union.name
    # A record that something else needs too cannot be in a group of events, which is loaded with its first event.
    inside = reach([root], service)
    requested = [name for operation in service.operations for name in of_operation(operation)]
    outside = reach([*requested, *(name for name in names(service) if name not in inside)], service)
    if root in outside:
        raise ValueError(f"{root} cannot be in {EVENTS}/: other records or operations need it")
    group_of = groups(envelope.union)
    needed: dict[str, set[str]] = defaultdict(set)
    for kind, record in envelope.union.variants:
        for name in reach([record], service) - outside:
            needed[name].add(_unreserved(EVENTS, group_of[kind]))
    return {name: f"{EVENTS}/{_only(groups)}" for name, groups in needed.items()} | {root: f"{EVENTS}/event"}


def _only(groups: set[str]) -> str:
    return min(groups) if len(groups) == 1 else SHARED


def _unreserved(package: str, group: str) -> str:
    if group in RESERVED[package]:
        raise ValueError(f"{package}/{group}.py is reserved, so no group can have this name")
    return identifier(group)


def uses(names: Collection[str], service: Service) -> set[str]:
    """Return the records and unions that some records and unions refer to directly."""
    variants = [record for union in service.unions if union.name in names for _, record in union.variants]
    fields = [field.type for record in service.records if record.name in names for field in record.fields]
    return {*variants, *_named(fields)}


def reach(roots: Iterable[str], service: Service) -> set[str]:
    """Return some records and unions, and all that they refer to at any depth."""
    reached: set[str] = set()
    new = {*roots}
    while new:
        reached |= new
        new = uses(new, service) - reached
    return reached


def of_operation(operation: Operation) -> set[str]:
    """Return the records and unions that an operation sends or receives."""
    body = {operation.body} if operation.body else set[str]()
    return body | _named(
        [*(parameter.type for parameter in operation.parameters), *([operation.answer] if operation.answer else [])]
    )


def _named(kinds: Iterable[Type]) -> set[str]:
    """Return the records and unions that types contain, at any depth."""
    waiting, names = [*kinds], set[str]()
    while waiting:
        kind = waiting.pop()
        waiting += kind.of
        if kind.kind in ("record", "union"):
            names.add(kind.name)
    return names


@frozen
class ModuleView:
    """One module of records.

    Attributes:
        doc: The docstring.
        package: The dots of a relative import from the package of the SDK.
        others: The modules to import from, by their relative names, with the names to import.
        mixins: The hand-written mixins of the records.
        exports: The public names.
        records: The records of the module.
        unions: Its unions.
        unknowns: The classes of variants that the contract does not name, of unions whose tag is not called `type`.
        base: The base class of the events; empty if the module holds none.
    """

    doc: str
    package: str
    others: tuple[tuple[str, list[str]], ...]
    mixins: list[str]
    exports: list[str]
    records: tuple[RecordView, ...]
    unions: tuple[UnionView, ...]
    unknowns: tuple[UnknownView, ...]
    base: str


def module_view(module: str, layout: Layout) -> ModuleView:
    """Return the view of one module."""
    own = {name for name, other in layout.module_of.items() if other == module}
    arguments = (layout.service, layout.customizations, layout.envelope)
    own_records = [record for record in layout.service.records if record.name in own]
    records = [
        record_view(record, *arguments, layout.origins[record.name], alone=record.name in layout.alone)
        for record in own_records
    ]
    unions = tuple(union_view(union) for union in layout.service.unions if union.name in own)
    unknowns = tuple(
        unknown_view(union, layout.service, layout.origins[union.variants[0][1]])
        for union in layout.service.unions
        if union.unknown in own
    )
    return ModuleView(
        doc=f"The records of the {layout.service.title}, revision {layout.service.version}.",
        package="." * (2 + module.count("/")),
        others=tuple(_imports(module, own, layout)),
        mixins=sorted({base for record, base in layout.customizations.records.items() if record in own}),
        exports=sorted(own),
        records=tuple(records),
        unions=unions,
        unknowns=unknowns,
        base=layout.envelope.base.name if layout.envelope and any(record.payload for record in records) else "",
    )


def _imports(module: str, own: set[str], layout: Layout) -> list[tuple[str, list[str]]]:
    needed = uses(own, layout.service)
    if layout.envelope and module.startswith(f"{EVENTS}/"):
        needed.add(layout.envelope.base.name)
    imports: defaultdict[str, list[str]] = defaultdict(list)
    for name in needed - own:
        imports[relative_name(layout.module_of[name], module)] += [name, f"decode_{snake(name)}"]
    return [(other, sorted(names)) for other, names in sorted(imports.items())]


def relative_name(other: str, module: str) -> str:
    """Return the relative name by which one module of records imports another."""
    folder, _, name = other.rpartition("/")
    if module.startswith(f"{folder}/"):
        return f".{name}"
    return "." * (1 + module.count("/")) + other.replace("/", ".")


def origins(service: Service, envelope: Envelope | None) -> dict[str, str]:
    """Return a sentence for each record: which operations return it, or otherwise take, stream or refuse with it."""
    answered: dict[str, list[str]] = {}
    taken: dict[str, list[str]] = {}
    framed: dict[str, list[str]] = {}
    refused: dict[str, list[str]] = {}
    for operation in sorted(service.operations, key=lambda operation: operation.id):
        answer = set[str]() if operation.answer is None else reach({*operation.answer.names}, service)
        if envelope and operation.id == envelope.operation:
            answer |= reach({envelope.union.name, envelope.base.name}, service)
        for name in answer:
            answered.setdefault(name, []).append(operation.id)
        for name in reach(of_operation(operation), service) - answer:
            taken.setdefault(name, []).append(operation.id)
        for name in operation.frames:
            framed.setdefault(name, []).append(operation.id)
        for name in operation.refusals:
            refused.setdefault(name, []).append(operation.id)
    words = {
        "Returned by": answered,
        "Taken by": taken,
        "In the frames of": framed,
        "In the body of an error answer of": refused,
    }
    return {
        record.name: next(
            (_sentence(word, sources[record.name]) for word, sources in words.items() if record.name in sources), ""
        )
        for record in service.records
    }


def _sentence(words: str, operations: list[str]) -> str:
    listed = [f"`{operation}`" for operation in operations[:MAX_NAMED]]
    more = len(operations) - len(listed)
    named = ", ".join(listed) + f" and {more} more" if more else " and ".join(listed)
    return f"{words} {named}."
