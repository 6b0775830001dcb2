"""A downloaded passenger volume file, and the error of a file that is not one."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

from ..._core.answer import Head
from ..._core.public import exported_from
from ...errors import TrivetError

R = TypeVar("R")
FilePath: TypeAlias = "str | os.PathLike[str]"
_SHOWN = 100


@exported_from("trivet.bus")
class VolumeFile(Generic[R]):
    """A complete file on disk, and its rows.

    >>> file = bus.passenger_volume.download("by_stop", path="downloads/")
    >>> file.path
    PosixPath('downloads/transport_node_bus_202504.zip')

    Attributes:
        path: The path of the file.
        head: The status and headers of the last response of the download.
    """

    __slots__ = ("_read", "head", "path")

    def __init__(self, path: Path, head: Head, read: Callable[[Path], Generator[R, None, None]]) -> None:
        self.path: Path = path
        self.head: Head = head
        self._read = read

    def rows(self) -> Generator[R, None, None]:
        """Iterate over the rows, read from the zip as a stream.

        >>> for row in file.rows():
        ...     print(row.pt_code, row.total_tap_in_volume)

        Raises:
            VolumeFileError: While iterating: the file is damaged, or is not a passenger volume file.
        """
        return self._read(self.path)

    def __repr__(self) -> str:
        return f"VolumeFile({str(self.path)!r})"


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


def shown(text: str) -> str:
    """Return text from a file, escaped and cut to length."""
    escaped = repr(text)
    return escaped if len(escaped) <= _SHOWN else f"{escaped[: _SHOWN - 3]}..."


def broken(path: FilePath, error: Exception, line: int | None) -> VolumeFileError:
    """Return the error of a file that cannot be read further."""
    return VolumeFileError(path, f"the file is broken: {str(error)[:_SHOWN]}", line)
