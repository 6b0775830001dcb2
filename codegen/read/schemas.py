"""What the schemas of a document say, where the parser's view of them falls short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from .faults import DocumentError, Faults
from .ir import Scalar, Type, Union
from .parser import Parsed

__all__ = ["Schemas", "body_schema", "description", "last", "line"]

# The keywords that shape a value; the parser drops those next to a reference.
_SHAPING = frozenset({"additionalProperties", "const", "enum", "format", "items", "properties", "required", "type"})


class Schemas:
    """The schemas of a document, and the types that the parser made of them.

    Attributes:
        named: The schema of each name.
    """

    def __init__(self, document: dict[str, Any], parsed: Parsed) -> None:
        self._document = document
        self._parsed = parsed
        self.named: dict[str, Any] = document.get("components", {}).get("schemas", {})

    def unions(self, faults: Faults) -> Iterator[Union]:
        """The unions with a discriminator, without those that have a fault."""
        for name, schema in self._tagged_schemas():
            with faults.of_part():
                yield self._tagged(name, schema)

    def _tagged_schemas(self) -> list[tuple[str, dict[str, Any]]]:
        return [(name, schema) for name, schema in self.named.items() if "discriminator" in schema]

    def _tagged(self, name: str, schema: dict[str, Any]) -> Union:
        discriminator = schema["discriminator"]
        mapping = {tag: last(ref) for tag, ref in discriminator["mapping"].items()}
        arms = {last(each.get("$ref", "")) for each in [*schema.get("oneOf", []), *schema.get("anyOf", [])]}
        if arms != set(mapping.values()):
            raise DocumentError(f"{name}: its mapping and its variants differ: {sorted(arms ^ {*mapping.values()})}")
        if len(arms) < 2:
            raise DocumentError(f"{name}: one variant is no union")
        if not all(self._parsed.classes.get(each) in self._parsed.shapes for each in arms):
            raise DocumentError(f"{name}: a variant must be an object of its own")
        variants = tuple((tag, self._parsed.classes[each]) for tag, each in mapping.items())
        return Union(self._parsed.classes[name], discriminator["propertyName"], variants, description(schema))

    def type(self, parsed: Type, schema: dict[str, Any]) -> Type:
        """The parser's type, with the order of enums and the names of unions from the document."""
        if union := self._union(schema):
            return Type("union", union)
        target = self.resolve(schema)
        match parsed.kind:
            case "literal":
                return Type("literal", values=tuple(target.get("enum", parsed.values)))
            case "float":
                return Type("float", floating=target.get("format") in ("float", "double"))
            case "list":
                return Type("list", of=(self.type(parsed.of[0], target["items"]),))
            case "map":
                values = target.get("additionalProperties", True)
                return Type("map", of=(self.type(parsed.of[0], {} if values is True else values),))
            case "anyof":
                return self._anyof(parsed, schema)
            case _:
                return parsed

    def _anyof(self, parsed: Type, schema: dict[str, Any]) -> Type:
        """Pair the arms of the parser, which it has flattened, with the document's; unions with a tag stay whole."""
        arms = list(self._arms(schema))
        unions = list(dict.fromkeys(union for each in arms if (union := self._union(each))))
        mappings = {
            self._parsed.classes[name]: each["discriminator"]["mapping"] for name, each in self._tagged_schemas()
        }
        whole = {self._parsed.classes[last(ref)] for each in unions for ref in mappings[each].values()}
        plain = [each for each in arms if not self._union(each)]
        # The parser repeats an enum with null among its values.
        flat = list(dict.fromkeys(each for each in parsed.of if each.kind != "record" or each.name not in whole))
        if len(plain) != len(flat):
            raise DocumentError(f"two alternatives are alike: {schema}")
        of = (*(Type("union", each) for each in unions), *map(self.type, flat, plain))
        return of[0] if len(of) == 1 else Type("anyof", of=of)

    def _arms(self, schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
        target = self.resolve(schema)
        choices: list[dict[str, Any]] = [*target.get("anyOf", []), *target.get("oneOf", [])]
        enum: list[Scalar] = target.get("enum", [])
        if choices and not self._union(schema):
            for each in choices:
                yield from self._arms(each)
        elif None in enum:
            yield {"type": "null"}
            yield {"enum": [each for each in enum if each is not None]}
        elif isinstance(target.get("type"), list):
            yield from ({**target, "type": each} for each in target["type"])
        else:
            yield schema

    def _union(self, schema: dict[str, Any]) -> str:
        """The class of the tagged union that a schema refers to, if it does."""
        name = ""
        while reference := _reference(schema):
            name, schema = last(reference), self._target(reference)
        if "discriminator" not in schema:
            return ""
        if not name:
            raise DocumentError(f"a union with a discriminator must be a named schema: {schema}")
        return self._parsed.classes[name]

    def properties(self, schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        """The properties of an object in their order, those that it inherits first."""
        target = self.resolve(schema)
        inherited = [each for part in target.get("allOf", []) for each in self.properties(part)]
        return [*inherited, *target.get("properties", {}).items()]

    def required(self, schema: dict[str, Any], key: str = "required") -> list[str]:
        """The properties of an object that a key lists, those of the objects that it inherits first."""
        target = self.resolve(schema)
        inherited = [each for part in target.get("allOf", []) for each in self.required(part, key)]
        return [*inherited, *target.get(key, [])]

    def alone(self, schema: dict[str, Any]) -> dict[str, Any]:
        """What is stated of a value, and of the only alternative to null that it has."""
        arms = [each for each in [*schema.get("anyOf", []), *schema.get("oneOf", [])] if each != {"type": "null"}]
        return {**self.resolve(arms[0]), **schema} if len(arms) == 1 else schema

    def resolve(self, node: dict[str, Any]) -> dict[str, Any]:
        """Follow a reference; keywords next to the reference take precedence."""
        reference = _reference(node)
        if not reference:
            return node
        if _SHAPING & node.keys():
            raise DocumentError(f"beside the reference to {reference}, {sorted(_SHAPING & node.keys())} would be lost")
        beside = {key: value for key, value in node.items() if key not in ("$ref", "allOf", "anyOf", "oneOf")}
        return {**self.resolve(self._target(reference)), **beside}

    def _target(self, reference: str) -> dict[str, Any]:
        node: Any = self._document
        for step in reference.removeprefix("#/").split("/"):
            if step not in node:
                raise DocumentError(f"{reference} is not in the document")
            node = node[step]
        return cast("dict[str, Any]", node)


def line(text: object) -> str:
    """Text in one line."""
    return " ".join(str(text).split())


def description(node: dict[str, Any]) -> str:
    """The description of a part of a document, in one line."""
    return line(node.get("description", ""))


def body_schema(operation: dict[str, Any], schemas: Schemas) -> dict[str, Any] | None:
    """The schema of an operation's body, if it has one."""
    content = schemas.resolve(operation.get("requestBody", {})).get("content")
    return cast("dict[str, Any]", content["application/json"]["schema"]) if content else None


def _reference(node: dict[str, Any]) -> str:
    """The reference that a schema is, also as the only part of an allOf, anyOf or oneOf."""
    parts: list[dict[str, Any]] = [*node.get("allOf", []), *node.get("anyOf", []), *node.get("oneOf", [])]
    reference: str = node.get("$ref", "") or (parts[0].get("$ref", "") if len(parts) == 1 else "")
    return reference


def last(reference: str) -> str:
    """The name that a reference leads to."""
    return reference.rpartition("/")[2]
