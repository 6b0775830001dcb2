"""What the schemas of a document say, where the parser's view of them falls short."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

from ..naming import attribute
from .faults import DocumentError, Faults
from .ir import Field, Record, Scalar, Type, Union
from .parser import Parsed, Shape

__all__ = ["Records", "Schemas", "body_schema", "bounds", "description", "last", "line"]

# The keywords that shape a value; the parser drops those next to a reference.
_SHAPING = frozenset({"additionalProperties", "const", "enum", "format", "items", "properties", "required", "type"})
_ARGUMENTS = {"minimum": "minimum", "maximum": "maximum", "minLength": "min_length", "maxLength": "max_length"}
_NUMBERS = ("float", "int")
_TEXTS = ("str",)
_KINDS = {"minimum": _NUMBERS, "maximum": _NUMBERS, "minLength": _TEXTS, "maxLength": _TEXTS, "pattern": _TEXTS}


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


def _reference(node: dict[str, Any]) -> str:
    """The reference that a schema is, also as the only part of an allOf, anyOf or oneOf."""
    parts: list[dict[str, Any]] = [*node.get("allOf", []), *node.get("anyOf", []), *node.get("oneOf", [])]
    reference: str = node.get("$ref", "") or (parts[0].get("$ref", "") if len(parts) == 1 else "")
    return reference


class Records:
    """Reads each named object of a document, and which of them are sent."""

    def __init__(self, schemas: Schemas, parsed: Parsed) -> None:
        self._schemas = schemas
        self._parsed = parsed
        self._sent = _sent(parsed)

    def read(self, faults: Faults) -> Iterator[Record]:
        """The records, without those that have a fault."""
        for name, schema in self._schemas.named.items():
            shapes = self._parsed.shapes.get(self._parsed.classes[name])
            if shapes is not None:
                with faults.of_part():
                    yield self._record(name, schema, shapes)

    def _record(self, name: str, schema: dict[str, Any], shapes: dict[str, Shape]) -> Record:
        target, class_name = self._schemas.resolve(schema), self._parsed.classes[name]
        properties = dict(self._schemas.properties(schema))
        order = list(properties)
        if lost := sorted(set(self._schemas.required(schema)) - set(order)):
            raise DocumentError(f"{name}: it requires {', '.join(lost)}, which is no property")
        assumed = self._assumed(name, schema, order)
        sent = class_name in self._sent
        fields: list[Field] = []
        faults = Faults()
        for wire in sorted(shapes, key=order.index):
            with faults.of_part():
                # Only what is sent is checked, and of a record that is assumed nothing is stated.
                checked = sent and "x-assumed" not in target
                fields.append(
                    self._field(name, shapes[wire], wire, properties[wire], assumed=wire in assumed, checked=checked)
                )
                if not sent and self._schemas.resolve(properties[wire]).get("default", []) != []:
                    raise DocumentError(f"{name}.{wire}: only an empty array can be the default of what is missing")
        faults.refuse()
        return Record(class_name, tuple(fields), sent, description(target))

    def _field(
        self, name: str, shape: Shape, wire: str, schema: dict[str, Any], *, assumed: bool, checked: bool
    ) -> Field:
        resolved, kind = self._schemas.resolve(schema), self._schemas.type(shape.type, schema)
        return Field(
            wire=wire,
            name=attribute(shape.name),
            type=kind,
            required=shape.required,
            assumed=assumed,
            secret=resolved.get("x-secret", False),
            empty=resolved.get("default") == [],
            checks=bounds(self._schemas, resolved, kind, f"{name}.{wire}") if checked else (),
            doc=description(resolved),
        )

    def _assumed(self, name: str, schema: dict[str, Any], properties: list[str]) -> set[str]:
        """The fields that the record has by all experience, without a word of the contract."""
        names = self._schemas.required(schema, "x-assumed-required")
        for wire in names:
            if wire not in properties:
                raise DocumentError(f"{name}: x-assumed-required names {wire}, which is no property")
            if wire in self._schemas.required(schema):
                raise DocumentError(f"{name}: {wire} is required and in x-assumed-required")
        return set(names)


def _sent(parsed: Parsed) -> set[str]:
    """The classes that are part of a body, at any depth."""
    found: set[str] = set()
    waiting = [each.type for inputs in parsed.inputs.values() for each in inputs if each.place == "body"]
    while waiting:
        kind = waiting.pop()
        waiting += kind.of
        if kind.name in parsed.shapes and kind.name not in found:
            found.add(kind.name)
            waiting += [shape.type for shape in parsed.shapes[kind.name].values()]
    return found


def bounds(schemas: Schemas, schema: dict[str, Any], kind: Type, where: str) -> tuple[tuple[str, Scalar], ...]:
    """The bounds of one input, as the arguments of the function that checks it.

    Args:
        schemas: The schemas of the document.
        schema: What is stated of the input, beside its schema or in it.
        kind: Its type.
        where: Its name in messages.

    Raises:
        DocumentError: A bound does not fit the type, or the client would not check it.
    """
    stated = schemas.alone(schema)
    if "x-assumed" in stated:  # the server decides
        return ()
    stated = _without_assumed(stated)
    for part, key in _unchecked(schemas, stated):
        raise DocumentError(f"{where}: {key} of {part} is not understood: the client would not check it")
    return tuple(_bounds(stated, kind.without_null(), where))


def _without_assumed(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema without the keywords that are only assumed: the server decides."""
    assumed = schema.get("x-assumed-keywords", ())
    return {key: value for key, value in schema.items() if key not in assumed}


def _bounds(schema: dict[str, Any], kind: Type, where: str) -> Iterator[tuple[str, Scalar]]:
    if kind.kind == "literal":  # which is narrower than any other bound
        yield "choice", True
        return
    keys = [each for each in _KINDS if each in schema]
    if schema.get("format") == "uuid":
        if kind.kind != "str" or keys:
            raise DocumentError(f"{where}: a UUID is text, with no other rule beside it")
        yield "uuid", True
        return
    for key in keys:
        if kind.kind not in _KINDS[key]:
            raise DocumentError(f"{where}: {key} is no rule for {kind.kind}")
        yield ("pattern", _pattern(schema[key], where)) if key == "pattern" else (_ARGUMENTS[key], schema[key])


def _unchecked(schemas: Schemas, schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The bounds of parts of an input, as the part and the key. Fields of an object are another matter."""
    alternatives = [*schema.get("anyOf", []), *schema.get("oneOf", [])]
    several = len([each for each in alternatives if each != {"type": "null"}]) > 1
    parts = [("an item", schema[key]) for key in ("items",) if key in schema]
    parts += [("a value", schema[key]) for key in ("additionalProperties",) if isinstance(schema.get(key), dict)]
    parts += [("an alternative", each) for each in (alternatives if several else ())]
    for part, inner in parts:
        target = _without_assumed(schemas.alone(schemas.resolve(inner)))
        if "x-assumed" in target or "discriminator" in target:
            continue
        for key in _KINDS:
            if key in target:
                yield part, key
        if target.get("format") == "uuid":
            yield part, "format"
        yield from _unchecked(schemas, target)


def _pattern(pattern: str, where: str) -> str:
    inner = pattern.removeprefix("^").removesuffix("$")
    outside = re.sub(r"\\.|\[[^\]]*\]", "", inner)
    if pattern != f"^{inner}$" or inner.endswith("\\") or "|" in re.sub(r"\(.*\)", "", outside):
        raise DocumentError(f"{where}: a pattern must be anchored at both ends, its alternatives in parentheses")
    try:
        re.compile(inner)
    except (re.error, RecursionError, OverflowError) as error:
        raise DocumentError(f"{where}: {pattern!r} is no pattern: {error}") from None
    return inner


def body_schema(operation: dict[str, Any], schemas: Schemas) -> dict[str, Any] | None:
    """The schema of an operation's body, if it has one."""
    content = schemas.resolve(operation.get("requestBody", {})).get("content")
    return cast("dict[str, Any]", content["application/json"]["schema"]) if content else None


def description(node: dict[str, Any]) -> str:
    """The description of a part of a document, in one line."""
    return line(node.get("description", ""))


def line(text: object) -> str:
    """Text in one line."""
    return " ".join(str(text).split())


def last(reference: str) -> str:
    """The name that a reference leads to."""
    return reference.rpartition("/")[2]
