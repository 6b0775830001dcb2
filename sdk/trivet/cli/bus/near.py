"""`trivet bus near`: the stops around a position or a stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from trivet.bus import NearStop, Network
from trivet.cli.bus.boards.source import note_beside_table, shows_table, source_line
from trivet.cli.bus.network.find_stop import find_stop
from trivet.cli.bus.network.loading import NetworkSource
from trivet.cli.bus.network.options import MaxAge, NetworkFile, Refresh
from trivet.cli.bus.network.position import parse_position
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.output.fields import Column
from trivet.cli.recipe import add_recipe

__all__ = ["add", "near", "near_rows"]

_EXAMPLES = """Examples:

trivet bus near 1.2990,103.8550 --within 500

trivet bus near "opp bugis" --limit 3

trivet bus near 54009 --within 300 -o csv
"""

NEAREST = 10
"""How many stops are shown if neither a distance nor a number is given."""

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
        raise UsageError(f"--within: {within:g} is no distance; give metres, as 500")
    position = parse_position(place)  # before the network is fetched for nothing
    known = NetworkSource(invocation, file=network, max_age=max_age, refresh=refresh).load()
    if position is None:
        position = find_stop(known, place).position
    most = NEAREST if within is None and limit is None else limit
    found = known.nearest(position, limit=most, within=within)
    if not found:
        invocation.note(f"trivet: no stop is within {within:g} m of {position.latitude},{position.longitude}")
    if found or not shows_table(invocation):
        invocation.show(near_rows(known, found), columns=_COLUMNS)
    note_beside_table(invocation, source_line(invocation.bus.base_url))


def near_rows(network: Network, found: list[NearStop]) -> Iterator[Mapping[str, Any]]:
    """Yield a record for each stop: the distance, the stop, and its services in natural order, each once.

    >>> list(near_rows(network, network.nearest(Position(1.2990, 103.8550))))
    """
    for each in found:
        stop = each.stop
        yield {
            "metres": round(each.metres),
            "bus_stop_code": stop.bus_stop_code,
            "description": stop.description,
            "road_name": stop.road_name,
            "latitude": stop.latitude,
            "longitude": stop.longitude,
            "services": list(dict.fromkeys(one.service_no for one in network.services_at(stop.bus_stop_code))),
        }
