"""`trivet bus volume`: a month's passenger volume as CSV or Parquet."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import io
import re
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, nullcontext
from enum import Enum
from operator import attrgetter
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer
from attrs import fields

from trivet import BadRequestError, NotFoundError, TrivetError
from trivet._core.extras import how_to_install
from trivet._core.files import write_whole
from trivet._core.formula_guard import guarded
from trivet.bus import StopVolume, TripVolume, read_stop_volumes, read_trip_volumes, recent_months
from trivet.cli.bus.attribution import LICENCE, SOURCE
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import UsageError, temporary_folder
from trivet.cli.invocation import Invocation
from trivet.cli.options import Force, check_output
from trivet.cli.terminal import progress

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import BusClient

_SOURCE = f"Source: {SOURCE}, under the {LICENCE}."
_STEP = 20_000
"""The number of rows between two steps of the progress."""
_EPILOG = """Examples:

trivet bus volume by-stop --month 202510 --out stops.parquet

trivet bus volume by-trip --zip trips.zip --out trips.csv

trivet bus volume by-stop --file stops.zip | head
"""


class Kind(Enum):
    """The two files of a month."""

    BY_STOP = "by-stop"
    BY_TRIP = "by-trip"


def add(app: typer.Typer) -> None:
    """Add the command to an application."""
    add_recipe(app, "volume", "bus", volume, epilog=_EPILOG)


def volume(
    invocation: Invocation,
    kind: Annotated[Kind, typer.Argument(help="Taps in and out by stop, or trips by origin and destination.")],
    *,
    month: Annotated[str | None, typer.Option(metavar="YYYYMM", help="Default: the latest that is published.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A .csv or .parquet file; default: CSV on stdout.")
    ] = None,
    zip_file: Annotated[
        Path | None, typer.Option("--zip", metavar="FILE", help="Keep the download here; a broken download resumes.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Read this zip instead of downloading one.")
    ] = None,
    force: Force = False,
) -> None:
    """Write a month's passenger volume to CSV or Parquet."""
    _check(month, out, zip_file, file, force=force)
    names = _columns(kind, invocation.options.fields)
    if out is not None and invocation.options.query is not None:
        raise UsageError("--query: it does not apply to --out, which has rows")
    if out is None and invocation.on_terminal and invocation.options.output is None:
        raise UsageError("a month has hundreds of thousands of rows: give --out FILE.csv or .parquet, -o, or a pipe")
    with _download(invocation, kind, month, zip_file) if file is None else nullcontext(file) as path:
        _write(invocation, kind, path, out, names, overwrite=force)
    invocation.note(_SOURCE)


def _check(month: str | None, out: Path | None, zip_file: Path | None, file: Path | None, *, force: bool) -> None:
    if month is not None and not re.fullmatch(r"[0-9]{4}(0[1-9]|1[0-2])", month, re.ASCII):
        raise UsageError(f"--month: {month!r} is not a month; give it as YYYYMM, such as 202510")
    if file is not None and (month is not None or zip_file is not None):
        raise UsageError("--file: nothing is downloaded, so --month and --zip have no meaning; leave them out")
    if file is not None and not file.is_file():
        raise UsageError(f"--file: there is no file {file}")
    for name, path in (("--out", out), ("--zip", zip_file)):
        if path is not None:
            check_output(name, path, force=force)
    if out is None:
        return
    if out.suffix.lower() not in (".csv", ".parquet"):
        raise UsageError(f"--out: {out.name} is neither .csv nor .parquet; the suffix chooses the format")
    if out.suffix.lower() == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise UsageError(f"pyarrow, which writes Parquet, is not installed: {how_to_install('data')}")


def _columns(kind: Kind, chosen: tuple[str, ...]) -> tuple[str, ...]:
    known = tuple(field.name for field in fields(StopVolume if kind is Kind.BY_STOP else TripVolume))
    for name in chosen:
        if name not in known:
            raise UsageError(f"--fields: there is no field {name!r}; there are {', '.join(known)}")
    return chosen or known


@contextmanager
def _download(invocation: Invocation, kind: Kind, month: str | None, keep: Path | None) -> Generator[Path]:
    """Download the file for a block; refuse a month that the service cannot have, and name the months that it has."""
    if month is not None and month not in recent_months(invocation.bus.clock.now()):
        served = ", ".join(_served(invocation.bus)) or "no month"
        raise TrivetError(f"--month: there is no file for {month} any more or yet; there are files for {served}")
    with temporary_folder() as folder, progress("Downloading", unit="B") as advance:
        download: Any = invocation.bus.passenger_volume.download
        path = folder / "volume.zip" if keep is None else keep
        volume_file: Path = download(kind.name.lower(), date=month, path=path, progress=advance).path
        yield volume_file


def _served(bus: BusClient) -> Generator[str]:
    """Yield the months for which the service has files."""
    for month in recent_months(bus.clock.now()):
        try:
            if bus.passenger_volume.by_stop(date=month):
                yield month
        except (BadRequestError, NotFoundError):
            continue


def _write(
    invocation: Invocation, kind: Kind, path: Path, out: Path | None, names: tuple[str, ...], *, overwrite: bool
) -> None:
    read = read_stop_volumes if kind is Kind.BY_STOP else read_trip_volumes
    if out is None:
        if invocation.options.output is not None or invocation.options.query is not None:
            invocation.show(read(path))
        else:
            _write_csv(sys.stdout, read(path), names, raw=invocation.options.raw)
        return
    with progress("Writing", unit="rows") as advance:
        if out.suffix.lower() == ".parquet":
            rows = _write_parquet(out, path, kind, names, advance)
        else:
            rows = 0

            def write(file: IO[bytes]) -> None:
                nonlocal rows
                text = io.TextIOWrapper(file, "utf-8", newline="")
                rows = _write_csv(text, read(path), names, raw=invocation.options.raw, advance=advance)
                text.detach()

            write_whole(out, write, overwrite=overwrite)
    invocation.note(f"{rows:,} rows written to {out}")


def _write_csv(
    file: Any, rows: Iterable[Any], names: tuple[str, ...], *, raw: bool, advance: Callable[[float], None] | None = None
) -> int:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(names)
    get, count = attrgetter(*names), 0
    for count, row in enumerate(rows, 1):
        values = get(row)
        cells: tuple[object, ...] = values if len(names) > 1 else (values,)  # a getter of one name returns the value
        writer.writerow(cells if raw else [_cell(cell) for cell in cells])
        if advance is not None and not count % _STEP:
            advance(count)
    return count


def _cell(value: object) -> object:
    return guarded(value) if isinstance(value, str) else value


def _write_parquet(out: Path, path: Path, kind: Kind, names: tuple[str, ...], advance: Callable[[float], None]) -> int:
    from trivet.data import record_batches, schema_of, write_parquet  # noqa: PLC0415  # only Parquet needs it

    pa: Any = importlib.import_module("pyarrow")  # it has no types
    reader: Any = record_batches(path)
    if reader.schema != schema_of(StopVolume if kind is Kind.BY_STOP else TripVolume):
        raise UsageError(f"{path} is a file of the other kind, not {kind.value}")

    def batches() -> Generator[Any]:
        count = 0
        for batch in reader:
            yield batch.select(list(names))
            count += batch.num_rows
            advance(count)

    schema = pa.schema([reader.schema.field(name) for name in names])
    return write_parquet(pa.RecordBatchReader.from_batches(schema, batches()), out)
