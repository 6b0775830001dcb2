"""Places in the JSON of an answer: `items/*/title`, and edits there."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.other_make.planted.exchange import MISSING
from tests.other_make.planted.operations import Operation, Spec
from trivet_stubs.kernel.spec import JsonObject

Edit = Callable[[Any, list[Any]], Any]
"""Gives the new value of a place, or `MISSING`; it gets the value and the records around it, the innermost last."""


def path_of(place: str) -> tuple[str, ...]:
    """The steps of a place; the whole answer is the place `.`.

    >>> path_of("items/*/title")
    ('items', '*', 'title')
    """
    return tuple(step for step in place.split("/") if step != ".")


def place_of(path: tuple[str, ...]) -> str:
    return "/".join(path) or "."


def edited(value: Any, path: tuple[str, ...], edit: Edit, around: tuple[Any, ...] = ()) -> Any:
    """A copy of a value with an edit at each place of a path."""
    if not path:
        return edit(value, list(around))
    step, rest = path[0], path[1:]
    if isinstance(value, list) and step == "*":
        rows = [edited(row, rest, edit, (*around, row)) for row in value]
        return [row for row in rows if row is not MISSING]
    if isinstance(value, dict):
        names = [step] if step != "*" else [name for name in value if not is_name(name)]
        new = dict(value)
        for name in names:
            if name in value:
                new[name] = edited(value[name], rest, edit, (*around, value))
        return {name: one for name, one in new.items() if one is not MISSING}
    return value


def values_at(value: Any, path: tuple[str, ...]) -> list[Any]:
    """The values at a path."""
    found: list[Any] = []

    def keep(one: Any, around: list[Any]) -> Any:
        found.append(one)
        return one

    edited(value, path, keep)
    return found


def is_name(key: str) -> bool:
    """Whether the key of an object names a field, and is not data itself, as a date is."""
    return key.isidentifier() or key == "odata.metadata"


def places(value: Any, operation: Operation, spec: Spec) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The places in an answer that its schema names, with their values.

    Where the spec assumes a record as a whole, since the contract names no field of it, the names are the server's.
    """
    schemas = spec.alternatives([operation.answer]) if operation.answer else []
    if unwrapped := operation.marks.get("x-unwrapped"):
        inner = [schema["properties"][unwrapped] for schema in schemas if unwrapped in schema.get("properties", {})]
        schemas += spec.alternatives(inner)
    yield from _places(value, schemas, spec, ())


def _places(
    value: Any, schemas: list[JsonObject], spec: Spec, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Any]]:
    if path:
        yield path, value
    if isinstance(value, list):
        inner = spec.alternatives([schema["items"] for schema in schemas if "items" in schema])
        for row in value:
            yield from _places(row, inner, spec, (*path, "*"))
    if isinstance(value, dict):
        assumed = not schemas or any("x-assumed" in schema for schema in schemas)
        for name, member in value.items():
            named = [schema["properties"][name] for schema in schemas if name in schema.get("properties", {})]
            if named or assumed:
                step = name if named or is_name(name) else "*"
                yield from _places(member, spec.alternatives(named), spec, (*path, step))
