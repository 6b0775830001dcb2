"""The statements of a spec, and whether it marks them as assumed."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tests.laws.statements.document import JSON, Document, Node, named, structured
from tests.laws.statements.statement import Statement

RULES = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "default"),
)


class Claim(NamedTuple):
    """A statement of a spec, with whether a mark covers it."""

    statement: Statement
    assumed: bool


class Spec(Document):
    """An OpenAPI document, converted to statements.

    A mark covers its node and the nodes below: a whole operation, the status and the body of a response, the statements
    about an input or a field, the fields and rules of a schema, but never the target of a `$ref` below it. No mark
    covers the statement that an answer always has a field: see `x-assumed-required` in spec/README.md.
    """

    def __init__(self, raw: Node) -> None:
        super().__init__(raw)
        forms = {named(self.body(operation)[1]) for _, operation in self.operations}
        self.records = {name: schema for name, schema in self.schemas.items() if name not in forms}
        self.answered = self.answers()
        self.leading = set(self.structure())

    def claims(self) -> Iterator[Claim]:
        """Yield all statements of the spec."""
        components = self.raw.get("components", {})
        yield Claim(Statement("the service", "version", self.raw["info"]["version"]), False)
        for server in self.raw.get("servers", []):
            yield Claim(Statement("the service", "url", server["url"]), "x-assumed" in server)
        for scheme in components.get("securitySchemes", {}).values():
            parts = (scheme.get("in", ""), scheme.get("name", ""), scheme.get("scheme", ""))
            yield Claim(Statement("credentials", "scheme", " ".join(filter(None, parts))), "x-assumed" in scheme)
        for about, operation in self.operations:
            yield from self._operation(about, operation)
        for name, schema in self.records.items():
            yield from self._record(name, schema)

    def _operation(self, about: str, operation: Node) -> Iterator[Claim]:
        whole = "x-assumed" in operation
        facts = {"operation": "", "id": operation.get("operationId"), "context": operation.get("x-context")}
        facts |= {"open": operation.get("x-open") and "", "public": "" if operation.get("security") == [] else None}
        facts |= {"body": "optional" if self.body(operation)[0].get("required") is False else None}
        yield from (
            Claim(Statement(about, aspect, value), whole) for aspect, value in facts.items() if value is not None
        )
        for parameter in map(self.resolve, operation.get("parameters", [])):
            wire, required = parameter["name"], parameter.get("required", False)
            yield from self._input(f"{about} {wire}", parameter, parameter["in"], required, whole)
            yield from self._value(f"{about} {wire}", parameter["schema"], whole or "x-assumed" in parameter)
        body, schema = self.body(operation)
        schema = self.resolve(schema)
        for wire, node in schema.get("properties", {}).items():
            assumed = whole or "x-assumed" in body or "x-assumed" in schema
            marked = {**node, "x-assumed-placement": True} if "x-assumed-placement" in body else node
            yield from self._input(f"{about} {wire}", marked, "body", wire in schema.get("required", []), assumed)
            yield from self._value(f"{about} {wire}", node, assumed)
        for status, response in operation["responses"].items():
            yield from self._response(about, status, self.resolve(response), whole)

    def _input(self, about: str, node: Node, place: str, required: bool, assumed: bool) -> Iterator[Claim]:
        assumed = assumed or "x-assumed" in node
        yield Claim(Statement(about, "input"), assumed)
        yield Claim(Statement(about, "in", place), assumed or "x-assumed-placement" in node)
        if required:
            yield Claim(Statement(about, "required"), assumed)

    def _response(self, about: str, status: str, response: Node, assumed: bool) -> Iterator[Claim]:
        assumed = assumed or "x-assumed" in response
        yield Claim(Statement(about, "status", status), assumed)
        for media, content in response.get("content", {}).items():
            if media != JSON:
                yield Claim(Statement(about, "media", media), assumed)
            elif status.startswith("2"):
                yield Claim(Statement(about, "answer", named(content["schema"])), assumed)

    def _record(self, name: str, schema: Node) -> Iterator[Claim]:
        whole = "x-assumed" in schema
        yield from (Claim(Statement(name, "extends", base), whole) for base in self.bases(name))
        for variant in schema.get("oneOf", []) if "discriminator" in schema else []:
            assumed = whole or "x-assumed" in self.resolve(variant)
            yield Claim(Statement(name, "variant", named(variant)), assumed)
        for part in self.parts(schema):
            for wire, node in part.get("properties", {}).items():
                about, assumed = f"{name}.{wire}", any("x-assumed" in place for place in (schema, part, node))
                yield Claim(Statement(about, "field"), assumed)
                if wire in part.get("required", []):
                    may = name not in self.answered or (name, wire) in self.leading
                    yield Claim(Statement(about, "required"), assumed and may)
                yield from self._value(about, node, assumed)

    def _value(self, about: str, node: Node, assumed: bool) -> Iterator[Claim]:
        """Yield the types and the rules of a value."""
        yield from (Claim(Statement(about, "type", kind), assumed) for kind in self._types(node))
        yield from self._rules(about, node, assumed)

    def _rules(self, about: str, node: Node, assumed: bool) -> Iterator[Claim]:
        """Yield the rules of a value, and of inner values that have no fields."""
        assumed = assumed or "x-assumed" in node
        if "$ref" in node:
            if not structured(self.target(node)):
                yield from self._rules(about, self.target(node), assumed)
            return
        values = [*node.get("enum", []), *([node["const"]] if "const" in node else [])]
        yield from (Claim(Statement(about, "value", str(value)), assumed) for value in values if value is not None)
        only = node.get("x-assumed-keywords", {})
        rules = [key for key in RULES if key in node]
        yield from (Claim(Statement(about, key, _text(node[key])), assumed or key in only) for key in rules)
        if node.get("format") == "uuid":
            yield Claim(Statement(about, "format", "uuid"), assumed)
        inner = [node.get("items"), node.get("additionalProperties"), *node.get("anyOf", []), *node.get("oneOf", [])]
        for schema in inner:
            if isinstance(schema, Mapping):
                yield from self._rules(about, schema, assumed)

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


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
