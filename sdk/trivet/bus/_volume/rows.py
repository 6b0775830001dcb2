"""The rows of a passenger volume file, read as records from the downloaded zip."""

from __future__ import annotations

import csv
import io
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from itertools import chain
from operator import itemgetter
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import attrs

from ..._core.decoders import new
from ..._core.public import exported_from
from ..._core.traceback_locals import NOTHING, clear_locals
from .volume_file import FilePath, VolumeFileError, broken, shown

_Volume = TypeVar("_Volume", "StopVolume", "TripVolume")
_HOUR = ("YEAR_MONTH", "DAY_TYPE", "TIME_PER_HOUR", "PT_TYPE")
_STOP = (*_HOUR, "PT_CODE", "TOTAL_TAP_IN_VOLUME", "TOTAL_TAP_OUT_VOLUME")
_TRIP = (*_HOUR, "ORIGIN_PT_CODE", "DESTINATION_PT_CODE", "TOTAL_TRIPS")
_NUMBERS = {"TIME_PER_HOUR", "TOTAL_TAP_IN_VOLUME", "TOTAL_TAP_OUT_VOLUME", "TOTAL_TRIPS"}
_MAX_BLANK = 100  # consecutive blank lines: a thousand bytes of deflate can contain a million
_MAX_DIGITS = 18  # fits 64 bits
_MAX_CACHED = 10_000  # numbers

# Limits on the zip's directory, each line and the unpacked bytes: a malicious zip can neither fill the memory nor delay
# the next block.
_BLOCK = 1 << 16  # characters
_MAX_LINE = 4096  # a line of either file has fewer than 100 characters
_MAX_READ = 1 << 17  # zipfile reads the directory in one call; with one entry it has some 100 bytes
_MAX_RATIO = 100  # deflate compresses the rows of either file to a tenth
_SMALL = 100_000_000  # bytes that may be unpacked at any ratio

_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    OverflowError,  # raised for an impossible offset
    NotImplementedError,
    UnicodeDecodeError,
)


@exported_from("trivet.bus")
@attrs.define(kw_only=True)
class HourVolume:
    """The columns of both files. A row is the sum, not the average, of all days of its type in the month.

    >>> [row for row in read_stop_volumes("stops.zip") if row.is_weekday and row.time_per_hour == 8]
    """

    year_month: str
    """The month, as `YYYY-MM`."""
    day_type: str
    """`WEEKDAY` or `WEEKENDS/HOLIDAY`."""
    time_per_hour: int
    """The hour of the day, 0 to 23: 8 means 0800 to 0859."""
    pt_type: str
    """The means of transport: `BUS`."""

    @property
    def is_weekday(self) -> bool:
        """Whether the row is about weekdays, not about weekends and public holidays."""
        return self.day_type == "WEEKDAY"


@exported_from("trivet.bus")
@attrs.define(kw_only=True)
class StopVolume(HourVolume):
    """The passengers at one stop in one hour of the day.

    >>> sum(row.total_tap_in_volume for row in read_stop_volumes("stops.zip") if row.pt_code == "83139")
    """

    pt_code: str
    """The bus stop code."""
    total_tap_in_volume: int
    """The number of passengers boarding."""
    total_tap_out_volume: int
    """The number of passengers alighting."""


@exported_from("trivet.bus")
@attrs.define(kw_only=True)
class TripVolume(HourVolume):
    """The trips from one stop to another in one hour of the day.

    >>> sum(row.total_trips for row in read_trip_volumes("trips.zip") if row.origin_pt_code == "83139")
    """

    origin_pt_code: str
    """The code of the bus stop where the trips begin."""
    destination_pt_code: str
    """The code of the bus stop where the trips end."""
    total_trips: int
    """The number of trips."""


def read_stop_volumes(path: FilePath) -> Generator[StopVolume, None, None]:
    """Iterate over the rows of a month's file of tap-ins and tap-outs by stop.

    >>> for row in read_stop_volumes("stops.zip"):
    ...     print(row.pt_code, row.total_tap_in_volume)

    The file is opened for the first row and read as a stream. It is closed after the last row, or when the generator is
    closed.

    Raises:
        VolumeFileError: While iterating; the message names the file, the line and the column.

    Contract: Endpoints, /PV/Bus.
    """
    return _read(path, _STOP, _stop_volume)


def read_trip_volumes(path: FilePath) -> Generator[TripVolume, None, None]:
    """Iterate over the rows of a month's file of trips from origin to destination stop.

    >>> for row in read_trip_volumes("trips.zip"):
    ...     print(row.origin_pt_code, row.destination_pt_code, row.total_trips)

    The file is opened for the first row and read as a stream. It is closed after the last row, or when the generator is
    closed.

    Raises:
        VolumeFileError: While iterating; the message names the file, the line and the column.

    Contract: Endpoints, /PV/ODBus.
    """
    return _read(path, _TRIP, _trip_volume)


def problem(path: FilePath) -> str | None:
    """Return the problem of a file; None if it looks like a passenger volume file.

    Only the directory of the zip and the first lines of its CSV are read, which is fast for any file. The rows, and
    the checksum of the CSV, are checked while the rows are read.
    """
    with closing(read_blocks(path)) as blocks:
        try:
            return None if _Csv(path).header(blocks) else "the CSV is empty"
        except VolumeFileError as error:
            return error.problem


class _Numbers(dict[str, int]):
    """A cache of numbers by their digits, because most numbers occur many times."""

    def __missing__(self, cell: str) -> int:
        if len(cell) > _MAX_DIGITS or not (cell.isascii() and cell.isdigit()):
            raise ValueError
        number = int(cell)
        if len(self) < _MAX_CACHED:
            self[cell] = number
        return number


_Make: TypeAlias = Callable[[Sequence[str], _Numbers], _Volume]
"""Makes a row from its cells, in the order of the columns, or raises ValueError."""


def _stop_volume(cells: Sequence[str], numbers: _Numbers) -> StopVolume:
    o = new(StopVolume)
    o.year_month, o.day_type, hour, o.pt_type, o.pt_code, tap_in, tap_out = cells
    o.time_per_hour = numbers[hour]
    o.total_tap_in_volume = numbers[tap_in]
    o.total_tap_out_volume = numbers[tap_out]
    return o


def _trip_volume(cells: Sequence[str], numbers: _Numbers) -> TripVolume:
    o = new(TripVolume)
    o.year_month, o.day_type, hour, o.pt_type, o.origin_pt_code, o.destination_pt_code, trips = cells
    o.time_per_hour = numbers[hour]
    o.total_trips = numbers[trips]
    return o


def _read(path: FilePath, columns: Sequence[str], make: _Make[_Volume]) -> Generator[_Volume, None, None]:
    """Iterate over the rows of a file; a line that the fast path cannot read is parsed again for its error."""
    try:
        with closing(read_blocks(path)) as blocks:
            csv_file = _Csv(path)
            header = csv_file.header(blocks) or _Header(1, [], Block(2, [], quoted=False))
            table = _Table(csv_file, header, columns, make)
            row_of, numbers = table.plain_row, table.numbers
            for block in chain((header.rest,), blocks):
                if block.quoted:
                    for number, line in enumerate(block.lines, block.first):
                        parsed = table.row(number, line)
                        if parsed is not None:
                            yield parsed
                    continue
                for number, line in enumerate(block.lines, block.first):
                    try:
                        row = row_of(line.split(","), numbers)
                    except ValueError:  # a blank line, or a fault, which `row` raises with its reason
                        parsed = table.row(number, line)
                        if parsed is None:
                            continue
                        row = parsed
                    yield row
    except BaseException as error:
        header = table = numbers = block = line = parsed = row = NOTHING
        clear_locals(error)
        raise


class _Header(NamedTuple):
    """The line number of the header, the names in it, and the lines after it that have been read."""

    line: int
    names: list[str]
    rest: Block


class _Csv:
    """The lines of a CSV, parsed one by one, with a limit on consecutive blank lines."""

    def __init__(self, path: FilePath) -> None:
        self.path = path
        self._blank = self._last_blank = 0

    def header(self, blocks: Iterable[Block]) -> _Header | None:
        """Read the first line that is not blank; return None if there is no such line."""
        for first, lines, quoted in blocks:
            for index, line in enumerate(lines):
                if names := self.cells(first + index, line):
                    rest = Block(first + index + 1, lines[index + 1 :], quoted)
                    return _Header(first + index, [name.strip() for name in names], rest)
        return None

    def cells(self, number: int, line: str) -> list[str]:
        """Return the cells of a line; an empty list for a blank line."""
        if not line:
            self._blank = self._blank + 1 if number == self._last_blank + 1 else 1
            self._last_blank = number
            if self._blank > _MAX_BLANK:
                raise VolumeFileError(self.path, f"more than {_MAX_BLANK} blank lines in a row", number)
            return []
        try:
            return next(csv.reader((line,), strict=True))
        except csv.Error as error:
            raise broken(self.path, error, number) from error


class _Table(Generic[_Volume]):
    """The rows below a header: `plain_row` is fast, and `row` parses quotes and names the fault of a line."""

    def __init__(self, csv_file: _Csv, header: _Header, columns: Sequence[str], make: _Make[_Volume]) -> None:
        for name in columns:
            if name not in header.names:
                names = shown(", ".join(header.names))
                raise VolumeFileError(csv_file.path, f"the header has no such column: {names}", header.line, name)
        self._csv = csv_file
        self._width = len(header.names)
        self._columns = columns
        self._make: _Make[_Volume] = make
        self._pick = itemgetter(*map(header.names.index, columns))
        self.numbers: _Numbers = _Numbers()
        self.plain_row: _Make[_Volume] = make if header.names == [*columns] else self._in_another_order

    def _in_another_order(self, cells: Sequence[str], numbers: _Numbers) -> _Volume:
        if len(cells) != self._width:
            raise ValueError
        return self._make(self._pick(cells), numbers)

    def row(self, number: int, line: str) -> _Volume | None:
        """Return the row of any line; None for a blank line.

        Raises:
            VolumeFileError: The line is not a valid row; the error has the reason.
        """
        cells = self._csv.cells(number, line)
        if not cells:
            return None
        if len(cells) != self._width:
            raise VolumeFileError(self._csv.path, f"{len(cells)} cells under {self._width} columns", number)
        picked: Sequence[str] = self._pick(cells)
        for name, cell in zip(self._columns, picked, strict=True):
            if name in _NUMBERS:
                try:
                    self.numbers[cell]
                except ValueError:
                    problem = f"{shown(cell)} is not a whole number"
                    raise VolumeFileError(self._csv.path, problem, number, name) from None
        return self._make(picked, self.numbers)


class Block(NamedTuple):
    """Some whole lines, without their ends.

    Attributes:
        first: The number of the first line; 1 is the first of the file.
        lines: The lines, each shorter than 4096 characters.
        quoted: Whether a line contains a quote, so that a comma may be part of a cell.
    """

    first: int
    lines: list[str]
    quoted: bool


def read_blocks(path: FilePath) -> Generator[Block, None, None]:
    """Iterate over the lines of the CSV; they end in LF, CRLF or CR.

    Lines before a fault are yielded first.

    Raises:
        VolumeFileError: While iterating; the message names the file, and the line if it is known.
        OSError: There is no such file, or it may not be read.
    """
    first = 1
    with _VolumeZip(io.FileIO(path)) as file:  # outside the `try`, so that a missing file raises its OSError
        try:
            with (
                zipfile.ZipFile(file) as archive,
                archive.open(_member(path, archive, os.fstat(file.fileno()).st_size)) as member,
                io.TextIOWrapper(member, "utf-8-sig", newline=None) as text,
            ):
                rest = ""
                while read := text.read(_BLOCK):
                    lines = (rest + read).split("\n")
                    too_long = _first_too_long(lines)
                    rest = lines.pop()
                    if too_long is not None:
                        yield Block(first, lines[:too_long], True)
                        raise VolumeFileError(path, f"the line has {_MAX_LINE} characters or more", first + too_long)
                    yield Block(first, lines, quoted='"' in read or '"' in "".join(lines[:1]))
                    first += len(lines)
                if rest:
                    yield Block(first, [rest], True)
        except _DAMAGED as error:
            raise broken(path, error, first if first > 1 else None) from error


def _first_too_long(lines: list[str]) -> int | None:
    if max(map(len, lines)) < _MAX_LINE:
        return None
    return next(index for index, line in enumerate(lines) if len(line) >= _MAX_LINE)


class _VolumeZip(io.BufferedReader):
    """A file with a limit on the size of one read: a malicious zip may announce a directory of any size."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and 0 <= size <= _MAX_READ:
            return super().read(size)
        content = super().read(_MAX_READ + 1)
        if len(content) > _MAX_READ:
            raise zipfile.BadZipFile(f"its directory is larger than {_MAX_READ} bytes")
        return content


def _is_csv(name: str) -> bool:
    """Whether a file of a zip is a CSV; macOS adds a file `__MACOSX/._NAME` with the attributes of each file."""
    return name.lower().endswith(".csv") and not name.startswith("__MACOSX/") and "/._" not in f"/{name}"


def _member(path: FilePath, archive: zipfile.ZipFile, size: int) -> zipfile.ZipInfo:
    members = [member for member in archive.infolist() if _is_csv(member.filename)]
    if len(members) != 1:
        raise VolumeFileError(path, f"the zip holds {len(members)} CSV files, not one")
    [member] = members
    name = shown(member.filename)
    if member.flag_bits & 1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise VolumeFileError(path, f"{name} is encrypted or compressed by another method than deflate")
    if member.file_size > max(_SMALL, _MAX_RATIO * size):
        raise VolumeFileError(path, f"{name} has {member.file_size} bytes in a zip of {size}")
    return member
