"""What the schemas of a document say, where the parser's view of them falls short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from .conventions import DocumentError
from .ir import Scalar, Type, Union
from .parser import Parsed

__all__ = ["Schemas", "last", "line"]

# What shapes a value; the parser drops it where it stands beside a reference.
_SHAPING = frozenset({"additionalProperties", "const", "enum", "items", "properties", "required", "type"})


class Schemas:
    """The schemas of a document beside what the parser made of them.

    Attributes:
        named: The schema of each name.
    """

    def __init__(self, document: dict[str, Any], parsed: Parsed) -> None:
        """Hold both views."""
        self._document = document
        self._parsed = parsed
        self.named: dict[str, Any] = document.get("components", {}).get("schemas", {})

    def unions(self) -> Iterator[Union]:
        """The unions whose variants a tag tells."""
        for name, schema in self.named.items():
            if "discriminator" not in schema:
                continue
            told = schema["discriminator"]
            mapping = {tag: last(ref) for tag, ref in told.get("mapping", {}).items()}
            arms = {last(each.get("$ref", "")) for each in [*schema.get("oneOf", []), *schema.get("anyOf", [])]}
            if arms != set(mapping.values()):
                raise DocumentError(
                    f"{name}: its mapping and its variants differ: {sorted(arms ^ {*mapping.values()})}"
                )
            if len(arms) < 2:
                raise DocumentError(f"{name}: one variant is no union")
            if not all(self._parsed.classes.get(each) in self._parsed.shapes for each in arms):
                raise DocumentError(f"{name}: a variant must be an object of its own")
            variants = tuple((tag, self._parsed.classes[each]) for tag, each in mapping.items())
            yield Union(self._parsed.classes[name], told["propertyName"], variants, line(schema.get("description", "")))

    def type(self, parsed: Type, schema: dict[str, Any]) -> Type:
        """The parser's type, with the order of enums and the names of unions from the document."""
        if union := self._union(schema):
            return Type("union", union)
        target = self.resolve(schema)
        match parsed.kind:
            case "literal":
                return Type("literal", values=tuple(target.get("enum", parsed.values)))
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
        """The parser's arms, which it has flattened, beside those of the document; unions with a tag stay whole."""
        arms = list(self._arms(schema))
        unions = list(dict.fromkeys(union for each in arms if (union := self._union(each))))
        whole = {record for each in self.unions() if each.name in unions for _, record in each.variants}
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

    def assumed(self, schema: dict[str, Any]) -> list[str]:
        """The properties of an object that are required without a word of the contract, inherited ones too."""
        target = self.resolve(schema)
        inherited = [each for part in target.get("allOf", []) for each in self.assumed(part)]
        return [*inherited, *target.get("x-assumed-required", [])]

    def alone(self, said: dict[str, Any]) -> dict[str, Any]:
        """What is said of a value, and of the one thing it may be beside null."""
        arms = [each for each in [*said.get("anyOf", []), *said.get("oneOf", [])] if each != {"type": "null"}]
        return {**self.resolve(arms[0]), **said} if len(arms) == 1 else said

    def resolve(self, node: dict[str, Any]) -> dict[str, Any]:
        """Follow a reference; what stands beside it comes first."""
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


def _reference(node: dict[str, Any]) -> str:
    """The reference that a schema is, also as the only part of an allOf, anyOf or oneOf."""
    parts: list[dict[str, Any]] = [*node.get("allOf", []), *node.get("anyOf", []), *node.get("oneOf", [])]
    reference: str = node.get("$ref", "") or (parts[0].get("$ref", "") if len(parts) == 1 else "")
    return reference


def last(reference: str) -> str:
    """The name that a reference leads to."""
    return reference.rpartition("/")[2]
