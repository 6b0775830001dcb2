"""An example of a call of each operation, with plausible arguments, for the method's docstring."""

from __future__ import annotations

import json
import re

from ..read.ir import Operation, Parameter, Type
from .checks import is_positional

__all__ = ["call", "example", "word"]

_TEXTS = {
    "BusStopCode": "83139",
    "ServiceNo": "15",
    "Date": "202605",
    "content": "Hello",
    "path": "README.md",
    "directory": "/srv/project",
    "search": "report",
    "title": "A title",
}
"""Plausible texts by wire name."""


def example(operation: Operation) -> str:
    """One line that calls the method of an operation with what it requires, or with one of its filters."""
    return f">>> await {call(operation)}{'.all()' if operation.paging else ''}"


def call(operation: Operation) -> str:
    """The call of the method of an operation, as source."""
    identity = [_value(each) for each in operation.parameters if is_positional(each)]
    keywords = [each for each in operation.parameters if each.required and not is_positional(each)]
    if not identity and not keywords:
        filters = [each for each in operation.parameters if each.place == "query" and each.wire in _TEXTS]
        keywords = filters[:1]
    arguments = ", ".join([*identity, *(f"{each.name}={_value(each)}" for each in keywords)])
    return f"client.{operation.id}({arguments})"


def word(parameter: Parameter) -> str:
    """A plausible value of an input, as it is written on a command line; empty for one that is no single word."""
    kind = parameter.type.without_null().kind
    if kind not in ("bool", "float", "int", "literal", "str"):
        return ""
    return str(json.loads(_value(parameter).replace("True", "true")))


def _value(parameter: Parameter) -> str:
    kind = parameter.type.without_null()
    if parameter.wire in _TEXTS and kind.kind == "str":
        return json.dumps(_TEXTS[parameter.wire])
    return _plausible(parameter, kind)


def _plausible(parameter: Parameter, kind: Type) -> str:
    rules = dict(parameter.checks)
    match kind.kind:
        case "str" if "uuid" in rules:
            return json.dumps("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001")
        case "str":
            return json.dumps(_text(parameter))
        case "literal":
            return json.dumps(kind.values[0])
        case "bool":
            return "True"
        case "int" | "float":
            return json.dumps(rules.get("minimum", 1))
        case "datetime":
            return "datetime.now(UTC)"
        case "list":
            inner = _plausible(parameter, kind.of[0].without_null())
            return f"[{inner}]"
        case "map":
            return "{}"
        case "record" | "union":
            return re.sub(r"_$", "", parameter.name)
        case "anyof":
            return _plausible(parameter, kind.of[0])
        case _:
            return "None"


def _text(parameter: Parameter) -> str:
    """The wire name in words: `sessionID` to `ses_1`, `name` to `name`."""
    stem = re.sub(r"_?I[Dd]$|_id$", "", parameter.wire)
    return f"{stem[:3].lower()}_1" if stem != parameter.wire else parameter.wire.lower()
