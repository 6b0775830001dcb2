"""An OpenAPI document: its operations, its schemas, and the structure of its answers."""

from collections.abc import Iterator, Mapping
from typing import Any

Node = Mapping[str, Any]

JSON = "application/json"


class Document:
    """A parsed spec.

    Attributes:
        operations: Each operation with its method and path, `GET /stops`.
        schemas: All named schemas.
    """

    def __init__(self, raw: Node) -> None:
        self.raw = raw
        self.schemas: dict[str, Node] = raw.get("components", {}).get("schemas", {})
        self.operations = [
            (f"{method.upper()} {path}", operation)
            for path, item in raw["paths"].items()
            for method, operation in item.items()
        ]

    def resolve(self, node: Node) -> Node:
        """Follow references; keys next to a reference take precedence."""
        beside = {key: value for key, value in node.items() if key != "$ref"}
        return {**self.resolve(self.target(node)), **beside} if "$ref" in node else node

    def target(self, node: Node) -> Node:
        """Return the node to which a reference leads."""
        target = self.raw
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        return target

    def bases(self, name: str) -> list[str]:
        """Return the names of the schemas that a schema extends."""
        return [named(part) for part in self.schemas[name].get("allOf", []) if "$ref" in part]

    def parts(self, schema: Node) -> Iterator[Node]:
        """Yield the schemas that a schema extends, and then the schema itself."""
        for part in schema.get("allOf", []):
            yield from self.parts(self.resolve(part))
        yield schema

    def body(self, operation: Node) -> tuple[Node, Node]:
        """Return the request body of an operation and its JSON schema; both are empty if there is no body."""
        body = self.resolve(operation.get("requestBody", {}))
        return body, body.get("content", {}).get(JSON, {}).get("schema", {})

    def answers(self) -> set[str]:
        """Return the names of all schemas that are a part of an answer."""
        responses = [
            self.resolve(response) for _, operation in self.operations for response in operation["responses"].values()
        ]
        waiting, names = [name for response in responses for name in references(response)], set[str]()
        while waiting:
            name = waiting.pop()
            if name not in names:
                names.add(name)
                waiting += references(self.schemas[name])
        return names

    def structure(self) -> Iterator[tuple[str, str]]:
        """Yield the fields that a client needs to interpret an answer.

        They are the tag of a union, the fields on the path to the value, and the fields by which a client recognizes
        the object of `x-unwrapped`, if this object may come alone and is not itself the value.
        """
        for union in self.schemas.values():
            if "discriminator" in union:
                yield from ((named(variant), union["discriminator"]["propertyName"]) for variant in union["oneOf"])
        for _, operation in self.operations:
            paging = operation.get("x-paging", {})
            leading = [operation.get(key) for key in ("x-value", "x-unwrapped")] + [paging.get("items")]
            for name in self._contents(operation):
                yield from ((name, wire) for wire in leading if wire)
                if "x-unwrapped" in operation and "x-value" not in operation:
                    alone = self.schemas[name].get("properties", {}).get(operation["x-unwrapped"], {})
                    yield from ((named(alone), wire) for wire in self.resolve(alone).get("required", []))
                items = self.schemas[name].get("properties", {}).get(paging.get("items"), {}).get("items", {})
                for item in self.resolve(items).get("oneOf", [items]):
                    yield from ((named(item), key) for key in paging.get("key", []))

    def _contents(self, operation: Node) -> Iterator[str]:
        for response in map(self.resolve, operation["responses"].values()):
            for content in response.get("content", {}).values():
                if name := named(content.get("schema", {})):
                    yield name


def references(node: Any) -> list[str]:
    """Return the names of the schemas to which a node refers at any depth."""
    if isinstance(node, Mapping):
        here = [named(node)] if "/schemas/" in node.get("$ref", "") else []
        return here + [name for key, value in node.items() if key != "mapping" for name in references(value)]
    return [name for item in node for name in references(item)] if isinstance(node, list) else []


def structured(schema: Node) -> bool:
    """Whether a schema, or one of its variants, has fields."""
    return not schema.keys().isdisjoint({"properties", "allOf", "discriminator"})


def named(node: Node) -> str:
    """Return the name of the schema to which a reference leads."""
    name: str = node.get("$ref", "").rpartition("/")[2]
    return name
