"""Which class the records of a list have, before any of them is there."""

from __future__ import annotations

import types
from collections.abc import Mapping
from functools import cache
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

import attrs

from ...errors import InvalidArgumentError
from .columns import Fields
from .kinds import fields_of
from .texts import text_fields

__all__ = ["CLASS", "fields_from", "fields_given"]

CLASS = "a class of records, or a union of such classes"


def fields_given(records: Any, record: Any) -> Fields | None:
    """Return the columns that an argument `record` names, or that a pager or an export has; None if neither does.

    Raises:
        InvalidArgumentError: `record` is no class of records.
    """
    if record is not None:
        return _fields(record)
    call = getattr(records, "_call", None)
    if call is None or call.record is None or call.accept == "text/csv":
        return None
    return fields_of(_item(call.record))


def fields_from(first: Any) -> Fields:
    """Return the columns of a list by its first record; of a mapping, as a row of a CSV is, texts by its keys."""
    if isinstance(first, Mapping):
        return text_fields(cast("Mapping[str, Any]", first))
    kind = _class_of(first)
    return _fields(kind, "records", f"records of trivet, first a {kind.__name__}")


def _class_of(record: object) -> Any:
    kind = type(record)
    return getattr(kind, "complete_", kind)  # the class of a record that lacks assumed fields is one of its own


def _fields(record: Any, argument: str = "record", rule: str = CLASS) -> Fields:
    try:
        return fields_of(record)
    except TypeError:
        raise InvalidArgumentError(argument, rule, record) from None


@cache
def _item(page: type[Any]) -> Any:
    """Return the class of the items of a page, or of an exported document: that of its first list of records."""
    for hint in get_type_hints(page).values():
        if get_origin(hint) is list:
            [item] = get_args(hint)
            arms = get_args(item) if get_origin(item) in (Union, types.UnionType) else (item,)
            if all(isinstance(each, type) and attrs.has(each) for each in arms):
                return item
    raise TypeError(f"{page.__name__} has no list of records")
