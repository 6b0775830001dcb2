"""The schemas of a document: their types, unions and bounds, and the records that objects become.

The parser's types lack the order of enums, discriminators, bounds and descriptions, which are read from the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

from ..naming import attribute
from .faults import DocumentError, Faults
from .ir import Field, Record, Scalar, Type, Union
from .parser_adapter import Parsed, Shape

# The keywords that constrain a value; the parser drops them next to a reference.
_SHAPING = frozenset({"additionalProperties", "const", "enum", "format", "items", "properties", "required", "type"})
_ARGUMENTS = {"minimum": "minimum", "maximum": "maximum", "minLength": "min_length", "maxLength": "max_length"}
_NUMBERS = ("float", "int")
_TEXTS = ("str",)
_KINDS = {"minimum": _NUMBERS, "maximum": _NUMBERS, "minLength": _TEXTS, "maxLength": _TEXTS, "pattern": _TEXTS}


class Schemas:
    """The schemas of a document, with the types that the parser made of them.

    Attributes:
        named: From each name to its schema.
    """

    def __init__(self, document: dict[str, Any], parsed: Parsed) -> None:
        self._document = document
        self._parsed = parsed
        self.named: dict[str, Any] = document.get("components", {}).get("schemas", {})

    def unions(self, faults: Faults) -> Iterator[Union]:
        """Yield the unions with a discriminator that have no fault."""
        for name, schema in self._tagged_schemas():
            with faults.of_part():
                yield self._tagged(name, schema)

    def _tagged_schemas(self) -> list[tuple[str, dict[str, Any]]]:
        return [(name, schema) for name, schema in self.named.items() if "discriminator" in schema]

    def _tagged(self, name: str, schema: dict[str, Any]) -> Union:
        discriminator = schema["discriminator"]
        mapping = {tag: last(ref) for tag, ref in discriminator["mapping"].items()}
        arms = {last(arm.get("$ref", "")) for arm in [*schema.get("oneOf", []), *schema.get("anyOf", [])]}
        if arms != set(mapping.values()):
            raise DocumentError(f"{name}: its mapping and its variants differ: {sorted(arms ^ {*mapping.values()})}")
        if len(arms) < 2:
            raise DocumentError(f"{name}: a union must have at least two variants")
        if not all(self._parsed.classes.get(arm) in self._parsed.shapes for arm in arms):
            raise DocumentError(f"{name}: a variant must be an object of its own")
        variants = tuple((tag, self._parsed.classes[arm]) for tag, arm in mapping.items())
        return Union(self._parsed.classes[name], discriminator["propertyName"], variants, description(schema))

    def type(self, parsed: Type, schema: dict[str, Any], where: str) -> Type:
        """Return the parser's type, with the order of enums and the names of unions from the document.

        Raises:
            DocumentError: A union has no name, or the parser sees fewer alternatives; `where` is its place.
        """
        if union := self._union(schema, where):
            return Type("union", union)
        target = self.resolve(schema)
        match parsed.kind:
            case "literal":
                return Type("literal", values=tuple(target.get("enum", parsed.values)))
            case "float":
                return Type("float", floating=target.get("format") in ("float", "double"))
            case "list":
                return Type("list", of=(self.type(parsed.of[0], target["items"], f"{where}[]"),))
            case "map":
                values = target.get("additionalProperties", True)
                return Type("map", of=(self.type(parsed.of[0], {} if values is True else values, where),))
            case "anyof":
                return self._anyof(parsed, schema, where)
            case _:
                return parsed

    def _anyof(self, parsed: Type, schema: dict[str, Any], where: str) -> Type:
        """Pair the parser's arms, which are flattened, with the document's; unions with a discriminator stay whole."""
        arms = list(self._arms(schema, where))
        # The parser replaces a union with a discriminator by its variants, which are dropped here for the union itself.
        unions = list(dict.fromkeys(union for arm in arms if (union := self._union(arm, where))))
        mappings = {
            self._parsed.classes[name]: schema["discriminator"]["mapping"] for name, schema in self._tagged_schemas()
        }
        whole = {self._parsed.classes[last(ref)] for union in unions for ref in mappings[union].values()}
        plain = [arm for arm in arms if not self._union(arm, where)]
        # The parser repeats an enum with null among its values.
        flat = list(dict.fromkeys(part for part in parsed.of if part.kind != "record" or part.name not in whole))
        if len(plain) != len(flat):
            raise DocumentError(f"{where}: two alternatives are alike")
        of = (
            *(Type("union", union) for union in unions),
            *(self.type(part, arm, where) for part, arm in zip(flat, plain, strict=True)),
        )
        return of[0] if len(of) == 1 else Type("anyof", of=of)

    def _arms(self, schema: dict[str, Any], where: str) -> Iterator[dict[str, Any]]:
        target = self.resolve(schema)
        choices: list[dict[str, Any]] = [*target.get("anyOf", []), *target.get("oneOf", [])]
        enum: list[Scalar] = target.get("enum", [])
        if choices and not self._union(schema, where):
            for choice in choices:
                yield from self._arms(choice, where)
        elif None in enum:
            yield {"type": "null"}
            yield {"enum": [value for value in enum if value is not None]}
        elif isinstance(target.get("type"), list):
            yield from ({**target, "type": kind} for kind in target["type"])
        else:
            yield schema

    def _union(self, schema: dict[str, Any], where: str) -> str:
        """Return the class of the union that a schema refers to; empty if it does not refer to one."""
        name = ""
        while reference := _reference(schema):
            name, schema = last(reference), self._target(reference)
        if "discriminator" not in schema:
            return ""
        if not name:
            raise DocumentError(f"{where}: a union with a discriminator must be a named schema")
        return self._parsed.classes[name]

    def properties(self, schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        """Return the properties of an object in their order, inherited ones first."""
        target = self.resolve(schema)
        inherited = [prop for part in target.get("allOf", []) for prop in self.properties(part)]
        return [*inherited, *target.get("properties", {}).items()]

    def required(self, schema: dict[str, Any], key: str = "required") -> list[str]:
        """Return the names of properties that a key of an object lists, inherited ones first."""
        target = self.resolve(schema)
        inherited = [name for part in target.get("allOf", []) for name in self.required(part, key)]
        return [*inherited, *target.get(key, [])]

    def alone(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return a schema together with its only alternative to null, if it has exactly one."""
        arms = [arm for arm in [*schema.get("anyOf", []), *schema.get("oneOf", [])] if arm != {"type": "null"}]
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
    """Return the reference that a schema consists of, directly or as the only part of an allOf, anyOf or oneOf."""
    parts: list[dict[str, Any]] = [*node.get("allOf", []), *node.get("anyOf", []), *node.get("oneOf", [])]
    reference: str = node.get("$ref", "") or (parts[0].get("$ref", "") if len(parts) == 1 else "")
    return reference


class Records:
    """Reads the named objects of a document, and finds those that requests send."""

    def __init__(self, schemas: Schemas, parsed: Parsed) -> None:
        self._schemas = schemas
        self._parsed = parsed
        self._sent = _sent(parsed)

    def read(self, faults: Faults) -> Iterator[Record]:
        """Yield the records that have no fault."""
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
            raise DocumentError(f"{name}: it requires {', '.join(lost)}, which is not a property")
        assumed = self._assumed(name, schema, order)
        sent = class_name in self._sent
        fields: list[Field] = []
        faults = Faults()
        for wire in sorted(shapes, key=order.index):
            with faults.of_part():
                # Only sent fields are checked, and a record that is only assumed has no stated bounds.
                checked = sent and "x-assumed" not in target
                fields.append(
                    self._field(name, shapes[wire], wire, properties[wire], assumed=wire in assumed, checked=checked)
                )
                if not sent and self._schemas.resolve(properties[wire]).get("default", []) != []:
                    raise DocumentError(f"{name}.{wire}: the default of a missing field can only be an empty array")
        faults.refuse()
        return Record(class_name, tuple(fields), sent, description(target))

    def _field(
        self, name: str, shape: Shape, wire: str, schema: dict[str, Any], *, assumed: bool, checked: bool
    ) -> Field:
        resolved, kind = self._schemas.resolve(schema), self._schemas.type(shape.type, schema, f"{name}.{wire}")
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
        """Return the fields that are always sent in practice, although the contract does not say so."""
        names = self._schemas.required(schema, "x-assumed-required")
        for wire in names:
            if wire not in properties:
                raise DocumentError(f"{name}: x-assumed-required names {wire}, which is not a property")
            if wire in self._schemas.required(schema):
                raise DocumentError(f"{name}: {wire} is both required and in x-assumed-required")
        return set(names)


def _sent(parsed: Parsed) -> set[str]:
    """Return the classes that requests send, at any depth of a body."""
    sent: set[str] = set()
    waiting = [
        parsed_input.type
        for inputs in parsed.inputs.values()
        for parsed_input in inputs
        if parsed_input.place == "body"
    ]
    while waiting:
        kind = waiting.pop()
        waiting += kind.of
        if kind.name in parsed.shapes and kind.name not in sent:
            sent.add(kind.name)
            waiting += [shape.type for shape in parsed.shapes[kind.name].values()]
    return sent


def bounds(schemas: Schemas, schema: dict[str, Any], kind: Type, where: str) -> tuple[tuple[str, Scalar], ...]:
    """Return the bounds that a contract states for one input, as arguments of the function that checks it.

    Args:
        schemas: The schemas of the document.
        schema: The schema of the input, or the node of the input merged with its schema.
        kind: The type of the input.
        where: The name of the input in messages.

    Raises:
        DocumentError: A bound does not fit the type, or the client would not check it.
    """
    stated = schemas.alone(schema)
    if "x-assumed" in stated or "x-assumed-values" in stated:  # only the server decides about assumed bounds and values
        return ()
    stated = _without_assumed(stated)
    for part, key in _unchecked(schemas, stated):
        raise DocumentError(f"{where}: {key} of {part} is not understood: the client would not check it")
    return tuple(_bounds(stated, kind.without_null(), where))


def _without_assumed(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without the keywords that are only assumed."""
    assumed = schema.get("x-assumed-keywords", ())
    return {key: value for key, value in schema.items() if key not in assumed}


def _bounds(schema: dict[str, Any], kind: Type, where: str) -> Iterator[tuple[str, Scalar]]:
    if kind.kind == "literal":  # narrower than any other bound
        yield "choice", True
        return
    keys = [key for key in _KINDS if key in schema]
    if schema.get("format") == "uuid":
        if kind.kind != "str" or keys:
            raise DocumentError(f"{where}: a UUID must be text without other bounds")
        yield "uuid", True
        return
    if schema.get("format") == "date":
        if keys:
            raise DocumentError(f"{where}: a date must be text without other bounds")
        yield "date", True
        return
    for key in keys:
        if kind.kind not in _KINDS[key]:
            raise DocumentError(f"{where}: {key} does not apply to {kind.kind}")
        if kind.kind == "int" and int(schema[key]) != schema[key]:
            raise DocumentError(f"{where}: its {key} is {schema[key]}, and no whole number can be equal to it")
        if key == "pattern":
            yield "pattern", _pattern(schema[key], where)
        else:
            yield _ARGUMENTS[key], int(schema[key]) if kind.kind == "int" else schema[key]


def _unchecked(schemas: Schemas, schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the bounds inside an input (not in the fields of an object), as part and key: the client checks none."""
    alternatives = [*schema.get("anyOf", []), *schema.get("oneOf", [])]
    several = len([alternative for alternative in alternatives if alternative != {"type": "null"}]) > 1
    parts = [("an item", schema[key]) for key in ("items",) if key in schema]
    parts += [("a value", schema[key]) for key in ("additionalProperties",) if isinstance(schema.get(key), dict)]
    parts += [("an alternative", alternative) for alternative in (alternatives if several else ())]
    for part, inner in parts:
        target = _without_assumed(schemas.alone(schemas.resolve(inner)))
        if "x-assumed" in target or "discriminator" in target:  # left to the server, or checked as a record
            continue
        for key in _KINDS:
            if key in target:
                yield part, key
        if target.get("format") in ("date", "uuid"):
            yield part, "format"
        yield from _unchecked(schemas, target)


def _pattern(pattern: str, where: str) -> str:
    inner = pattern.removeprefix("^").removesuffix("$")
    # Without escapes, character classes and groups, a bar is an alternative that the anchors do not cover.
    outside = re.sub(r"\\.|\[[^\]]*\]", "", inner)
    if pattern != f"^{inner}$" or inner.endswith("\\") or "|" in re.sub(r"\(.*\)", "", outside):
        raise DocumentError(f"{where}: a pattern must be anchored at both ends, its alternatives in parentheses")
    try:
        re.compile(inner)
    except (re.error, RecursionError, OverflowError) as error:
        raise DocumentError(f"{where}: {pattern!r} is not a valid pattern: {error}") from None
    return inner


def body_schema(operation: dict[str, Any], schemas: Schemas) -> dict[str, Any] | None:
    """Return the schema of an operation's request body, if it has one."""
    return next((media["schema"] for media in body_content(operation, schemas).values()), None)


def body_content(operation: dict[str, Any], schemas: Schemas) -> dict[str, Any]:
    """Return the media type of an operation's request body with its schema; empty without a body."""
    return cast("dict[str, Any]", schemas.resolve(operation.get("requestBody", {})).get("content", {}))


def description(node: dict[str, Any]) -> str:
    """Return the description of a part of a document, in one line."""
    return line(node.get("description", ""))


def line(text: object) -> str:
    """Return text in one line."""
    return " ".join(str(text).split())


def last(reference: str) -> str:
    """Return the last segment of a reference: the name of its target."""
    return reference.rpartition("/")[2]
