"""The contents of a board: the arrivals at stops as records for scripts, and as short texts for a terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from attrs import frozen

from trivet._core.printable import printable
from trivet.bus import SINGAPORE, Board, Route, StopBoard, natural_order
from trivet.cli.bus.stops import Names

if TYPE_CHECKING:  # the records' classes cost more than all the rest
    from trivet.bus import ArrivalBus, ArrivalService

__all__ = ["BUS_FIELDS", "BusText", "ServiceText", "StopSection", "bus_rows", "section_of", "services_of", "snapshot"]

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
_LONGEST = 60
_GONE_AFTER = timedelta(minutes=1)
_OLD = timedelta(minutes=1)
_LOADS = {"seats available": "seats", "standing available": "standing", "limited standing": "limited"}
_TYPES = {"single deck": "single", "double deck": "double"}
_UNITS = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


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


@frozen
class BusText:
    """One bus: texts of a few letters, empty where nothing is known.

    Attributes:
        minutes: `3 min`, `Arr`, or `gone` for a bus of an old answer.
        time: The time in Singapore, as `08:03`; a `~` in front means by the timetable, not tracked.
        load: `seats`, `standing` or `limited`.
        type: `single`, `double` or `bendy`.
        accessible: Whether it is marked as wheelchair-accessible.
        visit: `1st` or `2nd`, at a stop that a loop passes twice.
        destination: Where it ends, if not where the first bus of its service ends.
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
    """One service at a stop: its number, where its next bus ends, and its buses."""

    service_no: str
    destination: str
    buses: tuple[BusText, ...]


@frozen
class StopSection:
    """One stop of a board.

    Attributes:
        code: Its code.
        name: Its name and road, if they are known.
        age: How old the arrivals are, or the empty text if there are none.
        error: Why the latest request failed, or the empty text.
        services: The services with buses.
        remarks: Lines about services without an estimate.
    """

    code: str
    name: str
    age: str
    error: str
    services: tuple[ServiceText, ...]
    remarks: tuple[str, ...]


def section_of(stop: StopBoard, names: Names, only: Collection[str], now: datetime) -> StopSection:
    """Return what a board shows of a stop.

    >>> section_of(board["54009"], Names(network), only=[], now=client.clock.now())

    Args:
        stop: The board of the stop.
        names: The names of stops.
        only: The numbers of the services that are wanted; empty for all.
        now: The current time, timezone-aware.
    """
    age = stop.age(now)
    is_old = age is not None and age > _OLD
    known = names.stop(stop.bus_stop_code)
    found = services_of(stop, only)
    return StopSection(
        code=printable(stop.bus_stop_code, _LONGEST),
        name="" if known is None else printable(f"{known.description or '?'}, {known.road_name or '?'}", 2 * _LONGEST),
        age="" if age is None else _age(age),
        error="" if stop.error is None else printable(str(stop.error)),
        services=tuple(_service(each, names, now, is_old=is_old) for each in found),
        remarks=() if stop.arrivals is None else tuple(_remarks(stop.bus_stop_code, found, names, only, now)),
    )


def _age(age: timedelta) -> str:
    """Return an age that fits the head of a stop: `31 s ago`."""
    seconds = int(age.total_seconds())
    for unit, length in _UNITS:
        if seconds >= length:
            return f"{seconds // length} {unit} ago"
    return "now"


def _service(service: ArrivalService, names: Names, now: datetime, *, is_old: bool) -> ServiceText:
    buses = service.buses
    first = buses[0].destination_code if buses else ""
    shows_visits = any(each.visit not in (None, 1) for each in buses)
    return ServiceText(
        service_no=printable(str(service.service_no), 12),
        destination=_place(first, names),
        buses=tuple(
            BusText(
                minutes=_minutes(each, now, is_old=is_old),
                time=_time(each),
                load=_LOADS.get(each.load_in_words or "", ""),
                type=_TYPES.get(each.type_in_words or "", each.type_in_words or ""),
                accessible=each.is_wheelchair_accessible,
                visit="" if not shows_visits or each.visit is None else _ordinal(each.visit),
                destination="" if each.destination_code == first else _place(each.destination_code, names),
            )
            for each in buses
        ),
    )


def _place(code: str, names: Names) -> str:
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
    code: str, found: Collection[ArrivalService], names: Names, only: Collection[str], now: datetime
) -> Iterator[str]:
    """Yield a line for the services that run now and have no estimate, and one for those that do not run now."""
    if names.network is None or names.stop(code) is None:
        return
    wanted = {each.casefold() for each in only}
    shown = {str(each.service_no) for each in found}
    running, resting = dict[str, None](), dict[str, None]()
    for route in names.network.services_at(code):
        number = route.service_no
        if number in shown or (wanted and number.casefold() not in wanted) or not _boards(route, code):
            continue
        rows = [each.route for each in route.stops if each.route.bus_stop_code == code]
        (running if any(each.in_service(now) for each in rows) else resting)[number] = None
    resting = {each: None for each in resting if each not in running}
    for title, numbers in (("No estimate", running), ("Not running now", resting)):
        if numbers:
            listed = " ".join(printable(each, 12) for each in sorted(numbers, key=natural_order))
            yield f"{title}: {listed}"


def _boards(route: Route, code: str) -> bool:
    """Whether passengers can board at a stop: not where the route ends."""
    return any(each.route.bus_stop_code == code for each in route.stops[:-1])
