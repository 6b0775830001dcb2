"""From an OpenAPI document to our model of the service: the parser's view, and what the parser leaves out."""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any, cast

import yaml

from . import engine
from .conventions import DocumentError, check
from .engine import Input, Parsed
from .ir import Field, Operation, Paging, Parameter, Record, Scalar, Service
from .schemas import Schemas, line

__all__ = ["DocumentError", "load", "service"]

_JSON = "application/json"
_BOUNDS = {"minimum": "minimum", "maximum": "maximum", "minLength": "min_length", "maxLength": "max_length"}
# As an attribute, each would hide what the annotations after it are made of; `self` is every method's own.
_HIDING = frozenset({"bool", "datetime", "dict", "float", "int", "list", "self", "str"})
# As an argument, each would hide what the generated functions use.
_USED = frozenset(
    {"accept", "answer", "attrgetter", "body", "calls", "check", "clock", "isinstance", "lazy", "m", "nothing"}
    | {"partial", "prefetch", "segment", "whole"}
)


def load(path: Path) -> dict[str, Any]:
    """Read a spec.

    Raises:
        DocumentError: It names a key twice, or is no mapping at all.
    """
    document: Any = yaml.load(path.read_text("utf-8"), _Loader)
    if not isinstance(document, dict):
        raise DocumentError(f"{path.name} is no OpenAPI document")
    return cast("dict[str, Any]", document)


def service(name: str, document: dict[str, Any]) -> Service:
    """Build the model of one service.

    Raises:
        EngineError: The parser does not take the document whole.
        DocumentError: It takes it, but the document breaks a convention.
    """
    made = _Reader(document, engine.parse(document)).service(name)
    check(made)
    return made


class _Loader(yaml.CSafeLoader):
    """Refuses a key that is there twice, where YAML's own would take the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = [key.value for key, _ in node.value]
        twice = sorted({key for key in keys if keys.count(key) > 1})
        if twice:
            raise DocumentError(f"line {node.start_mark.line + 1}: {', '.join(twice)} is there twice")
        return super().construct_mapping(node, deep)


class _Reader:
    def __init__(self, document: dict[str, Any], parsed: Parsed) -> None:
        self._document = document
        self._parsed = parsed
        self._schemas = Schemas(document, parsed)

    def service(self, name: str) -> Service:
        info = self._document["info"]
        urls = [each["url"] for each in self._document.get("servers", [])]
        used = [(path, method) for path, item in self._document["paths"].items() for method in item]
        operations = [self._operation(method, path) for path, method in used]
        return Service(
            name=name,
            title=line(info["title"]),
            version=line(info["version"]),
            base_url=urls[0] if urls else None,
            key_header=self._key_header(),
            codes=tuple(sorted(set(self._codes()))),
            operations=tuple(sorted(operations, key=lambda each: each.id)),
            records=tuple(sorted(self._records(), key=lambda each: each.name)),
            unions=tuple(sorted(self._schemas.unions(), key=lambda each: each.name)),
        )

    def _key_header(self) -> str | None:
        schemes = self._document.get("components", {}).get("securitySchemes", {})
        keys = [each["name"] for each in schemes.values() if each["type"] == "apiKey" and each["in"] == "header"]
        return keys[0] if keys else None

    def _codes(self) -> Iterator[tuple[int, str, int]]:
        for item in self._document["paths"].values():
            for operation in item.values():
                for status, response in operation["responses"].items():
                    real = self._schemas.resolve(response).get("x-stands-for")
                    if real:
                        yield int(status), real["code"], real["status"]

    def _records(self) -> Iterator[Record]:
        sent = self._sent()
        for name, schema in self._schemas.named.items():
            if "title" in schema:
                raise DocumentError(f"{name}: the parser would call its class by its title")
            target, shapes = self._schemas.resolve(schema), self._parsed.shapes.get(self._parsed.classes[name])
            if shapes is None:
                continue
            properties = dict(self._schemas.properties(schema))
            order = list(properties)
            fields = [
                Field(
                    wire=wire,
                    name=_attribute(shapes[wire].name),
                    type=self._schemas.type(shapes[wire].type, properties[wire]),
                    required=shapes[wire].required,
                    secret=self._schemas.resolve(properties[wire]).get("x-secret", False),
                    empty=self._schemas.resolve(properties[wire]).get("default") == [],
                    doc=_doc(self._schemas.resolve(properties[wire])),
                )
                for wire in sorted(shapes, key=order.index)
            ]
            yield Record(self._parsed.classes[name], tuple(fields), self._parsed.classes[name] in sent, _doc(target))

    def _sent(self) -> set[str]:
        """The classes that are part of a body, at any depth."""
        found: set[str] = set()
        waiting = [each.type for inputs in self._parsed.inputs.values() for each in inputs if each.place == "body"]
        while waiting:
            kind = waiting.pop()
            waiting += kind.of
            if kind.name in self._parsed.shapes and kind.name not in found:
                found.add(kind.name)
                waiting += [shape.type for shape in self._parsed.shapes[kind.name].values()]
        return found

    def _operation(self, method: str, path: str) -> Operation:
        raw = self._document["paths"][path][method]
        where: str = raw["operationId"]
        summary = line(raw.get("summary", ""))
        if not summary:
            raise DocumentError(f"{where}: no summary")
        statuses = sorted(each for each in raw["responses"] if each.startswith("2"))
        contents = [self._schemas.resolve(raw["responses"][each]).get("content", {}) for each in statuses]
        if not contents:
            raise DocumentError(f"{where}: no success among its answers")
        schemas = [(media, each["schema"]) for content in contents for media, each in content.items()]
        if any(list(each) != list(contents[0]) for each in contents) or any(
            each != schemas[0][1] for _, each in schemas
        ):
            raise DocumentError(f"{where}: its successes differ")
        if schemas and schemas[0][0] != _JSON:
            raise DocumentError(f"{where}: the first media type of an answer must be {_JSON}")
        answer = self._parsed.answers[method, path, statuses[0]] if schemas else None
        if answer is not None:
            answer = self._schemas.type(answer, schemas[0][1])
        if schemas and (answer is None or answer.kind != "record"):
            raise DocumentError(f"{where}: its answer must be a named object")
        return Operation(
            id=where,
            method=method.upper(),
            path=path,
            parameters=tuple(self._parameters(method, path, raw)),
            answer=answer,
            value=raw.get("x-value"),
            paging=self._paging(raw.get("x-paging"), where),
            media=tuple(contents[0]),
            safe=method in ("get", "head") or raw.get("x-safe", False),
            summary=summary,
            doc=_doc(raw),
        )

    def _paging(self, raw: dict[str, Any] | None, where: str) -> Paging | None:
        if raw is None:
            return None
        if raw["style"] != "offset":
            raise DocumentError(f"{where}: paging style {raw['style']!r} is not supported")
        return Paging(raw["offset"], raw["items"], raw.get("total"), tuple(raw["key"]))

    def _parameters(self, method: str, path: str, raw: dict[str, Any]) -> Iterator[Parameter]:
        # For each input its schema, and what is said of it: beside the schema, or in it.
        sources: dict[tuple[str, str], tuple[dict[str, Any], dict[str, Any]]] = {}
        for each in map(self._schemas.resolve, raw.get("parameters", [])):
            if "schema" not in each:  # the parser drops it in silence
                raise DocumentError(f"{raw['operationId']}: the parameter {each['name']} has no schema")
            sources[each["in"], each["name"]] = (each["schema"], {**self._schemas.resolve(each["schema"]), **each})
        body = self._schemas.resolve(raw.get("requestBody", {})).get("content", {})
        if body:
            for wire, schema in self._schemas.properties(body[_JSON]["schema"]):
                sources["body", wire] = (schema, self._schemas.resolve(schema))
        for given in self._parsed.inputs[method, path]:
            schema, said = sources[given.place, given.wire]
            yield self._parameter(given, schema, said, f"{raw['operationId']}: {given.wire}")

    def _parameter(self, given: Input, schema: dict[str, Any], said: dict[str, Any], where: str) -> Parameter:
        return Parameter(
            wire=given.wire,
            name=_argument(given.name),
            place=given.place,
            type=self._schemas.type(given.type, schema),
            required=given.required,
            secret=said.get("x-secret", False),
            checks=tuple(_checks(said, where)),
            doc=_doc(said),
        )


def _checks(schema: dict[str, Any], where: str) -> Iterator[tuple[str, Scalar]]:
    # What is only assumed, the server decides.
    if "x-assumed" in schema:
        return
    for key, name in _BOUNDS.items():
        if key in schema:
            if not math.isfinite(schema[key]):
                raise DocumentError(f"{where}: {key} must be finite")
            yield name, schema[key]
    if "pattern" in schema:
        yield "pattern", _pattern(schema["pattern"], where)


def _pattern(pattern: str, where: str) -> str:
    inner = pattern.removeprefix("^").removesuffix("$")
    bare = re.sub(r"\\.|\[[^\]]*\]", "", inner)
    if pattern != f"^{inner}$" or inner.endswith("\\") or "|" in re.sub(r"\(.*\)", "", bare):
        raise DocumentError(f"{where}: a pattern must be anchored at both ends, its alternatives in parentheses")
    try:
        re.compile(inner)
    except re.error as error:
        raise DocumentError(f"{where}: {pattern!r} is no pattern: {error}") from None
    return inner


def _attribute(name: str) -> str:
    """The parser's name for an attribute, without the underscore that it gives every builtin's name."""
    plain = name.removesuffix("_")
    return f"{plain}_" if keyword.iskeyword(plain) or plain in _HIDING else plain


def _argument(name: str) -> str:
    plain = _attribute(name)
    return f"{plain}_" if plain in _USED else plain


def _doc(node: dict[str, Any]) -> str:
    return line(node.get("description", ""))
