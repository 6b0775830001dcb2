"""The groups of operations of a service: classes with a method for each operation, and their hand-written bases."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from ..customizations import Customizations
from ..naming import identifier
from ..read.faults import DocumentError
from ..read.ir import Operation, Service
from .operations import OperationView, operation_view
from .python import item

ByHand: TypeAlias = Mapping[str, tuple[str, ...]]
NOTHING_BY_HAND: ByHand = {}


@frozen
class Group:
    """A node in the tree of operationIds, such as `conversations` with its operations and the group `messages`."""

    path: tuple[str, ...]
    operations: tuple[Operation, ...]
    children: tuple[Group, ...]

    @property
    def name(self) -> str:
        """The attribute that holds the group."""
        return self.path[-1]

    @property
    def class_name(self) -> str:
        """The class of the async client."""
        words = "_".join(self.path).split("_")
        return identifier("Async" + "".join(word.capitalize() for word in words))


@frozen
class ResourceView:
    """The class of one group: its base, its subgroups as attribute and class, and its methods."""

    name: str
    base: str
    doc: list[str]
    children: tuple[tuple[str, str], ...]
    methods: tuple[OperationView, ...]


def groups(service: Service, path: tuple[str, ...] = ()) -> tuple[Group, ...]:
    """Return the groups below a path, sorted by name."""
    split = [(tuple(operation.id.split(".")), operation) for operation in service.operations]
    below = {parts[len(path)] for parts, _ in split if parts[: len(path)] == path and len(parts) > len(path) + 1}
    return tuple(
        Group(
            path=(*path, name),
            operations=tuple(operation for parts, operation in split if parts[:-1] == (*path, name)),
            children=groups(service, (*path, name)),
        )
        for name in sorted(below)
    )


def flat(tree: tuple[Group, ...]) -> list[Group]:
    """Return all groups of a tree, each before its subgroups."""
    return [group for root in tree for group in [root, *flat(root.children)]]


def attributes(tree: tuple[Group, ...], by_hand: ByHand) -> str:
    """Return the section of a docstring that lists groups, which are attributes, with the methods of each.

    Args:
        tree: The groups.
        by_hand: The names that the hand-written base of each group adds, by the path of the group.
    """
    lines = [item(4, group.name, _contents(group, by_hand)) for group in tree]
    return "\n".join(["Attributes:", *lines]) if lines else ""


def _contents(group: Group, by_hand: ByHand) -> str:
    operations = {operation.id.rpartition(".")[2] for operation in group.operations}
    names = sorted(operations | {*by_hand.get(".".join(group.path), ())})
    if len(names) == 1 and not group.children:
        described = f"`{names[0]}`. {group.operations[0].summary}"
        return described if "\n" not in item(4, group.name, described) else f"`{names[0]}`."
    below = [f"`{child.name}`" for child in group.children]
    inner = f"group{'s' * (len(below) > 1)} {', '.join(below)}" if below else ""
    return "; ".join(part for part in (", ".join(f"`{name}`" for name in names), inner) if part) + "."


def resource_view(
    group: Group, service: Service, customizations: Customizations, by_hand: ByHand = NOTHING_BY_HAND
) -> ResourceView:
    """Make the view of one group."""
    words = " ".join(group.path).replace("_", " ")
    generated = [operation for operation in group.operations if not operation.by_hand]
    # A method called `list` would hide the builtin from the annotations after it.
    ordered = sorted(generated, key=lambda operation: (operation.id.endswith(".list"), operation.id))
    return ResourceView(
        name=group.class_name,
        base=customizations.resources.get(".".join(group.path), ("", "AsyncResource"))[1],
        doc=[f"The {words} of the {service.title}.", attributes(group.children, by_hand)],
        children=tuple((child.name, child.class_name) for child in group.children),
        methods=tuple(operation_view(operation, service, customizations) for operation in ordered),
    )


def check_bases(service: Service, customizations: Customizations, folder: Path) -> ByHand:
    """Check the hand-written bases against the spec: a method must be neither missing nor both generated and written.

    The bases are parsed, not imported, because the package may be incomplete while it is generated.

    Args:
        service: The service.
        customizations: The hand-written code of the service.
        folder: The package of the service.

    Returns:
        The public names of the base of each group, by the path of the group.

    Raises:
        DocumentError: With the operation or group, and the base.
    """
    top = groups(service)
    if customizations.client:
        _check_distinct("", {group.name for group in top}, customizations.client, folder)
    for group in flat(top):
        path = ".".join(group.path)
        by_hand = sorted(operation.id for operation in group.operations if operation.by_hand)
        if path not in customizations.resources:
            if by_hand:
                raise DocumentError(f"{by_hand[0]}: there is no hand-written method for it")
            continue
        base = customizations.resources[path]
        generated = {operation.id.rpartition(".")[2] for operation in group.operations if not operation.by_hand}
        _check_distinct(f"{path}.", generated | {child.name for child in group.children}, base, folder)
        for operation_id in by_hand:
            if operation_id.rpartition(".")[2] not in _members(base, folder):
                raise DocumentError(f"{operation_id}: {base[1]} in {base[0]} has no method for it")
    bound = [operation.id for operation in service.operations if operation.context == "request"]
    if bound and (customizations.client is None or "at" not in _members(customizations.client, folder)):
        raise DocumentError(f"{bound[0]}: there is no hand-written `at` that binds its context")
    return {
        path: tuple(name for name in _members(base, folder) if not name.startswith("_"))
        for path, base in customizations.resources.items()
    }


def _check_distinct(path: str, generated: set[str], base: tuple[str, str], folder: Path) -> None:
    if both := sorted(generated & set(_members(base, folder))):
        raise DocumentError(f"{path}{both[0]}: {base[1]} in {base[0]} already has {both[0]}")


def _members(base: tuple[str, str], folder: Path) -> Iterator[str]:
    """Yield the names of a class's methods and attributes, with all inherited ones that are written by hand."""
    module, name = base
    path = folder / f"{module.replace('.', '/')}.py"
    if not path.is_file():
        raise DocumentError(f"{name} should be in {module}, which does not exist")
    if name not in _classes(ast.parse(path.read_text("utf-8"))):
        raise DocumentError(f"{name} is not in {module}")
    yield from _members_of(name, path)


def _members_of(name: str, path: Path) -> Iterator[str]:
    """Yield the names of a class's methods and attributes, and of its bases, wherever they are."""
    tree = ast.parse(path.read_text("utf-8"))
    class_node = _classes(tree).get(name)
    if class_node is None:
        origin = _origin(name, tree, path)
        if origin is not None:
            yield from _members_of(*origin)
        return
    for statement in class_node.body:
        match statement:
            case ast.FunctionDef(name=member) | ast.AsyncFunctionDef(name=member):
                yield member
            case ast.Assign(targets=[ast.Name(member)]) | ast.AnnAssign(target=ast.Name(member)):
                yield member
            case _:
                pass
    for node in ast.walk(class_node):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            yield node.attr
    for inherited in class_node.bases:
        if isinstance(inherited, ast.Name):
            yield from _members_of(inherited.id, path)


def _classes(tree: ast.Module) -> dict[str, ast.ClassDef]:
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _origin(name: str, tree: ast.Module, path: Path) -> tuple[str, Path] | None:
    """Return the class that a module imports by a name, and its file; None for one outside of the package."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            for alias in node.names:
                file = path.parents[node.level - 1] / f"{(node.module or '').replace('.', '/')}.py"
                if (alias.asname or alias.name) == name and file.is_file():
                    return alias.name, file
    return None
