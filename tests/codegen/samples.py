"""The inputs of some calls of each operation as wire values: its examples, and the boundaries of its inputs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from codegen.read.ir import Operation, Parameter
from codegen.write.examples import is_positional

AWKWARD = "a/b c?d#e%f&ü+="
"""A text with the characters that have a meaning in a URL."""

Sample = dict[str, Any]

NESTED: dict[str, Sample] = {
    "auth.update": {"accountID": "a", "credential": {"type": "oauth", "refresh": "r", "access": "a", "expires": 1.5}},
    "question.reply": {"questionID": "que_1", "response": {"answers": [["a", "b"], []]}},
    "workspace.create": {"type": "t", "metadata": {"a": [1, {"b": None}]}},
}
"""Values inside of records, which the stubs need not accept."""


def samples(operation: Operation) -> list[Sample]:
    """Return the calls of an operation, each once."""
    wires = {parameter.name: parameter.wire for parameter in operation.parameters}
    shown = [{wires[name]: value for name, value in example.values} for example in operation.examples]
    listed = [
        *shown,
        *_boundaries(operation, {wire: value for call in reversed(shown) for wire, value in call.items()}),
    ]
    return [sample for at, sample in enumerate(listed) if sample not in listed[:at]]


def _boundaries(operation: Operation, values: Sample) -> Iterator[Sample]:
    """Yield the required inputs alone, and all inputs with their least values, their greatest ones, and null."""
    yield {parameter.wire: values[parameter.wire] for parameter in operation.parameters if parameter.required}
    for change in (_least, _greatest, _null):
        yield {parameter.wire: change(parameter, values[parameter.wire]) for parameter in operation.parameters}


def _least(parameter: Parameter, value: Any) -> Any:
    checks, kind = dict(parameter.checks), parameter.type.without_null()
    match kind.kind:
        case "bool":
            return False
        case "int" | "float":
            return checks.get("minimum", 0)
        case "literal":
            return kind.values[0]
        case "str" if not checks and not is_positional(parameter) and not _is_uuid(value):
            return ""
        case "list" if parameter.place == "body":
            return []
        case _:
            return value


def _greatest(parameter: Parameter, value: Any) -> Any:
    checks, kind = dict(parameter.checks), parameter.type.without_null()
    match kind.kind:
        case "bool":
            return True
        case "int":
            return checks.get("maximum", 2**53)
        case "float":
            return checks.get("maximum", 1.5)
        case "literal":
            return kind.values[-1]
        case "str" if not checks.keys() - {"max_length"} and not _is_uuid(value):
            return AWKWARD[: checks.get("max_length")]
        case _:
            return value


def _is_uuid(value: Any) -> bool:
    """Return whether an input may have to be a UUID, which the contract does not state of all that are."""
    return re.fullmatch("[0-9a-f-]{36}", value or "") is not None


def _null(parameter: Parameter, value: Any) -> Any:
    return None if parameter.place == "body" and parameter.type.nullable and not parameter.required else value
