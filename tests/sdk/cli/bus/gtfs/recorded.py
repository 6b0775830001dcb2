"""The recorded lists of the service, and the share of their times that a feed keeps."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.sdk.cli.bus.gtfs.validator import read_tables, seconds
from trivet.bus import BusRoute, BusService, BusStop, Network, converter, natural_order

__all__ = ["REAL", "kept_times", "real_network"]

REAL = Path(__file__).parents[6] / "shared" / "data" / "bus"
_NUMBERS = {"Direction": int, "StopSequence": int, "Distance": float, "Latitude": float, "Longitude": float}


def real_network(every: int = 1) -> Network:
    """Return the network of the recorded lists, or of every nth service of them."""
    rows = _read("bus_route", BusRoute)
    chosen = set(sorted({row.service_no for row in rows}, key=natural_order)[::every]) | {"63", "225G"}
    chosen = chosen if every > 1 else {row.service_no for row in rows}
    services = [service for service in _read("bus_service", BusService) if service.service_no in chosen]
    rows = [row for row in rows if row.service_no in chosen]
    return Network(services, rows, _read("bus_stop", BusStop), datetime(2024, 9, 19, tzinfo=UTC))


def kept_times(network: Network, feed: Path) -> tuple[int, int]:
    """Return the number of first and last times in the rows, and how many of them a trip of the feed has exactly."""
    exact = {
        (*row["trip_id"].rsplit("-", 2)[:2], row["stop_sequence"], seconds(row["arrival_time"]))
        for row in read_tables(feed)["stop_times.txt"]
        if row["timepoint"] == "1"
    }
    published = kept = 0
    for row in network.rows:
        for kind, texts in (
            ("WD", (row.wd_first_bus, row.wd_last_bus)),
            ("SUN", (row.sun_first_bus, row.sun_last_bus)),
        ):
            for text in (str(cell) for cell in texts if cell != "-"):
                at = int(text[:2]) * 3600 + int(text[2:]) * 60 + 86400 * (text < "0300")
                published += 1
                kept += (f"{row.service_no}-{row.direction}", kind, str(row.stop_sequence), at) in exact
    return published, kept


def _read(name: str, kind: type[Any]) -> list[Any]:
    with next(REAL.glob(f"{name}*.csv")).open(newline="", encoding="utf-8") as file:
        rows = [{key: _NUMBERS.get(key, str)(text) for key, text in row.items()} for row in csv.DictReader(file)]
    return [converter.structure(row, kind) for row in rows]
