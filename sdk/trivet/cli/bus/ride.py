"""`trivet bus ride`: direct rides from one stop to another, with the next bus of each ride."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trivet import APIError
from trivet.bus import SINGAPORE, Network, Ride, service_day
from trivet.cli.bus.attribution import note_beside_table, shows_table, source_line
from trivet.cli.bus.network import MaxAge, NetworkFile, NetworkSource, Refresh
from trivet.cli.bus.route import clock_time, first_and_last
from trivet.cli.bus.stop_lookup import find_stop
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import FAILED, UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.output.fields import Column

if TYPE_CHECKING:  # importing the records' classes costs more than everything else
    from trivet.bus import ArrivalBus, Arrivals

_EXAMPLES = """Examples:

trivet bus ride 54009 28301

trivet bus ride "opp bugis" "ang mo kio int" --no-live

trivet bus ride 54009 28301 -o json --fields service_no,next
"""


def add(app: typer.Typer) -> None:
    """Add the command."""
    add_recipe(app, "ride", "bus", ride, epilog=_EXAMPLES)


def ride(
    invocation: Invocation,
    origin: Annotated[str, typer.Argument(metavar="FROM", help="The stop to board at: its code, or words.")],
    destination: Annotated[str, typer.Argument(metavar="TO", help="The stop to alight at: its code, or words.")],
    *,
    live: Annotated[bool, typer.Option("--live/--no-live", help="Ask for the next buses.")] = True,
    holiday: Annotated[bool, typer.Option("--holiday", help="Today is a public holiday: Sunday times.")] = False,
    network: NetworkFile = None,
    max_age: MaxAge = "7d",
    refresh: Refresh = False,
) -> int | None:
    """Find direct rides between two stops, the shortest first, with the next bus and today's first and last ones."""
    known = NetworkSource(invocation, file=network, max_age=max_age, refresh=refresh).load()
    board, alight = find_stop(known, origin), find_stop(known, destination)
    if board.bus_stop_code == alight.bus_stop_code:
        raise UsageError(f"{board.bus_stop_code} {board.description}: a ride needs two stops, and both are this one")
    rides = known.rides(board.bus_stop_code, alight.bus_stop_code)
    names = f"{board.bus_stop_code} {board.description} to {alight.bus_stop_code} {alight.description}"
    if not rides:
        invocation.note(f"trivet: no direct ride from {names}; `trivet bus near` shows other stops")
        if not shows_table(invocation):
            invocation.show([], columns=_columns(is_live=live))
        return 0
    arrivals, status = None, 0
    if live:
        try:
            arrivals = invocation.bus.arrivals.get(board.bus_stop_code)
        except APIError as error:
            invocation.note(f"trivet: the next buses are not known: {error}")
            status = FAILED
    now = invocation.bus.clock.now()
    today = service_day(now)
    rows = list(ride_rows(rides, arrivals, now, network=known, holidays={today} if holiday else ()))
    note_beside_table(invocation, f"From {names}, {now.astimezone(SINGAPORE):%H:%M} on {today:%a %d %b %Y}")
    invocation.show(rows, columns=_columns(is_live=arrivals is not None))
    note_beside_table(invocation, "~ by the timetable, not tracked; +1: after midnight.")
    for number in dict.fromkeys(row["service_no"] for row in rows if _mixes_directions(row)):
        note_beside_table(
            invocation, f"{number}: its buses do not show their direction, so these may run in another one."
        )
    note_beside_table(invocation, source_line(invocation.bus.base_url))
    return status


def ride_rows(
    rides: Sequence[Ride],
    arrivals: Arrivals | None,
    now: datetime,
    *,
    network: Network,
    holidays: Container[date] = (),
) -> Iterator[dict[str, Any]]:
    """Yield a record for each ride: its stops, its length, and its next buses.

    >>> list(ride_rows(network.rides("54009", "28301"), client.arrivals.get("54009"), now, network=network))

    Args:
        rides: The rides.
        arrivals: The arrivals at the stop to board at; None if they are not known.
        now: The current time, timezone-aware.
        network: The network of the rides.
        holidays: The public holidays, on which the times of Sundays apply.
    """
    today = service_day(now)
    for ride in rides:
        first, last = first_and_last(ride.stops[0].route, today, holidays)
        buses = (
            None
            if arrivals is None
            else [
                _bus(bus, now, network.directions_to(ride.service_no, arrivals.bus_stop_code, bus.destination_code))
                for bus in ride.buses(arrivals)
            ]
        )
        yield {
            "service_no": ride.service_no,
            "direction": ride.route.direction,
            "board_sequence": ride.stops[0].route.stop_sequence,
            "alight_sequence": ride.stops[-1].route.stop_sequence,
            "visit": ride.visit,
            "stops": len(ride.stops) - 1,
            "km": ride.km,
            "next": None if buses is None else next(iter(buses), None),
            "buses": buses,
            "first_bus_today": first,
            "last_bus_today": last,
            "in_service": ride.stops[0].route.in_service(now, holidays=holidays),
        }


def _bus(bus: ArrivalBus, now: datetime, directions: list[int]) -> dict[str, Any]:
    return {
        "eta": bus.eta,
        "minutes": bus.minutes(now),
        "load_in_words": bus.load_in_words,
        "type_in_words": bus.type_in_words,
        "is_wheelchair_accessible": bus.is_wheelchair_accessible,
        "is_scheduled": bus.is_scheduled,
        "directions": directions,
    }


def _columns(*, is_live: bool) -> list[Column]:
    timetable = [
        Column("service_no", "Bus", _number),
        Column("stops", "Stops", right=True),
        Column("km", "km", right=True),
        Column("first_bus_today", "First today", lambda row: clock_time(row["first_bus_today"]), right=True),
        Column("last_bus_today", "Last today", lambda row: clock_time(row["last_bus_today"]), right=True),
    ]
    if not is_live:
        return timetable
    live = [Column("next", "Next bus", _next), Column("buses", "Then", _then)]
    return [timetable[0], *live, *timetable[1:]]


def _mixes_directions(row: dict[str, Any]) -> bool:
    """Return whether the next buses may run in several directions."""
    return any(len(bus["directions"]) > 1 for bus in row["buses"] or ())


def _number(row: dict[str, Any]) -> str:
    return f"{row['service_no']}, dir. {row['direction']}" if _mixes_directions(row) else row["service_no"]


def _next(row: dict[str, Any]) -> str:
    if not row["buses"]:
        return "no estimate" if row["in_service"] else "not running"
    bus = row["buses"][0]
    load = bus["load_in_words"]
    return f"{_when(bus)}, {load.split()[0]}" if load else _when(bus)


def _then(row: dict[str, Any]) -> str:
    return ", ".join(map(_when, row["buses"][1:]))


def _when(bus: dict[str, Any]) -> str:
    """Return the minutes and the time of a bus, as on a board."""
    if bus["minutes"] is None:
        return "?"
    minutes = f"{bus['minutes']} min" if bus["minutes"] else "Arr"
    return f"{minutes} {'~' if bus['is_scheduled'] else ''}{bus['eta'].astimezone(SINGAPORE):%H:%M}"
