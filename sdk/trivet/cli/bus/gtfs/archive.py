"""The zip of a feed: streamed, the same bytes for the same tables, whole or not at all."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from trivet._core.files import write_whole
from trivet.cli.bus.gtfs.feed import Table

__all__ = ["write_feed"]

_NO_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip can hold: that of the writing would make every file another one."""


def write_feed(path: Path, tables: Iterable[Table]) -> dict[str, int]:
    """Write the tables of a feed as a zip; return how many rows each has.

    >>> write_feed(Path("out.zip"), feed.tables())["stops.txt"]
    5129

    Raises:
        OSError: The file cannot be written; an existing one is unchanged.
    """
    counts: dict[str, int] = {}

    def write(file: IO[bytes]) -> None:
        with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=6) as archive:
            for table in tables:
                info = ZipInfo(table.name, _NO_DATE)
                info.compress_type, info.external_attr, info.create_system = ZIP_DEFLATED, 0o644 << 16, 3
                with archive.open(info, "w", force_zip64=False) as member:
                    counts[table.name] = _write_table(member, table)

    write_whole(path, write)
    return counts


def _write_table(member: IO[bytes], table: Table) -> int:
    count = 0
    with io.TextIOWrapper(member, "utf-8", newline="") as text:
        rows = csv.writer(text, lineterminator="\r\n")
        rows.writerow(table.header)
        for row in table.rows:
            rows.writerow(row)
            count += 1
    return count
