"""The recorded lists of the service, and what a feed keeps of their times."""

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
    chosen = set(sorted({each.service_no for each in rows}, key=natural_order)[::every]) | {"63", "225G"}
    chosen = chosen if every > 1 else {each.service_no for each in rows}
    services = [each for each in _read("bus_service", BusService) if each.service_no in chosen]
    rows = [each for each in rows if each.service_no in chosen]
    return Network(services, rows, _read("bus_stop", BusStop), datetime(2024, 9, 19, tzinfo=UTC))


def kept_times(network: Network, feed: Path) -> tuple[int, int]:
    """Return how many first and last times the rows have, and how many of them a trip of the feed has exactly."""
    found = {
        (*each["trip_id"].rsplit("-", 2)[:2], each["stop_sequence"], seconds(each["arrival_time"]))
        for each in read_tables(feed)["stop_times.txt"]
        if each["timepoint"] == "1"
    }
    given = kept = 0
    for row in network.rows:
        for kind, texts in (
            ("WD", (row.wd_first_bus, row.wd_last_bus)),
            ("SUN", (row.sun_first_bus, row.sun_last_bus)),
        ):
            for text in (str(each) for each in texts if each != "-"):
                at = int(text[:2]) * 3600 + int(text[2:]) * 60 + 86400 * (text < "0300")
                given += 1
                kept += (f"{row.service_no}-{row.direction}", kind, str(row.stop_sequence), at) in found
    return given, kept


def _read(name: str, kind: type[Any]) -> list[Any]:
    with next(REAL.glob(f"{name}*.csv")).open(newline="", encoding="utf-8") as file:
        rows = [{key: _NUMBERS.get(key, str)(text) for key, text in row.items()} for row in csv.DictReader(file)]
    return [converter.structure(each, kind) for each in rows]
