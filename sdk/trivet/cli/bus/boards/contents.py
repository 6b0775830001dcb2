"""The contents of a board: the arrivals at stops as records for scripts, and as short texts for a terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from attrs import frozen

from trivet._text import printable
from trivet.bus import SINGAPORE, Board, Route, StopBoard, natural_order
from trivet.cli.bus.stop_lookup import StopNames

if TYPE_CHECKING:  # importing the records' classes costs more than everything else
    from trivet.bus import ArrivalBus, ArrivalService

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
"""The fields of a bus in a table and in CSV; the other formats have more."""
_LONGEST = 60
"""The most characters of a name or a code."""
_GONE_AFTER = timedelta(minutes=1)
"""The time after its arrival from which a bus of an old answer is gone."""
_OLD = timedelta(minutes=1)
"""The age from which an answer is old."""
_LOADS = {"seats available": "seats", "standing available": "standing", "limited standing": "limited"}
_TYPES = {"single deck": "single", "double deck": "double"}
_UNITS = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def services_of(stop: StopBoard, only: Collection[str]) -> list[ArrivalService]:
    """Return the services at a stop in natural order; services with the same number stay in the order of the answer.

    >>> services_of(board["54009"], only=["23"])

    Args:
        stop: The board of the stop.
        only: The numbers of the services to return, in any case; empty for all.
    """
    numbers = {number.casefold() for number in only}
    services = [] if stop.arrivals is None else stop.arrivals.services
    chosen = [service for service in services if not numbers or str(service.service_no).casefold() in numbers]
    return sorted(chosen, key=lambda service: natural_order(str(service.service_no)))


def bus_rows(
    stops: Iterable[StopBoard], names: StopNames, only: Collection[str], now: datetime
) -> Iterator[Mapping[str, Any]]:
    """Yield a record for each bus at each stop, at most three a service.

    >>> for row in bus_rows(board, names, only=[], now=board.at):
    ...     print(row["service_no"], row["minutes"])
    """
    for stop in stops:
        place = {"bus_stop_code": stop.bus_stop_code, "description": names.of(stop.bus_stop_code) or None}
        for service in services_of(stop, only):
            for bus in service.buses:
                yield {
                    **place,
                    "service_no": service.service_no,
                    "operator": service.operator,
                    **_bus(bus, names, now, directions_of(service, bus, stop, names)),
                    "fetched_at": _local(stop.fetched_at),
                }


def snapshot(board: Board, names: StopNames, only: Collection[str]) -> Mapping[str, Any]:
    """Return a round of a watch as one record: its time, and for each stop the services, their age and the error.

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
                        "buses": [
                            _bus(bus, names, board.at, directions_of(service, bus, stop, names))
                            for bus in service.buses
                        ],
                    }
                    for service in services_of(stop, only)
                ],
            }
            for stop in board
        ],
    }


def _local(at: datetime | None) -> datetime | None:
    return None if at is None else at.astimezone(SINGAPORE)


def directions_of(service: ArrivalService, bus: ArrivalBus, stop: StopBoard, names: StopNames) -> list[int] | None:
    """Return the directions in which a bus may run; None without a network that has the stop.

    >>> directions_of(service, service.buses[0], board["54009"], StopNames(network))
    [1]
    """
    if names.network is None or names.stop(stop.bus_stop_code) is None:
        return None
    return names.network.directions_to(service.service_no, stop.bus_stop_code, bus.destination_code)


def _bus(bus: ArrivalBus, names: StopNames, now: datetime, directions: list[int] | None) -> dict[str, Any]:
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
        "directions": directions,
    }


@frozen
class BusText:
    """A bus as texts of a few letters, which are empty if nothing is known.

    Attributes:
        minutes: `3 min`, `Arr`, or `gone` for a bus of an old answer.
        time: The time in Singapore, such as `08:03`; a `~` before it means by the timetable, not tracked.
        load: `seats`, `standing` or `limited`.
        type: `single`, `double` or `bendy`.
        accessible: Whether the bus is marked as wheelchair-accessible.
        visit: `1st` or `2nd`, at a stop that a loop passes twice.
        destination: The last stop of the bus, if it differs from the last stop of the first bus of the service.
    """

    minutes: str
    time: str
    load: str = ""
    type: str = ""
    accessible: bool = False
    visit: str = ""
    destination: str = ""


@frozen
class ServiceText:
    """A service at a stop: its number, the last stop of its next bus with unclear directions, and its buses."""

    service_no: str
    destination: str
    buses: tuple[BusText, ...]


@frozen
class StopSection:
    """A stop of a board.

    Attributes:
        code: The code of the stop.
        name: The name and the road, or the empty text if they are not known.
        age: The age of the arrivals, or the empty text if there are none.
        error: The error of the latest request, or the empty text.
        services: The services with buses.
        remarks: Lines about services without an estimate.
    """

    code: str
    name: str
    age: str
    error: str
    services: tuple[ServiceText, ...]
    remarks: tuple[str, ...]


def section_of(stop: StopBoard, names: StopNames, only: Collection[str], now: datetime) -> StopSection:
    """Return the texts of a stop on a board.

    >>> section_of(board["54009"], StopNames(network), only=[], now=client.clock.now())

    Args:
        stop: The board of the stop.
        names: The names of stops.
        only: The numbers of the services to show; empty for all.
        now: The current time, timezone-aware.
    """
    age = stop.age(now)
    is_old = age is not None and age > _OLD
    known = names.stop(stop.bus_stop_code)
    services = services_of(stop, only)
    return StopSection(
        code=printable(stop.bus_stop_code, _LONGEST),
        name="" if known is None else printable(f"{known.description or '?'}, {known.road_name or '?'}", 2 * _LONGEST),
        age="" if age is None else _age(age),
        error="" if stop.error is None else printable(str(stop.error)),
        services=tuple(_service(service, stop, names, now, is_old=is_old) for service in services),
        remarks=() if stop.arrivals is None else tuple(_remarks(stop.bus_stop_code, services, names, only, now)),
    )


def _age(age: timedelta) -> str:
    """Return an age in its largest unit, such as `31 s ago`."""
    seconds = int(age.total_seconds())
    for unit, length in _UNITS:
        if seconds >= length:
            return f"{seconds // length} {unit} ago"
    return "now"


def _service(service: ArrivalService, stop: StopBoard, names: StopNames, now: datetime, *, is_old: bool) -> ServiceText:
    buses = service.buses
    directions = (directions_of(service, buses[0], stop, names) if buses else None) or []
    first = buses[0].destination_code if buses else ""
    shows_visits = any(bus.visit not in (None, 1) for bus in buses)
    return ServiceText(
        service_no=printable(str(service.service_no), 12),
        destination=_place(first, names) + (f", dir. {' or '.join(map(str, directions))}" if directions[1:] else ""),
        buses=tuple(
            BusText(
                minutes=_minutes(bus, now, is_old=is_old),
                time=_time(bus),
                load=_LOADS.get(bus.load_in_words or "", ""),
                type=_TYPES.get(bus.type_in_words or "", bus.type_in_words or ""),
                accessible=bus.is_wheelchair_accessible,
                visit="" if not shows_visits or bus.visit is None else _ordinal(bus.visit),
                destination="" if bus.destination_code == first else _place(bus.destination_code, names),
            )
            for bus in buses
        ),
    )


def _place(code: str, names: StopNames) -> str:
    return printable(names.of(code) or str(code or "?"), _LONGEST)


def _ordinal(number: int) -> str:
    return _ORDINALS.get(number, f"{number}th")


def _minutes(bus: ArrivalBus, now: datetime, *, is_old: bool) -> str:
    minutes, eta = bus.minutes(now), bus.eta
    if minutes is None or eta is None:
        return "?"
    if is_old and now - eta > _GONE_AFTER:
        return "gone"
    return "Arr" if minutes == 0 else f"{minutes} min"


def _time(bus: ArrivalBus) -> str:
    eta = bus.eta
    if eta is None:
        return ""
    return f"{'~' if bus.is_scheduled else ''}{eta.astimezone(SINGAPORE):%H:%M}"


def _remarks(
    code: str, services: Collection[ArrivalService], names: StopNames, only: Collection[str], now: datetime
) -> Iterator[str]:
    """Yield a line for the services that run now without an estimate, and a line for the services that do not run."""
    if names.network is None or names.stop(code) is None:
        return
    chosen = {number.casefold() for number in only}
    with_estimate = {str(service.service_no) for service in services}
    running, resting = dict[str, None](), dict[str, None]()
    for route in names.network.services_at(code):
        number = route.service_no
        if number in with_estimate or (chosen and number.casefold() not in chosen) or not _boards(route, code):
            continue
        rows = [route_stop.route for route_stop in route.stops if route_stop.route.bus_stop_code == code]
        (running if any(row.in_service(now) for row in rows) else resting)[number] = None
    resting = {number: None for number in resting if number not in running}  # one direction may run, and one may rest
    for title, numbers in (("No estimate", running), ("Not running now", resting)):
        if numbers:
            listed = " ".join(printable(number, 12) for number in sorted(numbers, key=natural_order))
            yield f"{title}: {listed}"


def _boards(route: Route, code: str) -> bool:
    """Return whether passengers can board at a stop, which they cannot where the route ends."""
    return any(route_stop.route.bus_stop_code == code for route_stop in route.stops[:-1])
