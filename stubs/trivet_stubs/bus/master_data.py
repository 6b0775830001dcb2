"""The bus stub's master data, and its readers: for CSV files, NDJSON files, and the service's own JSON pages."""

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.rule_catalogue import applies

Row = Mapping[str, Any]
RouteKey = tuple[str, int]

BUILT_IN = Path(__file__).with_name("data")

TIMES = frozenset(f"{day}_{end}Bus" for day in ("WD", "SAT", "SUN") for end in ("First", "Last"))
"""The fields of a route that are times."""

_NAMES = {
    "BusStop": "bus_stop*",
    "BusService": "bus_service*",
    "BusRoute": "bus_route*",
    "PlannedBusRoute": "planned_bus_route*",
}
# In this order, because a planned route has every field of a route.
_KIND_BY_FIELD = {
    "EffectiveDate": "PlannedBusRoute",
    "StopSequence": "BusRoute",
    "LoopDesc": "BusService",
    "RoadName": "BusStop",
}
_INTEGERS = frozenset({"Direction", "StopSequence"})
_NUMBERS = frozenset({"Distance", "Latitude", "Longitude"})


@dataclass(frozen=True, kw_only=True)
@applies("bus.services.frequency-is-a-range", "bus.services.frequency-may-be-odd", "bus.routes.times-are-four-digits")
@applies("bus.routes.no-bus-is-a-dash", "bus.planned-routes.effective-date-form")
class BusRecords:
    """Stops, services, routes and planned routes; immutable, so that changes need `dataclasses.replace`."""

    stops: tuple[Row, ...] = ()
    services: tuple[Row, ...] = ()
    routes: tuple[Row, ...] = ()
    planned_routes: tuple[Row, ...] = ()

    @cached_property
    def stop_by_code(self) -> dict[str, Row]:
        """Each stop by its code."""
        return {stop["BusStopCode"]: stop for stop in self.stops}

    @cached_property
    def service_by_key(self) -> dict[RouteKey, Row]:
        """Each service by its number and direction."""
        return {(service["ServiceNo"], service["Direction"]): service for service in self.services}

    @cached_property
    def route_by_key(self) -> dict[RouteKey, list[Row]]:
        """The stops along each route, in order."""
        routes: defaultdict[RouteKey, list[Row]] = defaultdict(list)
        for row in self.routes:
            routes[row["ServiceNo"], row["Direction"]].append(row)
        for rows in routes.values():
            rows.sort(key=lambda row: row["StopSequence"])
        return dict(routes)

    @cached_property
    def routes_at(self) -> dict[str, list[RouteKey]]:
        """The routes that call at each stop, without duplicates."""
        routes: defaultdict[str, dict[RouteKey, None]] = defaultdict(dict)
        for row in self.routes:
            routes[row["BusStopCode"]][row["ServiceNo"], row["Direction"]] = None
        return {code: list(keys) for code, keys in routes.items()}

    @cached_property
    def effective_at(self) -> tuple[datetime, ...]:
        """When each planned row takes effect."""
        return tuple(datetime.fromisoformat(row["EffectiveDate"]) for row in self.planned_routes)


def read_records(directory: Path) -> BusRecords:
    """Read the records of a directory.

    For each kind, a CSV file takes precedence over NDJSON, and NDJSON over JSON pages; of several files of one form,
    the last by name counts.

    Raises:
        ValueError: The directory or a file is wrong. The message names the file and the row, counted from 1.
    """
    if not directory.is_dir():
        raise ValueError(f"data: {directory} is not a directory")
    rows: dict[str, list[Row]] = {}
    for path in sorted(directory.glob("*.json"), key=_page_order):
        if contents := _json_rows(path):
            kind, page = contents
            rows.setdefault(kind, []).extend(page)
    for kind, pattern in _NAMES.items():
        if paths := sorted(directory.glob(f"{pattern}.csv")):
            rows[kind] = _csv_rows(paths[-1], kind)
        elif paths := sorted(directory.glob(f"{pattern}.ndjson")):
            rows[kind] = _ndjson_rows(paths[-1], kind)
    if not rows:
        files = ", ".join(f"{name}.csv" for name in _NAMES.values())
        raise ValueError(f"data: {directory} holds neither {files}, the same as .ndjson, nor JSON pages of records")
    return BusRecords(
        stops=tuple(rows.get("BusStop", ())),
        services=tuple(rows.get("BusService", ())),
        routes=tuple(rows.get("BusRoute", ())),
        planned_routes=tuple(rows.get("PlannedBusRoute", ())),
    )


def built_in_records() -> BusRecords:
    """Return records for a stub without data of its own, whose rows are read once in a process."""
    return replace(_built_in_records())


@cache
def _built_in_records() -> BusRecords:
    return read_records(BUILT_IN)


def _csv_rows(path: Path, kind: str) -> list[Row]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        try:
            rows = [_typed(path, number, row) for number, row in enumerate(csv.DictReader(file, strict=True), 1)]
        except (csv.Error, UnicodeDecodeError) as error:
            raise ValueError(f"{path.name}: not a CSV file in UTF-8: {error}") from error
    _check(path, kind, rows)
    return rows


def _typed(path: Path, number: int, row: Mapping[Any, Any]) -> Row:
    if None in row or None in row.values():
        raise ValueError(f"{path.name}, row {number}: not as many cells as the header has")
    typed: dict[str, Any] = {}
    for name, text in row.items():
        try:
            if name in _INTEGERS:
                typed[name] = int(text)
            elif name in _NUMBERS:
                # The service writes a whole distance without a point; so does a stub.
                typed[name] = int(text) if text.isdigit() else float(text)
            else:
                typed[name] = text
        except ValueError:
            raise ValueError(f"{path.name}, row {number}: {name} is not a number: {text!r}") from None
    return typed


def _ndjson_rows(path: Path, kind: str) -> list[Row]:
    rows: list[Row] = []
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                rows.append(loads(line, finite=True))
            except ValueError as error:
                raise ValueError(f"{path.name}, row {number}: not JSON: {error}") from error
    _check(path, kind, rows)
    return rows


def _json_rows(path: Path) -> tuple[str, list[Row]] | None:
    try:
        page: Any = loads(path.read_bytes(), finite=True)
    except ValueError as error:
        raise ValueError(f"{path.name}: not JSON: {error}") from error
    try:
        rows: list[Row] = page["value"]
        kind = next(kind for field, kind in _KIND_BY_FIELD.items() if field in rows[0])
    except (KeyError, TypeError, IndexError, StopIteration):  # not a page of records: arrivals, a page past the end
        return None
    _check(path, kind, rows)
    return kind, rows


def _check(path: Path, kind: str, rows: Iterable[Row]) -> None:
    validator = load("bus").record(kind)
    for number, row in enumerate(rows, 1):
        for error in validator.iter_errors(row):
            where = ".".join(map(str, error.instance_path)) or kind
            raise ValueError(f"{path.name}, row {number}: {where}: {error.message}")
        if kind == "PlannedBusRoute":
            _check_date(path, number, row["EffectiveDate"])


def _check_date(path: Path, number: int, text: str) -> None:
    try:
        aware = datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        aware = False
    if not aware:
        raise ValueError(f"{path.name}, row {number}: EffectiveDate is not a date-time with an offset: {text!r}")


def _page_order(path: Path) -> list[tuple[int, str]]:
    # routes_500 comes before routes_1000.
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", path.name)]
