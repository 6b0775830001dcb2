"""Dishonest edits of a spec: each lets it state what the contract does not, or deny what the contract states."""

import contextlib
import random
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from tests.laws.statements.document import Document, structured
from tests.laws.statements.sentences import MARKED, sentences

Value = Any
"""A value of a parsed document."""

BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "multipleOf", "pattern", "format")
OTHER_TYPE = {"string": "integer", "integer": "string", "number": "string", "boolean": "string", "array": "string"}
NEW_BOUNDS = {"string": {"maxLength": 77, "pattern": "^x$"}, "integer": {"minimum": -77}, "number": {"maximum": 77.5}}
NEW_DEFAULTS = {"string": "x", "integer": 77, "number": 77, "boolean": True}
REMOVED = object()


class Edit(NamedTuple):
    """A change of one node: the new values of some of its keys, or the new elements of a list.

    A key whose new value is `REMOVED` is deleted.
    """

    kind: str
    place: str
    node: Value
    changes: Value

    @contextlib.contextmanager
    def applied(self) -> Iterator[None]:
        """Change the document for a block."""
        before = self.node.copy()
        if isinstance(self.node, list):
            self.node[:] = self.changes
        else:
            self.node.update(self.changes)
            for key in [key for key, value in self.changes.items() if value is REMOVED]:
                del self.node[key]
        try:
            yield
        finally:
            self.node.clear()
            self.node.extend(before) if isinstance(self.node, list) else self.node.update(before)

    def __str__(self) -> str:
        return f"{self.kind} at {self.place}"


def edits(raw: Value, answered: Collection[str]) -> Iterator[Edit]:
    """Yield every edit of a document, at each place that no mark of a whole covers.

    Below such a mark a spec says what it likes, since all of it is assumed; there, only the mark itself is removed.

    Args:
        raw: The parsed spec; its nodes are changed while an edit is applied, and must not be shared.
        answered: The operations whose answers the contract states.
    """
    document = Document(raw)
    yield from _texts("info", raw["info"])
    for number, server in enumerate(raw.get("servers", [])):
        yield Edit("value renamed", f"servers/{number}", server, {"url": "https://other.test", "x-assumed": REMOVED})
    for about, operation in document.operations:
        yield from _of_operation(about, operation, document, about in answered)
    components = raw.get("components", {})
    for name, parameter in components.get("parameters", {}).items():
        yield from _of_parameter(f"parameters/{name}", parameter, document)
    for kind in ("responses", "securitySchemes"):
        for name, node in components.get(kind, {}).items():
            yield from _mark_removed(f"{kind}/{name}", node)
            if "x-assumed" not in node:
                yield from _texts(f"{kind}/{name}", node)
    for name, schema in document.schemas.items():
        yield from _of_schema(f"schemas/{name}", schema, document)


def drawn(candidates: Iterable[tuple[str, Edit]], count: int, seed: int) -> list[tuple[str, Edit]]:
    """Draw edits of several services by a seed, the same number of each kind as far as there are enough."""
    generator = random.Random(seed)
    of_kind = defaultdict[str, list[tuple[str, Edit]]](list)
    for service, edit in candidates:
        of_kind[edit.kind].append((service, edit))
    for group in of_kind.values():
        generator.shuffle(group)
    chosen = list[tuple[str, Edit]]()
    while len(chosen) < count and any(of_kind.values()):
        chosen += [group.pop() for group in of_kind.values() if group]
    return chosen[:count]


def _of_operation(about: str, operation: Value, document: Document, answered: bool) -> Iterator[Edit]:
    yield from _texts(about, operation)
    responses = operation["responses"]
    yield Edit("status added", about, responses, {"418": {"description": "A teapot."}})
    for status, response in responses.items():
        place, resolved = f"{about}/responses/{status}", document.resolve(response)
        if "x-assumed" not in resolved:
            yield Edit("status dropped", place, responses, {status: REMOVED})
        if answered and status.startswith("2") and "content" in response:
            yield Edit("media type added", place, response["content"], {"text/tea": {"schema": {"type": "string"}}})
        if "$ref" not in response:
            yield from _mark_removed(place, response)
    if "x-max-body" in operation:
        yield from _mark_removed(f"{about}/x-max-body", operation["x-max-body"])
    if "parameters" in operation:
        listed = operation["parameters"]
        invented = {"name": "tint", "in": "query", "schema": {"type": "string"}}
        yield Edit("input invented", about, listed, [*listed, invented])
        for number, parameter in enumerate(listed):
            resolved = document.resolve(parameter)
            if "x-assumed" not in resolved:
                fewer = [other for other in listed if other is not parameter]
                yield Edit("input dropped", f"{about}/{resolved['name']}", listed, fewer)
            if "$ref" not in parameter:
                yield from _of_parameter(f"{about}/parameters/{number}", parameter, document)
    body = operation.get("requestBody", {})
    if body:
        yield from _mark_removed(f"{about}/requestBody", body)
        yield Edit("required flipped", f"{about}/requestBody", body, {"required": not body.get("required", False)})
    if operation.get("security") == []:
        yield Edit("public operation closed", about, operation, {"security": REMOVED})
    else:
        yield Edit("operation made public", about, operation, {"security": []})


def _of_parameter(place: str, parameter: Value, document: Document) -> Iterator[Edit]:
    yield from _mark_removed(place, parameter)
    if "x-assumed" not in parameter:
        yield from _texts(place, parameter)
        if parameter["in"] != "path":
            yield Edit("required flipped", place, parameter, {"required": not parameter.get("required", False)})
        if "x-assumed-placement" not in parameter:
            yield Edit("placement changed", place, parameter, {"in": "cookie"})
        yield from _of_value(f"{place}/schema", parameter["schema"], document)


def _of_schema(place: str, schema: Value, document: Document) -> Iterator[Edit]:
    yield from _mark_removed(place, schema)
    if "x-assumed" in schema:
        return
    yield from _texts(place, schema)
    for number, part in enumerate(schema.get("allOf", [])):
        if "$ref" not in part:
            yield from _of_fields(f"{place}/allOf/{number}", part, document)
    yield from _of_fields(place, schema, document)
    if not structured(schema):
        yield from _of_value(place, schema, document)


def _of_fields(place: str, schema: Value, document: Document) -> Iterator[Edit]:
    properties, required = schema.get("properties", {}), schema.get("required", [])
    if not properties:
        return
    yield Edit("field invented", place, properties, {"tint": {"type": "string", "description": "The tint."}})
    for wire, field in properties.items():
        below = f"{place}/{wire}"
        covered = "x-assumed" in field
        yield from _mark_removed(below, field)
        if wire in schema.get("x-assumed-required", ()):
            yield Edit("required flipped", below, schema, {"required": [*required, wire]})
        if not covered:
            yield from _texts(below, field)
            others = [name for name in required if name != wire]
            if "x-assumed-optional" not in field and wire not in schema.get("x-assumed-required", ()):
                yield Edit(
                    "required flipped", below, schema, {"required": others if wire in required else [*required, wire]}
                )
            fewer = {name: node for name, node in properties.items() if name != wire}
            yield Edit("field dropped", below, schema, {"properties": fewer, "required": others})
            yield Edit("field renamed", below, schema, {"properties": {**fewer, f"{wire}X": field}, "required": others})
            yield from _of_value(below, field, document)


def _of_value(place: str, node: Value, document: Document) -> Iterator[Edit]:
    """Yield the edits of a value's type, nullability, values, bounds and default."""
    keywords = node.get("x-assumed-keywords", {})
    for name in ("x-assumed-null", "x-assumed-values", "x-assumed-keywords"):
        yield from _mark_of_one_removed(place, node, name)
    kind = node.get("type")
    names = [kind] if isinstance(kind, str) else kind or []
    if "type" not in keywords and ("$ref" in node or names):
        outer = next((name for name in names if name != "null"), "")
        new: dict[str, Value] = {"type": OTHER_TYPE.get(outer, "integer")}
        new |= {key: REMOVED for key in ("$ref", "items", "enum", "const", "additionalProperties") if key in node}
        yield Edit("type changed", place, node, new)
    if "x-assumed-null" not in node:
        if names:
            flipped = [name for name in names if name != "null"] if "null" in names else [*names, "null"]
            yield Edit("nullable flipped", place, node, {"type": flipped})
        elif "$ref" in node or "anyOf" in node:
            inner = {key: node[key] for key in ("$ref", "anyOf") if key in node}
            changes = {**dict.fromkeys(inner, REMOVED), "anyOf": [inner, {"type": "null"}]}
            yield Edit("nullable flipped", place, node, changes)
    if "enum" in node:
        values = node["enum"]
        yield Edit("value invented", place, values, [*values, "XXL" if isinstance(values[0], str) else 77])
        for value in values:
            others = [other for other in values if other != value]
            if others:
                yield Edit("value dropped", f"{place} {value!r}", values, others)
            yield Edit("value renamed", f"{place} {value!r}", values, [*others, f"{value}X"])
    if "const" in node:
        yield Edit("value renamed", place, node, {"const": f"{node['const']}X"})
    for key in (key for key in BOUNDS if key in node and key not in keywords):
        other = node[key] + 1 if isinstance(node[key], (int, float)) else f"{node[key]}x"
        yield Edit("bound changed", f"{place}/{key}", node, {key: other})
        yield Edit("bound dropped", f"{place}/{key}", node, {key: REMOVED})
    for name in names:
        for key, bound in NEW_BOUNDS.get(name, {}).items():
            if key not in node:
                yield Edit("bound invented", f"{place}/{key}", node, {key: bound})
        if "default" not in node and name in NEW_DEFAULTS:
            yield Edit("default invented", place, node, {"default": NEW_DEFAULTS[name]})
    if "default" in node and "default" not in keywords:
        value = node["default"]
        other = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}x"
        yield Edit("default changed", place, node, {"default": other})
        yield Edit("default dropped", place, node, {"default": REMOVED})
    if isinstance(node.get("items"), dict) and "type" not in keywords:
        yield from _of_value(f"{place}/items", node["items"], document)
    if isinstance(node.get("additionalProperties"), dict):
        yield from _of_value(f"{place}/additionalProperties", node["additionalProperties"], document)


def _texts(place: str, node: Value) -> Iterator[Edit]:
    """Yield the edits of a summary and a description."""
    for key in ("summary", "description"):
        if text := node.get(key):
            yield Edit("figure invented", place, node, {key: f"{text} It has at most 7 entries."})
            yield Edit("fact invented", place, node, {key: f"{text} They are sorted by name."})
            yield Edit("fact inserted", place, node, {key: f"{text.removesuffix('.')}, sorted by name."})
            for sentence in sentences(text):
                if mark := MARKED.search(sentence):
                    less = text.replace(sentence, sentence[: mark.start()] + ".")
                    yield Edit("mark removed", place, node, {key: less})
                elif figure := re.search(r"\d+", sentence):
                    other = sentence[: figure.start()] + f"{int(figure[0]) + 1}" + sentence[figure.end() :]
                    yield Edit("figure changed", place, node, {key: text.replace(sentence, other)})


def _mark_removed(place: str, node: Value) -> Iterator[Edit]:
    for key in ("x-assumed", "x-assumed-placement", "x-assumed-optional"):
        if key in node:
            yield Edit("mark removed", f"{place}/{key}", node, {key: REMOVED})


def _mark_of_one_removed(place: str, node: Value, key: str) -> Iterator[Edit]:
    if isinstance(node.get(key), str):
        yield Edit("mark removed", f"{place}/{key}", node, {key: REMOVED})
    for name in node.get(key, {}) if isinstance(node.get(key), dict) else ():
        fewer = {other: why for other, why in node[key].items() if other != name}
        yield Edit("mark removed", f"{place}/{key}/{name}", node, {key: fewer})
