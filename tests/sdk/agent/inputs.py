"""Every operation with its inputs, read from the stub's contract and not from the client."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from importlib import resources
from operator import attrgetter
from typing import Any

from trivet.agent import ApiCredential, Config, McpLocalConfig, Prompt, QuestionResponse

DOCUMENT = json.loads(resources.files("trivet_stubs").joinpath("contracts", "agent.json").read_text("utf-8"))
RECORDS: dict[str, Any] = {
    "Config": Config(username="eve"),
    "Credential": ApiCredential(type="api", key="k"),
    "McpServerConfig": McpLocalConfig(type="local", command="new"),
    "Prompt": Prompt(text="Go."),
    "QuestionResponse": QuestionResponse(answers=[["So."]]),
}
"""An example of each record that an operation requires."""


@dataclass(frozen=True)
class Input:
    """One input: its resolved schema, and the name of the schema that it refers to."""

    wire: str
    place: str
    required: bool
    schema: dict[str, Any]
    target: str

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name of the method's argument."""
        return re.sub("(?<=[a-z])(?=[A-Z])", "_", self.wire).lower()

    @property
    def identifies(self) -> bool:
        """Whether it is a part of the path, or of a type that the contract calls an identifier."""
        return self.place == "path" or self.wire.endswith("ID")

    @property
    def choices(self) -> list[str]:
        """The values that the contract lists."""
        return [] if "x-assumed" in self.schema else self.schema.get("enum", [])

    @property
    def example(self) -> Any:
        """A valid value."""
        if self.target in RECORDS:
            return RECORDS[self.target]
        return (
            self.schema["enum"][0] if "enum" in self.schema else {"string": "x", "boolean": True}[self.schema["type"]]
        )


@dataclass(frozen=True)
class Operation:
    """One operation: its id, its kind of context and its inputs, except for the inputs of its context."""

    id: str
    context: str
    inputs: tuple[Input, ...]

    def __str__(self) -> str:
        return self.id

    def call(self, client: Any, **arguments: Any) -> Any:
        """Call the method with these arguments and the other required ones."""
        needed = {parameter.name: parameter.example for parameter in self.inputs if parameter.required}
        result = attrgetter(self.id)(client)(**{**needed, **arguments})
        return result.all() if hasattr(result, "all") else result


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in node:
        return node
    target = reduce(lambda part, step: part[step], node["$ref"].removeprefix("#/").split("/"), DOCUMENT)
    return {**resolved(target), **{key: value for key, value in node.items() if key != "$ref"}}


def input_of(wire: str, place: str, schema: dict[str, Any], *, required: bool) -> Input:
    return Input(wire, place, required, resolved(schema), schema.get("$ref", "").rpartition("/")[2])


def inputs(operation: dict[str, Any]) -> Iterator[Input]:
    context = {"directory", "workspace"} if operation["x-context"] == "request" else set()
    for parameter in map(resolved, operation.get("parameters", [])):
        if parameter["in"] == "path" or parameter["name"] not in context:
            required = parameter.get("required", False)
            yield input_of(parameter["name"], parameter["in"], parameter["schema"], required=required)
    if "requestBody" in operation:
        body = resolved(operation["requestBody"]["content"]["application/json"]["schema"])
        for wire, schema in body["properties"].items():
            yield input_of(wire, "body", schema, required=wire in body.get("required", []))


OPERATIONS = [
    Operation(operation["operationId"], operation["x-context"], tuple(inputs(operation)))
    for item in DOCUMENT["paths"].values()
    for operation in item.values()
]


def chosen(condition: Callable[[Input], object]) -> list[tuple[Operation, Input]]:
    """Return the inputs for which a condition is true, each with its operation."""
    return [
        (operation, parameter) for operation in OPERATIONS for parameter in operation.inputs if condition(parameter)
    ]
