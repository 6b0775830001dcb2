"""The fields that `--fields` chooses: names, with dots for what is nested."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from trivet._core.wire import has_form as is_a
from trivet.cli.failures import UsageError
from trivet.cli.output.columns import Column
from trivet.cli.output.plain import MISSING, field_names, read

__all__ = ["check_fields", "known_fields", "unknown", "value_at"]


def value_at(value: Any, path: str) -> Any:
    """Return what a path of names leads to; through a list, a list of what it leads to in each item.

    >>> value_at(arrival, "services.next_bus.load")
    ['SEA', 'SDA']

    Args:
        value: A record, a mapping or a list of them.
        path: Names with dots between them; a number is the index in a list.

    Returns:
        The value, or MISSING.
    """
    found = read(value, path) if "." in path else MISSING  # a key of a mapping may have a dot
    if found is not MISSING:
        return found
    for name in path.split("."):
        value = _step(value, name)
        if value is MISSING or value is None:
            return value
    return value


def _step(value: Any, name: str) -> Any:
    if is_a(value, (list, tuple)) and not hasattr(value, "_fields"):
        items: Sequence[Any] = value
        if name.isdecimal():
            return items[int(name)] if int(name) < len(items) else None
        found = [_step(each, name) for each in items]
        return [None if each is MISSING else each for each in found]
    return None if value is None else read(value, name)


def known_fields(records: Iterable[Any], columns: Iterable[Column] = ()) -> list[str]:
    """Return the names of the columns and of all fields of some records, in the order of their first appearance."""
    names = dict.fromkeys(each.name for each in columns)
    for record in records:
        names.update(dict.fromkeys(field_names(record) or ()))
    return list(names)


def check_fields(fields: Sequence[str], records: Sequence[Any], columns: Sequence[Column] = ()) -> None:
    """Refuse a field that no record has.

    >>> check_fields(["bus_stop_cod"], stops)
    UsageError: --fields: there is no field 'bus_stop_cod'; did you mean bus_stop_code? Known: bus_stop_code, ...

    Args:
        fields: What `--fields` names.
        records: The first records; without any, nothing can be said.
        columns: The columns of the command.

    Raises:
        UsageError: A field is in none of the records.
    """
    named = {each.name for each in columns}
    for field in fields:
        if not records or field in named:
            continue
        found = [_unknown_part(each, field) for each in records]
        if all(each is not None for each in found):
            depth, known = max((each for each in found if each is not None), key=lambda each: each[0])
            outer = "".join(f"{each}." for each in field.split(".")[:depth])
            known = [*dict.fromkeys(name for each in found if each and each[0] == depth for name in each[1])]
            if not depth:
                known = list(dict.fromkeys([*(each.name for each in columns), *known]))
            raise UsageError(unknown("--fields: there is no field", field, [f"{outer}{each}" for each in known]))


def _unknown_part(value: Any, path: str) -> tuple[int, list[str]] | None:
    """Return how many names of a path lead somewhere and what is known there; None if all do, or may do."""
    if "." in path and read(value, path) is not MISSING:
        return None
    values = [value]
    for depth, name in enumerate(path.split(".")):
        values = [item for each in values for item in _items(each) if item is not None and item is not MISSING]
        if not values or (name.isdecimal() and depth):
            return None
        known = known_fields(values)
        found = [read(each, name) for each in values]
        if name not in known and all(each is MISSING for each in found):
            return depth, known
        values = found
    return None


def _items(value: Any) -> list[Any]:
    return list(value) if is_a(value, (list, tuple)) and not hasattr(value, "_fields") else [value]


def unknown(what: str, given: str, known: Sequence[str]) -> str:
    """Return a message about a name that is not known: the nearest ones, and all that are.

    >>> unknown("there is no field", "nam", ["name", "id"])
    "there is no field 'nam'; did you mean name? Known: name, id"
    """
    near = get_close_matches(given, known, n=3, cutoff=0.6)
    meant = f"; did you mean {' or '.join(near)}? Known" if near else "; known"
    return f"{what} {given!r}{meant}: {', '.join(known) or 'none'}"
