"""A year of volume files from the stub."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from trivet import BusClient
from trivet.bus import SINGAPORE
from trivet_stubs import BusStub

__all__ = ["download_year"]

QUARTERS = (4, 7, 10, 13)
"""Months, counted from January, in the middle of which the three preceding months are published."""


def download_year(folder: Path, rows: int, year: int = 2025) -> list[Path]:
    """Download the twelve files of a year, three months at a time, like a user who collects them.

    Args:
        folder: The folder of the files, which are named `YYYYMM.zip`.
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
