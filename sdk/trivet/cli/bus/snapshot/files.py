"""The files of a complete snapshot: writing them as NDJSON, CSV or Parquet, and reading them as a network."""

from __future__ import annotations

import csv
import importlib
import io
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import orjson

from trivet import BusClient
from trivet._core.extras import how_to_install
from trivet._core.whole_file import write_whole
from trivet.bus import BusRoute, BusService, BusStop, Network, converter, load_network
from trivet.cli.bus.network import usable_network
from trivet.cli.bus.snapshot.fetching import read_part
from trivet.cli.bus.snapshot.manifest import LISTS, UNFINISHED, FileFormat, Manifest, Progress, SavedList, columns_of
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation

__all__ = ["cell", "check_format", "is_formula", "open_network", "publish", "read_network"]

_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def check_format(format_: FileFormat) -> None:
    """Refuse Parquet where what writes it is not installed.

    >>> check_format("ndjson")

    Raises:
        UsageError: More packages are needed; the message has the pip line.
    """
    if format_ == "parquet":
        _parquet_writer()


def publish(folder: Path, progress: Progress) -> dict[str, str]:
    """Write the final file of each list in the format of `progress.publishing`; return their names by list.

    >>> publish(folder, progress)["stops"]
    'bus_stop.ndjson'

    It can be called again after it broke off. A record whose key comes twice is written once.
    """
    format_ = progress.publishing
    assert format_ is not None
    files = {name: f"{saved.stem}.{format_}" for name, saved in LISTS.items()}
    for name, saved in LISTS.items():
        part = folder / f"{saved.stem}.fetched"
        if not part.exists():  # an earlier run published it
            continue
        counted = _Counted(_once(saved, read_part(part)))
        _WRITERS[format_](folder / files[name], saved, counted, progress.raw)
        progress.lists[name].records = counted.count
        progress.write(folder)
    for saved in LISTS.values():  # not before all files are written: another format can still be chosen
        (folder / f"{saved.stem}.fetched").unlink(missing_ok=True)
    return files


def cell(value: object, *, raw: bool) -> str:
    """Return a value as a cell of CSV; text that a spreadsheet would take for a formula gets a leading apostrophe.

    A single `-`, by which the service says that no bus runs, is no formula.

    >>> cell("=1+1", raw=False), cell("-", raw=False), cell(-0.5, raw=False)
    ("'=1+1", '-', '-0.5')
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        return str(value) if isinstance(value, int | float) else orjson.dumps(value).decode()
    return value if raw or value == "-" or not is_formula(value) else f"'{value}"


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet would take text for a formula, not counting apostrophes before it.

    >>> is_formula("=1+1")
    True
    """
    return text.lstrip("'").startswith(_FORMULAS)


class _Counted:
    """An iterable that counts."""

    def __init__(self, wires: Iterable[dict[str, Any]]) -> None:
        self.count = 0
        self._wires = wires

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for each in self._wires:
            self.count += 1
            yield each


def _once(saved: SavedList, wires: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    seen: set[Hashable] = set()
    for each in wires:
        if (key := saved.key_of(each)) not in seen:
            seen.add(key)
            yield each


def _write_ndjson(path: Path, saved: SavedList, wires: Iterable[dict[str, Any]], raw: bool) -> None:
    def write(file: IO[bytes]) -> None:
        file.writelines(orjson.dumps(each, option=orjson.OPT_APPEND_NEWLINE) for each in wires)

    write_whole(path, write, shared=False)


def _write_csv(path: Path, saved: SavedList, wires: Iterable[dict[str, Any]], raw: bool) -> None:
    def write(file: IO[bytes]) -> None:
        text = io.TextIOWrapper(file, "utf-8", newline="", write_through=False)
        rows = csv.writer(text, lineterminator="\n")
        columns = columns_of(saved)
        rows.writerow(columns)
        rows.writerows([cell(each.get(name), raw=raw) for name in columns] for each in wires)
        text.flush()
        text.detach()

    write_whole(path, write, shared=False)


def _write_parquet(path: Path, saved: SavedList, wires: Iterable[dict[str, Any]], raw: bool) -> None:
    temporary = path.with_name(f"{path.name}.part")
    try:
        _parquet_writer()((converter.structure(each, saved.record) for each in wires), temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


_WRITERS: Mapping[FileFormat, Callable[[Path, SavedList, _Counted, bool], None]] = {
    "ndjson": _write_ndjson,
    "csv": _write_csv,
    "parquet": _write_parquet,
}


def _parquet_writer() -> Callable[[Iterable[Any], Path], object]:
    try:
        importlib.import_module("pyarrow")
        found: Callable[[Iterable[Any], Path], object] = importlib.import_module("trivet.data").write_parquet
    except ImportError:
        text = f"--format parquet needs more packages: {how_to_install('data')}; ndjson and csv need none"
        raise UsageError(text) from None
    return found


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


def open_network(invocation: Invocation, *, snapshot: Path | None, network: Path | None) -> Network:
    """Return the network of a snapshot, of a file that `Network.save` wrote, or of the service.

    >>> open_network(invocation, snapshot=Path("snapshot"), network=None)

    The file is written if it is absent. From the service, the three lists are fetched.

    Raises:
        UsageError: Both are given, or what is given holds something else.
    """
    if snapshot is not None and network is not None:
        raise UsageError("--snapshot and --network: give one of them")
    return usable_network(_read(invocation, snapshot, network), invocation.note)


def _read(invocation: Invocation, snapshot: Path | None, network: Path | None) -> Network:
    if snapshot is not None:
        return read_network(snapshot)
    if network is not None and network.exists():
        return Network.open(network)
    client: BusClient = invocation.bus
    return load_network(client, network)
