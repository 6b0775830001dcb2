"""A service's contract as compiled from its spec: its operations, its records and its credentials."""

import copy
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal, cast

import orjson
from jsonschema_rs import Draft202012, Registry
from jsonschema_rs import Draft202012Validator as Validator

from trivet_stubs.kernel.operation import JSON, Operation, Parameter, Place
from trivet_stubs.kernel.routing import RouteTable
from trivet_stubs.kernel.spec import JsonObject, resolve, spec
from trivet_stubs.kernel.validation import check_output

_ASSUMED_REQUIRED = "x-assumed-required"
_COMPONENTS_URI = "urn:trivet:contract"
_METHODS = ("get", "put", "post", "delete", "patch")


class Contract:
    """The operations and records of one service.

    Fields of `x-assumed-required` are required: a client may not rely on them, but a stub takes and sends them always.
    """

    def __init__(self, document: JsonObject) -> None:
        self.document: JsonObject = document
        """The spec, as it was compiled."""
        self._document: JsonObject = _with_assumed_required(document)
        # One registry for all validators: each would otherwise compile all the components again.
        components = {"$id": _COMPONENTS_URI, "components": self._document["components"]}
        self._registry: Registry = Registry([(_COMPONENTS_URI, components)], draft=Draft202012)
        self._validators: dict[bytes, Validator] = {}
        self.operations: dict[str, Operation] = {operation.id: operation for operation in self._read_operations()}
        self.routes: RouteTable = RouteTable(self.operations.values())
        self._records: dict[str, Validator] = {}

    @property
    def promised(self) -> JsonObject:
        """What a stub takes and sends, as OpenAPI for tools that do not know our keys; a copy, to change at will.

        Fields of `x-assumed-required` are required, and a body that may be left out may be null as well.

        >>> stub.contract.promised["components"]["schemas"]["Prompt"]["required"]
        ['text']
        """
        document = copy.deepcopy(self._document)
        for item in document["paths"].values():
            for method in item.keys() & {*_METHODS}:
                body: JsonObject = item[method].get("requestBody", {})
                if body and not body.get("required"):
                    content = body["content"][JSON]
                    content["schema"] = {"anyOf": [content["schema"], {"type": "null"}]}
        return document

    @property
    def server_url(self) -> str:
        """Where the contract says the service is."""
        return str(self._document["servers"][0]["url"])

    def security_scheme(self, name: str) -> JsonObject:
        """How a credential of this name is presented."""
        return cast(JsonObject, self._document["components"]["securitySchemes"][name])

    def record(self, name: str) -> Validator:
        """The validator of a named record, compiled when first used."""
        if name not in self._records:
            self._records[name] = self._validator({"$ref": f"#/components/schemas/{name}"})
        return self._records[name]

    def check_record(self, name: str, value: object) -> None:
        """Raise a `Refusal` that says STUB BUG unless this is a record of that name, part of an answer in pieces."""
        check_output(self.record(name), value, f"{name} was written", name)

    def _read_operations(self) -> Iterator[Operation]:
        for path, item in self._document["paths"].items():
            for method in _METHODS:
                if method in item:
                    yield self._read_operation(method, path, item.get("parameters", []), item[method])

    def _read_operation(self, method: str, path: str, shared: list[JsonObject], raw: JsonObject) -> Operation:
        found = [self._parameter(each) for each in [*shared, *raw.get("parameters", [])]]
        body = self._resolve(raw.get("requestBody", {}))
        form = _json_schema(body) if body else {}
        return Operation(
            id=raw["operationId"],
            method=method.upper(),
            path=path,
            query=_at("query", found),
            path_parameters=_at("path", found),
            headers=_at("header", found),
            secured=bool(raw.get("security", self._document.get("security"))),
            body=self._validator(form) if body else None,
            known_keys=self._known_keys(form),
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
            validator=self._validator(raw["schema"]),
        )

    def _answer(self, raw: JsonObject) -> dict[str, Validator]:
        return {media: self._validator(each.get("schema", {})) for media, each in raw.get("content", {}).items()}

    def _known_keys(self, form: JsonObject) -> frozenset[str] | None:
        """The keys of a body that may have no others; None for one that may."""
        schema = self._resolve(form)
        return frozenset(schema["properties"]) if schema.get("additionalProperties") is False else None

    def _types(self, schema: JsonObject) -> frozenset[str]:
        stated = schema.get("type", [])
        found = {stated} if isinstance(stated, str) else set(stated)
        for branch in [*schema.get("anyOf", []), *schema.get("oneOf", [])]:
            found |= self._types(self._resolve(branch))
        return frozenset(found)

    def _resolve(self, raw: JsonObject) -> JsonObject:
        return resolve(self._document, raw)

    def _validator(self, schema: JsonObject) -> Validator:
        key = orjson.dumps(schema)
        if key not in self._validators:  # six of seven schemas occur more than once: the errors of each operation
            absolute = _with_absolute_references(schema)
            self._validators[key] = Validator(absolute, registry=self._registry, validate_formats=True)
        return self._validators[key]


def _with_assumed_required(value: Any) -> Any:
    """A document whose schemas require the fields of their `x-assumed-required`, too."""
    if isinstance(value, list):
        return [_with_assumed_required(each) for each in cast(Sequence[Any], value)]
    if not isinstance(value, dict):
        return value
    found = {key: _with_assumed_required(each) for key, each in cast(JsonObject, value).items()}
    assumed: Any = found.get(_ASSUMED_REQUIRED)
    if isinstance(assumed, list):  # an object is a field of this name
        found["required"] = [*found.get("required", []), *assumed]
    return found


def _with_absolute_references(value: Any) -> Any:
    """A schema whose references lead to the components in the registry."""
    if isinstance(value, list):
        return [_with_absolute_references(each) for each in cast(Sequence[Any], value)]
    if not isinstance(value, dict):
        return value
    return {
        key: _COMPONENTS_URI + each if key == "$ref" and isinstance(each, str) else _with_absolute_references(each)
        for key, each in cast(JsonObject, value).items()
    }


def _at(place: Place | Literal["cookie"], parameters: list[Parameter]) -> dict[str, Parameter]:
    return {each.name: each for each in parameters if each.place == place}


def _json_schema(body: JsonObject) -> JsonObject:
    return cast(JsonObject, body["content"][JSON].get("schema", {}))


@cache
def load(service: str) -> Contract:
    """The contract of a service; it never changes, so one reading serves every stub."""
    return Contract(spec(service))
