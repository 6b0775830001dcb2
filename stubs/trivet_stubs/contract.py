"""A service's contract as compiled from its spec: its operations, how a request meets one, and what may be answered."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Literal, cast
from urllib.parse import unquote

import orjson
from jsonschema_rs import Draft202012Validator as Validator
from jsonschema_rs import ValidationError

from trivet_stubs.parameters import Parameter, Place
from trivet_stubs.problem import Problem

JsonObject = dict[str, Any]

_METHODS = ("get", "put", "post", "delete", "patch")
JSON = "application/json"


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One operation: its route, its inputs and the answers it may give."""

    id: str
    method: str
    path: str
    query: Mapping[str, Parameter]
    path_parameters: Mapping[str, Parameter]
    headers: Mapping[str, Parameter]
    secured: bool
    body: Validator | None
    body_required: bool
    answers: Mapping[int, Mapping[str, Validator]]
    raw: JsonObject = field(repr=False)

    @cached_property
    def segments(self) -> tuple[str, ...]:
        """The path template, cut at its slashes."""
        return tuple(self.path.split("/"))

    @cached_property
    def success(self) -> int:
        """The status of an ordinary answer."""
        return min(status for status in self.answers if 200 <= status < 300)

    @cached_property
    def media_types(self) -> tuple[str, ...]:
        """What an ordinary answer may be written in, the default first."""
        return tuple(self.answers[self.success])

    def arguments(self, segments: tuple[str, ...]) -> dict[str, str] | None:
        """The path arguments when the path fits this operation's template, else None."""
        if len(segments) != len(self.segments):
            return None
        found: dict[str, str] = {}
        for have, want in zip(segments, self.segments, strict=True):
            if want.startswith("{"):
                if not have:
                    return None
                found[want[1:-1]] = unquote(have)
            elif have != want:
                return None
        return found

    def read_body(self, body: bytes, content_type: str) -> Any:
        """The request body's value; a `Problem` when the contract forbids it."""
        if not body:
            if self.body_required:
                raise Problem.argument("body", f"is required by {self.id}", keyword="required")
            return None
        if self.body is None:
            raise Problem.argument("body", f"{self.id} takes none")
        if content_type.partition(";")[0].strip().lower() != JSON:
            rule = f'"{content_type}" is not {JSON}'
            raise Problem.argument("content-type", rule, place=("header", "content-type"), value=content_type)
        try:
            value = orjson.loads(body)
        except orjson.JSONDecodeError as not_json:
            raise Problem.argument("body", f"is not JSON: {not_json}") from not_json
        if value is None and not self.body_required:
            return None  # null says as little as no body at all
        for error in self.body.iter_errors(value):
            where = ".".join(["body", *map(str, error.instance_path)])
            raise Problem.argument(
                where, error.message, place=_place(error), keyword=str(error.schema_path[-1]), value=error.instance
            )
        return value

    def check_answer(self, status: int, media_type: str | None, value: object) -> None:
        """Raise a `Problem` that says STUB BUG unless the contract allows this answer."""
        if status not in self.answers:
            raise Problem.bug(f"{self.id} answered {status}, which the contract does not describe")
        described = self.answers[status]
        if media_type is None or media_type not in described:
            if media_type is None and not described:
                return
            raise Problem.bug(f"{self.id} answered {status} as {media_type}, which the contract does not describe")
        _check(described[media_type], value, f"{self.id} answered {status}", "the answer")


class Contract:
    """The operations of one service."""

    def __init__(self, document: JsonObject) -> None:
        self._document = document
        self.operations: dict[str, Operation] = {operation.id: operation for operation in self._read_operations()}
        # A literal segment beats a parameter: GET /conversations/export is not a conversation called "export".
        self._routes = sorted(
            self.operations.values(), key=lambda operation: [part.startswith("{") for part in operation.segments]
        )
        self._literal = {(each.method, each.path): each for each in self._routes if not each.path_parameters}
        self._records: dict[str, Validator] = {}

    @property
    def server_url(self) -> str:
        """Where the contract says the service is."""
        return str(self._document["servers"][0]["url"])

    def security_scheme(self, name: str) -> JsonObject:
        """How a credential of this name is presented."""
        return cast(JsonObject, self._document["components"]["securitySchemes"][name])

    def record(self, name: str) -> Validator:
        """The validator of a named record."""
        if name not in self._records:
            self._records[name] = self._validator({"$ref": f"#/components/schemas/{name}"})
        return self._records[name]

    def check_record(self, name: str, value: object) -> None:
        """Raise a `Problem` that says STUB BUG unless this is a record of that name, part of an answer in pieces."""
        _check(self.record(name), value, f"{name} was written", name)

    def match(self, method: str, path: str) -> tuple[Operation, dict[str, str]]:
        """The operation that a request means, and its path arguments; `path` is still percent-encoded."""
        literal = self._literal.get((method, path))
        if literal is not None:
            return literal, {}
        segments = tuple(path.split("/"))
        allowed: list[str] = []
        for operation in self._routes:
            arguments = operation.arguments(segments)
            if arguments is not None:
                if operation.method == method:
                    return operation, arguments
                allowed.append(operation.method)
        if allowed:
            raise Problem(405, "method", f"method: {method} is not allowed on {path}; allowed: {', '.join(allowed)}")
        raise Problem(404, "route", f"path: {path} is not a route of this service")

    def _read_operations(self) -> Iterator[Operation]:
        for path, item in self._document["paths"].items():
            for method in _METHODS:
                if method in item:
                    yield self._read_operation(method, path, item.get("parameters", []), item[method])

    def _read_operation(self, method: str, path: str, shared: list[JsonObject], raw: JsonObject) -> Operation:
        found = [self._parameter(each) for each in [*shared, *raw.get("parameters", [])]]
        body = self._resolve(raw.get("requestBody", {}))
        return Operation(
            id=raw["operationId"],
            method=method.upper(),
            path=path,
            query=_at("query", found),
            path_parameters=_at("path", found),
            headers=_at("header", found),
            secured=bool(raw.get("security", self._document.get("security"))),
            # A key that no branch of the schema knows is refused by its name.
            body=self._validator({**_json_schema(body), "unevaluatedProperties": False}) if body else None,
            body_required=bool(body.get("required")),
            answers={int(status): self._answer(self._resolve(each)) for status, each in raw["responses"].items()},
            raw=raw,
        )

    def _parameter(self, raw: JsonObject) -> Parameter:
        raw = self._resolve(raw)
        schema = self._resolve(raw["schema"])
        return Parameter(
            name=raw["name"],
            place=raw["in"],
            required=bool(raw.get("required")),
            types=self._types(schema),
            item_types=self._types(self._resolve(schema.get("items", {}))),
            validator=self._validator(schema),
        )

    def _answer(self, raw: JsonObject) -> dict[str, Validator]:
        return {media: self._validator(each.get("schema", {})) for media, each in raw.get("content", {}).items()}

    def _types(self, schema: JsonObject) -> frozenset[str]:
        stated = schema.get("type", [])
        found = {stated} if isinstance(stated, str) else set(stated)
        for branch in [*schema.get("anyOf", []), *schema.get("oneOf", [])]:
            found |= self._types(self._resolve(branch))
        return frozenset(found)

    def _resolve(self, raw: JsonObject) -> JsonObject:
        while "$ref" in raw:
            target: Any = self._document
            for key in raw["$ref"].removeprefix("#/").split("/"):
                target = target[key]
            raw = target
        return raw

    def _validator(self, schema: JsonObject) -> Validator:
        return Validator({**schema, "components": self._document["components"]}, validate_formats=True)


def _check(validator: Validator, value: object, what: str, whole: str) -> None:
    if not validator.is_valid(value):
        for error in validator.iter_errors(value):
            where = ".".join(map(str, error.instance_path)) or whole
            raise Problem.bug(f"{what} with a wrong {where}: {error.message[:300]}")


def _place(error: ValidationError) -> tuple[str | int, ...]:
    """Where in the body the fault is; of a key that is missing or too many, where it would be or is."""
    keys: list[str] = getattr(error.kind, "unexpected", None) or [getattr(error.kind, "property", None) or ""]
    return ("body", *error.instance_path, *filter(None, keys[:1]))


def _at(place: Place | Literal["cookie"], parameters: list[Parameter]) -> dict[str, Parameter]:
    return {each.name: each for each in parameters if each.place == place}


def _json_schema(body: JsonObject) -> JsonObject:
    return cast(JsonObject, body["content"][JSON].get("schema", {}))


@cache
def load(service: str) -> Contract:
    """The contract of a service; it never changes, so one reading serves every stub."""
    text = files("trivet_stubs").joinpath("contracts", f"{service}.json").read_text("utf-8")
    return Contract(json.loads(text))
