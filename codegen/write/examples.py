"""The first example of an operation as source: the call in its docstring, and the words of its command."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from ..naming import identifier
from ..read.ir import Operation, Parameter, Record, Service, Type
from .python import WIDTH

_INDENT = 8
"""The indentation of the docstring of a method."""
_FORMS = {"list": list, "map": dict, "record": dict, "union": dict}


def example(operation: Operation, service: Service) -> str:
    """Return the lines of a docstring that call the method of an operation."""
    after = ".all()" if operation.paging else ""
    line = f">>> await {call(operation, service)}{after}"
    if len(line) <= WIDTH - _INDENT:
        return line
    listed = _arguments(operation, service, {})
    together = f"...     {', '.join(listed)}"
    arguments = [together] if len(together) <= WIDTH - _INDENT else [f"...     {argument}," for argument in listed]
    return "\n".join([f">>> await client.{operation.id}(", *arguments, f"... ){after}"])


def call(operation: Operation, service: Service, names: Mapping[str, str] | None = None) -> str:
    """Return the call of an operation's method as source.

    Args:
        operation: The operation.
        service: Its service.
        names: The arguments of a hand-written method by the wire names of inputs, where the names differ.
    """
    return f"client.{operation.id}({', '.join(_arguments(operation, service, names or {}))})"


def is_positional(parameter: Parameter) -> bool:
    """Return whether an input identifies the resource, and is therefore positional."""
    return parameter.required and parameter.place in ("path", "query")


def shown_values(operation: Operation) -> list[tuple[Parameter, Any]]:
    """Return the inputs of an operation's first example, with their values."""
    values = dict(operation.examples[0].values)
    return [(parameter, values[parameter.name]) for parameter in operation.parameters if parameter.name in values]


def word(parameter: Parameter, value: Any) -> str:
    """Return the value of an input as a word of a command line."""
    if parameter.type.without_null().kind in ("file", "octets"):
        return f"{parameter.wire}.bin"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _arguments(operation: Operation, service: Service, names: Mapping[str, str]) -> list[str]:
    shown = [(parameter, _argument(parameter, value, service)) for parameter, value in shown_values(operation)]
    identity = [text for parameter, text in shown if is_positional(parameter)]
    keywords = [
        f"{identifier(names.get(parameter.wire, parameter.name))}={text}"
        for parameter, text in shown
        if not is_positional(parameter)
    ]
    return [*identity, *keywords]


def _argument(parameter: Parameter, value: Any, service: Service) -> str:
    if parameter.type.without_null().kind in ("file", "octets"):
        return f"Path({json.dumps(word(parameter, value))})"
    return _source(parameter.type, value, service)


def _source(kind: Type, value: Any, service: Service) -> str:
    """Return a value as source: an object as the call of its record."""
    kind = kind.without_null()
    if kind.kind == "anyof":
        kind = next((part for part in kind.of if isinstance(value, _FORMS.get(part.kind, ()))), Type("any"))
    if kind.kind == "datetime":
        return f"datetime.fromisoformat({json.dumps(value)})"
    if isinstance(value, list):
        inner = kind.of[0] if kind.kind == "list" else Type("any")
        return f"[{', '.join(_source(inner, item, service) for item in cast('list[object]', value))}]"
    if isinstance(value, dict):
        node = cast("dict[str, Any]", value)
        if kind.kind in ("record", "union"):
            return _record(_arm(kind, node, service), node, service)
        inner = kind.of[0] if kind.kind == "map" else Type("any")
        return (
            "{" + ", ".join(f"{json.dumps(key)}: {_source(inner, item, service)}" for key, item in node.items()) + "}"
        )
    return repr(value) if value is None or isinstance(value, bool) else json.dumps(value, ensure_ascii=False)


def _arm(kind: Type, value: Mapping[str, Any], service: Service) -> Record:
    if kind.kind == "record":
        return service.record(kind.name)
    union = next(union for union in service.unions if union.name == kind.name)
    return service.record(dict(union.variants)[value[union.tag]])


def _record(record: Record, value: Mapping[str, Any], service: Service) -> str:
    """Return the call of a record; its fields are its arguments."""
    arguments = [
        f"{identifier(field.name)}={_source(field.type, value[field.wire], service)}"
        for field in record.fields
        if field.wire in value
    ]
    return f"{record.name}({', '.join(arguments)})"
