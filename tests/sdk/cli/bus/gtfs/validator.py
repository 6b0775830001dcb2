"""A validator of GTFS feeds without dependencies, for the files and fields that we write.

It is written from the reference (https://gtfs.org/documentation/schedule/reference/): the presence of files and
fields, the types of fields, keys, references, and what the descriptions of fields demand.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import pairwise
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
    ("frequencies.txt", "trip_id", "trips.txt"),
)
TIME = re.compile(r"([0-9]{2,3}):([0-5][0-9]):([0-5][0-9])")
WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TYPES: Mapping[str, str] = {
    **dict.fromkeys(WEEK, "[01]"),
    **dict.fromkeys(("start_date", "end_date", "date", "feed_start_date", "feed_end_date"), "date"),
    **dict.fromkeys(("arrival_time", "departure_time", "start_time", "end_time"), TIME.pattern),
    **dict.fromkeys(("stop_lat", "shape_pt_lat", "stop_lon", "shape_pt_lon"), r"-?[0-9]{1,3}\.[0-9]{4,}"),
    **dict.fromkeys(("agency_url", "feed_publisher_url", "attribution_url"), r"https?://[^\s]+"),
    **dict.fromkeys(("stop_sequence", "shape_pt_sequence", "route_sort_order"), "[0-9]+"),
    **dict.fromkeys(("agency_lang", "feed_lang"), "[a-z]{2}(-[A-Z]{2})?"),
    **dict.fromkeys(("direction_id", "timepoint", "exact_times", "is_authority"), "[01]"),
    "agency_timezone": "[A-Z][a-z]+/[A-Z][a-z]+",
    "exception_type": "[12]",
    "headway_secs": "[1-9][0-9]*",
    "route_type": "[0-7]|11|12",
    "shape_dist_traveled": r"[0-9]+(\.[0-9]+)?",
}
"""The pattern of a field's values; `date` is a day of the calendar. An empty value of an optional field has no type."""
USED = (
    ("agency.txt", "agency_id", "routes.txt"),
    ("calendar.txt", "service_id", "trips.txt"),
    ("routes.txt", "route_id", "trips.txt"),
    ("shapes.txt", "shape_id", "trips.txt"),
    ("stops.txt", "stop_id", "stop_times.txt"),
)
"""Records that nothing refers to are not forbidden; a validator of feeds warns about them."""


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
    faults = [*_headers(path), *_values(tables), *_keys(tables), *_references(tables)]
    return faults or [  # the others read the values
        *_conditions(tables),
        *_times(tables),
        *_frequencies(tables),
        *_shapes(tables),
    ]


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
        }
        if not {"calendar.txt", "calendar_dates.txt"} & {*archive.namelist()}:
            yield "calendar.txt and calendar_dates.txt are missing"
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
        before, along = 0, -1.0
        for row in sorted(rows, key=lambda row: int(row["stop_sequence"])):
            at, leaves = seconds(row["arrival_time"]), seconds(row["departure_time"])
            if not before <= at <= leaves:
                yield f"{trip}: goes back in time at {row['stop_id']}: {row['arrival_time']}"
            distance = float(row.get("shape_dist_traveled") or along + 1)
            if distance <= along:
                yield f"{trip}: goes back on its way at {row['stop_id']}"
            before, along = leaves, distance
    yield from (f"{row['trip_id']}: has no times" for row in tables["trips.txt"] if row["trip_id"] not in trips)
    for row in tables["stops.txt"]:
        if not _is_place(row["stop_lat"], row["stop_lon"]):
            yield f"stops.txt: {row['stop_id']} has no position"


def _is_place(latitude: str, longitude: str) -> bool:
    return 0 < abs(float(latitude)) <= 90 and 0 < abs(float(longitude)) <= 180


def _values(tables: Tables) -> Iterator[str]:
    for name, rows in tables.items():
        required = HEADERS.get(name, (set(), set()))[0]
        for row in rows:
            if None in row or None in row.values():
                yield f"{name}: {row} has another number of cells than the header"
                continue
            for field, text in row.items():
                if not text and field in required and not (field == "agency_id" and len(tables["agency.txt"]) == 1):
                    yield f"{name}: {field} is empty"
                if text and not _has_type(text, TYPES.get(field, ".*")):
                    yield f"{name}: {field} {text!r} has another type"


def _has_type(text: str, pattern: str) -> bool:
    if pattern != "date":
        return re.fullmatch(pattern, text, re.DOTALL) is not None
    try:
        return len(text) == 8 and bool(datetime.strptime(text, "%Y%m%d"))
    except ValueError:
        return False


def _conditions(tables: Tables) -> Iterator[str]:
    """Yield the fields that are missing under a condition, and dates and records that do not fit each other."""
    if len({row["agency_timezone"] for row in tables["agency.txt"]}) != 1:
        yield "agency.txt: the agencies have several time zones, or there is none"
    for row in tables["routes.txt"]:
        if not (row["route_short_name"] or row["route_long_name"]):
            yield f"routes.txt: {row['route_id']} has no name"
    for name, first, last in (
        ("calendar.txt", "start_date", "end_date"),
        ("feed_info.txt", "feed_start_date", "feed_end_date"),
    ):
        yield from (
            f"{name}: {row[first]} is after {row[last]}" for row in tables.get(name, []) if row[first] > row[last]
        )
    if len(tables.get("feed_info.txt", [])) != 1:
        yield "feed_info.txt: it has one row"
    services = {row["service_id"] for name in ("calendar.txt", "calendar_dates.txt") for row in tables.get(name, [])}
    yield from (
        f"trips.txt: no day for {row['service_id']}" for row in tables["trips.txt"] if row["service_id"] not in services
    )
    for name, key, target in USED:
        used = {row.get(key) for row in tables[target]}
        yield from (f"{name}: nothing uses {row[key]}" for row in tables.get(name, []) if row[key] not in used)


def _shapes(tables: Tables) -> Iterator[str]:
    """Yield faults in the order and the distances of shapes, and stops that are not on the shape of their trip."""
    points: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for row in tables.get("shapes.txt", []):
        points[row["shape_id"]].append(row)
        if not _is_place(row["shape_pt_lat"], row["shape_pt_lon"]):
            yield f"shapes.txt: a point of {row['shape_id']} has no position"
    ends: dict[str, float] = {}
    for shape, rows in points.items():
        rows.sort(key=lambda row: int(row["shape_pt_sequence"]))
        distances = [float(row["shape_dist_traveled"]) for row in rows]
        if len(rows) < 2:
            yield f"shapes.txt: {shape} has one point"
        if any(left >= right for left, right in pairwise(distances)):
            yield f"shapes.txt: the distances of {shape} do not increase"
        ends[shape] = distances[-1]
    shapes = {row["trip_id"]: row.get("shape_id", "") for row in tables["trips.txt"]}
    at = {stop["stop_id"]: (stop["stop_lat"], stop["stop_lon"]) for stop in tables["stops.txt"]}
    places = {
        (shape, float(row["shape_dist_traveled"])): (row["shape_pt_lat"], row["shape_pt_lon"])
        for shape, rows in points.items()
        for row in rows
    }
    for row in tables["stop_times.txt"]:
        shape, distance = shapes[row["trip_id"]], row.get("shape_dist_traveled")
        if bool(shape) != bool(distance):
            yield f"{row['trip_id']}: has a shape or a distance alone"
        elif shape and float(distance or 0) > ends[shape]:
            yield f"{row['trip_id']}: {row['stop_id']} is beyond the end of the shape"
        elif shape and places.get((shape, float(distance or 0))) != at[row["stop_id"]]:
            yield f"{row['trip_id']}: the shape is elsewhere at {row['stop_id']}"


def _frequencies(tables: Tables) -> Iterator[str]:
    ends: dict[str, int] = {}
    for row in tables["frequencies.txt"]:
        start, end = seconds(row["start_time"]), seconds(row["end_time"])
        if not start < end or int(row["headway_secs"]) <= 0 or start < ends.get(row["trip_id"], 0):
            yield f"frequencies.txt: {row} is empty, or overlaps with the one before it"
        ends[row["trip_id"]] = end
