"""Reads a complete snapshot as a network."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trivet.bus import BusRoute, BusService, BusStop, Network, converter
from trivet.cli.bus.snapshot.lists import LISTS
from trivet.cli.bus.snapshot.manifest import UNFINISHED, Manifest
from trivet.cli.bus.snapshot.part import read_part
from trivet.cli.bus.snapshot.publish import is_formula
from trivet.cli.failures import UsageError

__all__ = ["read_network"]

_INTEGERS = frozenset({"Direction", "StopSequence"})
_NUMBERS = frozenset({"Distance", "Latitude", "Longitude"})


def read_network(folder: Path) -> Network:
    """Read the services, routes and stops of a folder that `trivet bus snapshot` wrote.

    >>> read_network(Path("snapshot")).route("10")

    Raises:
        UsageError: The folder has no complete snapshot, or one as Parquet, or its files do not fit.
        OSError: A file cannot be read.
    """
    manifest = Manifest.read(folder)
    if manifest is None:
        way = f"run `trivet bus snapshot {folder}`"
        if (folder / UNFINISHED).exists():
            raise UsageError(f"{folder}: the snapshot is not complete; {way} again to continue")
        raise UsageError(f"{folder}: there is no snapshot; {way}")
    if manifest.format == "parquet":
        raise UsageError(f"{folder}: a snapshot as Parquet cannot be read here; take one as ndjson or csv")
    services: list[BusService] = _records(folder, manifest, "services")
    rows: list[BusRoute] = _records(folder, manifest, "routes")
    stops: list[BusStop] = _records(folder, manifest, "stops")
    return Network(services, rows, stops, manifest.completed_at)


def _records(folder: Path, manifest: Manifest, name: str) -> list[Any]:
    path = folder / manifest.files[name]
    try:
        wires = read_part(path) if manifest.format == "ndjson" else _read_csv(path, raw=manifest.raw)
        found = [converter.structure(each, LISTS[name].record) for each in wires]
    except (ValueError, TypeError, KeyError, AttributeError, csv.Error) as error:
        raise UsageError(f"{path}: not the records of {name}: {type(error).__name__}; take a new snapshot") from error
    if len(found) != manifest.records[name]:
        text = f"{len(found)} records instead of {manifest.records[name]}; take a new snapshot with --refresh"
        raise UsageError(f"{path}: {text}")
    return found


def _read_csv(path: Path, *, raw: bool) -> Iterator[dict[str, Any]]:
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file, strict=True):
            yield {name: _typed(name, text, raw=raw) for name, text in row.items()}


def _typed(name: str, text: str, *, raw: bool) -> object:
    if name in _INTEGERS:
        return int(text)
    if name in _NUMBERS:
        return float(text)
    return text[1:] if not raw and text.startswith("'") and is_formula(text) else text
