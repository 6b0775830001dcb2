"""The arrivals at stops as records for scripts: one a bus, or one a round of a watch."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from trivet.bus import SINGAPORE, Board, StopBoard, natural_order
from trivet.cli.bus.stops import Names

if TYPE_CHECKING:  # the records' classes cost more than all the rest
    from trivet.bus import ArrivalBus, ArrivalService

__all__ = ["BUS_FIELDS", "bus_rows", "services_of", "snapshot"]

BUS_FIELDS = (
    "bus_stop_code",
    "description",
    "service_no",
    "destination",
    "eta",
    "minutes",
    "load_in_words",
    "type_in_words",
    "is_wheelchair_accessible",
    "is_scheduled",
    "visit",
)
"""What a table and a CSV file show of a bus; the other formats have more."""


def services_of(stop: StopBoard, only: Collection[str]) -> list[ArrivalService]:
    """Return the services at a stop in natural order; of several with one number, in the service's order.

    >>> services_of(board["54009"], only=["23"])

    Args:
        stop: The board of the stop.
        only: The numbers of the services that are wanted, in any case; empty for all.
    """
    wanted = {each.casefold() for each in only}
    found = [] if stop.arrivals is None else stop.arrivals.services
    shown = [each for each in found if not wanted or str(each.service_no).casefold() in wanted]
    return sorted(shown, key=lambda each: natural_order(str(each.service_no)))


def bus_rows(
    stops: Iterable[StopBoard], names: Names, only: Collection[str], now: datetime
) -> Iterator[Mapping[str, Any]]:
    """Yield a record for each bus at each stop, three a service at most.

    >>> for row in bus_rows(board, names, only=[], now=board.at):
    ...     print(row["service_no"], row["minutes"])
    """
    for stop in stops:
        here = {"bus_stop_code": stop.bus_stop_code, "description": names.of(stop.bus_stop_code) or None}
        for service in services_of(stop, only):
            for bus in service.buses:
                yield {
                    **here,
                    "service_no": service.service_no,
                    "operator": service.operator,
                    **_bus(bus, names, now),
                    "fetched_at": _local(stop.fetched_at),
                }


def snapshot(board: Board, names: Names, only: Collection[str]) -> Mapping[str, Any]:
    """Return a round of a watch as one record: when it was, and of each stop its services, its age and its error.

    >>> json.dumps(snapshot(board, names, only=[]), default=str)
    """
    return {
        "at": board.at.astimezone(SINGAPORE),
        "next_after": round(board.next_after, 3),
        "stops": [
            {
                "bus_stop_code": stop.bus_stop_code,
                "description": names.of(stop.bus_stop_code) or None,
                "fetched_at": _local(stop.fetched_at),
                "age": None if (age := stop.age(board.at)) is None else round(age.total_seconds(), 3),
                "error": None if stop.error is None else str(stop.error),
                "services": [
                    {
                        "service_no": service.service_no,
                        "operator": service.operator,
                        "buses": [_bus(bus, names, board.at) for bus in service.buses],
                    }
                    for service in services_of(stop, only)
                ],
            }
            for stop in board
        ],
    }


def _local(at: datetime | None) -> datetime | None:
    return None if at is None else at.astimezone(SINGAPORE)


def _bus(bus: ArrivalBus, names: Names, now: datetime) -> dict[str, Any]:
    position = bus.position
    return {
        "destination_code": bus.destination_code,
        "destination": names.of(bus.destination_code) or None,
        "eta": bus.eta,
        "minutes": bus.minutes(now),
        "load": bus.load,
        "load_in_words": bus.load_in_words,
        "type": bus.type,
        "type_in_words": bus.type_in_words,
        "is_wheelchair_accessible": bus.is_wheelchair_accessible,
        "is_scheduled": bus.is_scheduled,
        "latitude": None if position is None else position.latitude,
        "longitude": None if position is None else position.longitude,
        "visit": bus.visit,
    }
