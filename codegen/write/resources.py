"""The groups of operations of a service: classes whose methods are the operations."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from ..customizations import Customizations
from ..naming import identifier
from ..read.faults import DocumentError
from ..read.ir import Operation, Service
from .operations import OperationView, operation_view

__all__ = ["Group", "ResourceView", "check_bases", "flat", "groups", "resource_view"]


@frozen
class Group:
    """A node in the tree of operationIds: `conversations` with its own operations, and `messages` inside it."""

    path: tuple[str, ...]
    operations: tuple[Operation, ...]
    children: tuple[Group, ...]

    @property
    def name(self) -> str:
        """The attribute it is reached by."""
        return self.path[-1]

    @property
    def class_name(self) -> str:
        """The class of the async client."""
        words = "_".join(self.path).split("_")
        return identifier("Async" + "".join(word.capitalize() for word in words))


@frozen
class ResourceView:
    """The class of one group: its base, its groups as attribute and class, and its methods."""

    name: str
    base: str
    doc: list[str]
    children: tuple[tuple[str, str], ...]
    methods: tuple[OperationView, ...]


def groups(service: Service, path: tuple[str, ...] = ()) -> tuple[Group, ...]:
    """The groups below a path, sorted by name."""
    split = [(tuple(each.id.split(".")), each) for each in service.operations]
    below = {parts[len(path)] for parts, _ in split if parts[: len(path)] == path and len(parts) > len(path) + 1}
    return tuple(
        Group(
            path=(*path, name),
            operations=tuple(each for parts, each in split if parts[:-1] == (*path, name)),
            children=groups(service, (*path, name)),
        )
        for name in sorted(below)
    )


def flat(tree: tuple[Group, ...]) -> list[Group]:
    """The groups of a tree, each before those inside it."""
    return [group for each in tree for group in [each, *flat(each.children)]]


def resource_view(group: Group, service: Service, customizations: Customizations) -> ResourceView:
    """Make the view of one group."""
    words = " ".join(group.path).replace("_", " ")
    generated = [each for each in group.operations if not each.by_hand]
    # A method called `list` would hide the builtin from the annotations after it.
    ordered = sorted(generated, key=lambda each: (each.id.endswith(".list"), each.id))
    return ResourceView(
        name=group.class_name,
        base=customizations.resources.get(".".join(group.path), ("", "AsyncResource"))[1],
        doc=[f"The {words} of the {service.title}."],
        children=tuple((child.name, child.class_name) for child in group.children),
        methods=tuple(operation_view(each, service, customizations) for each in ordered),
    )


def check_bases(service: Service, customizations: Customizations, folder: Path) -> None:
    """Raise DocumentError for a method that is missing, or written twice: the generated one would hide the other.

    Args:
        service: The service.
        customizations: What is written for it.
        folder: The package of the service.

    Raises:
        DocumentError: With the operation or group, and the base.
    """
    top = groups(service)
    if customizations.client:
        _apart("", {each.name for each in top}, customizations.client, folder)
    for group in flat(top):
        path = ".".join(group.path)
        by_hand = sorted(each.id for each in group.operations if each.by_hand)
        if path not in customizations.resources:
            if by_hand:
                raise DocumentError(f"{by_hand[0]}: no method is written for it")
            continue
        base = customizations.resources[path]
        made = {each.id.rpartition(".")[2] for each in group.operations if not each.by_hand}
        _apart(f"{path}.", made | {each.name for each in group.children}, base, folder)
        for each in by_hand:
            if each.rpartition(".")[2] not in _members(base, folder):
                raise DocumentError(f"{each}: {base[1]} in {base[0]} has no method for it")
    bound = [each.id for each in service.operations if each.context == "request"]
    if bound and (customizations.client is None or "at" not in _members(customizations.client, folder)):
        raise DocumentError(f"{bound[0]}: no `at` is written that binds its context")


def _apart(path: str, made: set[str], base: tuple[str, str], folder: Path) -> None:
    if both := sorted(made & set(_members(base, folder))):
        raise DocumentError(f"{path}{both[0]}: {base[1]} in {base[0]} has another {both[0]}")


def _members(base: tuple[str, str], folder: Path) -> Iterator[str]:
    """What a class in a module has, and what it inherits within that module."""
    module, name = base
    path = folder / f"{module.replace('.', '/')}.py"
    if not path.is_file():
        raise DocumentError(f"{name} should be in {module}, which is not there")
    classes = {each.name: each for each in ast.parse(path.read_text("utf-8")).body if isinstance(each, ast.ClassDef)}
    if name not in classes:
        raise DocumentError(f"{name} is not in {module}")
    waiting = [name]
    while waiting:
        found = classes.get(waiting.pop())
        for each in found.body if found else ():
            match each:
                case ast.FunctionDef(name=member) | ast.AsyncFunctionDef(name=member):
                    yield member
                case ast.Assign(targets=[ast.Name(member)]) | ast.AnnAssign(target=ast.Name(member)):
                    yield member
                case _:
                    pass
        waiting += [each.id for each in (found.bases if found else ()) if isinstance(each, ast.Name)]
