"""The tables of a feed, as the GTFS reference names them, and the zip that holds them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from attrs import frozen

from trivet._core.files import write_whole
from trivet._text import printable
from trivet.bus import SINGAPORE, Network, Route, natural_order
from trivet.cli.bus.attribution import LICENCE, LICENCE_URL, SOURCE, SOURCE_URL, attribution, operator_of
from trivet.cli.bus.gtfs.calendar import Calendar, gtfs_date
from trivet.cli.bus.gtfs.running_times import kilometres
from trivet.cli.bus.gtfs.trips import DAYS, DayKind, Trip, trips_of, visits_of
from trivet.cli.bus.stop_lookup import has_position

_NO_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest date of a zip, for all its members; with the date of writing, the bytes would differ each time."""

_METRE = 0.001


@frozen
class FeedTable:
    """One file of a feed.

    Attributes:
        name: The name of the file, such as `stops.txt`.
        header: The names of the columns.
        rows: The rows, which are read once.
    """

    name: str
    header: Sequence[str]
    rows: Iterable[Sequence[object]]


@frozen
class _Run:
    """A trip of a route on a kind of day."""

    id: str
    route: Route
    kind: DayKind
    trip: Trip


class Feed:
    """The timetable of a network.

    >>> for table in Feed(network, calendar).tables():
    ...     print(table.name, sum(1 for _ in table.rows))

    Attributes:
        network: The network.
        calendar: The days.
        shapes: Whether the feed has shapes: straight lines from stop to stop, as the service publishes no others.
    """

    def __init__(self, network: Network, calendar: Calendar, *, shapes: bool = True) -> None:
        self.network = network
        self.calendar = calendar
        self.shapes = shapes

    def tables(self) -> Iterator[FeedTable]:
        """Yield the tables in the order in which they are written."""
        yield FeedTable(
            "agency.txt",
            ["agency_id", "agency_name", "agency_url", "agency_timezone", "agency_lang"],
            self._agency_rows(),
        )
        yield FeedTable(
            "stops.txt", ["stop_id", "stop_code", "stop_name", "stop_desc", "stop_lat", "stop_lon"], self._stops()
        )
        yield FeedTable(
            "routes.txt",
            [
                "route_id",
                "agency_id",
                "route_short_name",
                "route_long_name",
                "route_desc",
                "route_type",
                "route_sort_order",
            ],
            self._route_rows(),
        )
        shape = ["shape_id"] if self.shapes else []
        trip_header = ["route_id", "service_id", "trip_id", "trip_headsign", "direction_id", *shape]
        yield FeedTable("trips.txt", trip_header, self._trip_rows())
        distance = ["shape_dist_traveled"] if self.shapes else []
        time_header = ["trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence", "timepoint", *distance]
        yield FeedTable("stop_times.txt", time_header, self._time_rows())
        week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        yield FeedTable("calendar.txt", ["service_id", *week, "start_date", "end_date"], self.calendar.weeks())
        yield FeedTable("calendar_dates.txt", ["service_id", "date", "exception_type"], self.calendar.exceptions())
        header = ["trip_id", "start_time", "end_time", "headway_secs", "exact_times"]
        yield FeedTable("frequencies.txt", header, self._frequency_rows())
        if self.shapes:
            header = ["shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence", "shape_dist_traveled"]
            yield FeedTable("shapes.txt", header, self._shape_rows())
        header = ["feed_publisher_name", "feed_publisher_url", "feed_lang", "feed_start_date", "feed_end_date"]
        yield FeedTable("feed_info.txt", [*header, "feed_version", "feed_contact_url"], self._info())
        header = ["attribution_id", "organization_name", "is_authority", "attribution_url"]
        yield FeedTable("attributions.txt", header, [["1", attribution(self.network.fetched_at), "1", LICENCE_URL]])

    def notes(self) -> Iterator[str]:
        """Yield a note for each kind of records that the feed leaves out."""
        missing = {row.route.bus_stop_code for route in self._routes for row in route.stops if row.stop is None}
        unplaced = {
            row.stop.bus_stop_code
            for route in self._routes
            for row in route.stops
            if row.stop is not None and not has_position(row.stop)
        }
        running = {run.route.service_no for run in self._runs}
        idle = sorted({route.service_no for route in self._routes} - running, key=natural_order)
        with_rows = {(route.service_no, route.direction) for route in self._routes}
        without_rows = {
            f"{service.service_no}/{service.direction}"
            for service in self.network.services
            if (service.service_no, service.direction) not in with_rows
        }
        for names, reason in (
            (sorted(missing), "stops are not in the list of stops, and are left out"),
            (sorted(unplaced), "stops have no position, and are left out"),
            (idle, "services have no times, and are left out"),
            (sorted(without_rows, key=natural_order), "services have no route, and are left out"),
        ):
            if names:
                yield f"{len(names)} {reason}: {', '.join(names[:8])}{', …' if len(names) > 8 else ''}"

    @cached_property
    def _routes(self) -> list[Route]:
        return sorted(self.network.routes, key=lambda route: (natural_order(route.service_no), route.direction))

    @cached_property
    def _runs(self) -> list[_Run]:
        return [
            _Run(f"{route.service_no}-{route.direction}-{kind}-{trip.name}", route, kind, trip)
            for route in self._routes
            for kind in DAYS
            for trip in trips_of(visits_of(route, kind), route.service)
        ]

    @cached_property
    def _running(self) -> list[Route]:
        """The first direction of each service with trips, in order."""
        first: dict[str, Route] = {}
        for run in self._runs:
            first.setdefault(run.route.service_no, run.route)
        return [*first.values()]

    def _operator(self, route: Route) -> str:
        return route.stops[0].route.operator

    def _agency_rows(self) -> Iterator[list[object]]:
        for code in sorted({self._operator(route) for route in self._running}):
            yield [code, *operator_of(code), "Asia/Singapore", "en"]

    def _stops(self) -> Iterator[list[object]]:
        used = {visit.stop.bus_stop_code: visit.stop for run in self._runs for visit in run.trip.visits}
        for code, stop in sorted(used.items()):
            name = printable(stop.description) or code
            yield [code, code, name, printable(stop.road_name), f"{stop.latitude:.7f}", f"{stop.longitude:.7f}"]

    def _route_rows(self) -> Iterator[list[object]]:
        for order, route in enumerate(self._running, 1):
            category = "" if route.service is None else printable(route.service.category)
            operator = self._operator(route)
            yield [route.service_no, operator, route.service_no, _long_name(route), category, 3, order]

    def _trip_rows(self) -> Iterator[list[object]]:
        for run in self._runs:
            route, last = run.route, run.trip.visits[-1]
            shape = [_shape_id(route)] if self.shapes else []
            headsign = _name_of(last.stop.description, last.row.bus_stop_code)
            yield [route.service_no, run.kind, run.id, headsign, 0 if route.direction == 1 else 1, *shape]

    def _time_rows(self) -> Iterator[list[object]]:
        for run in self._runs:
            trip = run.trip
            along: dict[int, float] = self._along(run.route) if self.shapes else {}
            for visit, at, exact in zip(trip.visits, trip.times, trip.exact, strict=True):
                text, row = clock_text(at), visit.row
                distance = [f"{along[row.stop_sequence]:.3f}"] if self.shapes else []
                yield [run.id, text, text, row.bus_stop_code, row.stop_sequence, int(exact), *distance]

    def _frequency_rows(self) -> Iterator[list[object]]:
        for run in self._runs:
            for band in run.trip.headways:
                yield [run.id, clock_text(band.start), clock_text(band.end), band.seconds, 0]

    def _along(self, route: Route) -> dict[int, float]:
        """Return the kilometres of each stop sequence, which increase by a metre at least, as GTFS demands."""
        distances = {route_stop.route.stop_sequence: route_stop.route.distance for route_stop in route.stops}
        along: dict[int, float] = {}
        before = -_METRE
        for number, distance in zip(distances, kilometres([*distances.values()]), strict=True):
            along[number] = before = max(distance, before + _METRE)
        return along

    def _shape_rows(self) -> Iterator[list[object]]:
        for route in {_shape_id(run.route): run.route for run in self._runs}.values():
            along, before = self._along(route), None
            for route_stop in route.stops:
                number = route_stop.route.stop_sequence
                if (stop := route_stop.stop) is not None and has_position(stop) and number != before:
                    before = number
                    place = [f"{stop.latitude:.7f}", f"{stop.longitude:.7f}"]
                    yield [_shape_id(route), *place, number, f"{along[number]:.3f}"]

    def _info(self) -> Iterator[list[object]]:
        days = [gtfs_date(self.calendar.first), gtfs_date(self.calendar.last)]
        version: datetime = self.network.fetched_at.astimezone(SINGAPORE)
        publisher = f"{SOURCE} ({LICENCE}), as GTFS by trivet"
        yield [publisher, SOURCE_URL, "en", *days, version.isoformat(timespec="seconds"), LICENCE_URL]


def clock_text(seconds: int) -> str:
    """Return a time of a service day as GTFS writes it, with more than 24 hours after midnight.

    >>> clock_text(25 * 3600 + 61)
    '25:01:01'
    """
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def write_feed(path: Path, tables: Iterable[FeedTable], *, overwrite: bool = False) -> dict[str, int]:
    """Write the tables of a feed as a zip, and return the number of rows of each.

    >>> write_feed(Path("out.zip"), feed.tables())["stops.txt"]
    5129

    Args:
        path: The file.
        tables: The tables.
        overwrite: Whether an existing file is replaced.

    Raises:
        OSError: The file cannot be written; a file that exists stays as it is.
    """
    counts: dict[str, int] = {}

    def write(file: IO[bytes]) -> None:
        with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=6) as archive:
            for table in tables:
                info = ZipInfo(table.name, _NO_DATE)
                info.compress_type, info.external_attr, info.create_system = ZIP_DEFLATED, 0o644 << 16, 3
                with archive.open(info, "w", force_zip64=False) as member:
                    counts[table.name] = _write_table(member, table)

    write_whole(path, write, overwrite=overwrite, public=True)
    return counts


def _long_name(route: Route) -> str:
    first, last = route.stops[0], route.stops[-1]
    begin = _name_of(first.stop.description if first.stop else "", first.route.bus_stop_code)
    if route.service is not None and route.service.is_loop:
        return f"{begin} – {printable(route.service.loop_desc)} (loop)"
    return f"{begin} – {_name_of(last.stop.description if last.stop else '', last.route.bus_stop_code)}"


def _name_of(description: str, code: str) -> str:
    return printable(description) or code


def _shape_id(route: Route) -> str:
    return f"{route.service_no}-{route.direction}"


def _write_table(member: IO[bytes], table: FeedTable) -> int:
    count = 0
    with io.TextIOWrapper(member, "utf-8", newline="") as text:
        rows = csv.writer(text, lineterminator="\r\n")
        rows.writerow(table.header)
        for row in table.rows:
            rows.writerow(row)
            count += 1
    return count
