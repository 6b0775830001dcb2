"""The command `trivet bus gtfs`."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Annotated

import typer

from trivet.bus import SINGAPORE, Network
from trivet.cli.bus.attribution import attribution
from trivet.cli.bus.gtfs.calendar import Calendar, parse_date, parse_holidays
from trivet.cli.bus.gtfs.feed import Feed, write_feed
from trivet.cli.bus.snapshot.files import open_network
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Force, check_output
from trivet.cli.output.fields import Column

_YEAR = timedelta(days=364)
_COLUMNS = [Column("file", "File"), Column("rows", "Rows", right=True)]
_EPILOG = """Examples:

  trivet bus gtfs out.zip --holidays 2025-08-09,2025-10-20

  trivet bus gtfs out.zip --snapshot lists --from 2025-07-01 --until 2025-12-31 --holidays holidays.csv

  trivet bus gtfs out.zip --network network.json --no-shapes
"""


def add(app: typer.Typer) -> None:
    """Add the command."""
    add_recipe(app, "gtfs", "bus", gtfs, epilog=_EPILOG)


def gtfs(
    invocation: Invocation,
    out: Annotated[Path, typer.Argument(metavar="OUT.zip", help="The feed.")],
    *,
    force: Force = False,
    holidays: Annotated[
        str | None, typer.Option(metavar="FILE|DATE,…", help="Public holidays, which run as Sundays.")
    ] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="The first day; by default the day of the data.")
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="DATE", help="The last day; by default a year later.")] = None,
    snapshot: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Take the lists of `trivet bus snapshot DIR`.")
    ] = None,
    network: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Take the lists of this file; written if absent.")
    ] = None,
    shapes: Annotated[
        bool, typer.Option("--shapes/--no-shapes", help="Add shapes, straight lines between stops, and distances.")
    ] = True,
) -> None:
    """Write the timetable as a GTFS feed."""
    if out.suffix.lower() != ".zip":
        raise UsageError(f"{out}: a feed is a zip; give a name that ends with .zip")
    check_output("OUT.zip", out, force=force)
    invocation.check_fields(_COLUMNS)
    days = parse_holidays(holidays)
    first = None if from_ is None else parse_date(from_, "--from")
    last = None if until is None else parse_date(until, "--until")
    known = open_network(invocation, snapshot=snapshot, network=network)
    calendar = _calendar(known, first, last, days)
    feed = Feed(known, calendar, shapes=shapes)
    counts = write_feed(out, feed.tables(), overwrite=force)
    for note in feed.notes():
        invocation.note(note)
    if len(calendar.holidays) < len(days):
        invocation.note(f"{len(days) - len(calendar.holidays)} of {len(days)} holidays are outside of the feed's days")
    invocation.note(attribution(known.fetched_at))
    invocation.show([{"file": name, "rows": count} for name, count in counts.items()], columns=_COLUMNS)


def _calendar(network: Network, first: date | None, last: date | None, holidays: frozenset[date]) -> Calendar:
    begin = first or network.fetched_at.astimezone(SINGAPORE).date()
    try:
        end = last or begin + _YEAR
    except OverflowError:  # less than a year before the end of all dates
        end = date.max
    return Calendar.of(begin, end, holidays)
