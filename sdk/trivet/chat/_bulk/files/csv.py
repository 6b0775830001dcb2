"""A CSV file that is either whole or not there, and whose cells a spreadsheet does not take for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO

from ...._core.files import write_whole
from ...._core.formula_guard import guarded

__all__ = ["cell", "write_csv"]


def cell(value: object) -> str:
    """Return the cell for a value, guarded against being taken for a formula.

    >>> cell("=1+1"), cell(None), cell(True)
    ("'=1+1", '', 'true')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return guarded(str(value))


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]], *, encoding: str) -> None:
    """Write a CSV file; it gets its final name once the disk has all of it.

    Args:
        path: The file to write; an existing one is replaced.
        header: The names of the columns.
        rows: The values of each row.
        encoding: The encoding of the file.

    Raises:
        OSError: The file cannot be written, for example because the disk is full; an existing file is unchanged.
    """

    def write(file: IO[bytes]) -> None:
        # A title can hold half a surrogate pair, which no encoding has.
        text = io.TextIOWrapper(file, encoding=encoding, errors="backslashreplace", newline="")
        writer = csv.writer(text)
        writer.writerow(map(cell, header))
        writer.writerows(map(cell, row) for row in rows)
        text.detach()

    write_whole(path, write, overwrite=True)
