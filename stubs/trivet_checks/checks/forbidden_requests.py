"""Requests that a spec forbids, from a walk through the places of the spec that describe inputs."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from trivet_stubs.kernel.operation import JSON
from trivet_stubs.kernel.spec import JsonObject, target_of

Pointer = tuple[str | int, ...]
"""A place in a document: the keys that lead there."""

UNKNOWN_PARAMETER, UNKNOWN_KEY = "no_such_parameter", "no_such_key"
"""The names of inputs that no operation has."""

_METHODS = ("get", "put", "post", "delete", "patch")
_ALTERNATIVES = ("allOf", "oneOf", "anyOf")
_MAX_DEPTH = 3
"""The number of keys in a place of a body; a recursive schema would otherwise have an infinite number of places."""
_FORMATS = {"uuid": ("00000000-0000-4000-8000-000000000000", "x"), "date": ("2024-02-29", "2023-02-29")}
"""Texts of a format: one that has it, and one that has not."""
_NOT_SENT: Any = object()
_DESCRIBED_ELSEWHERE = ("accept", "authorization", "content-type")
"""Headers that no parameter describes: OpenAPI ignores parameters with these names (3.1, Parameter Object)."""


@dataclass(frozen=True, slots=True)
class Use:
    """An operation that uses a place of the spec, and the input that the place describes: `("query", "$skip")`."""

    operation: str
    place: tuple[str, ...] = ()


Uses = Mapping[Pointer, frozenset[Use]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenRequest:
    """A request that the spec allows except for one input, which is wrong, missing or unknown."""

    operation: str
    place: tuple[str, ...]
    """The input: `("query", "limit")`, `("body",)`, `("body", "title")`."""
    keyword: str
    """The keyword of JSON Schema that the input breaks: `maximum`, `required`, `additionalProperties`."""
    path: Mapping[str, str] = field(default_factory=dict[str, str])
    """The wrong parameter of the path; the sender fills in all others."""
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: Any = None
    """The body; None for a request without one."""


class InputWalk:
    """Walks through a spec, from its operations to the places that describe their inputs.

    A body that is a form or a file is left out: the check of its rule sends wrong ones.

    Args:
        document: The spec, which is not changed.
    """

    def __init__(self, document: JsonObject) -> None:
        self.document = document
        self.operations: dict[str, Pointer] = {
            path_item[method]["operationId"]: ("paths", path, method)
            for path, path_item in document["paths"].items()
            for method in _METHODS
            if method in path_item
        }

    def at(self, pointer: Pointer) -> Any:
        """Return the node at a place."""
        node: Any = self.document
        for key in pointer:
            node = node[key]
        return node

    def resolved(self, pointer: Pointer) -> Pointer:
        """Return the place that the references at a place lead to."""
        node: Any = self.at(pointer)
        while isinstance(node, dict) and "$ref" in node:
            pointer = target_of(cast(JsonObject, node))
            node = self.at(pointer)
        return pointer

    def inputs(self) -> Uses:
        """Return the places of the spec that describe inputs, each with the operations that use it."""
        uses: defaultdict[Pointer, set[Use]] = defaultdict(set)
        for operation in self.operations:
            for parameter in self._parameters(operation):
                raw = self.at(parameter)
                use = Use(operation, (raw["in"], raw["name"]))
                uses[parameter].add(use)
                self.collect((*parameter, "schema"), use, uses)
            if (body := self._body(operation)) is not None:
                uses[body].add(Use(operation, ("body",)))
                self.collect((*body, "content", JSON, "schema"), Use(operation, ("body",)), uses)
        return {pointer: frozenset(users) for pointer, users in uses.items() if users}

    def collect(self, pointer: Pointer, use: Use, uses: dict[Pointer, set[Use]]) -> None:
        """Add a schema, and the schemas that it is made of, to the places of a use."""
        pointer = self.resolved(pointer)
        if use in uses[pointer]:
            return  # a recursive schema: a record that holds records of its own kind
        uses[pointer].add(use)
        for key, place in self.parts(pointer):
            inner = Use(use.operation, (*use.place, key)) if key and use.place else use
            self.collect(place, inner if len(inner.place) <= _MAX_DEPTH else use, uses)

    def parts(self, pointer: Pointer) -> Iterator[tuple[str, Pointer]]:
        """Yield the schemas that a schema is made of, each with the name of the property that it describes, if any."""
        raw: JsonObject = self.at(pointer)
        for name in raw.get("properties", {}):
            yield name, (*pointer, "properties", name)
        for key in _ALTERNATIVES:
            for position in range(len(raw.get(key, ()))):
                yield "", (*pointer, key, position)
        for key in ("items", "additionalProperties"):
            if isinstance(raw.get(key), dict):
                yield "", (*pointer, key)

    def forbidden(self) -> Iterator[ForbiddenRequest]:
        """Yield requests that the spec forbids, each by one input.

        A required input is missing; an input is beyond one of its bounds, has another type, or a value that its enum
        does not list; or an input is added that the spec does not have.

        >>> walk = InputWalk(spec("bus"))
        >>> [request.query for request in walk.forbidden() if request.operation == "routes.list"]
        [{'$skip': 'x'}, {'$skip': -1}, {'no_such_parameter': 'x'}]
        """
        for operation in self.operations:
            yield from self._by_parameter(operation)
            yield from self._by_body(operation)

    def _by_parameter(self, operation: str) -> Iterator[ForbiddenRequest]:
        query, headers = self._smallest_inputs(operation, "query"), self._smallest_inputs(operation, "header")
        body = self._smallest_body(operation)

        def request(place: tuple[str, ...], keyword: str, **changed: Any) -> ForbiddenRequest:
            inputs = {"query": query, "headers": _texts(headers), "body": body, **changed}
            return ForbiddenRequest(operation=operation, place=place, keyword=keyword, **inputs)

        for pointer in self._parameters(operation):
            raw = self.at(pointer)
            name, place = raw["name"], raw["in"]
            values = list(_forbidden_values(self._schema((*pointer, "schema")), as_text=True))
            if raw.get("required") and place != "path":
                values.insert(0, ("required", _NOT_SENT))
            for keyword, value in values:
                if place == "path" and value != "":  # without a value, it asks for another path
                    yield request((place, name), keyword, path={name: str(value)})
                elif place == "query":
                    yield request((place, name), keyword, query=_with(query, name, value))
                elif place == "header" and name.lower() not in _DESCRIBED_ELSEWHERE:
                    yield request((place, name), keyword, headers=_texts(_with(headers, name, value)))
        unknown = {**query, UNKNOWN_PARAMETER: "x"}
        yield request(("query", UNKNOWN_PARAMETER), "unevaluatedProperties", query=unknown)

    def _by_body(self, operation: str) -> Iterator[ForbiddenRequest]:
        body = self._body(operation)
        if body is None:
            return
        query, headers = self._smallest_inputs(operation, "query"), self._smallest_inputs(operation, "header")
        smallest = self._smallest_body(operation)

        def request(place: tuple[str, ...], keyword: str, value: Any) -> ForbiddenRequest:
            return ForbiddenRequest(
                operation=operation, place=place, keyword=keyword, query=query, headers=_texts(headers), body=value
            )

        if self.at(body).get("required"):
            yield request(("body",), "required", None)
        schema = (*body, "content", JSON, "schema")
        for keyword, value in _forbidden_values(self._schema(schema)):
            yield request(("body",), keyword, value)
        for place, keyword, value in self._by_property(schema, smallest):
            yield request(("body", *place), keyword, value)

    def _by_property(
        self, pointer: Pointer, smallest: JsonObject, depth: int = 1
    ) -> Iterator[tuple[tuple[str, ...], str, Any]]:
        """Yield objects of a schema with one wrong property: its place, the keyword that it breaks, and the object."""
        schema = self._schema(pointer)
        required = schema.get("required", [])
        for name in schema.get("properties", {}):
            place = (*self.resolved(pointer), "properties", name)
            if name in required:
                yield (name,), "required", _with(smallest, name, _NOT_SENT)
            for keyword, value in _forbidden_values(self._schema(place)):
                yield (name,), keyword, {**smallest, name: value}
            if self._schema(place).get("type") == "object" and depth < _MAX_DEPTH:
                for inner, keyword, value in self._by_property(place, self._smallest(place), depth + 1):
                    yield (name, *inner), keyword, {**smallest, name: value}
        if schema.get("additionalProperties") is False:
            yield (UNKNOWN_KEY,), "additionalProperties", {**smallest, UNKNOWN_KEY: 1}

    def _smallest_inputs(self, operation: str, place: Literal["query", "header"]) -> JsonObject:
        raws = [(self.at(pointer), (*pointer, "schema")) for pointer in self._parameters(operation)]
        return {
            raw["name"]: self._smallest(schema) for raw, schema in raws if raw["in"] == place and raw.get("required")
        }

    def _smallest_body(self, operation: str) -> Any:
        body = self._body(operation)
        return None if body is None else self._smallest((*body, "content", JSON, "schema"))

    def _smallest(self, pointer: Pointer) -> Any:
        """Return the smallest value that a schema allows; an object has only the properties that are required."""
        schema = self._schema(pointer)
        if "const" in schema or "enum" in schema:
            return schema["const"] if "const" in schema else schema["enum"][0]
        for key in _ALTERNATIVES:
            if key in schema:
                return self._smallest((*self.resolved(pointer), key, 0))
        match _types(schema)[0]:
            case "object":
                holder = self.resolved(pointer)
                return {name: self._smallest((*holder, "properties", name)) for name in schema.get("required", [])}
            case "array":
                return []
            case "integer" | "number":
                return schema.get("minimum", 0)
            case "boolean":
                return False
            case _:
                return _FORMATS.get(schema.get("format", ""), ("x",))[0]

    def _schema(self, pointer: Pointer) -> JsonObject:
        return cast(JsonObject, self.at(self.resolved(pointer)))

    def _parameters(self, operation: str) -> Iterator[Pointer]:
        pointer = self.operations[operation]
        for holder in (pointer[:2], pointer):
            for position in range(len(self.at(holder).get("parameters", ()))):
                yield self.resolved((*holder, "parameters", position))

    def _body(self, operation: str) -> Pointer | None:
        """Return the place of a body of JSON."""
        pointer = self.operations[operation]
        if "requestBody" not in self.at(pointer):
            return None
        body = self.resolved((*pointer, "requestBody"))
        return body if JSON in self.at(body)["content"] else None


def _forbidden_values(schema: JsonObject, *, as_text: bool = False) -> Iterator[tuple[str, Any]]:
    """Yield values that a schema forbids, each with the keyword that it breaks.

    Args:
        schema: The schema.
        as_text: Whether values are sent as text, so that every value is a string.
    """
    if "enum" in schema:
        yield from (("enum", value) for value in _unlisted(schema["enum"]))
    types = _types(schema)
    if "string" not in types and types != ["any"]:
        yield "type", "x" if "object" not in types else ["x"]
    elif "string" in types and not as_text and "enum" not in schema:
        yield "type", 1
    if wrong := _FORMATS.get(schema.get("format", "")):
        yield "format", wrong[1]
    if "pattern" in schema:
        yield "pattern", "-"
    if schema.get("minLength"):
        yield "minLength", ""
    if "maxLength" in schema:
        yield "maxLength", "x" * (schema["maxLength"] + 1)
    if "minimum" in schema:
        yield "minimum", schema["minimum"] - 1
    if "maximum" in schema:
        yield "maximum", schema["maximum"] + 1
    if "multipleOf" in schema:
        yield "multipleOf", schema.get("minimum", 0) + schema["multipleOf"] / 2


def _unlisted(listed: list[Any]) -> list[Any]:
    """Return values that an enum does not list; for integers, the gaps between them and the next integer."""
    numbers = [value for value in listed if isinstance(value, int)]
    if numbers:
        return [number for number in range(min(numbers), max(numbers) + 2) if number not in numbers]
    return ["no-such-value"]


def _types(schema: JsonObject) -> list[str]:
    types: str | list[str] = schema.get("type", ["any"])
    return [types] if isinstance(types, str) else types


def _with(values: JsonObject, name: str, value: Any) -> JsonObject:
    """Return a copy of the values with one of them changed, or without it."""
    others = {key: other for key, other in values.items() if key != name}
    return others if value is _NOT_SENT else {**others, name: value}


def _texts(values: JsonObject) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}
