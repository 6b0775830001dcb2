"""An OpenAPI document: its operations, its schemas, and what its answers are made of."""

from collections.abc import Iterator, Mapping
from typing import Any

Node = Mapping[str, Any]

JSON = "application/json"


class Document:
    """A spec as it was loaded.

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
        """Follow references; what stands beside one comes first."""
        beside = {key: value for key, value in node.items() if key != "$ref"}
        return {**self.resolve(self.target(node)), **beside} if "$ref" in node else node

    def target(self, node: Node) -> Node:
        """Return what a reference leads to."""
        found = self.raw
        for step in node["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        return found

    def bases(self, name: str) -> list[str]:
        """Return the names of the schemas that a schema extends."""
        return [named(part) for part in self.schemas[name].get("allOf", []) if "$ref" in part]

    def parts(self, schema: Node) -> Iterator[Node]:
        """Yield a schema behind all that it extends."""
        for part in schema.get("allOf", []):
            yield from self.parts(self.resolve(part))
        yield schema

    def body(self, operation: Node) -> tuple[Node, Node]:
        """Return the request body of an operation, and the schema of its JSON form; both are empty if it has none."""
        body = self.resolve(operation.get("requestBody", {}))
        return body, body.get("content", {}).get(JSON, {}).get("schema", {})

    def answers(self) -> set[str]:
        """Return the names of all schemas that are a part of some answer."""
        responses = [self.resolve(each) for _, operation in self.operations for each in operation["responses"].values()]
        waiting, found = [name for each in responses for name in references(each)], set[str]()
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += references(self.schemas[name])
        return found

    def structure(self) -> Iterator[tuple[str, str]]:
        """Yield the fields by which a client takes an answer apart.

        They are a union's tag, the way to the value, and what tells the object of `x-unwrapped` from any other object
        where it may come alone and is not itself the value.
        """
        for union in self.schemas.values():
            if "discriminator" in union:
                yield from ((named(each), union["discriminator"]["propertyName"]) for each in union["oneOf"])
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
    """Return the names of the schemas that are referred to, below a node."""
    if isinstance(node, Mapping):
        here = [named(node)] if "/schemas/" in node.get("$ref", "") else []
        return here + [name for key, each in node.items() if key != "mapping" for name in references(each)]
    return [name for each in node for name in references(each)] if isinstance(node, list) else []


def structured(schema: Node) -> bool:
    """Whether a schema has fields of its own, or variants that have."""
    return not schema.keys().isdisjoint({"properties", "allOf", "discriminator"})


def named(node: Node) -> str:
    """Return the name that a reference leads to."""
    name: str = node.get("$ref", "").rpartition("/")[2]
    return name
