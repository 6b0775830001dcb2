"""Values of any form as JSON text."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any, cast

import orjson

from ..._core.record import Record, extra, is_set
from ..._core.unset import UNSET
from ..._core.wire import Unknown

__all__ = ["json_text"]


def json_text(value: Any) -> str:
    """Write a value as JSON; a record with its wire names, and without its secrets.

    >>> json_text({"path": "README.md"})
    '{"path":"README.md"}'

    Raises:
        TypeError: A value has no form in JSON.
        ValueError: A text cannot be encoded, or an object holds itself.
    """
    try:
        return orjson.dumps(value, default=_plain, option=orjson.OPT_PASSTHROUGH_DATACLASS).decode()
    except TypeError:  # orjson takes no whole numbers of more than 64 bits
        return json.dumps(value, default=_plain, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, Unknown):
        return value.data
    if isinstance(value, Record):
        known = {
            wire: found
            for wire, name in value.wire_names_.items()
            if name not in value.secret_ and is_set(value, name) and (found := getattr(value, name)) is not UNSET
        }
        return known | extra(value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, tuple | set | frozenset):
        return list(cast("tuple[Any, ...]", value))
    if hasattr(value, "__attrs_attrs__"):
        return {each.name: getattr(value, each.name) for each in value.__attrs_attrs__}
    raise TypeError(f"a {type(value).__name__} has no form in JSON")
