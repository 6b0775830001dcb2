"""The rows of a passenger volume file, read as records from the downloaded zip."""

from __future__ import annotations

import csv
import io
import os
import struct
import zipfile
import zlib
from collections.abc import Generator, Mapping
from contextlib import closing
from functools import partial
from typing import Any, TypeAlias, TypeVar

import attrs

from ..._core.public import exported_from
from ...errors import TrivetError

__all__ = [
    "HourVolume",
    "StopVolume",
    "TripVolume",
    "VolumeFileError",
    "problem",
    "read_stop_volumes",
    "read_trip_volumes",
]

FilePath: TypeAlias = "str | os.PathLike[str]"

_Kinds: TypeAlias = Mapping[str, type[str] | type[int]]
_Volume = TypeVar("_Volume", "StopVolume", "TripVolume")

_MAX_LINE = 4096  # a line of either file has fewer than 100 characters
_MAX_BLANK = 100  # blank lines in a row: deflate makes a million of them out of a thousand bytes
_MAX_DIGITS = 18
_MAX_READ = 1 << 17  # zipfile reads a directory at once; that of a file with one entry has some 100 bytes
_MAX_RATIO = 100  # of the rows of either file, deflate makes a tenth
_SMALL = 100_000_000  # bytes that may be unpacked at any ratio
_SHOWN = 100
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    csv.Error,
    EOFError,
    OSError,
    OverflowError,  # from an offset that no file can have
    NotImplementedError,
    UnicodeDecodeError,
)


@exported_from("trivet.bus")
class VolumeFileError(TrivetError, ValueError):
    """A file that is not a passenger volume file, or is damaged.

    >>> try:
    ...     rows = list(read_stop_volumes("stops.zip"))
    ... except VolumeFileError as error:
    ...     print(error.path, error.line, error.column, error.problem)

    Attributes:
        path: The file.
        problem: What is wrong with the file.
        line: The line of the CSV, if known; 1 is the header.
        column: The name of the column, if known.
    """

    def __init__(self, path: FilePath, problem: str, line: int | None = None, column: str | None = None) -> None:
        super().__init__(path, problem, line, column)
        self.path = path
        self.problem = problem
        self.line = line
        self.column = column

    def __str__(self) -> str:
        line = "" if self.line is None else f", line {self.line}"
        column = "" if self.column is None else f", column {self.column}"
        return f"{os.fspath(self.path)}{line}{column}: {self.problem}"


@exported_from("trivet.bus")
@attrs.define(kw_only=True)
class HourVolume:
    """The columns that both files have; a row is the sum over all days of its type in the month, not an average.

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
    """Passengers who got on."""
    total_tap_out_volume: int
    """Passengers who got off."""


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


_HOUR: _Kinds = {"year_month": str, "day_type": str, "time_per_hour": int, "pt_type": str}
_STOP: _Kinds = {**_HOUR, "pt_code": str, "total_tap_in_volume": int, "total_tap_out_volume": int}
_TRIP: _Kinds = {**_HOUR, "origin_pt_code": str, "destination_pt_code": str, "total_trips": int}


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
    return _read(path, StopVolume, _STOP)


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
    return _read(path, TripVolume, _TRIP)


def problem(path: FilePath) -> str | None:
    """Return what is wrong with a file; None when it looks like a passenger volume file.

    This reads only the directory of the zip and the first line of its CSV, so it is fast on any file. The rows, and the
    checksum of the CSV, are checked while the rows are read.
    """
    with closing(_rows(path)) as rows:
        try:
            return None if next(rows, None) else "the CSV is empty"
        except VolumeFileError as error:
            return error.problem


def _read(path: FilePath, record: type[_Volume], kinds: _Kinds) -> Generator[_Volume, None, None]:
    with closing(_rows(path)) as rows:
        line, names = next(rows, (1, list[str]()))
        header = [name.strip() for name in names]
        columns: list[tuple[str, str, int, type[str] | type[int]]] = []
        for name, kind in kinds.items():
            column = name.upper()
            if column not in header:
                raise VolumeFileError(path, f"the header has no such column: {_shown(', '.join(header))}", line, column)
            columns.append((name, column, header.index(column), kind))

        for line, cells in rows:
            if len(cells) != len(header):
                raise VolumeFileError(path, f"{len(cells)} cells under {len(header)} columns", line)
            values: dict[str, Any] = {}
            for name, column, index, kind in columns:
                cell = cells[index]
                if kind is str:
                    values[name] = cell
                elif len(cell) <= _MAX_DIGITS and cell.isascii() and cell.isdigit():
                    values[name] = int(cell)
                else:
                    raise VolumeFileError(path, f"{_shown(cell)} is not a whole number", line, column)
            yield record(**values)


def _rows(path: FilePath) -> Generator[tuple[int, list[str]], None, None]:
    """Iterate over the lines that are not blank, with their numbers.

    A malicious zip can neither fill the memory nor delay the next line for long: the zip's directory, each line, the
    blank lines in a row and the bytes that are unpacked have limits, and each line is parsed alone.
    """
    line = blank = 0
    with _VolumeZip(io.FileIO(path)) as file:  # outside the try: a missing file stays an OSError
        try:
            with (
                zipfile.ZipFile(file) as archive,
                archive.open(_member(path, archive, os.fstat(file.fileno()).st_size)) as member,
                io.TextIOWrapper(member, "utf-8-sig", newline="") as text,
            ):
                for row in iter(partial(text.readline, _MAX_LINE), ""):
                    line += 1
                    if len(row) == _MAX_LINE:
                        raise VolumeFileError(path, f"the line has {_MAX_LINE} characters or more", line)
                    if cells := next(csv.reader((row,), strict=True)):
                        blank = 0
                        yield line, cells
                    elif (blank := blank + 1) > _MAX_BLANK:
                        raise VolumeFileError(path, f"more than {_MAX_BLANK} blank lines in a row", line)
        except _DAMAGED as error:
            raise VolumeFileError(path, f"the file is broken: {str(error)[:_SHOWN]}", line or None) from error


class _VolumeZip(io.BufferedReader):
    """A file of which only a part is read at a time, although a zip's own fields say how long its directory is."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and 0 <= size <= _MAX_READ:
            return super().read(size)
        found = super().read(_MAX_READ + 1)
        if len(found) > _MAX_READ:
            raise zipfile.BadZipFile(f"its directory is larger than {_MAX_READ} bytes")
        return found


def _member(path: FilePath, archive: zipfile.ZipFile, size: int) -> zipfile.ZipInfo:
    members = [member for member in archive.infolist() if member.filename.lower().endswith(".csv")]
    if len(members) != 1:
        raise VolumeFileError(path, f"the zip holds {len(members)} CSV files, not one")
    [member] = members
    name = _shown(member.filename)
    if member.flag_bits & 1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise VolumeFileError(path, f"{name} is encrypted or compressed by another method than deflate")
    if member.file_size > max(_SMALL, _MAX_RATIO * size):
        raise VolumeFileError(path, f"{name} has {member.file_size} bytes in a zip of {size}")
    return member


def _shown(text: str) -> str:
    """What a file says, escaped and cut to length."""
    found = repr(text)
    return found if len(found) <= _SHOWN else f"{found[: _SHOWN - 3]}..."
