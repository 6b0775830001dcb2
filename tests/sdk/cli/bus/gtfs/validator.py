"""A validator of GTFS feeds without dependencies, for the files and fields that we write."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from zipfile import ZipFile

__all__ = ["Tables", "problems", "read_tables"]

Tables = dict[str, list[dict[str, str]]]

HEADERS: Mapping[str, tuple[set[str], set[str]]] = {
    "agency.txt": ({"agency_id", "agency_name", "agency_url", "agency_timezone"}, {"agency_lang"}),
    "stops.txt": ({"stop_id", "stop_name", "stop_lat", "stop_lon"}, {"stop_code", "stop_desc"}),
    "routes.txt": (
        {"route_id", "agency_id", "route_short_name", "route_type"},
        {"route_long_name", "route_desc", "route_sort_order"},
    ),
    "trips.txt": ({"route_id", "service_id", "trip_id"}, {"trip_headsign", "direction_id", "shape_id"}),
    "stop_times.txt": (
        {"trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"},
        {"timepoint", "shape_dist_traveled"},
    ),
    "calendar.txt": (
        {"service_id", "start_date", "end_date", "monday", "tuesday", "wednesday", "thursday"}
        | {"friday", "saturday", "sunday"},
        set(),
    ),
    "calendar_dates.txt": ({"service_id", "date", "exception_type"}, set()),
    "frequencies.txt": ({"trip_id", "start_time", "end_time", "headway_secs"}, {"exact_times"}),
    "shapes.txt": ({"shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence"}, {"shape_dist_traveled"}),
    "feed_info.txt": (
        {"feed_publisher_name", "feed_publisher_url", "feed_lang"},
        {"feed_start_date", "feed_end_date", "feed_version", "feed_contact_url"},
    ),
    "attributions.txt": ({"organization_name"}, {"attribution_id", "is_authority", "attribution_url"}),
}
"""For each file, the fields that the reference requires, and the optional fields that we write."""

KEYS = {
    "agency.txt": ("agency_id",),
    "stops.txt": ("stop_id",),
    "routes.txt": ("route_id",),
    "trips.txt": ("trip_id",),
    "stop_times.txt": ("trip_id", "stop_sequence"),
    "calendar.txt": ("service_id",),
    "calendar_dates.txt": ("service_id", "date"),
    "frequencies.txt": ("trip_id", "start_time"),
    "shapes.txt": ("shape_id", "shape_pt_sequence"),
}
REFERENCES = (
    ("routes.txt", "agency_id", "agency.txt"),
    ("trips.txt", "route_id", "routes.txt"),
    ("trips.txt", "service_id", "calendar.txt"),
    ("trips.txt", "shape_id", "shapes.txt"),
    ("stop_times.txt", "trip_id", "trips.txt"),
    ("stop_times.txt", "stop_id", "stops.txt"),
    ("calendar_dates.txt", "service_id", "calendar.txt"),
    ("frequencies.txt", "trip_id", "trips.txt"),
)
TIME = re.compile(r"([0-9]{2,3}):([0-5][0-9]):([0-5][0-9])")


def read_tables(path: Path) -> Tables:
    """Read all tables of a feed."""
    with ZipFile(path) as archive:
        assert archive.testzip() is None
        return {
            name: list(csv.DictReader(io.TextIOWrapper(archive.open(name), "utf-8", newline=""), strict=True))
            for name in archive.namelist()
        }


def problems(path: Path) -> list[str]:
    """Return the faults of a feed."""
    tables = read_tables(path)
    return [*_headers(path), *_keys(tables), *_references(tables), *_times(tables), *_frequencies(tables)]


def seconds(text: str) -> int:
    """Return a time of GTFS in seconds."""
    match = TIME.fullmatch(text)
    assert match, text
    return int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3])


def _headers(path: Path) -> Iterator[str]:
    with ZipFile(path) as archive:
        for name in archive.namelist():
            header = archive.read(name).decode().splitlines()[0].split(",")
            required, allowed = HEADERS[name]
            if missing := required - {*header}:
                yield f"{name}: {missing} is missing"
            if more := {*header} - required - allowed:
                yield f"{name}: {more} is not a field of the reference"
            if len(set(header)) < len(header):
                yield f"{name}: a field comes twice"
        required_files = {
            "agency.txt",
            "stops.txt",
            "routes.txt",
            "trips.txt",
            "stop_times.txt",
            "calendar.txt",
            "feed_info.txt",
        }
        yield from (f"{name} is missing" for name in required_files - {*archive.namelist()})


def _keys(tables: Tables) -> Iterator[str]:
    for name, fields in KEYS.items():
        counts = Counter(tuple(row[field] for field in fields) for row in tables.get(name, []))
        yield from (f"{name}: {key} comes {count} times" for key, count in counts.items() if count > 1)
        yield from (f"{name}: {key} is empty" for key in counts if not all(key))


def _references(tables: Tables) -> Iterator[str]:
    for name, field, target in REFERENCES:
        known = {row[field] for row in tables.get(target, [])}
        used = {row[field] for row in tables.get(name, []) if row.get(field)}
        yield from (f"{name}: {field} {key!r} is not in {target}" for key in sorted(used - known))


def _times(tables: Tables) -> Iterator[str]:
    trips: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for row in tables["stop_times.txt"]:
        trips[row["trip_id"]].append(row)
    for trip, rows in trips.items():
        if len(rows) < 2:
            yield f"{trip}: has {len(rows)} stops"
        before, place, along = 0, -1, -1.0
        for row in sorted(rows, key=lambda row: int(row["stop_sequence"])):
            at, leaves = seconds(row["arrival_time"]), seconds(row["departure_time"])
            if not before <= at <= leaves:
                yield f"{trip}: goes back in time at {row['stop_id']}: {row['arrival_time']}"
            if int(row["stop_sequence"]) <= place or float(row.get("shape_dist_traveled") or 0) < along:
                yield f"{trip}: goes back on its way at {row['stop_id']}"
            before, place, along = leaves, int(row["stop_sequence"]), float(row.get("shape_dist_traveled") or 0)
    yield from (f"{row['trip_id']}: has no times" for row in tables["trips.txt"] if row["trip_id"] not in trips)
    for row in tables["stops.txt"]:
        if not (0 < abs(float(row["stop_lat"])) <= 90 and 0 < abs(float(row["stop_lon"])) <= 180):
            yield f"stops.txt: {row['stop_id']} has no position"


def _frequencies(tables: Tables) -> Iterator[str]:
    ends: dict[str, int] = {}
    for row in tables["frequencies.txt"]:
        start, end = seconds(row["start_time"]), seconds(row["end_time"])
        if not start < end or int(row["headway_secs"]) <= 0 or start < ends.get(row["trip_id"], 0):
            yield f"frequencies.txt: {row} is empty, or overlaps with the one before it"
        ends[row["trip_id"]] = end
