"""Walking through JSON with the path of each value, in the memory of one path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias, cast

Members: TypeAlias = Iterable[tuple[str | int, Any]]
"""The names or positions of the values within a value, and these values."""


def walk(value: Any, members: Callable[[Any], Members | None]) -> Iterator[tuple[list[str | int], Any]]:
    """Yield a value and all values within it, in the order of the document, each with its path.

    >>> [("".join(map(str, path)), number) for path, number in walk([1, [2]], json_members) if isinstance(number, int)]
    [('0', 1), ('10', 2)]

    The path is one list, which changes with the next value.

    Args:
        value: The value.
        members: Returns the values within a value; None for a number, a text and the like.
    """
    path: list[str | int] = []
    yield path, value
    inner = members(value)
    branches: list[Iterator[tuple[str | int, Any]]] = [] if inner is None else [iter(inner)]
    while branches:
        name, member = next(branches[-1], (None, None))
        if name is None:
            branches.pop()
            if path:
                path.pop()
            continue
        path.append(name)
        yield path, member
        inner = members(member)
        if inner is None:
            path.pop()
        else:
            branches.append(iter(inner))


def json_members(value: Any) -> Members | None:
    """Return the values within an object or an array; None for other values.

    >>> list(json_members({"a": [1]}))
    [('a', [1])]
    """
    if isinstance(value, dict):
        return cast("dict[str, Any]", value).items()
    return enumerate(cast("list[Any]", value)) if isinstance(value, list | tuple) else None
