"""A year of volume files, made by the stub."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from trivet import BusClient
from trivet.bus import SINGAPORE
from trivet_stubs import BusStub

__all__ = ["download_year"]

QUARTERS = (4, 7, 10, 13)
"""The months, counted from January, in whose middle the three before them are published."""


def download_year(folder: Path, rows: int, year: int = 2025) -> list[Path]:
    """Download the twelve files of a year, three months at a time, as a user who collects them does.

    Args:
        folder: Where they are written, as `YYYYMM.zip`.
        rows: The rows of each file.
        year: The year.
    """
    with BusStub() as stub:
        stub.volume_rows = rows
        options = {"base_url": "http://bus.test", "transport": stub.transport(), "clock": stub.clock}
        with BusClient(**options, **stub.client_credentials()) as bus:  # type: ignore[arg-type]
            for quarter in QUARTERS:
                stub.clock.set(datetime(year + (quarter - 1) // 12, (quarter - 1) % 12 + 1, 15, tzinfo=SINGAPORE))
                for month in range(quarter - 3, quarter):
                    name = f"{year}{month:02}"
                    bus.passenger_volume.download("by_stop", date=name, path=folder / f"{name}.zip")
    return sorted(folder.glob("*.zip"))
