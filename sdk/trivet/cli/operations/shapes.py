"""JSON values as the records that the client's methods take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from importlib import import_module
from typing import Any, Literal, get_args

from attrs import fields

from trivet import Record
from trivet._core.converter import faults, structure
from trivet._core.record import extra
from trivet._core.wire import has_form
from trivet.cli.failures import UsageError
from trivet.cli.output.fields import unknown

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
        UsageError: The value does not fit, or an object in it has a key that the contract does not name. The message
            says where, and shows no value, which may be a secret.
    """
    kind = type_of(shape, service)
    if kind is Any:
        return value
    wrong = faults(value, kind)
    if wrong:
        raise UsageError(f"{option}: {'; '.join(_by_wire(each, kind) for each in wrong[:3])}")
    made = structure(value, kind)
    for record in _records_of(made):
        for name in extra(record):
            raise UsageError(unknown(f"{option}: there is no key", name, list(record.wire_names_)))
    return made


def _records_of(made: Any) -> Iterator[Record]:
    """Yield the records that a value is or holds."""
    if isinstance(made, Record):
        yield made
        inside: Iterable[Any] = (getattr(made, name) for name in made.wire_names_.values())
    else:
        inside = made.values() if has_form(made, dict) else made if has_form(made, list) else ()
    for each in inside:
        yield from _records_of(each)


def _by_wire(fault: str, kind: Any) -> str:
    """Return a fault whose place has the contract's names, which the user wrote, and not those of attributes."""
    what, at, path = fault.rpartition(" @ $")
    if not at:
        return fault
    for name in re.findall(r"\.(\w+)", path):
        cls = next((each for each in _records(kind) if name in each.wire_names_.values()), None)
        if cls is None:
            break
        [wire] = [wire for wire, attribute in cls.wire_names_.items() if attribute == name]
        path = re.sub(rf"\.{name}(?=[.\[]|$)", f".{wire}", path, count=1)
        kind = next(each.type for each in fields(cls) if each.name == name)
    return f"{what} @ ${path}"


def _records(kind: Any) -> list[type[Record]]:
    """Return the records that a type is made of."""
    if isinstance(kind, type) and issubclass(kind, Record):
        return [kind]
    return [found for each in get_args(kind) for found in _records(each)]


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
        return Any if Any in inner else _either(inner)
    if kind == "literal":
        return _either([Literal[tuple(shape["values"])], *dict.fromkeys(map(type, shape["values"]))])
    return _PLAIN[kind]


def _either(kinds: Sequence[Any]) -> Any:
    return reduce(lambda one, other: one | other, kinds)
