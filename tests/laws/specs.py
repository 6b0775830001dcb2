"""The specs, read without the generator, so that its faults cannot hide.

Tests read a spec when they run. If a module read one when it is imported, each worker of pytest-xdist would read it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from tests.laws.tree import ROOT

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The loader in C is ten times as fast; PyYAML has none on some platforms."""


@cache
def document(service: str) -> Any:
    """Return the spec of a service."""
    return yaml.load((ROOT / "spec" / f"{service}.yaml").read_text("utf-8"), LOADER)


def operations(service: str) -> list[Any]:
    """Return the operations of a service."""
    return [operation for path in document(service)["paths"].values() for operation in path.values()]


def operation_ids(service: str) -> list[str]:
    """Return the ids of the operations of a service, which are the paths of their methods."""
    return [operation["operationId"] for operation in operations(service)]


@cache
def inputs(service: str) -> dict[str, set[str]]:
    """Return the inputs of each operation by its id, in the notation of a rule's `inputs`."""
    named: dict[str, set[str]] = {}
    for item in document(service)["paths"].values():
        for operation in (operation for method, operation in item.items() if method != "parameters"):
            listed = [*item.get("parameters", []), *operation.get("parameters", [])]
            parameters = [resolved(service, parameter) for parameter in listed]
            names = named[operation["operationId"]] = {f"{one['in']}.{one['name']}" for one in parameters}
            if "requestBody" in operation:
                [media, *_] = resolved(service, operation["requestBody"])["content"].values()
                names |= {f"body.{name}" for name in properties(service, media["schema"])}
    return named


def properties(service: str, schema: Any) -> set[str]:
    """Return the properties of a schema and its parts."""
    node = resolved(service, schema)
    parts = [*node.get("allOf", []), *node.get("oneOf", []), *node.get("anyOf", [])]
    return {*node.get("properties", {}), *(name for part in parts for name in properties(service, part))}


def resolved(service: str, node: Any) -> Any:
    """Return the target of a node's references."""
    while "$ref" in node:
        node = at(document(service), node["$ref"].removeprefix("#"))
    return node


def at(node: Any, pointer: str) -> Any:
    """Return the part of a document at a JSON pointer."""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        node = node[int(name) if isinstance(node, list) else name]
    return node
