"""The groups of operations of a service: classes whose methods are the operations."""

from __future__ import annotations

from attrs import frozen

from ..customizations import Customizations
from ..naming import identifier
from ..read.ir import Operation, Service
from .operations import OperationView, operation_view

__all__ = ["Group", "ResourceView", "flat", "groups", "resource_view"]


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
