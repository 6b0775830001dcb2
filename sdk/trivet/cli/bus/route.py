"""`trivet bus route`: a service stop by stop, with its first and last buses; and their times as short texts."""

from __future__ import annotations

from collections.abc import Container, Iterator
from datetime import date, datetime, time, timedelta
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trivet._text import printable
from trivet.bus import SINGAPORE, Network, Route, RouteStop, natural_order, service_day
from trivet.cli.bus.attribution import note_beside_table, source_line
from trivet.cli.bus.network import MaxAge, NetworkFile, NetworkSource, Refresh
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.output.fields import Column

if TYPE_CHECKING:  # importing the records' classes costs more than everything else
    from trivet.bus import BusRoute

_EXAMPLES = """Examples:

trivet bus route 10 --direction 1

trivet bus route NR5 --today

trivet bus route 10 -o csv --fields direction,bus_stop_code,km
"""

_DAYS = {"weekday": date(2025, 6, 16), "saturday": date(2025, 6, 21), "sunday": date(2025, 6, 22)}
"""A day of each timetable; any other such day would do."""

_MINUTE = timedelta(minutes=1)


def add(app: typer.Typer) -> None:
    """Add the command."""
    add_recipe(app, "route", "bus", route, epilog=_EXAMPLES)


def route(
    invocation: Invocation,
    service_no: Annotated[str, typer.Argument(metavar="SERVICE", help="The number of the service, such as 10 or NR5.")],
    *,
    direction: Annotated[int | None, typer.Option(metavar="1|2", help="Only this direction; by default all.")] = None,
    today: Annotated[
        bool, typer.Option("--today", help="Show today's first and last buses in place of the week's.")
    ] = False,
    holiday: Annotated[
        bool, typer.Option("--holiday", help="Today is a public holiday, with --today: Sunday times.")
    ] = False,
    network: NetworkFile = None,
    max_age: MaxAge = "7d",
    refresh: Refresh = False,
) -> None:
    """Show a service stop by stop, with kilometres, and first and last buses by the days of the week."""
    if holiday and not today:
        raise UsageError("--holiday: it chooses among today's times, so give --today, too")
    known = NetworkSource(invocation, file=network, max_age=max_age, refresh=refresh).load()
    routes = find_routes(known, service_no, direction, cure="--refresh fetches it again")
    for title in map(_title, routes):
        note_beside_table(invocation, title)
    if today:
        now = invocation.bus.clock.now()
        day = service_day(now)
        note_beside_table(invocation, f"First and last buses of {day:%a %d %b %Y}")
        invocation.show(today_rows(routes, now, {day} if holiday else ()), columns=_columns(routes, is_today=True))
    else:
        invocation.show(route_rows(routes), columns=_columns(routes, is_today=False))
    note_beside_table(invocation, "+1: after midnight; public holidays run by Sunday times.")
    note_beside_table(invocation, source_line(invocation.bus.base_url))


def find_routes(
    network: Network,
    service_no: str,
    direction: int | None = None,
    *,
    cure: str = "numbers are as on the bus, such as 10e",
) -> list[Route]:
    """Return the directions of a service, or one of them; letters match in any case.

    >>> [route.direction for route in find_routes(network, "nr5")]
    [1]

    Args:
        network: The network.
        service_no: The number of the service.
        direction: 1 or 2, or None for all.
        cure: The advice in the error for a number that resembles no service.

    Raises:
        UsageError: No service has this number, or the service does not have this direction.
    """
    text = service_no.strip()
    numbers = list(dict.fromkeys(route.service_no for route in network.routes))
    matches = [number for number in numbers if number.casefold() == text.casefold()]
    # Two services may differ in case alone, such as 10e and 10E; then only the exact number is clear.
    number = text if text in matches else matches[0] if len(matches) == 1 else None
    if number is None:
        close = matches or get_close_matches(text.upper(), numbers, n=4, cutoff=0.6)
        listed = ", ".join(printable(candidate, 12) for candidate in sorted(close, key=natural_order))
        raise UsageError(
            f"{printable(service_no, 20)}: no such service in the network of {network.fetched_at:%Y-%m-%d}; "
            + (f"there are {listed}" if close else cure)
        )
    routes = [route for route in network.routes if route.service_no == number]
    routes.sort(key=lambda route: route.direction)
    chosen = [route for route in routes if direction in (None, route.direction)]
    if not chosen:
        directions = " and ".join(str(route.direction) for route in routes)
        raise UsageError(
            f"--direction: service {printable(number, 12)} has no direction {direction}, only {directions}"
        )
    return chosen


def route_rows(routes: list[Route]) -> Iterator[dict[str, Any]]:
    """Yield a record for each stop of each route, with the times of its first and last buses by the day of the week.

    >>> next(route_rows(network.routes))["weekday_last_bus"]
    '24:21'
    """
    for route, stop in _stops(routes):
        times = dict[str, Any]()
        for name, day in _DAYS.items():
            times[f"{name}_first_bus"], times[f"{name}_last_bus"] = first_and_last(stop.route, day)
        yield {**_stop(route, stop), **times}


def today_rows(routes: list[Route], now: datetime, holidays: Container[date] = ()) -> Iterator[dict[str, Any]]:
    """Yield a record for each stop of each route, with the times of the first and the last bus of the service day.

    >>> next(today_rows(network.routes, client.clock.now()))["in_service"]
    True
    """
    day = service_day(now)
    for route, stop in _stops(routes):
        first, last = first_and_last(stop.route, day, holidays)
        yield {
            **_stop(route, stop),
            "day": day,
            "first_bus": first,
            "last_bus": last,
            "in_service": stop.route.in_service(now, holidays=holidays),
        }


def service_hours(at: datetime | None, day: date) -> str | None:
    """Return a time of a service day as hours and minutes, with more than 24 hours after midnight; None stays None.

    So the times of a day sort as text, as in GTFS:

    >>> service_hours(row.last_bus(date(2025, 6, 16)), date(2025, 6, 16))
    '24:21'
    """
    if at is None:
        return None
    minutes = (at - datetime.combine(day, time(), SINGAPORE)) // _MINUTE
    return f"{minutes // 60:02}:{minutes % 60:02}"


def clock_time(hours: str | None) -> str:
    """Return a time of a service day for riders: `00:21+1` is after midnight, and `-` means no bus.

    >>> clock_time("24:21")
    '00:21+1'
    """
    if hours is None:
        return "-"
    hour, _, minute = hours.partition(":")
    return f"{int(hour) - 24:02}:{minute}+1" if int(hour) >= 24 else hours


def first_and_last(row: BusRoute, day: date, holidays: Container[date] = ()) -> tuple[str | None, str | None]:
    """Return the hours of the first and the last bus of a service day.

    >>> first_and_last(row, date(2025, 6, 16))
    ('06:11', '24:21')
    """
    return (
        service_hours(row.first_bus(day, holidays=holidays), day),
        service_hours(row.last_bus(day, holidays=holidays), day),
    )


def _stops(routes: list[Route]) -> Iterator[tuple[Route, RouteStop]]:
    for route in routes:
        for stop in route.stops:
            yield route, stop


def _stop(route: Route, route_stop: RouteStop) -> dict[str, Any]:
    row, stop = route_stop.route, route_stop.stop
    return {
        "service_no": route.service_no,
        "direction": route.direction,
        "stop_sequence": row.stop_sequence,
        "bus_stop_code": row.bus_stop_code,
        "description": None if stop is None else stop.description,
        "road_name": None if stop is None else stop.road_name,
        "km": row.distance,
    }


def _title(route: Route) -> str:
    service = route.service
    ends = [end.stop.description if end.stop else "?" for end in (route.stops[0], route.stops[-1])]
    kind = "" if service is None else f" ({', '.join(filter(None, (service.operator, service.category)))})"
    loop = f", loop at {service.loop_desc}" if service is not None and service.is_loop else ""
    return f"{route.service_no}, direction {route.direction}: {ends[0]} to {ends[1]}{loop}{kind}"


def _columns(routes: list[Route], *, is_today: bool) -> list[Column]:
    first = [Column("direction", "Dir", right=True)] if len(routes) > 1 else []
    stop = [
        Column("stop_sequence", "Seq", right=True),
        Column("bus_stop_code", "Stop"),
        Column("description", "Name"),
        Column("km", "km", right=True),
    ]
    if is_today:
        return [*first, *stop, _time("first_bus", "First"), _time("last_bus", "Last")]
    titles = {"weekday": "Mon-Fri", "saturday": "Sat", "sunday": "Sun"}
    times = [
        _time(f"{day}_{end}_bus", title if end == "first" else "to")
        for day, title in titles.items()
        for end in ("first", "last")
    ]
    return [*first, *stop, *times]


def _time(name: str, title: str) -> Column:
    return Column(name, title, lambda row: clock_time(row[name]), right=True)
