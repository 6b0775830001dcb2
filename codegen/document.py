"""From an OpenAPI document to our model of the service: the parser's view, and what the parser leaves out."""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from . import engine
from .engine import Parsed
from .ir import Field, Operation, Paging, Parameter, Record, Scalar, Service, Type, Union

__all__ = ["DocumentError", "load", "service"]

_BOUNDS = {"minimum": "minimum", "maximum": "maximum", "minLength": "min_length", "maxLength": "max_length"}
_SHADOWING = frozenset({"bool", "dict", "float", "int", "list", "str"})  # would hide what annotations are made of


class DocumentError(Exception):
    """A spec breaks a convention of spec/README.md."""


def load(path: Path) -> dict[str, Any]:
    """Read a spec."""
    document: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return document


def service(name: str, document: dict[str, Any]) -> Service:
    """Build the model of one service.

    Raises:
        EngineError: The parser does not take the document whole.
        DocumentError: It takes it, but the document breaks a convention.
    """
    return _Reader(document, engine.parse(document)).service(name)


class _Reader:
    def __init__(self, document: dict[str, Any], parsed: Parsed) -> None:
        self._document = document
        self._parsed = parsed
        self._schemas: dict[str, Any] = document.get("components", {}).get("schemas", {})

    def service(self, name: str) -> Service:
        info = self._document["info"]
        urls = [each["url"] for each in self._document.get("servers", [])]
        used = [(path, method) for path, item in self._document["paths"].items() for method in item]
        operations = [self._operation(method, path) for path, method in used]
        return Service(
            name=name,
            title=info["title"],
            version=info["version"],
            base_url=urls[0] if urls else None,
            key_header=self._key_header(),
            codes=tuple(sorted(set(self._codes()))),
            operations=tuple(sorted(operations, key=lambda each: each.id)),
            records=tuple(sorted(self._records(), key=lambda each: each.name)),
            unions=tuple(sorted(self._unions(), key=lambda each: each.name)),
        )

    def _key_header(self) -> str | None:
        schemes = self._document.get("components", {}).get("securitySchemes", {})
        keys = [each["name"] for each in schemes.values() if each["type"] == "apiKey" and each["in"] == "header"]
        return keys[0] if keys else None

    def _codes(self) -> Iterator[tuple[int, str, int]]:
        for item in self._document["paths"].values():
            for operation in item.values():
                for status, response in operation["responses"].items():
                    real = self._resolve(response).get("x-stands-for")
                    if real:
                        yield int(status), real["code"], real["status"]

    def _records(self) -> Iterator[Record]:
        sent = self._sent()
        for name, schema in self._schemas.items():
            shapes = self._parsed.shapes.get(self._parsed.classes[name])
            if shapes is None:
                continue
            properties = dict(self._properties(schema))
            fields = [
                Field(
                    wire=wire,
                    name=_name(shape.name),
                    type=self._type(shape.type, properties[wire]),
                    required=shape.required,
                    secret=self._resolve(properties[wire]).get("x-secret", False),
                    empty=self._resolve(properties[wire]).get("default") == [],
                    doc=_doc(self._resolve(properties[wire])),
                )
                for wire, shape in sorted(shapes.items(), key=lambda each: list(properties).index(each[0]))
            ]
            yield Record(self._parsed.classes[name], tuple(fields), self._parsed.classes[name] in sent, _doc(schema))

    def _sent(self) -> set[str]:
        """The classes that are part of a body, at any depth."""
        found: set[str] = set()
        variants = {union.name: [record for _, record in union.variants] for union in self._unions()}
        waiting = [each.type for inputs in self._parsed.inputs.values() for each in inputs if each.place == "body"]
        while waiting:
            kind = waiting.pop()
            waiting += kind.of
            for name in [kind.name, *variants.get(kind.name, [])]:
                if name in self._parsed.shapes and name not in found:
                    found.add(name)
                    waiting += [shape.type for shape in self._parsed.shapes[name].values()]
        return found

    def _unions(self) -> Iterator[Union]:
        for name, schema in self._schemas.items():
            if "discriminator" not in schema:
                continue
            mapping = schema["discriminator"]["mapping"]
            variants = [(tag, self._parsed.classes[_last(ref)]) for tag, ref in mapping.items()]
            yield Union(
                self._parsed.classes[name], schema["discriminator"]["propertyName"], tuple(variants), _doc(schema)
            )

    def _operation(self, method: str, path: str) -> Operation:
        raw = self._document["paths"][path][method]
        statuses = [each for each in sorted(raw["responses"]) if each.startswith("2")]
        if not statuses:
            raise DocumentError(f"{raw['operationId']}: no success among its answers")
        content = self._resolve(raw["responses"][statuses[0]]).get("content", {})
        answer = self._parsed.answers.get((method, path, statuses[0])) if content else None
        if content and (answer is None or answer.kind not in ("record", "anyof")):
            raise DocumentError(f"{raw['operationId']}: its answer must be a named object")
        if answer is not None:
            answer = self._type(answer, next(iter(content.values()))["schema"])
        return Operation(
            id=raw["operationId"],
            method=method.upper(),
            path=path,
            parameters=tuple(self._parameters(method, path, raw)),
            answer=answer,
            value=raw.get("x-value"),
            paging=self._paging(raw.get("x-paging")),
            media=tuple(content),
            safe=method == "get" or raw.get("x-safe", False),
            summary=raw["summary"],
            doc=_doc(raw),
        )

    def _paging(self, raw: dict[str, Any] | None) -> Paging | None:
        if raw is None:
            return None
        if raw["style"] != "offset":
            raise DocumentError(f"paging style {raw['style']} is not supported")
        return Paging(raw["offset"], raw["items"], raw.get("total"), tuple(raw["key"]))

    def _parameters(self, method: str, path: str, raw: dict[str, Any]) -> Iterator[Parameter]:
        listed = [self._resolve(each) for each in raw.get("parameters", [])]
        sources: dict[tuple[str, str], dict[str, Any]] = {
            (each["in"], each["name"]): {**each["schema"], **each} for each in listed
        }
        body = self._resolve(raw.get("requestBody", {})).get("content", {})
        if body:
            properties = self._properties(body["application/json"]["schema"])
            sources |= {("body", wire): schema for wire, schema in properties}
        for each in self._parsed.inputs[method, path]:
            source = sources[each.place, each.wire]
            schema = self._resolve(source)
            yield Parameter(
                wire=each.wire,
                name=_name(each.name),
                place=each.place,
                type=self._type(each.type, source.get("schema", source)),
                required=each.required,
                checks=tuple(_checks(schema, f"{raw['operationId']} {each.wire}")),
                doc=_doc(schema),
            )

    def _type(self, parsed: Type, schema: dict[str, Any]) -> Type:
        """The parser's type, with the order of enums and the names of unions from the document."""
        if "$ref" in schema and "discriminator" in self._resolve(schema):
            return Type("union", self._parsed.classes[_last(schema["$ref"])])
        target = self._resolve(schema)
        if parsed.kind == "literal":
            order: list[Scalar] = target.get("enum", list(parsed.values))
            return Type("literal", values=tuple(each for each in order if each is not None))
        if parsed.kind == "list":
            return Type("list", of=(self._type(parsed.of[0], target["items"]),))
        if parsed.kind == "map":
            return Type("map", of=(self._type(parsed.of[0], target.get("additionalProperties", {})),))
        if parsed.kind == "anyof":
            arms: list[dict[str, Any]] = target.get("anyOf") or target.get("oneOf") or []
            if len(arms) == len(parsed.of):
                return Type("anyof", of=tuple(map(self._type, parsed.of, arms)))
            if "enum" in target:  # an enum with null among its values
                return Type("anyof", of=tuple(self._type(each, target) for each in parsed.of))
        return parsed

    def _properties(self, schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        target = self._resolve(schema)
        inherited = [each for part in target.get("allOf", []) for each in self._properties(part)]
        return [*inherited, *target.get("properties", {}).items()]

    def _resolve(self, node: dict[str, Any]) -> dict[str, Any]:
        """Follow a reference; what stands beside it comes first."""
        if "$ref" not in node:
            return node
        target: Any = self._document
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        beside = {key: value for key, value in node.items() if key != "$ref"}
        return {**self._resolve(target), **beside}


def _checks(schema: dict[str, Any], where: str) -> Iterator[tuple[str, Scalar]]:
    # What is only assumed, the server decides.
    if "x-assumed" in schema:
        return
    for key, name in _BOUNDS.items():
        if key in schema:
            yield name, schema[key]
    if "pattern" in schema:
        pattern: str = schema["pattern"]
        if not (pattern.startswith("^") and pattern.endswith("$")):
            raise DocumentError(f"{where}: a pattern must be anchored at both ends")
        yield "pattern", pattern[1:-1]


def _name(name: str) -> str:
    """The parser's name for an attribute, without the underscore that it gives every builtin's name."""
    plain = name.removesuffix("_")
    return name if keyword.iskeyword(plain) or plain in _SHADOWING else plain


def _doc(node: dict[str, Any]) -> str:
    return " ".join(str(node.get("description", "")).split())


def _last(reference: str) -> str:
    return reference.rpartition("/")[2]
