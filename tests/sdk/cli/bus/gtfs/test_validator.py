"""The validator finds each kind of fault in a feed, so that a feed without findings is valid."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.sdk.cli.bus.gtfs.validator import Tables, problems, read_tables
from tests.sdk.cli.bus.in_process import run_on
from tests.wrong_rows import wrong_rows
from trivet_stubs import BusStub

Row = dict[str, str]


def with_value(name: str, field: str, value: str, row: int = 0) -> Callable[[Tables], object]:
    """Return an edit that changes a cell."""
    return lambda tables: tables[name][row].update({field: value})


def without_field(name: str, field: str) -> Callable[[Tables], object]:
    """Return an edit that removes a column."""
    return lambda tables: [row.pop(field) for row in tables[name]]


EDITS: dict[str, Callable[[Tables], object]] = {
    "file is missing": lambda tables: tables.pop("stops.txt"),
    "calendars are missing": lambda tables: (tables.pop("calendar.txt"), tables.pop("calendar_dates.txt")),
    "required field is missing": without_field("routes.txt", "route_type"),
    "required value is empty": with_value("stops.txt", "stop_name", ""),
    "unknown field": lambda tables: [row.update(colour="red") for row in tables["routes.txt"]],
    "key comes twice": lambda tables: tables["stops.txt"].append(dict(tables["stops.txt"][0])),
    "agency is unknown": with_value("routes.txt", "agency_id", "NONE"),
    "route is unknown": with_value("trips.txt", "route_id", "NONE"),
    "day is unknown": with_value("trips.txt", "service_id", "NONE"),
    "shape is unknown": with_value("trips.txt", "shape_id", "NONE"),
    "stop is unknown": with_value("stop_times.txt", "stop_id", "NONE"),
    "trip of a frequency is unknown": with_value("frequencies.txt", "trip_id", "NONE"),
    "route has no name": lambda tables: tables["routes.txt"][0].update(route_short_name="", route_long_name=""),
    "time is not a time": with_value("stop_times.txt", "arrival_time", "6:00"),
    "time goes back": with_value("stop_times.txt", "arrival_time", "00:00:01", 3),
    "departure is before the arrival": with_value("stop_times.txt", "departure_time", "00:00:01", 3),
    "trip has one stop": lambda tables: (
        tables["trips.txt"].append({**tables["trips.txt"][0], "trip_id": "one"})
        or tables["stop_times.txt"].append({**tables["stop_times.txt"][0], "trip_id": "one"})
    ),
    "trip has no stop": lambda tables: tables["trips.txt"].append({**tables["trips.txt"][0], "trip_id": "none"}),
    "date is not a day": with_value("calendar.txt", "start_date", "20250631"),
    "calendar ends before it begins": with_value("calendar.txt", "end_date", "20250101"),
    "feed ends before it begins": with_value("feed_info.txt", "feed_end_date", "20250101"),
    "kind of exception is unknown": with_value("calendar_dates.txt", "exception_type", "3"),
    "headway is 0": with_value("frequencies.txt", "headway_secs", "0"),
    "frequency is empty": lambda tables: tables["frequencies.txt"][0].update(
        start_time=tables["frequencies.txt"][0]["end_time"]
    ),
    "frequencies overlap": lambda tables: tables["frequencies.txt"][1].update(
        start_time=tables["frequencies.txt"][0]["start_time"].replace(":00", ":01")
    ),
    "position is 0": with_value("stops.txt", "stop_lat", "0.0000000"),
    "position is beyond the pole": with_value("stops.txt", "stop_lat", "91.0000000"),
    "URL is not one": with_value("agency.txt", "agency_url", "lta.gov.sg"),
    "direction is 2": with_value("trips.txt", "direction_id", "2"),
    "agencies have two time zones": with_value("agency.txt", "agency_timezone", "Asia/Tokyo"),
    "shape goes back": with_value("shapes.txt", "shape_dist_traveled", "0.000", 2),
    "shape stands still": lambda tables: tables["shapes.txt"][2].update(
        shape_dist_traveled=tables["shapes.txt"][1]["shape_dist_traveled"]
    ),
    "shape is out of order": lambda tables: (
        tables["shapes.txt"][1].update(shape_pt_sequence="3"),
        tables["shapes.txt"][2].update(shape_pt_sequence="2"),
    ),
    "shape is elsewhere": with_value("shapes.txt", "shape_pt_lat", "1.0000000", 2),
    "stop is beyond the end of the shape": lambda tables: tables["stop_times.txt"][11].update(
        shape_dist_traveled="99.000"
    ),
    "stop has no distance": with_value("stop_times.txt", "shape_dist_traveled", "", 2),
    "stop stands still": lambda tables: tables["stop_times.txt"][2].update(
        shape_dist_traveled=tables["stop_times.txt"][1]["shape_dist_traveled"]
    ),
    "stop is not used": lambda tables: tables["stops.txt"].append({**tables["stops.txt"][0], "stop_id": "99999"}),
    "route is not used": lambda tables: tables["routes.txt"].append({**tables["routes.txt"][0], "route_id": "99"}),
}


@pytest.mark.long
def test_each_fault_of_a_feed_is_found(bus_stub: BusStub, tmp_path: Path) -> None:
    out = tmp_path / "out.zip"
    assert run_on(bus_stub, "gtfs", str(out), "--holidays", "2025-08-09").status == 0
    tables = read_tables(out)
    write(tables, out)
    assert problems(out) == []
    with wrong_rows() as row:
        for fault, edit in EDITS.items():
            with row(fault):
                copy = deepcopy(tables)
                edit(copy)
                write(copy, out)
                assert problems(out)


def write(tables: Tables, path: Path) -> None:
    """Write the tables of a feed."""
    with ZipFile(path, "w") as archive:
        for name, rows in tables.items():
            text = io.StringIO()
            writer = csv.DictWriter(text, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
            archive.writestr(name, text.getvalue())
