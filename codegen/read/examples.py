"""The examples of a spec: the calls that the inputs of an operation show together, and their faults.

It needs neither the parser nor the model, so that tests make their calls by it, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, cast
from urllib.parse import quote

import jsonschema_rs
from attrs import field, frozen

from .ir import Record, Service, Type

USER = "user"
"""The caller of an operation without `x-example-caller`."""

Steps: TypeAlias = tuple[str | int, ...]


def _nothing() -> dict[str, Any]:
    return {}


@frozen
class ExampleCall:
    """One call of an operation, with its inputs as they are sent.

    Attributes:
        key: The key that its inputs share; empty for the call without inputs.
        caller: Who calls.
        path: The inputs in the path, by their names.
        query: The inputs in the query, by their names.
        headers: The inputs in headers, by their names.
        body: The body; None if none is sent.
    """

    key: str
    caller: str = USER
    path: Mapping[str, Any] = field(factory=_nothing)
    query: Mapping[str, Any] = field(factory=_nothing)
    body: Any = None
    headers: Mapping[str, Any] = field(factory=_nothing)

    def inputs(self) -> dict[tuple[str, str], Any]:
        """Return all inputs by place and name; a body that is no object is the input `content`."""
        body: Any = self.body
        whole = {} if body is None else {"content": body}
        body = cast("dict[str, Any]", body) if isinstance(body, dict) else whole
        places = (("path", self.path), ("query", self.query), ("header", self.headers), ("body", body))
        return {(place, name): value for place, inputs in places for name, value in inputs.items()}


@frozen
class _Source:
    """A parameter or a body with its examples: `pointer` is the place of its schema and of its examples."""

    place: str
    name: str
    required: bool
    shared: bool
    pointer: Steps
    examples: dict[str, Any]

    def value(self, key: str) -> Any:
        """Return the value of a call; a required input without its key has its first example."""
        node = self.examples.get(key, next(iter(self.examples.values()), None) if self.required else None)
        return None if node is None else node["value"]


def calls(document: Mapping[str, Any], path: str, method: str) -> list[ExampleCall]:
    """Return the calls that the examples of an operation show, of which its documentation shows the first.

    First come the keys of its own inputs, in their order, then the call without inputs, if it needs none, then the keys
    that it shares with other operations. A required input that lacks a key has its first example in that call.
    """
    sources = list(_sources(document, path, method))
    own = [key for source in sources if not source.shared for key in source.examples]
    empty = [] if any(source.required for source in sources) else [""]
    keys = dict.fromkeys([*own, *empty, *(key for source in sources for key in source.examples)])
    caller = document["paths"][path][method].get("x-example-caller", USER)
    listed = [_call(key, sources, caller) for key in keys]
    # The key of a shared input that is required makes no further call where each call has that input.
    sent = [(call.path, call.query, call.headers, call.body) for call in listed]
    return [call for at, call in enumerate(listed) if sent[at] not in sent[:at]]


def _call(key: str, sources: list[_Source], caller: str) -> ExampleCall:
    values = {(source.place, source.name): source.value(key) for source in sources}
    parts = {
        place: {name: value for (where, name), value in values.items() if where == place and value is not None}
        for place in ("path", "query", "header")
    }
    return ExampleCall(key, caller, parts["path"], parts["query"], values.get(("body", "")), parts["header"])


def faults(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield a fault for each value that its schema refuses, and for each required input without an example."""
    resources: list[Any] = [("urn:spec", document)]
    registry = jsonschema_rs.Registry(resources, draft=jsonschema_rs.Draft202012)
    checked = set[Steps]()
    for path, method, operation in operations(document):
        for source in _sources(document, path, method):
            if source.required and not source.examples:
                yield f"{operation['operationId']}: {source.name or 'its body'} is required, and has no example"
            if source.examples and source.pointer not in checked:
                checked.add(source.pointer)
                yield from _refused(source, registry)


def _refused(source: _Source, registry: jsonschema_rs.Registry) -> Iterator[str]:
    reference = {"$ref": f"urn:spec{quote(_pointer([*source.pointer, 'schema']), safe='#/')}"}
    validator = jsonschema_rs.Draft202012Validator(reference, registry=registry, validate_formats=True)
    for key, node in source.examples.items():
        for error in validator.iter_errors(node["value"]):
            place = _pointer([*source.pointer, "examples", key, "value", *error.instance_path])
            yield f"{place}: {error.message}"


def shown_secrets(service: Service, placeholders: Collection[str]) -> Iterator[str]:
    """Yield a fault for each secret in an example that is not one of the placeholders."""
    for operation in service.operations:
        named = {parameter.name: parameter for parameter in operation.parameters}
        for example in operation.examples:
            for name, value in example.values:
                parameter = named[name]
                secrets = [value] if parameter.secret else _secrets(parameter.type.without_null(), value, service)
                if any(secret not in placeholders for secret in secrets if isinstance(secret, str)):
                    where = f"{operation.id}: the example {example.key} of {parameter.wire}"
                    yield f"{where} is a secret, and none of the placeholders of spec/secrets.toml"


def _secrets(kind: Type, value: Any, service: Service) -> Iterator[Any]:
    """Yield the values of the secret fields of a value, at any depth."""
    if isinstance(value, list):
        inner = kind.of[0].without_null() if kind.kind == "list" else kind
        for item in cast("list[object]", value):
            yield from _secrets(inner, item, service)
    elif isinstance(value, dict):
        fields = {field.wire: field for record in _records(kind, service) for field in record.fields}
        for wire, item in cast("dict[str, Any]", value).items():
            if wire in fields and fields[wire].secret:
                yield from item.values() if isinstance(item, dict) else [item]
            elif wire in fields:
                yield from _secrets(fields[wire].type.without_null(), item, service)
            elif kind.kind == "map":
                yield from _secrets(kind.of[0].without_null(), item, service)


def _records(kind: Type, service: Service) -> Iterator[Record]:
    yield from service.arms(kind)
    if kind.kind == "anyof":
        for part in kind.of:
            yield from _records(part, service)


def without_examples(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document without its examples, which state nothing: what is generated from its statements needs none."""
    bare = dict(document)
    bare["paths"] = {
        path: {method: _bare_operation(operation) for method, operation in item.items()}
        for path, item in document["paths"].items()
    }
    if "components" in document:
        components: dict[str, Any] = {**document["components"]}
        for part, strip in (("parameters", _bare_parameter), ("requestBodies", _bare_body)):
            if part in components:
                components[part] = {name: strip(node) for name, node in components[part].items()}
        bare["components"] = components
    return bare


def operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the operations of a document, each after its path and its method."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def _bare_operation(operation: dict[str, Any]) -> dict[str, Any]:
    bare = {key: value for key, value in operation.items() if key != "x-example-caller"}
    if "parameters" in bare:
        bare["parameters"] = [_bare_parameter(parameter) for parameter in bare["parameters"]]
    if "requestBody" in bare:
        bare["requestBody"] = _bare_body(bare["requestBody"])
    return bare


def _bare_parameter(parameter: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in parameter.items() if key != "examples"}


def _bare_body(body: dict[str, Any]) -> dict[str, Any]:
    if "content" not in body:
        return body
    return {**body, "content": {media: _bare_parameter(node) for media, node in body["content"].items()}}


def _sources(document: Mapping[str, Any], path: str, method: str) -> Iterator[_Source]:
    """Yield the parameters and the body of an operation."""
    operation, where = document["paths"][path][method], ("paths", path, method)
    for index, listed in enumerate(operation.get("parameters", ())):
        pointer, node = _resolved(document, listed, (*where, "parameters", index))
        required, shared = node.get("required", False), node is not listed
        yield _Source(node["in"], node["name"], required, shared, pointer, _examples(node))
    if listed := operation.get("requestBody"):
        pointer, node = _resolved(document, listed, (*where, "requestBody"))
        media, content = next(iter(node["content"].items()))
        required, shared = node.get("required", False), node is not listed
        yield _Source("body", "", required, shared, (*pointer, "content", media), _examples(content))


def _examples(node: Mapping[str, Any]) -> dict[str, Any]:
    return cast("dict[str, Any]", node.get("examples", {}))


def _resolved(document: Mapping[str, Any], node: dict[str, Any], pointer: Steps) -> tuple[Steps, dict[str, Any]]:
    if "$ref" not in node:
        return pointer, node
    steps = node["$ref"].removeprefix("#/").split("/")
    target: Any = document
    for step in steps:
        target = target[step]
    return tuple(steps), target


def _pointer(steps: Iterable[str | int]) -> str:
    return "/".join(["#", *(str(step).replace("~", "~0").replace("/", "~1") for step in steps)])
