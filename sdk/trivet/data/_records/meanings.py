"""Fields whose text or number has another type in a table, by class: times, positions and counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date, time
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from ...bus._records.times import service_time

Form = Literal["instant", "time", "number", "count", "choice", "milliseconds"]


class Meaning(NamedTuple):
    """The meaning of a field.

    Attributes:
        form: `instant`: an aware datetime. `time`: a time of day. `number`, `count`: a float, an int.
            `choice`: one of a few texts.
            `milliseconds`: an instant in Unix milliseconds.
        get: Returns the value of a record; None if the text is empty or malformed.
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
        moment = service_time(get(record), _ANY_DAY)
        return None if moment is None else moment.time()

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
"""The fields of the agent service that are Unix milliseconds, its only form of time."""


def meaning_of(cls: type, name: str, kinds: Collection[Any]) -> Meaning | None:
    """Return the meaning of a field; None for a field whose value is used unchanged.

    Args:
        cls: The class of the record.
        name: The field.
        kinds: The types of its values, without None.
    """
    if cls.__module__ == "trivet.agent" and name in _MILLISECONDS and set(kinds) == {float}:
        return Meaning("milliseconds", attrgetter(name))
    return _MEANINGS.get((cls.__module__, cls.__qualname__), {}).get(name)
