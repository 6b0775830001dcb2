"""The contract of a service, compiled from its spec: its operations, records and credentials."""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Any, Literal, cast

import orjson
from jsonschema_rs import Draft202012, Registry
from jsonschema_rs import Draft202012Validator as Validator

from trivet_stubs.kernel.multipart import FORM
from trivet_stubs.kernel.operation import JSON, Operation, Parameter, Place
from trivet_stubs.kernel.routing import RouteTable
from trivet_stubs.kernel.spec import METHODS, JsonObject, kept, resolve, spec, target_of, with_assumed_required
from trivet_stubs.kernel.validation import check_output

_COMPONENTS_URI = "urn:trivet:contract"


class Contract:
    """The operations and records of one service.

    The fields that `x-assumed-required` lists count as required: a client must not rely on them, but a stub expects
    them in every request, and sends them in every answer.
    """

    def __init__(self, document: JsonObject) -> None:
        self.document: JsonObject = document
        """The spec, as it was compiled."""
        self._document: JsonObject = with_assumed_required(document)
        # All validators share a registry; without it, each would compile all the components again: for the agent
        # service, 3.2 s instead of 19 ms.
        components = {"$id": _COMPONENTS_URI, "components": self._document["components"]}
        self._registry: Registry = Registry([(_COMPONENTS_URI, components)], draft=Draft202012)
        self._validators: dict[bytes, Validator] = {}
        self.operations: dict[str, Operation] = {operation.id: operation for operation in self._read_operations()}
        self.routes: RouteTable = RouteTable(self.operations.values())
        self._record_validators: dict[str, Validator] = {}

    @property
    def promised(self) -> JsonObject:
        """The document that a stub keeps, as `spec(service, as_kept=True)` returns it; always a new copy.

        >>> stub.contract.promised["components"]["schemas"]["Prompt"]["required"]
        ['text']
        """
        return kept(self.document)

    @property
    def server_url(self) -> str:
        """The URL of the service, as the contract states it."""
        return str(self._document["servers"][0]["url"])

    @cached_property
    def event_record(self) -> str:
        """The name of the record in the events of a stream; empty if the service has no streams."""
        schemas: JsonObject = self.document["components"]["schemas"]
        for schema in schemas.values():
            content: JsonObject = schema.get("properties", {}).get("data", {}).get("contentSchema", {})
            if "$ref" in content:
                return target_of(content)[-1]
        return ""

    def security_scheme(self, name: str) -> JsonObject:
        """The OpenAPI security scheme of this name."""
        return cast(JsonObject, self._document["components"]["securitySchemes"][name])

    def record(self, name: str) -> Validator:
        """The validator of a named record, compiled when first used."""
        if name not in self._record_validators:
            self._record_validators[name] = self._validator({"$ref": f"#/components/schemas/{name}"})
        return self._record_validators[name]

    def check_record(self, name: str, value: object) -> None:
        """Check a value that is written outside of an answer, such as an event of a stream.

        Raises:
            Refusal: The value is not a record of this name, which is a bug of the stub.
        """
        check_output(self.record(name), value, f"{name} was written", name)

    def _read_operations(self) -> Iterator[Operation]:
        for path, path_item in self._document["paths"].items():
            for method in METHODS:
                if method in path_item:
                    yield self._read_operation(method, path, path_item.get("parameters", []), path_item[method])

    def _read_operation(self, method: str, path: str, shared: list[JsonObject], raw: JsonObject) -> Operation:
        parameters = [self._parameter(parameter) for parameter in [*shared, *raw.get("parameters", [])]]
        body = self._resolve(raw.get("requestBody", {}))
        content: JsonObject = body.get("content", {})
        media = next(iter(content), JSON)
        schema: JsonObject = content.get(media, {}).get("schema", {})
        return Operation(
            id=raw["operationId"],
            method=method.upper(),
            path=path,
            query=_at("query", parameters),
            path_parameters=_at("path", parameters),
            headers=_at("header", parameters),
            secured=bool(raw.get("security", self._document.get("security"))),
            body=self._validator(schema) if body else None,
            known_keys=self._known_keys(schema),
            body_required=bool(body.get("required")),
            body_media=media,
            form=self._form(schema) if media == FORM else {},
            files=_files(schema) if media == FORM else frozenset(),
            answers={int(status): self._answer(self._resolve(answer)) for status, answer in raw["responses"].items()},
            raw=raw,
        )

    def _form(self, schema: JsonObject) -> dict[str, Parameter]:
        """The fields of a form, which are read like parameters."""
        return {
            name: self._parameter(
                {"name": name, "in": "body", "schema": field, "required": name in schema.get("required", ())}
            )
            for name, field in schema["properties"].items()
        }

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
        return {media: self._validator(content.get("schema", {})) for media, content in raw.get("content", {}).items()}

    def _known_keys(self, schema: JsonObject) -> frozenset[str] | None:
        """The keys of a body without additional properties; None if the body may have others."""
        schema = self._resolve(schema)
        return frozenset(schema["properties"]) if schema.get("additionalProperties") is False else None

    def _types(self, schema: JsonObject) -> frozenset[str]:
        stated = schema.get("type", [])
        types = {stated} if isinstance(stated, str) else set(stated)
        for branch in [*schema.get("anyOf", []), *schema.get("oneOf", [])]:
            types |= self._types(self._resolve(branch))
        return frozenset(types)

    def _resolve(self, raw: JsonObject) -> JsonObject:
        return resolve(self._document, raw)

    def _validator(self, schema: JsonObject) -> Validator:
        key = orjson.dumps(schema)
        # Six of seven schemas are repeated, such as the errors of each operation: a contract takes 19 ms instead of 48.
        if key not in self._validators:
            absolute = _with_absolute_references(schema)
            self._validators[key] = Validator(absolute, registry=self._registry, validate_formats=True)
        return self._validators[key]


def _with_absolute_references(value: Any) -> Any:
    """Return a schema whose references lead to the components in the registry."""
    if isinstance(value, list):
        return [_with_absolute_references(element) for element in cast(Sequence[Any], value)]
    if not isinstance(value, dict):
        return value
    return {
        key: _COMPONENTS_URI + inner if key == "$ref" and isinstance(inner, str) else _with_absolute_references(inner)
        for key, inner in cast(JsonObject, value).items()
    }


def _at(place: Place | Literal["cookie"], parameters: list[Parameter]) -> dict[str, Parameter]:
    return {parameter.name: parameter for parameter in parameters if parameter.place == place}


def _files(schema: JsonObject) -> frozenset[str]:
    """The fields of a form that are files, or lists of them."""
    fields: JsonObject = schema["properties"]
    formats = {name: (field.get("format"), field.get("items", {}).get("format")) for name, field in fields.items()}
    return frozenset(name for name, stated in formats.items() if "binary" in stated)


@cache
def load(service: str) -> Contract:
    """Return the contract of a service; it never changes, so that all stubs share it."""
    return Contract(spec(service))
