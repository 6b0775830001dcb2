"""From an OpenAPI document to our model of the service: the parser's view, and what the parser leaves out."""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Iterator
from typing import Any

from . import extension_keys as keys
from . import parser as engine
from .conventions import DocumentError, check
from .ir import Auth, Field, Operation, Paging, Parameter, Record, Scalar, Service, Type
from .parser import Input, Parsed
from .schemas import Schemas, last, line
from .source import load

__all__ = ["DocumentError", "load", "service"]

_JSON = "application/json"
_EVENTS = "text/event-stream"
_CONTEXT = ("directory", "workspace")
_BOUNDS = {"minimum": "minimum", "maximum": "maximum", "minLength": "min_length", "maxLength": "max_length"}
_NUMBERS, _TEXTS = ("float", "int"), ("str",)
_RULED = {"minimum": _NUMBERS, "maximum": _NUMBERS, "minLength": _TEXTS, "maxLength": _TEXTS, "pattern": _TEXTS}
# As an attribute, each would hide what the annotations after it are made of; `self` is every method's own.
_HIDING = frozenset({"bool", "datetime", "dict", "float", "int", "list", "self", "str"})
# As an argument, each would hide what the generated functions use.
_USED = frozenset(
    {"accept", "answer", "attrgetter", "body", "calls", "check", "clock", "isinstance", "key_of_any", "lazy"}
    | {"m", "no_value", "partial", "prefetch", "segment", "whole_record"}
)


def service(name: str, document: dict[str, Any]) -> Service:
    """Build the model of one service.

    Raises:
        EngineError: The parser does not take the document whole.
        DocumentError: It takes it, but the document breaks a convention.
    """
    keys.check(document)
    made = _Reader(document, engine.parse(document)).service(name)
    check(made)
    return made


class _Reader:
    def __init__(self, document: dict[str, Any], parsed: Parsed) -> None:
        self._document = document
        self._parsed = parsed
        self._schemas = Schemas(document, parsed)
        self._scheme, self._auth = self._credentials()

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
            auth=self._auth,
            effective_statuses=tuple(sorted(set(self._effective_statuses()))),
            operations=tuple(sorted(operations, key=lambda each: each.id)),
            records=tuple(sorted(self._records(), key=lambda each: each.name)),
            unions=tuple(sorted(self._schemas.unions(), key=lambda each: each.name)),
        )

    def _credentials(self) -> tuple[str, Auth]:
        """The one kind of credentials that the service takes, and its name."""
        schemes: dict[str, Any] = self._document.get("components", {}).get("securitySchemes", {})
        known = [(name, _auth(name, scheme)) for name, scheme in schemes.items()]
        if not known:
            raise DocumentError("it does not say how a caller says who it is")
        if sorted(each.kind for _, each in known) == ["basic", "bearer"]:
            return "", Auth("either", "Authorization")
        if alone := [name for name, each in known if each.kind == "basic"]:
            raise DocumentError(f"{alone[0]}: credentials of this kind are not supported")
        if len(known) > 1:
            raise DocumentError(f"{', '.join(schemes)}: more than one kind of credentials is not supported")
        return known[0]

    def _public(self, raw: dict[str, Any], where: str) -> bool:
        required = raw.get("security", self._document.get("security"))
        if required == []:
            return True
        said = "nothing" if required is None else required
        if self._auth.kind == "either":
            anyone: list[Any] = [{}, *({name: []} for name in self._document["components"]["securitySchemes"])]
            if sorted(required or (), key=repr) != sorted(anyone, key=repr):
                raise DocumentError(f"{where}: its security must be [] or {anyone}, and is {said}")
        elif required != [{self._scheme: []}]:
            raise DocumentError(f"{where}: its security must be [] or {self._scheme} alone, and is {said}")
        return False

    def _effective_statuses(self) -> Iterator[tuple[int, str, int]]:
        for item in self._document["paths"].values():
            for operation in item.values():
                for status, response in operation["responses"].items():
                    real = self._schemas.resolve(response).get("x-effective-status")
                    if real:
                        if not re.fullmatch("[1-5][0-9][0-9]", status):
                            raise DocumentError(
                                f"{operation['operationId']}: x-effective-status needs one status, not {status}"
                            )
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
            assumed = self._assumed(name, schema, [wire for wire in shapes if shapes[wire].required])
            # Only what is sent is checked, and of a record that is assumed nothing is stated.
            checked = self._parsed.classes[name] in sent and "x-assumed" not in target
            fields = [
                Field(
                    wire=wire,
                    name=_attribute(shapes[wire].name),
                    type=self._schemas.type(shapes[wire].type, properties[wire]),
                    required=shapes[wire].required,
                    assumed=wire in assumed,
                    secret=self._schemas.resolve(properties[wire]).get("x-secret", False),
                    empty=self._schemas.resolve(properties[wire]).get("default") == [],
                    checks=self._stated(shapes[wire].type, properties[wire], f"{name}.{wire}") if checked else (),
                    doc=_doc(self._schemas.resolve(properties[wire])),
                )
                for wire in sorted(shapes, key=order.index)
            ]
            yield Record(self._parsed.classes[name], tuple(fields), self._parsed.classes[name] in sent, _doc(target))

    def _assumed(self, name: str, schema: dict[str, Any], required: list[str]) -> set[str]:
        """The fields that the record has by all experience, without a word of the contract."""
        names = self._schemas.assumed(schema)
        known = {wire for wire, _ in self._schemas.properties(schema)}
        for wire in names:
            if wire not in known:
                raise DocumentError(f"{name}: x-assumed-required names {wire}, which is no property")
            if wire in required:
                raise DocumentError(f"{name}: {wire} is required and in x-assumed-required")
        return set(names)

    def _stated(self, parsed: Type, schema: dict[str, Any], where: str) -> tuple[tuple[str, Scalar], ...]:
        said = self._schemas.alone(self._schemas.resolve(schema))
        return tuple(_checks(said, self._schemas.type(parsed, schema).without_null(), where))

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
        by_hand: bool = raw.get("x-by-hand", False)
        # Who writes the method by hand has other media types read by hand, too.
        alike = [each for media, each in schemas if media == _JSON] if by_hand else []
        alike = alike or [each for _, each in schemas]
        if any(list(each) != list(contents[0]) for each in contents) or any(each != alike[0] for each in alike):
            raise DocumentError(f"{where}: its successes differ")
        if by_hand and {media for media, _ in schemas} == {_EVENTS}:
            schemas = []  # there is no answer but what is read by hand, event by event
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
            parameters=tuple(self._without_context(self._parameters(method, path, raw), raw)),
            body=self._body(raw),
            answer=answer,
            value=raw.get("x-value"),
            paging=self._paging(raw.get("x-paging"), where),
            media=tuple(contents[0]),
            retryable=method in ("get", "head") or raw.get("x-retryable", False),
            public=self._public(raw, where),
            by_hand=by_hand,
            context=raw.get("x-context"),
            open=raw.get("x-open", False),
            unwrapped=raw.get("x-unwrapped"),
            summary=summary,
            doc=_doc(raw),
        )

    def _body(self, raw: dict[str, Any]) -> str | None:
        """The class of the object that a body is."""
        body = self._schemas.resolve(raw.get("requestBody", {})).get("content", {})
        name = last(body[_JSON]["schema"].get("$ref", "")) if body else ""
        return self._parsed.classes.get(name)

    def _paging(self, raw: dict[str, Any] | None, where: str) -> Paging | None:
        if raw is None:
            return None
        style, items, key = raw["style"], raw["items"], tuple(raw["key"])
        match style:
            case "offset":
                return Paging(style, raw["offset"], items, raw.get("total"), (), key)
            case "cursor":
                way, first = tuple(raw["next"].split(".")), tuple(raw.get("first", ()))
                return Paging(style, raw["cursor"], items, None, way, key, first)
            case _:
                raise DocumentError(f"{where}: paging style {style!r} is not supported")

    def _without_context(self, parameters: Iterator[Parameter], raw: dict[str, Any]) -> Iterator[Parameter]:
        """The inputs of a method; those of its context come from what its client is bound to."""
        context, where = raw.get("x-context"), raw["operationId"]
        given: set[str] = set()
        for each in parameters:
            if context is None or each.place != "query" or each.wire not in _CONTEXT:
                yield each
                continue
            if each.required or each.type != Type("str") or each.checks:
                raise DocumentError(f"{where}: {each.wire} is no optional text without a rule")
            given.add(each.wire)
        wanted = set(_CONTEXT) if context == "request" else set[str]()
        if wrong := sorted(given ^ wanted):
            said = "must have" if context == "request" else "must not have"
            raise DocumentError(f"{where}: an operation of the context {context} {said} {', '.join(wrong)}")

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
            yield self._parameter(given, schema, self._schemas.alone(said), f"{raw['operationId']}: {given.wire}")

    def _parameter(self, given: Input, schema: dict[str, Any], said: dict[str, Any], where: str) -> Parameter:
        kind = self._schemas.type(given.type, schema)
        return Parameter(
            wire=given.wire,
            name=_argument(given.name),
            place=given.place,
            type=kind,
            required=given.required,
            secret=said.get("x-secret", False),
            checks=tuple(_checks(said, kind.without_null(), where)),
            doc=_doc(said),
        )


def _auth(name: str, scheme: dict[str, Any]) -> Auth:
    match scheme:
        case {"type": "apiKey", "in": "header", "name": str(header)}:
            return Auth("key", header)
        case {"type": "http", "scheme": str(word)} if word.lower() == "bearer":  # HTTP tells no capitals here
            return Auth("bearer", "Authorization")
        case {"type": "http", "scheme": str(word)} if word.lower() == "basic":
            return Auth("basic", "Authorization")
        case _:
            raise DocumentError(f"{name}: credentials of this kind are not supported")


def _checks(schema: dict[str, Any], kind: Type, where: str) -> Iterator[tuple[str, Scalar]]:
    # What is only assumed, the server decides.
    if "x-assumed" in schema:
        return
    if kind.kind == "literal":  # which is narrower than any bound beside it
        yield "choice", True
        return
    rules = [each for each in (*_BOUNDS, "pattern") if each in schema]
    if schema.get("format") == "uuid":
        if kind.kind != "str" or rules:
            raise DocumentError(f"{where}: a UUID is text, with no other rule beside it")
        yield "uuid", True
        return
    for key in rules:
        if kind.kind not in _RULED[key]:
            raise DocumentError(f"{where}: {key} is no rule for {kind.kind}")
        if key == "pattern":
            yield "pattern", _pattern(schema[key], where)
        elif not math.isfinite(schema[key]):
            raise DocumentError(f"{where}: {key} must be finite")
        else:
            yield _BOUNDS[key], schema[key]


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
