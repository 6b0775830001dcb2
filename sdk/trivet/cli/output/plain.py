"""Records as plain data: mappings, lists, text and numbers, by the names of the Python attributes."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Any

from trivet import UNSET, Record, Unknown, extra
from trivet._core.wire import has_form as is_a

__all__ = ["MISSING", "field_names", "plain", "read", "secret_names"]


class _Missing:
    """The type of `MISSING`."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()
"""The value of a field that a record does not have; None is a value of the service."""

_DEEPEST = 100
"""Levels of nesting that are shown; an object that contains itself has no end."""


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value as JSON, CSV and YAML can write it.

    >>> plain(BusStop(bus_stop_code="28301", ...))
    {'bus_stop_code': '28301', ...}

    The fields of a record have the names of its attributes, and those that no contract names their wire names. What the
    service did not send is left out. Times are written as ISO 8601, durations in seconds, bytes in base64.
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Enum):
        return plain(value.value, depth)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, bytes | bytearray):
        return b64encode(value).decode()
    if depth >= _DEEPEST:
        return "..."
    names = field_names(value)
    if names is not None:
        found = ((name, read(value, name)) for name in names)
        return {name: plain(each, depth + 1) for name, each in found if each is not MISSING}
    if is_a(value, Iterable):
        return [plain(each, depth + 1) for each in value]
    return str(value)


def field_names(value: Any) -> list[str] | None:
    """Return the names of the fields of a record, a mapping or another object with fields; None for other values."""
    if isinstance(value, Unknown):
        return [str(each) for each in value.data]
    if isinstance(value, Record):
        kind: Any = type(value)
        kind = getattr(kind, "complete_", kind)  # of a record without a field that is only assumed
        return list(dict.fromkeys((*kind.wire_names_.values(), *extra(value))))
    if is_a(value, Mapping):
        return [str(each) for each in value]
    if is_a(value, tuple) and hasattr(value, "_fields"):
        return [str(each) for each in value._fields]
    kind = value.__class__
    attributes = getattr(kind, "__attrs_attrs__", None)
    if attributes is not None:
        return [each.name for each in attributes if not each.name.startswith("_")]
    fields = getattr(kind, "__dataclass_fields__", None)
    return None if fields is None else [each for each in fields if not each.startswith("_")]


def read(value: Any, name: str) -> Any:
    """Return a field, or a public property of a record; MISSING if there is none."""
    if isinstance(value, Unknown):
        return value.data.get(name, MISSING)
    if is_a(value, Mapping):
        found = value.get(name, MISSING)
        if found is not MISSING:
            return MISSING if found is UNSET else found
        return next((each for key, each in value.items() if str(key) == name), MISSING)
    if name.startswith("_") or name.endswith("_"):
        return MISSING
    try:
        found = getattr(value, name, MISSING)
    except (ValueError, TypeError):  # a property that reads odd text
        return None
    if found is UNSET or callable(found):
        return MISSING
    if found is MISSING and isinstance(value, Record):
        return extra(value).get(name, MISSING)
    return found


def secret_names(value: Any) -> frozenset[str]:
    """Return the names of the fields of a record that no repr shows, such as a token."""
    return value.secret_ if isinstance(value, Record) else frozenset()
