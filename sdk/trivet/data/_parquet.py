"""A Parquet file that is written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from threading import Lock
from types import TracebackType
from typing import Any, Self

from ._arrow import arrow

__all__ = ["WholeParquet"]


class WholeParquet:
    """A Parquet file that gets its final name at the end of a `with` block, once the disk has all of it.

    >>> with WholeParquet(Path("stops.parquet"), schema, "zstd") as file:
    ...     file.write(batch)

    When the block raises, an existing file is unchanged.

    Attributes:
        rows: How many rows were written.
    """

    def __init__(self, path: Path, schema: Any, compression: str) -> None:
        self.rows = 0
        self._path = path
        self._schema = schema
        self._compression = compression
        # A random name, because another program may write the same file at the same time.
        self._temporary = path.with_name(f"{path.name}.{token_hex(4)}.part")
        # A task that is cancelled leaves the thread in which it writes.
        self._lock = Lock()
        self._discarded = False

    def __enter__(self) -> Self:
        make_writer = arrow("parquet").ParquetWriter
        self._file = self._temporary.open("wb")
        try:
            self._writer: Any = make_writer(self._file, self._schema, compression=self._compression)
        except BaseException:
            self._discard()
            raise
        return self

    def write(self, batch: Any) -> None:
        """Write a record batch as a row group.

        Raises:
            OSError: The file cannot be written; it names the file.
        """
        with self._lock:
            if self._discarded or not batch.num_rows:
                return
            try:
                self._writer.write_batch(batch, row_group_size=batch.num_rows)
            except OSError as error:
                raise self._named(error) from error
            self.rows += batch.num_rows

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._discard()
            return
        try:
            self._writer.close()
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._temporary.replace(self._path)
        except BaseException as failed:
            self._discard()
            if isinstance(failed, OSError):
                raise self._named(failed) from failed
            raise

    def _named(self, error: OSError) -> OSError:
        if error.errno is None:
            return OSError(f"{self._path}: {error}")
        return OSError(error.errno, os.strerror(error.errno), str(self._path))

    def _discard(self) -> None:
        with self._lock:
            self._discarded = True
            with suppress(Exception):
                self._writer.close()  # it writes to the file, which may be what has failed
            with suppress(OSError):
                self._file.close()
            with suppress(OSError):
                self._temporary.unlink(missing_ok=True)
