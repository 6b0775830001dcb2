"""The path and the query of a request, from the values of a check, some of which come from the server."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast
from urllib.parse import quote

from trivet_stubs.checks.outcome import Broken
from trivet_stubs.kernel.operation import Operation

Query = Mapping[str, object]

_LONGEST = 2000


def path_of(operation: Operation, segments: Sequence[object]) -> str:
    """The path of an operation with these values of its path parameters, in order.

    Raises:
        Broken: A value, which a check has from the server, would lead to another path: it is empty, `.` or `..`; or it
            is too long for a URL.
        ValueError: There are more or fewer values than parameters.
    """
    remaining = iter(segments)
    parts: list[str] = []
    for each in operation.segments:
        if not each.startswith("{"):
            parts.append(each)
            continue
        value = next(remaining, None)
        if value is None:
            raise ValueError(f"segments: {operation.path} needs a value for {each}")
        parts.append(_segment(each, str(value)))
    if (extra := next(remaining, None)) is not None:
        raise ValueError(f"segments: {operation.path} has no place for {extra!r}")
    return "/".join(parts)


def query_pairs(query: Query) -> Iterator[tuple[str, str]]:
    """The names and values of a query, as they are sent: a list is repeated, None is left out."""
    for name, value in query.items():
        values = cast(Sequence[object], value) if isinstance(value, list | tuple) else [value]
        for each in values:
            if each is not None:
                yield name, str(each).lower() if isinstance(each, bool) else str(each)


def _segment(name: str, value: str) -> str:
    # HTTP clients and servers resolve dots, so that another path would be asked for, or even removed.
    if value in ("", ".", "..") or len(value) > _LONGEST:
        raise Broken(f"{value[:20]!r} cannot be a value of {name} in a path")
    return quote(value, safe="", errors="replace")
