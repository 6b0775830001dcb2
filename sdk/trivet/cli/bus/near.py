"""`trivet bus near`: the stops around a position or a stop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from trivet.bus import NearStop, Network, Position
from trivet.cli.bus.attribution import note_beside_table, shows_table, source_line
from trivet.cli.bus.network import MaxAge, NetworkFile, NetworkSource, Refresh
from trivet.cli.bus.stop_lookup import find_stop
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.output.fields import Column

_EXAMPLES = """Examples:

trivet bus near 1.2990,103.8550 --within 500

trivet bus near "opp bugis" --limit 3

trivet bus near 54009 --within 300 -o csv
"""

NEAREST = 10
"""The number of stops without `--within` and `--limit`."""

_POSITION = re.compile(r"\s*([+-]?[0-9]{1,3}(?:\.[0-9]*)?)\s*[,; ]\s*([+-]?[0-9]{1,3}(?:\.[0-9]*)?)\s*")
_COLUMNS = (
    Column("metres", "Metres", right=True),
    Column("bus_stop_code", "Stop"),
    Column("description", "Name"),
    Column("road_name", "Road"),
    Column("services", "Buses", lambda row: " ".join(row["services"])),
)


def add(app: typer.Typer) -> None:
    """Add the command."""
    add_recipe(app, "near", "bus", near, epilog=_EXAMPLES)


def near(
    invocation: Invocation,
    place: Annotated[
        str, typer.Argument(metavar="PLACE", help="LATITUDE,LONGITUDE, the code of a stop, or words of its name.")
    ],
    *,
    within: Annotated[
        float | None, typer.Option(metavar="M", help="Show all stops within M metres as the crow flies.")
    ] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="Show at most N stops.")] = None,
    network: NetworkFile = None,
    max_age: MaxAge = "7d",
    refresh: Refresh = False,
) -> None:
    """List the stops near a position, the nearest first, with metres, names, roads and buses."""
    if within is not None and not within >= 0:
        raise UsageError(f"--within: {within:g} is not a distance; give metres, such as 500")
    position = parse_position(place)  # an error here saves fetching the network
    known = NetworkSource(invocation, file=network, max_age=max_age, refresh=refresh).load()
    if position is None:
        position = find_stop(known, place).position
    most = NEAREST if within is None and limit is None else limit
    stops = known.nearest(position, limit=most, within=within)
    if not stops:
        invocation.note(f"trivet: no stop is within {within:g} m of {position.latitude},{position.longitude}")
    if stops or not shows_table(invocation):
        invocation.show(near_rows(known, stops), columns=_COLUMNS)
    note_beside_table(invocation, source_line(invocation.bus.base_url))


def near_rows(network: Network, stops: list[NearStop]) -> Iterator[Mapping[str, Any]]:
    """Yield a record for each stop: its distance, the stop, and the numbers of its services in natural order.

    >>> list(near_rows(network, network.nearest(Position(1.2990, 103.8550))))
    """
    for near_stop in stops:
        stop = near_stop.stop
        yield {
            "metres": round(near_stop.metres),
            "bus_stop_code": stop.bus_stop_code,
            "description": stop.description,
            "road_name": stop.road_name,
            "latitude": stop.latitude,
            "longitude": stop.longitude,
            "services": list(dict.fromkeys(route.service_no for route in network.services_at(stop.bus_stop_code))),
        }


def parse_position(text: str) -> Position | None:
    """Parse a position in decimal degrees; return None if the text has another form.

    >>> parse_position("1.2990,103.8550")
    Position(latitude=1.299, longitude=103.855)

    Raises:
        UsageError: The text has the form of a position, but its numbers are out of range.
    """
    match = _POSITION.fullmatch(text)
    if match is None:
        return None
    position = Position(float(match[1]), float(match[2]))
    if abs(position.latitude) > 90 or abs(position.longitude) > 180:
        swapped = abs(position.longitude) <= 90 and abs(position.latitude) <= 180
        hint = "; the latitude comes first" if swapped else ""
        raise UsageError(f"{text}: no such position, as latitudes end at 90 and longitudes at 180{hint}")
    return position
