"""Fields whose text or number has another type in a table."""

from __future__ import annotations

from datetime import time

from trivet.agent import ModelPrice, SessionTime
from trivet.bus import ArrivalBus, BusRoute, BusStop
from trivet.data._records.meanings import meaning_of


def route(first: str | None) -> BusRoute:
    """Make a row of a route."""
    rest = {f"{day}_{which}_bus": first for day in ("wd", "sat", "sun") for which in ("first", "last")}
    where = {"direction": 1, "stop_sequence": 1, "bus_stop_code": "54009", "distance": 0.0}
    return BusRoute(service_no="10", operator="SBST", **where, **rest)  # type: ignore[arg-type]


def test_first_and_last_buses_are_times_of_day() -> None:
    meaning = meaning_of(BusRoute, "sat_last_bus", [str])
    assert meaning is not None
    assert meaning.form == "time"
    texts = ("0530", "0015", "2400", "-", "", None, "9999")
    values = [meaning.get(route(text)) for text in texts]
    assert values == [time(5, 30), time(0, 15), time(0), None, None, None, None]


def test_only_fields_of_the_agent_are_milliseconds() -> None:
    meaning = meaning_of(SessionTime, "updated", [float])
    assert meaning is not None
    assert meaning.form == "milliseconds"
    assert meaning_of(SessionTime, "updated", [str]) is None
    assert meaning_of(ModelPrice, "input", [float]) is None
    assert meaning_of(BusStop, "latitude", [float]) is None
    assert meaning_of(ArrivalBus, "service_no", [str]) is None
