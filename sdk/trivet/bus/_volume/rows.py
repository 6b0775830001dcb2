"""The rows of a passenger volume file, typed, out of the zip as it was downloaded."""

from __future__ import annotations

import csv
import io
import os
import zipfile
import zlib
from collections.abc import Generator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
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

_LONGEST_LINE = 4096  # a line of either file has fewer than 100 characters
_BROKEN = (zipfile.BadZipFile, NotImplementedError, zlib.error, EOFError, OSError, UnicodeDecodeError, csv.Error)


@exported_from("trivet.bus")
class VolumeFileError(TrivetError, ValueError):
    """A file that is no passenger volume file, or a broken one.

    Attributes:
        path: The file.
        problem: What is wrong with it.
        line: The line of the CSV, if it is known; 1 is the header.
        column: The name of the column, if it is known.
    """

    def __init__(self, path: FilePath, problem: str, line: int | None = None, column: str | None = None) -> None:
        """Say what is wrong, and where."""
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
    """What the rows of both files begin with.

    A row sums up all days of its type in the month: its numbers are no averages.
    """

    year_month: str
    """The month, as `YYYY-MM`."""
    day_type: str
    """`WEEKDAY` or `WEEKENDS/HOLIDAY`."""
    time_per_hour: int
    """The hour of the day, 0 to 23: 8 is from 0800 up to 0900."""
    pt_type: str
    """The means of transport: `BUS`."""

    @property
    def is_weekday(self) -> bool:
        """Whether the row counts weekdays; otherwise it counts weekends and public holidays."""
        return self.day_type == "WEEKDAY"


@exported_from("trivet.bus")
@attrs.define(kw_only=True)
class StopVolume(HourVolume):
    """Passengers at one stop in one hour of the day."""

    pt_code: str
    """The bus stop code."""
    total_tap_in_volume: int
    """Passengers who got on."""
    total_tap_out_volume: int
    """Passengers who got off."""


@exported_from("trivet.bus")
@attrs.define(kw_only=True)
class TripVolume(HourVolume):
    """Trips from one stop to another in one hour of the day."""

    origin_pt_code: str
    """The code of the bus stop where the trips began."""
    destination_pt_code: str
    """The code of the bus stop where the trips ended."""
    total_trips: int


_HOUR: _Kinds = {"year_month": str, "day_type": str, "time_per_hour": int, "pt_type": str}
_STOP: _Kinds = {**_HOUR, "pt_code": str, "total_tap_in_volume": int, "total_tap_out_volume": int}
_TRIP: _Kinds = {**_HOUR, "origin_pt_code": str, "destination_pt_code": str, "total_trips": int}


def read_stop_volumes(path: FilePath) -> Generator[StopVolume, None, None]:
    """The rows of a month's file of tap-ins and tap-outs by stop.

    The file is opened at the first row, is never unpacked to disk or memory, and closes when the rows end or the
    generator is closed.

    Raises:
        VolumeFileError: While iterating; the message names the file, the line and the column.

    Contract: Endpoints, /PV/Bus.
    """
    return _read(path, StopVolume, _STOP)


def read_trip_volumes(path: FilePath) -> Generator[TripVolume, None, None]:
    """The rows of a month's file of trips from origin to destination stop.

    The file is opened at the first row, is never unpacked to disk or memory, and closes when the rows end or the
    generator is closed.

    Raises:
        VolumeFileError: While iterating; the message names the file, the line and the column.

    Contract: Endpoints, /PV/ODBus.
    """
    return _read(path, TripVolume, _TRIP)


def problem(path: FilePath) -> str | None:
    """Say in words why a file cannot be a passenger volume file; None when it may well be one.

    Looks at the directory of the zip and the first line of its CSV alone, so that it takes no time. The rows, and the
    checksum of the whole, are checked as the rows are read.
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
                raise VolumeFileError(path, f"the header has no such column: {', '.join(header)}", line, column)
            columns.append((name, column, header.index(column), kind))

        for line, cells in rows:
            if len(cells) != len(header):
                raise VolumeFileError(path, f"{len(cells)} cells under {len(header)} columns", line)
            values: dict[str, Any] = {}
            for name, column, index, kind in columns:
                cell = cells[index]
                if kind is str:
                    values[name] = cell
                elif cell.isascii() and cell.isdigit():
                    values[name] = int(cell)
                else:
                    raise VolumeFileError(path, f"{cell!r} is no whole number", line, column)
            yield record(**values)


def _rows(path: FilePath) -> Generator[tuple[int, list[str]], None, None]:
    """Every line that is not blank, with its number.

    Each line is bounded and parsed by itself, so that no file, however it unpacks, fills the memory.
    """
    line = 0
    with Path(path).open("rb") as file:  # outside the try: that there is no file is an OSError, and stays one
        try:
            with (
                zipfile.ZipFile(file) as archive,
                archive.open(_member(path, archive)) as member,
                io.TextIOWrapper(member, "utf-8-sig", newline="") as text,
            ):
                for row in iter(partial(text.readline, _LONGEST_LINE), ""):
                    line += 1
                    if len(row) == _LONGEST_LINE:
                        raise VolumeFileError(path, f"the line has {_LONGEST_LINE} characters or more", line)
                    if cells := next(csv.reader((row,), strict=True)):
                        yield line, cells
        except _BROKEN as error:
            raise VolumeFileError(path, f"the file is broken: {error}", line or None) from error


def _member(path: FilePath, archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    members = [member for member in archive.infolist() if member.filename.lower().endswith(".csv")]
    if len(members) != 1:
        raise VolumeFileError(path, f"the zip holds {len(members)} CSV files, not one")
    [member] = members
    if member.flag_bits & 1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise VolumeFileError(path, f"{member.filename} is encrypted or compressed by another method than deflate")
    return member
