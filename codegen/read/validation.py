"""Whether a document keeps to the subset of OpenAPI that the generator understands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import jsonschema_rs
import yaml

from .faults import DocumentError

__all__ = ["check", "violations"]

_SCHEMA: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("spec_schema.yaml").read_text("utf-8"))
_KINDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "a mapping",
    "string": "text",
}
_LONGEST = 80
_SURROGATES = re.compile("[\ud800-\udfff]")
_COMPOSING = ("allOf", "anyOf", "oneOf")

Path_ = Sequence[str | int]


def check(document: dict[str, Any]) -> None:
    """Refuse what the generator does not understand.

    Raises:
        DocumentError: With every fault, each behind its place as a JSON pointer.
    """
    if faults := list(_keys(document, ())):  # the validator takes text alone
        raise DocumentError(*faults)
    faults = violations(_SCHEMA, document)
    if faults := faults or list(_circles(document)):
        raise DocumentError(*faults)


def violations(schema: dict[str, Any], document: dict[str, Any]) -> list[str]:
    """The violations of a JSON Schema, each once, behind its place as a JSON pointer.

    A `$comment` of the schema is the message for what its node refuses.
    """
    try:
        found = list(_violations(schema, document))
    except UnicodeEncodeError:  # half a surrogate pair
        found = list(_violations(schema, _encodable(document)))
    return list(dict.fromkeys(found))


def _keys(node: Any, place: tuple[str | int, ...]) -> Iterator[str]:
    """The keys that are not text, such as a status without quotes."""
    if isinstance(node, dict):
        for key, value in cast("dict[object, Any]", node).items():
            if not isinstance(key, str):
                yield f"{_pointer([*place, str(key)])}: a key must be text; write it in quotes"
            yield from _keys(value, (*place, str(key)))
    elif isinstance(node, list):
        for index, value in enumerate(cast("list[object]", node)):
            yield from _keys(value, (*place, index))


def _violations(schema: dict[str, Any], document: dict[str, Any]) -> Iterator[str]:
    def resolves(reference: str) -> bool:
        return _at(document, reference.removeprefix("#/").split("/")) is not None

    validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True, formats={"reference": resolves})
    for error in validator.iter_errors(document):
        yield from _faults(schema, error)


def _encodable(document: dict[str, Any]) -> dict[str, Any]:
    """The document with U+FFFD for each half of a surrogate pair, because the validator takes UTF-8 alone."""
    encodable: dict[str, Any] = json.loads(_SURROGATES.sub("\ufffd", json.dumps(document, ensure_ascii=False)))
    return encodable


def _faults(schema: dict[str, Any], error: jsonschema_rs.ValidationError) -> Iterator[str]:
    """The messages for one violation of the schema."""
    place, comment = list(error.instance_path), _comment(schema, list(error.schema_path))
    kind: Any = error.kind
    shown = _shown(error.instance)
    match kind.name:
        case "additionalProperties":
            for key in kind.unexpected:
                yield f"{_pointer([*place, key])}: {comment or 'is not understood here'}"
            return
        case "required":
            text = comment or f"{kind.property} is missing"
        case "type":
            text = f"must be {' or '.join(_KINDS[each] for each in sorted(kind.types))}, and is {shown}"
        case "enum":
            text = comment or f"must be one of {', '.join(map(str, kind.options))}, and is {shown}"
        case "const":
            text = comment or f"must be {_shown(kind.expected_value)}, and is {shown}"
        case "minItems" | "minLength" | "minProperties":
            text = "must not be empty"
        case "uniqueItems":
            text = "holds an entry twice"
        case _:
            text = f"{shown} {comment}" if comment.startswith("is not a") else comment or error.message
    yield f"{_pointer(place)}: {text}"


def _comment(schema: dict[str, Any], steps: Path_) -> str:
    """The comment of the node of the schema that holds the violated keyword."""
    node: Any = schema
    for step in steps[:-1]:
        if step == "$ref" and isinstance(node["$ref"], str):
            node = _at(schema, node["$ref"].removeprefix("#/").split("/"))
        else:
            node = node[step]
    return cast("dict[str, str]", node).get("$comment", "") if isinstance(node, dict) else ""


def _circles(document: dict[str, Any]) -> Iterator[str]:
    """The named schemas that are made of themselves, with no object between."""
    schemas: dict[str, Any] = document.get("components", {}).get("schemas", {})
    made_of = {name: set(_parts(schema)) for name, schema in schemas.items()}
    for name in schemas:
        reached, waiting = set[str](), [name]
        while waiting:
            new = made_of[waiting.pop()] - reached
            reached |= new
            waiting += new
        if name in reached:
            yield f"{_pointer(['components', 'schemas', name])}: it is made of itself, without end"


def _parts(schema: dict[str, Any]) -> Iterator[str]:
    if "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2]
    inner = [schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    for each in [*inner, *(part for key in _COMPOSING for part in schema.get(key, ()))]:
        yield from _parts(each)


def _at(node: Any, steps: Sequence[str]) -> Any:
    for step in steps:
        if not isinstance(node, dict) or step not in node:
            return None
        node = cast("dict[str, Any]", node)[step]
    return node


def _pointer(steps: Path_) -> str:
    """A place as `$ref` would name it."""
    return "/".join(["#", *(str(each).replace("~", "~0").replace("/", "~1") for each in steps)])


def _shown(value: object) -> str:
    text = "null" if value is None else repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
