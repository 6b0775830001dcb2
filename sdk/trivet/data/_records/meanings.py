"""Fields whose text or number stands for something else, by the classes of the services: times, positions, counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date, time
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from ...bus._records.times import service_time

__all__ = ["Meaning", "meaning_of"]

Form = Literal["instant", "time", "number", "count", "choice", "milliseconds"]


class Meaning(NamedTuple):
    """What a field stands for.

    Attributes:
        form: `instant`: an aware datetime. `time`: a time of day. `number`, `count`: a float, an int.
            `choice`: one of a few texts.
            `milliseconds`: Unix milliseconds, which are an instant.
        get: Takes it out of a record; None where the text is empty or malformed.
    """

    form: Form
    get: Callable[[Any], Any]


def _latitude(record: Any) -> float | None:
    position = record.position
    return None if position is None else position.latitude


def _longitude(record: Any) -> float | None:
    position = record.position
    return None if position is None else position.longitude


def _time_of_day(name: str) -> Meaning:
    get = attrgetter(name)

    def read(record: Any) -> time | None:
        found = service_time(get(record), _ANY_DAY)
        return None if found is None else found.time()

    return Meaning("time", read)


_ANY_DAY = date(2000, 1, 1)
_DAYS = ("wd", "sat", "sun")
_ROUTE_TIMES = {
    f"{day}_{which}_bus": _time_of_day(f"{day}_{which}_bus") for day in _DAYS for which in ("first", "last")
}
_VOLUME = {name: Meaning("choice", attrgetter(name)) for name in ("year_month", "day_type", "pt_type")}

_MEANINGS: Mapping[tuple[str, str], Mapping[str, Meaning]] = {
    ("trivet.bus", "ArrivalBus"): {
        "estimated_arrival": Meaning("instant", attrgetter("eta")),
        "latitude": Meaning("number", _latitude),
        "longitude": Meaning("number", _longitude),
        "visit_number": Meaning("count", attrgetter("visit")),
    },
    ("trivet.bus", "StopVolume"): _VOLUME,
    ("trivet.bus", "TripVolume"): _VOLUME,
    ("trivet.bus", "BusRoute"): _ROUTE_TIMES,
    ("trivet.bus", "PlannedBusRoute"): {
        **_ROUTE_TIMES,
        "effective_date": Meaning("instant", attrgetter("effective_at")),
    },
}

_MILLISECONDS = frozenset(
    {
        "archived",
        "completed",
        "created",
        "expires",
        "initialized",
        "next",
        "pruned",
        "ran",
        "released",
        "time",
        "time_created",
        "timestamp",
        "updated",
    }
)
"""The numbers of the agent service that are Unix milliseconds; its contract has no other form of time."""


def meaning_of(cls: type, name: str, kinds: Collection[Any]) -> Meaning | None:
    """Return what a field stands for, or None: its value is what it is.

    Args:
        cls: The class of the record.
        name: The field.
        kinds: The types of its values, None aside.
    """
    if cls.__module__ == "trivet.agent" and name in _MILLISECONDS and set(kinds) == {float}:
        return Meaning("milliseconds", attrgetter(name))
    return _MEANINGS.get((cls.__module__, cls.__qualname__), {}).get(name)
