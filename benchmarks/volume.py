"""The rows of a passenger volume file: typed and checked by trivet, or as dicts of text by csv.DictReader."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from trivet import BusClient
from trivet.bus import StopVolume, TripVolume, VolumeFile
from trivet_stubs import BusStub

from .race import Limit, Race, Runner, stopwatch

__all__ = ["RACES"]

ROWS = 100_000
ROUNDS = 10


def _file(kind: str, folder: str) -> VolumeFile[StopVolume] | VolumeFile[TripVolume]:
    with BusStub() as stub:
        stub.volume_rows = ROWS
        client = BusClient(account_key=stub.account_key, base_url="http://bus.test", transport=stub.transport())
        with client as bus:
            if kind == "by_stop":
                return bus.passenger_volume.download("by_stop", path=folder)
            return bus.passenger_volume.download("by_trip", path=folder)


def _dicts(path: Path) -> None:
    with zipfile.ZipFile(path) as archive, archive.open(archive.namelist()[0]) as member:
        rows = sum(1 for _ in csv.DictReader(io.TextIOWrapper(member, "utf-8-sig", newline="")))
    assert rows == ROWS


def _rows(file: VolumeFile[StopVolume] | VolumeFile[TripVolume]) -> None:
    assert sum(1 for _ in file.rows()) == ROWS


@contextmanager
def _reading(kind: str) -> Generator[Mapping[str, Runner], None, None]:
    with TemporaryDirectory(prefix="trivet-benchmark-") as folder:
        file = _file(kind, folder)
        yield {"trivet": stopwatch(partial(_rows, file)), "csv": stopwatch(partial(_dicts, file.path))}


RACES = [
    Race(
        f"volume-{kind.replace('_', '-')}",
        f"{ROWS:,} rows of a passenger volume file, from the zip to objects",
        partial(_reading, kind),
        ROUNDS,
        (Limit("csv", 0.6),),
    )
    for kind in ("by_stop", "by_trip")
]
