"""The specs of the services, as OpenAPI documents."""

from importlib.resources import files
from typing import Any

import orjson

JsonObject = dict[str, Any]
"""A JSON object, as every document, record and body is one."""


def spec(service: str) -> JsonObject:
    """Return the spec of a service, an OpenAPI 3.1 document: a copy of its own for each call.

    What the contract does not state is marked with `x-assumed` and the reason.

    >>> spec("chat")["paths"]["/conversations"]["get"]["operationId"]
    'conversations.list'

    Raises:
        ValueError: There is no such service.
    """
    folder = files("trivet_stubs").joinpath("contracts")
    services = sorted(each.name.removesuffix(".json") for each in folder.iterdir() if each.name.endswith(".json"))
    if service not in services:
        raise ValueError(f"service: {service!r} has no spec; there are those of {', '.join(services)}")
    document: JsonObject = orjson.loads(folder.joinpath(f"{service}.json").read_bytes())
    return document
