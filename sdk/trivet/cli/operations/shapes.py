"""JSON values as the records that the client's methods take."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import reduce
from importlib import import_module
from operator import or_
from typing import Any, Literal

from trivet._core.strict import faults, structure
from trivet.cli.failures import UsageError

__all__ = ["of_json", "type_of"]

_PLAIN: Mapping[str, Any] = {
    "any": Any,
    "bool": bool,
    "datetime": datetime,
    "float": float,
    "int": int,
    "null": None,
    "str": str,
}


def of_json(option: str, value: Any, shape: Mapping[str, Any], service: str) -> Any:
    """Return what a method takes for a JSON value.

    >>> of_json("--size", {"columns": 80, "rows": 24}, {"kind": "record", "name": "PtySize"}, "agent")
    PtySize(columns=80, rows=24)

    Args:
        option: The option, for messages.
        value: The value, by the contract's names.
        shape: The type, as the table of the service has it.
        service: The service whose records these are.

    Raises:
        UsageError: The value does not fit; the message says where, and shows nothing of it, as it may be a secret.
    """
    kind = type_of(shape, service)
    if kind is Any:
        return value
    wrong = faults(value, kind)
    if wrong:
        raise UsageError(f"{option}: {'; '.join(wrong[:3])}")
    return structure(value, kind)


def type_of(shape: Mapping[str, Any], service: str) -> Any:
    """Return the type that a shape describes; its records are imported."""
    kind: str = shape["kind"]
    if kind in ("record", "union"):
        return getattr(import_module(f"trivet.{service}"), shape["name"])
    inner = [type_of(each, service) for each in shape.get("of", ())]
    if kind == "list":
        return list[inner[0]]  # type: ignore[valid-type]
    if kind == "map":
        return dict[str, inner[0]]  # type: ignore[valid-type]
    if kind == "anyof":
        return Any if Any in inner else reduce(or_, inner)
    if kind == "literal":
        return reduce(or_, {type(each) for each in shape["values"]}, Literal[tuple(shape["values"])])
    return _PLAIN[kind]
