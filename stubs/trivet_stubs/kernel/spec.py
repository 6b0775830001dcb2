"""The specs of the services, as OpenAPI documents."""

from importlib.resources import files
from typing import Any

import orjson

JsonObject = dict[str, Any]
"""A JSON object, as every document, record and body is one."""


def spec(service: str) -> JsonObject:
    """Return the spec of a service, an OpenAPI 3.1 document; each call returns a new copy.

    Parts that the contract does not state are marked with `x-assumed` and the reason.

    >>> spec("chat")["paths"]["/conversations"]["get"]["operationId"]
    'conversations.list'

    Raises:
        ValueError: There is no such service.
    """
    folder = files("trivet_stubs").joinpath("contracts")
    services = sorted(file.name.removesuffix(".json") for file in folder.iterdir() if file.name.endswith(".json"))
    if service not in services:
        raise ValueError(f"service: {service!r} has no spec; the services are {', '.join(services)}")
    document: JsonObject = orjson.loads(folder.joinpath(f"{service}.json").read_bytes())
    return document


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
