"""The modules of a service's records: what each holds, and what it needs of the others."""

from __future__ import annotations

from collections import defaultdict

from attrs import frozen

from ..customizations import Customizations
from ..naming import snake
from ..read.ir import Service
from .envelope import Envelope, envelope, groups
from .layout import EVENTS, modules, uses
from .origins import origins
from .records import RecordView, UnionView, record_view, union_view

__all__ = ["Layout", "ModuleView", "layout", "module_view"]


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
