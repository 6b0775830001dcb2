"""Places in a JSON answer, found by its schema: records, values of enums, and required fields."""

from collections.abc import Iterator
from typing import Any

from trivet_stubs.kernel.json_value import is_list, is_object

Place = str | int
"""A step of a place: the name of a field, or the position in a list."""

_MAX_DEPTH = 12


def records(value: Any) -> Iterator[tuple[Place, ...]]:
    """The places of records: the objects that stand in lists, or else the answer itself.

    >>> list(records({"value": [{"a": 1}, {"a": 2}]}))
    [('value', 0), ('value', 1), ()]
    """
    yield from _listed(value, ())
    if is_object(value):
        yield ()


def enums(value: Any, schema: Any, document: Any) -> Iterator[tuple[Place, ...]]:
    """The places of values that the schema names one by one."""
    for place, node, found in _walk(value, schema, document, (), 0):
        named = node.get("enum") or ([node["const"]] if "const" in node else [])
        if found in named and isinstance(found, str | int) and not isinstance(found, bool):
            yield place


def required(value: Any, schema: Any, document: Any) -> Iterator[tuple[Place, ...]]:
    """The places of fields that the schema requires: those of records in lists first, the answer's own last."""
    found = [
        (*place, name)
        for place, node, owner in _walk(value, schema, document, (), 0)
        if is_object(owner)
        for name in [*node.get("required", []), *_assumed(node)]
        if name in owner
    ]
    yield from (each for each in found if any(isinstance(step, int) for step in each))
    yield from (each for each in found if not any(isinstance(step, int) for step in each))


def _assumed(node: Any) -> list[str]:
    found: Any = node.get("x-assumed-required", [])
    return found if is_list(found) else []


def _listed(value: Any, place: tuple[Place, ...]) -> Iterator[tuple[Place, ...]]:
    if len(place) > _MAX_DEPTH:
        return
    if is_object(value):
        for name, each in value.items():
            yield from _listed(each, (*place, name))
    elif is_list(value):
        for position, each in enumerate(value):
            if is_object(each):
                yield (*place, position)
            yield from _listed(each, (*place, position))


def _walk(
    value: Any, schema: Any, document: Any, place: tuple[Place, ...], depth: int
) -> Iterator[tuple[tuple[Place, ...], Any, Any]]:
    """Yield each place with a schema that describes it and its value; several schemas may describe one place."""
    node = _resolve(schema, document)
    if not is_object(node) or depth > 3 * _MAX_DEPTH:
        return
    yield place, node, value
    for branch in (*node.get("allOf", ()), *node.get("anyOf", ()), *node.get("oneOf", ())):
        yield from _walk(value, branch, document, place, depth + 1)
    if is_object(value):
        properties = node.get("properties", {})
        for name, each in value.items():
            inner = properties.get(name, node.get("additionalProperties"))
            if is_object(inner):
                yield from _walk(each, inner, document, (*place, name), depth + 1)
    elif is_list(value) and is_object(node.get("items")):
        for position, each in enumerate(value):
            yield from _walk(each, node["items"], document, (*place, position), depth + 1)


def _resolve(schema: Any, document: Any) -> Any:
    for _ in range(_MAX_DEPTH):
        if not is_object(schema) or "$ref" not in schema:
            return schema
        target = document
        for key in schema["$ref"].removeprefix("#/").split("/"):
            target = target[key]
        schema = target
    return None
