"""The records of a network whose fields have the types of the contract; the service may send others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from operator import attrgetter
from typing import Any

from trivet._text import printable
from trivet.bus import Network

__all__ = ["sound_network"]

_Kinds = Mapping[str, type]

_STOP: _Kinds = {"bus_stop_code": str, "latitude": float, "longitude": float}
_ROW: _Kinds = {"service_no": str, "direction": int, "stop_sequence": int, "bus_stop_code": str, "distance": float}
_SERVICE: _Kinds = {"service_no": str, "direction": int}
"""Without these fields, a record is of no use."""

_DAYS = ("wd", "sat", "sun")
_TEXTS: Mapping[str, Mapping[str, str | None]] = {
    "stop": {"road_name": "", "description": ""},
    "route stop": {"operator": "", **{f"{day}_{end}_bus": None for day in _DAYS for end in ("first", "last")}},
    "service": {
        **dict.fromkeys(("operator", "category", "origin_code", "destination_code", "loop_desc"), ""),
        **{f"{half}_{part}_freq": "" for half in ("am", "pm") for part in ("peak", "offpeak")},
    },
}
"""The other fields are texts; one of another type counts as what stands here."""


def sound_network(network: Network, note: Callable[[str], None]) -> Network:
    """Return the network without the records that nothing can use; a text of another type counts as empty.

    >>> sound_network(Network.open("network.json"), invocation.note)

    Args:
        network: The network; its records are mended in place.
        note: Called with a line for each kind of record of which some are left out.
    """
    lists: tuple[tuple[str, list[Any], _Kinds], ...] = (
        ("service", network.services, _SERVICE),
        ("route stop", network.rows, _ROW),
        ("stop", network.stops, _STOP),
    )
    found: list[list[Any]] = []
    for name, records, needed in lists:
        kept = _sound(records, needed, _TEXTS[name])
        if len(kept) < len(records):
            same = {id(each) for each in kept}
            first = next(each for each in records if id(each) not in same)
            what = ", ".join(f"{field} {printable(repr(getattr(first, field)), 40)}" for field in needed)
            note(f"the list of {name}s has {len(records) - len(kept)} that cannot be used, such as {what}")
        found.append(kept)
    if all(len(kept) == len(records) for kept, (_, records, _) in zip(found, lists, strict=True)):
        return network
    services, rows, stops = found
    return Network(services, rows, stops, network.fetched_at)


def _sound(records: Iterable[Any], needed: _Kinds, texts: Mapping[str, str | None]) -> list[Any]:
    """Return the records that can be used. Types are compared a record at a time: there are tens of thousands."""
    values = attrgetter(*needed, *texts)
    kinds, others = tuple(needed.values()), tuple(texts.items())
    right: set[tuple[type, ...]] = set()
    kept: list[Any] = []
    for record in records:
        found = values(record)
        have = tuple(map(type, found))
        if have not in right:
            if have[: len(kinds)] != kinds:
                continue
            is_right = True
            for (name, absent), kind in zip(others, have[len(kinds) :], strict=True):
                if kind is not str and not (absent is None and kind is type(None)):
                    setattr(record, name, absent)
                    is_right = False
            if is_right:
                right.add(have)
        if all(isfinite(each) if type(each) is float else each != "" for each in found[: len(kinds)]):
            kept.append(record)
    return kept
