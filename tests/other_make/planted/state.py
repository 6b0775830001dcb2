"""The state of a server of another make: copies of it, and the changes of a request, which can be taken back."""

import asyncio
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import is_dataclass
from typing import Any

from attrs import frozen

from tests.other_make.planted.exchange import MISSING

CLOCKS = frozenset({"last", "generated", "replayed", "faults", "choices", "now", "streams", "idle", "base", "head"})
"""Attributes that are no records: clocks, settings, listeners, and commits."""
WHOLE = frozenset({"turn"})
"""Attributes that change as a whole: which message is being answered."""
LEAVES = (str, int, float, bool, tuple, type(None))


@frozen
class Change:
    """A value that a request changed, added or removed, by its path."""

    path: tuple[Any, ...]
    before: Any
    after: Any

    @property
    def part(self) -> str:
        """The place of the change, without the keys of records: `conversations/*/title`."""
        return "/".join(step if isinstance(step, str) and step.isidentifier() else "*" for step in self.path)


def members(node: Any) -> dict[Any, Any] | None:
    """The members of a record or of an object, or None for a leaf."""
    if isinstance(node, dict):
        return node
    if isinstance(node, (*LEAVES, list)) or not hasattr(node, "__dict__"):
        return None
    if is_dataclass(node) and type(node).__hash__ is not None:  # a key, which does not change
        return None
    return {name: value for name, value in vars(node).items() if name not in CLOCKS}


class State:
    """The records of a server, which hang on one object."""

    def __init__(self, root: Any) -> None:
        self.root = root

    def copy(self) -> Any:
        """A copy of all records; events and streams are shared with it."""
        return deepcopy(self.root, self._shared())

    def restore(self, copy: Any) -> None:
        clocks = {name: value for name, value in vars(self.root).items() if name in CLOCKS}
        vars(self.root).update({**vars(deepcopy(copy, self._shared(copy))), **clocks})
        self._wake()

    def _shared(self, *others: Any) -> dict[int, Any]:
        """The objects that are not copied: the streams, and the events on which requests wait."""
        shared: dict[int, Any] = {}
        for root in (self.root, *others):
            nodes = [getattr(root, name, None) for name in ("streams", "now", "choices")]
            nodes += [getattr(session, "idle", None) for session in vars(root).get("sessions", {}).values()]
            shared |= {id(node): node for node in nodes if node is not None}
        return shared

    def _wake(self) -> None:
        for session in vars(self.root).get("sessions", {}).values():
            idle = getattr(session, "idle", None)
            if isinstance(idle, asyncio.Event):
                idle.set() if session.turn is None else idle.clear()

    def changes(self, before: Any) -> list[Change]:
        """The differences from a copy."""
        return list(_changes(before, self.root, ()))

    def take_back(self, change: Change) -> None:
        """Undo a change where its value still stands: what a later request has written stays."""
        node = self.root
        for step in change.path[:-1]:
            node = (members(node) or {}).get(step, MISSING)
        if node is MISSING or members(node) is None:
            return
        last, inside = change.path[-1], members(node) or {}
        value = change.before
        if isinstance(value, list) and isinstance(change.after, list) and isinstance(inside.get(last), list):
            added = [row for row in change.after if row not in value]
            value = [row for row in inside[last] if row not in added]
        elif inside.get(last, MISSING) != change.after:
            return
        if not isinstance(node, dict):
            setattr(node, last, value)
        elif value is MISSING:
            node.pop(last, None)
        else:
            node[last] = value

    def neighbours(self, key: str) -> list[str]:
        """The keys beside a key in the collection that has it, nearest first."""
        for collection in collections(self.root):
            if key in collection:
                place = collection.index(key)
                others = [*collection[place + 1 :], *collection[:place][::-1]]
                return [other for other in others if isinstance(other, str)]
        return []


def collections(node: Any) -> Iterator[list[Any]]:
    """The keys of each collection of records, and the ids of each list of records."""
    if isinstance(node, list):
        ids = [row["id"] for row in node if isinstance(row, dict) and "id" in row]
        if len(ids) > 1:
            yield ids
        return
    inside = members(node)
    if inside is None:
        return
    if isinstance(node, dict) and len(node) > 1 and all(members(value) is not None for value in node.values()):
        yield list(node)
    for value in inside.values():
        yield from collections(value)


def _changes(before: Any, after: Any, path: tuple[Any, ...]) -> Iterator[Change]:
    if isinstance(after, LEAVES) and isinstance(before, LEAVES):
        if before != after:
            yield Change(path, before, after)
        return
    old, new = members(before), members(after)
    if old is None or new is None:
        if before != after:
            yield Change(path, before, after)
        return
    for key in dict.fromkeys([*old, *new]):
        if key not in old or key not in new:
            yield Change((*path, key), old.get(key, MISSING), new.get(key, MISSING))
        elif key not in WHOLE:
            yield from _changes(old[key], new[key], (*path, key))
        elif old[key] != new[key]:
            yield Change((*path, key), old[key], new[key])
