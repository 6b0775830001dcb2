"""The files of a snapshot: written as NDJSON, CSV or Parquet, and read again as a network."""

from __future__ import annotations

import csv
import importlib
import io
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import orjson

from trivet._core.extras import how_to_install
from trivet._core.files import give_final_name, temporary_name, write_whole
from trivet._core.formula_guard import guarded, unguarded
from trivet.bus import BusRoute, BusService, BusStop
from trivet.cli.bus.network import usable_network
from trivet.cli.bus.snapshot.fetching import read_part
from trivet.cli.bus.snapshot.manifest import LISTS, UNFINISHED, FileFormat, Manifest, Progress, SavedList, columns_of
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.output.writer import CountingIterator

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import BusClient
    from trivet.bus import Network

_INTEGERS = frozenset({"Direction", "StopSequence"})
_NUMBERS = frozenset({"Distance", "Latitude", "Longitude"})


def check_format(format_: FileFormat) -> None:
    """Refuse Parquet if the packages that write it are not installed.

    >>> check_format("ndjson")

    Raises:
        UsageError: A package is missing; the message has the pip line.
    """
    if format_ == "parquet":
        _parquet_writer()


def publish(folder: Path, progress: Progress) -> dict[str, str]:
    """Write the final file of each list in the format of `progress.publishing`; return the names of the files by list.

    >>> publish(folder, progress)["stops"]
    'bus_stop.ndjson'

    It can be called again after a failure. Of several records with the same key, only the first is written.
    """
    format_ = progress.publishing
    assert format_ is not None
    files = {name: f"{saved.stem}.{format_}" for name, saved in LISTS.items()}
    for name, saved in LISTS.items():
        part = folder / f"{saved.stem}.fetched"
        if not part.exists():  # an earlier run wrote the final file and removed it
            continue
        counted = CountingIterator(_once(saved, read_part(part)))
        _WRITERS[format_](folder / files[name], saved, counted, progress.raw)
        progress.lists[name].records = counted.count
        progress.write(folder)
    for saved in LISTS.values():  # until all files are written, the user can still choose another format
        (folder / f"{saved.stem}.fetched").unlink(missing_ok=True)
    return files


def read_network(folder: Path) -> Network:
    """Read the services, routes and stops of a complete snapshot.

    >>> read_network(Path("snapshot")).route("10")

    Raises:
        UsageError: The folder has no complete snapshot, the snapshot is Parquet, or its files are damaged.
        OSError: A file cannot be read.
    """
    from trivet.bus import Network  # noqa: PLC0415

    manifest = Manifest.read(folder)
    if manifest is None:
        command = f"run `trivet bus snapshot {folder}`"
        if (folder / UNFINISHED).exists():
            raise UsageError(f"{folder}: the snapshot is not complete; {command} again to continue")
        raise UsageError(f"{folder}: there is no snapshot; {command}")
    if manifest.format == "parquet":
        raise UsageError(f"{folder}: a snapshot as Parquet cannot be read here; take one as ndjson or csv")
    services: list[BusService] = _records(folder, manifest, "services")
    rows: list[BusRoute] = _records(folder, manifest, "routes")
    stops: list[BusStop] = _records(folder, manifest, "stops")
    return Network(services, rows, stops, manifest.completed_at)


def open_network(invocation: Invocation, *, snapshot: Path | None, network: Path | None) -> Network:
    """Return the network of a snapshot, of a file that `Network.save` wrote, or of the service.

    >>> open_network(invocation, snapshot=Path("snapshot"), network=None)

    If neither is given, or if the file does not exist, the lists are fetched; the file then gets them.

    Raises:
        UsageError: Both are given, or the folder is not a snapshot.
    """
    if snapshot is not None and network is not None:
        raise UsageError("--snapshot and --network: give one of them")
    return usable_network(_read(invocation, snapshot, network), invocation.note)


def cell(value: object, *, raw: bool) -> str:
    """Return a value as a CSV cell, which a spreadsheet does not take for a formula unless raw.

    >>> cell("=1+1", raw=False), cell("-", raw=False), cell(-0.5, raw=False)
    ("'=1+1", '-', '-0.5')
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        return str(value) if isinstance(value, int | float) else orjson.dumps(value).decode()
    return value if raw else guarded(value)


def _once(saved: SavedList, wires: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    seen: set[Hashable] = set()
    for wire in wires:
        if (key := saved.key_of(wire)) not in seen:
            seen.add(key)
            yield wire


def _write_ndjson(path: Path, saved: SavedList, wires: Iterable[dict[str, Any]], raw: bool) -> None:
    def write(file: IO[bytes]) -> None:
        file.writelines(orjson.dumps(wire, option=orjson.OPT_APPEND_NEWLINE) for wire in wires)

    write_whole(path, write, overwrite=True, shared=False)


def _write_csv(path: Path, saved: SavedList, wires: Iterable[dict[str, Any]], raw: bool) -> None:
    def write(file: IO[bytes]) -> None:
        text = io.TextIOWrapper(file, "utf-8", newline="", write_through=False)
        rows = csv.writer(text, lineterminator="\n")
        columns = columns_of(saved)
        rows.writerow(columns)
        rows.writerows([cell(wire.get(name), raw=raw) for name in columns] for wire in wires)
        text.flush()
        text.detach()

    write_whole(path, write, overwrite=True, shared=False)


def _write_parquet(path: Path, saved: SavedList, wires: Iterable[dict[str, Any]], raw: bool) -> None:
    from trivet.bus import converter  # noqa: PLC0415

    temporary = temporary_name(path, shared=False)
    try:
        _parquet_writer()((converter.structure(wire, saved.record) for wire in wires), temporary)
        give_final_name(temporary, path, overwrite=True)
    finally:
        temporary.unlink(missing_ok=True)


def _parquet_writer() -> Callable[[Iterable[Any], Path], object]:
    try:
        importlib.import_module("pyarrow")
        write_parquet: Callable[[Iterable[Any], Path], object] = importlib.import_module("trivet.data").write_parquet
    except ImportError:
        text = f"--format parquet needs more packages: {how_to_install('data')}; ndjson and csv need none"
        raise UsageError(text) from None
    return write_parquet


def _records(folder: Path, manifest: Manifest, name: str) -> list[Any]:
    from trivet.bus import converter  # noqa: PLC0415

    path = folder / manifest.files[name]
    try:
        wires = read_part(path) if manifest.format == "ndjson" else _read_csv(path, raw=manifest.raw)
        records = [converter.structure(wire, LISTS[name].record) for wire in wires]
    except (ValueError, TypeError, KeyError, AttributeError, csv.Error) as error:
        raise UsageError(f"{path}: not the records of {name}: {type(error).__name__}; take a new snapshot") from error
    if len(records) != manifest.records[name]:
        text = f"{len(records)} records instead of {manifest.records[name]}; take a new snapshot with --refresh"
        raise UsageError(f"{path}: {text}")
    return records


def _read_csv(path: Path, *, raw: bool) -> Iterator[dict[str, Any]]:
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file, strict=True):
            yield {name: _typed(name, text, raw=raw) for name, text in row.items()}


def _typed(name: str, text: str, *, raw: bool) -> object:
    if name in _INTEGERS:
        return int(text)
    if name in _NUMBERS:
        return float(text)
    return text if raw else unguarded(text)


def _read(invocation: Invocation, snapshot: Path | None, network: Path | None) -> Network:
    from trivet.bus import Network, load_network  # noqa: PLC0415

    if snapshot is not None:
        return read_network(snapshot)
    if network is not None and network.exists():
        return Network.open(network)
    client: BusClient = invocation.bus
    return load_network(client, network)


_WRITERS: Mapping[FileFormat, Callable[[Path, SavedList, CountingIterator, bool], None]] = {
    "ndjson": _write_ndjson,
    "csv": _write_csv,
    "parquet": _write_parquet,
}
