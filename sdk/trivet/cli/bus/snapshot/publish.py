"""Gives the lists their final files: NDJSON, CSV or Parquet."""

from __future__ import annotations

import csv
import importlib
import io
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import orjson

from trivet._core.extras import how_to_install
from trivet._core.files import write_whole
from trivet.bus import converter
from trivet.cli.bus.snapshot.lists import LISTS, SavedList, columns_of
from trivet.cli.bus.snapshot.manifest import FileFormat, Progress
from trivet.cli.bus.snapshot.part import read_part
from trivet.cli.failures import UsageError

__all__ = ["cell", "check_format", "is_formula", "publish"]

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
