"""A Parquet file that is written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from .._core.whole_file import write_whole
from ._arrow import arrow

__all__ = ["write_whole_parquet"]


def write_whole_parquet(path: Path, schema: Any, batches: Iterable[Any], compression: str) -> int:
    """Write record batches, each as a row group; the file gets its final name once the disk has all of it.

    >>> write_whole_parquet(Path("stops.parquet"), schema, batches, "zstd")

    Returns:
        How many rows there were.

    Raises:
        OSError: The file cannot be written; an existing one is unchanged.
    """
    rows = 0

    def write(file: IO[bytes]) -> None:
        nonlocal rows
        with arrow("parquet").ParquetWriter(file, schema, compression=compression) as writer:
            for batch in batches:
                if batch.num_rows:
                    writer.write_batch(batch)
                    rows += batch.num_rows

    write_whole(path, write)
    return rows
