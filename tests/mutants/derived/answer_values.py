"""Changes of the values of answers, at the parts that a place of the spec describes."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from tests.mutants.derived.document import Document
from trivet_checks.checks.forbidden_requests import Pointer

Change = Callable[[Any], Any]

_KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def change_value(document: Document, schema: Pointer, value: Any, target: Pointer, change: Change) -> Any:
    """A value of a schema in which every part that the target describes is changed.

    >>> change_value(document, page, {"value": [stop]}, ("components", "schemas", "BusStop"), lambda stop: {})
    {'value': [{}]}
    """
    pointer = document.resolved(schema)
    raw: dict[str, Any] = document.at(pointer)
    value = _with_changed_parts(document, pointer, value, target, change)
    for at in range(len(raw.get("allOf", ()))):
        value = change_value(document, (*pointer, "allOf", at), value, target, change)
    for key in ("oneOf", "anyOf"):
        chosen = next((at for at in range(len(raw.get(key, ()))) if _fits(document, (*pointer, key, at), value)), None)
        if chosen is not None:
            value = change_value(document, (*pointer, key, chosen), value, target, change)
    return change(value) if pointer == target else value


def _with_changed_parts(document: Document, pointer: Pointer, value: Any, target: Pointer, change: Change) -> Any:
    """An object with its properties changed, and an array with its items."""
    raw: dict[str, Any] = document.at(pointer)
    if isinstance(value, dict):
        properties, others = raw.get("properties", {}), raw.get("additionalProperties")
        changed: dict[str, Any] = {}
        for name, part_value in cast(dict[str, Any], value).items():
            part = ("properties", name) if name in properties else ("additionalProperties",)
            is_described = name in properties or isinstance(others, dict)
            changed[name] = (
                change_value(document, (*pointer, *part), part_value, target, change) if is_described else part_value
            )
        return changed
    if isinstance(value, list) and "items" in raw:
        items = cast(Sequence[Any], value)
        return [change_value(document, (*pointer, "items"), part_value, target, change) for part_value in items]
    return cast(Any, value)


def _fits(document: Document, schema: Pointer, value: Any) -> bool:
    """Whether a value looks like this alternative: by its type, its tags, and its required fields."""
    pointer = document.resolved(schema)
    raw: dict[str, Any] = document.at(pointer)
    if "const" in raw and value != raw["const"]:
        return False
    kinds = raw.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(isinstance(value, _KINDS[kind]) for kind in kinds):
        return False
    if not isinstance(value, dict):
        return True
    fields = cast(dict[str, Any], value)
    if not set(raw.get("required", ())) <= fields.keys():
        return False
    for name in raw.get("properties", {}):
        place = document.resolved((*pointer, "properties", name))
        if name in fields and not _allows_tag(document.at(place), fields[name]):
            return False
    return all(_fits(document, (*pointer, "allOf", at), fields) for at in range(len(raw.get("allOf", ()))))


def _allows_tag(raw: dict[str, Any], value: Any) -> bool:
    """Whether a field with one possible value has it."""
    if "const" in raw:
        return bool(value == raw["const"])
    return len(raw.get("enum", ())) != 1 or value in raw["enum"]
