"""The specs of the services, as OpenAPI documents."""

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, cast

import orjson

JsonObject = dict[str, Any]
"""A JSON object, as every document, record and body is one."""


METHODS = ("get", "put", "post", "delete", "patch")
"""The keys of a path that are operations."""

_ASSUMED_REQUIRED = "x-assumed-required"


def spec(service: str, *, as_kept: bool = False) -> JsonObject:
    """Return the spec of a service, an OpenAPI 3.1 document; each call returns a new copy.

    Parts that the contract does not state are marked with `x-assumed` and the reason.

    >>> spec("chat")["paths"]["/conversations"]["get"]["operationId"]
    'conversations.list'
    >>> "created_at" in spec("chat", as_kept=True)["components"]["schemas"]["Conversation"]["required"]
    True

    Args:
        service: The service.
        as_kept: Return the document that a stub keeps with its default settings, for tools that know OpenAPI alone,
            such as a fuzzer. The fields that are only assumed to be always sent are required, since a stub requires and
            sends them; an optional body may be null; and no server is named, so that no tool sends its requests to the
            public service by mistake.

    Raises:
        ValueError: There is no such service.
    """
    folder = files("trivet_stubs").joinpath("contracts")
    services = sorted(file.name.removesuffix(".json") for file in folder.iterdir() if file.name.endswith(".json"))
    if service not in services:
        raise ValueError(f"service: {service!r} has no spec; the services are {', '.join(services)}")
    document: JsonObject = orjson.loads(folder.joinpath(f"{service}.json").read_bytes())
    return kept(document) if as_kept else document


def kept(document: JsonObject) -> JsonObject:
    """Return a copy of a spec as a stub keeps it: see `spec`.

    >>> kept(spec("bus")) == spec("bus", as_kept=True)
    True
    """
    copy: JsonObject = with_assumed_required(document)
    copy.pop("servers", None)
    for path_item in copy["paths"].values():
        for method in path_item.keys() & {*METHODS}:
            body: JsonObject = path_item[method].get("requestBody", {})
            if body and not body.get("required"):
                for content in body["content"].values():
                    content["schema"] = {"anyOf": [content["schema"], {"type": "null"}]}
    return copy


def with_assumed_required(value: Any) -> Any:
    """Return a copy of a document whose schemas also require the fields that their `x-assumed-required` lists.

    >>> with_assumed_required({"required": ["id"], "x-assumed-required": ["name"]})["required"]
    ['id', 'name']
    """
    if isinstance(value, list):
        return [with_assumed_required(element) for element in cast(Sequence[Any], value)]
    if not isinstance(value, dict):
        return value
    schema = {key: with_assumed_required(member) for key, member in cast(JsonObject, value).items()}
    assumed: Any = schema.get(_ASSUMED_REQUIRED)
    if isinstance(assumed, list):  # among `properties` it would be the schema of a field with this name
        schema["required"] = [*schema.get("required", []), *assumed]
    return schema


def resolve(document: JsonObject, node: JsonObject) -> JsonObject:
    """Return the target of a node's reference, or the node itself if it has no reference.

    >>> resolve(spec("bus"), {"$ref": "#/components/schemas/BusStop"})["type"]
    'object'
    """
    while "$ref" in node:
        target: Any = document
        for key in target_of(node):
            target = target[key]
        node = target
    return node


def target_of(node: JsonObject) -> tuple[str, ...]:
    """Return the keys of a node's reference, from the root of its document.

    >>> target_of({"$ref": "#/components/schemas/BusStop"})
    ('components', 'schemas', 'BusStop')
    """
    reference: str = node["$ref"]
    return tuple(reference.removeprefix("#/").split("/"))
