"""The statements of a spec, and the marks that cover them."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from tests.laws.statements.document import JSON, Document, Node, named, structured
from tests.laws.statements.statement import Statement

RULES = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "default", "format"),
)
Mark = Literal["", "whole", "own"]


class Claim(NamedTuple):
    """A statement of a spec, with the mark that covers it: none, that of a whole, or one for this statement alone."""

    statement: Statement
    mark: Mark


class Spec(Document):
    """An OpenAPI document, converted to statements.

    `x-assumed` covers its node and the nodes below: a whole operation, the status and the body of a response, the
    statements about an input or a field, the fields and rules of a schema, but never the target of a `$ref` below it.
    The other marks cover one statement: a value, a keyword, null, that a field may be missing. No mark covers the
    statement that an answer always has a field: see `x-assumed-required` in spec/README.md.
    """

    def __init__(self, raw: Node) -> None:
        super().__init__(raw)
        forms = {named(self.body(operation)[1]) for _, operation in self.operations}
        self.records = {name: schema for name, schema in self.schemas.items() if name not in forms}
        self.answered = self.answers()
        self.leading = set(self.structure())
        self._used = set[str]()

    def claims(self) -> Iterator[Claim]:
        """Yield all statements of the spec."""
        components = self.raw.get("components", {})
        yield Claim(Statement("the service", "version", self.raw["info"]["version"]), "")
        for server in self.raw.get("servers", []):
            yield Claim(Statement("the service", "url", server["url"]), _whole(server))
        for scheme in components.get("securitySchemes", {}).values():
            parts = (scheme.get("in", ""), scheme.get("name", ""), scheme.get("scheme", ""))
            yield Claim(Statement("credentials", "scheme", " ".join(filter(None, parts))), _whole(scheme))
        for about, operation in self.operations:
            yield from self._operation(about, operation)
        for name, schema in self.records.items():
            yield from self._record(name, schema)
        for name, schema in self.records.items():
            if name not in self._used:
                yield Claim(Statement(name, "record"), _whole(schema))

    def _operation(self, about: str, operation: Node) -> Iterator[Claim]:
        whole = _whole(operation)
        facts = {"operation": "", "id": operation.get("operationId"), "context": operation.get("x-context")}
        facts |= {"open": operation.get("x-open") and "", "public": "" if operation.get("security") == [] else None}
        yield from (
            Claim(Statement(about, aspect, value), whole) for aspect, value in facts.items() if value is not None
        )
        if "x-max-body" in operation:
            yield Claim(Statement(about, "size"), _whole(operation["x-max-body"]))
        for parameter in map(self.resolve, operation.get("parameters", [])):
            wire, required = parameter["name"], parameter.get("required", False)
            yield from self._input(f"{about} {wire}", parameter, parameter["in"], required, whole)
            yield from self._value(f"{about} {wire}", parameter["schema"], whole or _whole(parameter))
        body, schema = self.body(operation)
        if body:
            schema = self.resolve(schema)
            yield from self._body(about, body, schema, whole or _whole(body))
        for status, response in operation["responses"].items():
            yield from self._response(about, status, self.resolve(response), whole)

    def _body(self, about: str, body: Node, schema: Node, mark: Mark) -> Iterator[Claim]:
        required = schema.get("required", [])
        # Where the placement of the inputs is assumed, so is the body; it is required if one of its fields is.
        follows = "x-assumed-placement" in body and body.get("required", False) == bool(required)
        yield Claim(
            Statement(about, "body", "required" if body.get("required") else "optional"), "own" if follows else mark
        )
        if schema.get("additionalProperties") is False:
            yield Claim(Statement(about, "closed"), mark or _own(schema, "additionalProperties"))
        for wire, node in schema.get("properties", {}).items():
            below = mark or _whole(schema)
            marked = {**node, "x-assumed-placement": True} if "x-assumed-placement" in body else node
            yield from self._input(f"{about} {wire}", marked, "body", wire in required, below)
            yield from self._value(f"{about} {wire}", node, below)

    def _input(self, about: str, node: Node, place: str, required: bool, mark: Mark) -> Iterator[Claim]:
        mark = mark or _whole(node)
        yield Claim(Statement(about, "input"), mark)
        yield Claim(Statement(about, "in", place), "own" if "x-assumed-placement" in node else mark)
        yield from _required(about, node, required, mark)

    def _response(self, about: str, status: str, response: Node, mark: Mark) -> Iterator[Claim]:
        mark = mark or _whole(response)
        yield Claim(Statement(about, "status", status), mark and "own")
        for media, content in response.get("content", {}).items():
            if media != JSON:
                yield Claim(Statement(about, "media", media), mark)
            elif status.startswith("2"):
                yield Claim(Statement(about, "answer", named(content["schema"])), mark)

    def _record(self, name: str, schema: Node) -> Iterator[Claim]:
        whole = _whole(schema)
        yield from (Claim(Statement(name, "extends", base), whole) for base in self.bases(name))
        for variant in schema.get("oneOf", []) if "discriminator" in schema else []:
            yield Claim(Statement(name, "variant", named(variant)), whole or _whole(self.resolve(variant)))
        for part in self.parts(schema):
            for wire, node in part.get("properties", {}).items():
                about, mark = f"{name}.{wire}", whole or _whole(part) or _whole(node)
                yield Claim(Statement(about, "field"), mark)
                may = name not in self.answered or (name, wire) in self.leading
                yield from _required(about, node, wire in part.get("required", []), mark if may else "")
                # The values of a record that is marked as a whole are assumed; what it inherits is stated for its base.
                if not (whole and part is schema):
                    yield from self._value(about, node, mark)

    def _value(self, about: str, node: Node, mark: Mark) -> Iterator[Claim]:
        """Yield the types and the rules of a value."""
        yield from (Claim(Statement(about, "type", kind), mark) for kind in self._types(node))
        yield from (Claim(Statement(about, "kind", kind), own) for kind, own in self.kinds(node, mark))
        yield from self._rules(about, node, mark)

    def _rules(self, about: str, node: Node, mark: Mark) -> Iterator[Claim]:
        """Yield the rules of a value, and of inner values that have no fields."""
        mark = mark or _whole(node)
        values = [*node.get("enum", []), *([node["const"]] if "const" in node else [])]
        for value in map(_text, values):
            yield Claim(Statement(about, "value", value), "own" if value in node.get("x-assumed-values", {}) else mark)
        idle = {*node.get("x-assumed-values", {})} - {*map(_text, values)}
        idle |= {key for key in node.get("x-assumed-keywords", {}) if key not in node and "$ref" not in node}
        if "x-assumed-null" in node and "null" not in (kind for kind, _ in self.kinds(node)):
            idle.add("null")
        yield from (Claim(Statement(about, "mark of nothing", name), "") for name in sorted(idle))
        for key in RULES:
            if key in node:
                yield Claim(Statement(about, key, _text(node[key])), _own(node, key) or mark)
        inner = [node.get("items"), node.get("additionalProperties"), *node.get("anyOf", []), *node.get("oneOf", [])]
        if "$ref" in node and not structured(self.target(node)):
            inner.append(self.target(node))
            self._used |= set() if mark else {named(node)}
        for schema in inner:
            if isinstance(schema, Mapping):
                yield from self._rules(about, schema, mark)

    def kinds(self, node: Node, mark: Mark = "") -> Iterator[tuple[str, Mark]]:
        """Yield the kinds of values that a schema allows: `string`, `null`, `array of Stop`, `map of any`."""
        mark = mark or _whole(node)
        if "$ref" in node:
            target = self.target(node)
            own = _own(node, "type") or mark
            if structured(target):
                yield named(node), own
                yield from (("null", own) for kind in target.get("type", ()) if kind == "null")
            else:
                yield from self.kinds(target, own)
        choices = [*node.get("anyOf", []), *node.get("oneOf", [])]
        for choice in choices:
            yield from self.kinds(choice, ("own" if "x-assumed-null" in node and choice == NULL else mark))
        listed = node.get("type", [])
        for kind in [listed] if isinstance(listed, str) else listed:
            if kind == "array":
                yield from ((f"array of {inner}", own or mark) for inner, own in self.kinds(node["items"], mark))
            elif kind == "object" and "additionalProperties" in node:
                values = {} if node["additionalProperties"] is True else node["additionalProperties"]
                yield from ((f"map of {inner}", own) for inner, own in self.kinds(values, mark))
            elif kind == "null":
                yield kind, "own" if "x-assumed-null" in node else mark
            else:
                yield kind, _own(node, "type") or mark
        if not listed and not choices and "$ref" not in node:
            yield "any", mark

    def _types(self, node: Node) -> Iterator[str]:
        if "$ref" in node:
            yield named(node)
            yield from ["object"] if structured(self.target(node)) else self._types(self.target(node))
            return
        kinds = node.get("type", [])
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            yield kind
            if kind == "array":
                yield from (f"array of {kind_name}" for kind_name in self._types(node.get("items", {})))
            elif kind == "object" and "additionalProperties" in node:
                values = node["additionalProperties"]
                yield from (
                    "map",
                    *(f"map of {kind_name}" for kind_name in self._types({} if values is True else values)),
                )
        for choice in [*node.get("anyOf", []), *node.get("oneOf", [])]:
            yield from self._types(choice)


NULL = {"type": "null"}


def _required(about: str, node: Node, required: bool, mark: Mark) -> Iterator[Claim]:
    if required:
        yield Claim(Statement(about, "required"), mark)
    if "x-assumed-optional" in node:
        yield Claim(Statement(about, "mark of nothing"), "") if required else Claim(Statement(about, "optional"), "own")


def _whole(node: Node) -> Mark:
    return "whole" if "x-assumed" in node else ""


def _own(node: Node, keyword: str) -> Mark:
    return "own" if keyword in node.get("x-assumed-keywords", {}) else ""


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
