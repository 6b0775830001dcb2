"""Lists, exports and volume files as record batches, tables and Parquet files."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from itertools import chain, islice
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

from .._core import check
from .._core.files import check_replaceable, create_file, give_final_name, temporary_name
from .._core.record import Record
from .._core.traceback_locals import NOTHING, clear_locals, hide_arguments
from ..errors import InvalidArgumentError
from ._pyarrow_import import arrow
from ._records.arrow_columns import Fields, columns_of
from ._records.columns_from_annotations import CLASS, declared_fields, fields_from
from ._volume import VolumeSource

RECORDS = 10_000
"""Records in a batch."""

CODECS = ("zstd", "snappy", "gzip", "brotli", "lz4", "none")
"""How a Parquet file may be compressed."""

EMPTY_LIST = "a class of records for a list that is empty"

Batches = Generator[Any, None, None]


def schema_of(record: Any) -> Any:
    """Return the columns of a class of records as a `pyarrow.Schema`, without any records.

    >>> schema_of(BusStop).field("latitude").type
    DataType(double)

    Args:
        record: A class of records, or a union of such classes, such as `trivet.agent.Message`.

    Raises:
        InvalidArgumentError: It is not a class of records.
        ModuleNotFoundError: pyarrow is not installed.
    """
    fields = declared_fields(None, record)
    if fields is None:
        raise InvalidArgumentError("record", CLASS, None)
    return fields.schema


def record_batches(records: Any, *, record: Any = None, size: int | None = None) -> Any:
    """Return a `pyarrow.RecordBatchReader`, which reads the records while it is iterated, and does not keep them.

    >>> for batch in record_batches(chat.admin.ratings.export()):
    ...     print(batch.num_rows)
    >>> duckdb.from_arrow(record_batches(bus.routes.list())).count("*")

    Args:
        records: An iterable of records of one class, such as a pager, an export or a list; a `VolumeFile` or the path
            of such a file; or a table or reader that has the Arrow interface `__arrow_c_stream__`.
        record: The class of the records, or the union of their classes. Pagers and exports know their class. Otherwise
            it is the class of the first record, so only a list that may be empty needs this argument.
        size: The most records in a batch; by default 10,000, and 100,000 rows of a volume file.

    Raises:
        InvalidArgumentError: An argument cannot be used; nothing was sent.
        TableError: While iterating: a record does not fit its class; the error names the record and the field.
        VolumeFileError: While iterating: the file is damaged, or is not a passenger volume file.
        ModuleNotFoundError: pyarrow is not installed.
    """
    schema, batches = open_batches(records, record, size)
    return arrow().RecordBatchReader.from_batches(schema, batches)


@hide_arguments
def to_table(records: Any, *, record: Any = None) -> Any:
    """Return all records as a `pyarrow.Table`.

    >>> stops = to_table(bus.stops.list())
    >>> stops.to_pandas()

    Args:
        records: As for `record_batches`.
        record: As for `record_batches`.

    Raises:
        InvalidArgumentError: An argument cannot be used; nothing was sent.
        TableError: A record does not fit its class; the error names the record and the field.
        VolumeFileError: The file is damaged, or is not a passenger volume file.
        ModuleNotFoundError: pyarrow is not installed.
    """
    schema, batches = open_batches(records, record, None)
    return arrow().Table.from_batches(list(batches), schema)


@hide_arguments
def write_parquet(
    records: Any,
    path: str | os.PathLike[str],
    *,
    record: Any = None,
    size: int | None = None,
    compression: str = "zstd",
) -> int:
    """Write records to a Parquet file as they arrive; the file gets its final name when it is complete.

    >>> write_parquet(bus.routes.list(), "routes.parquet")
    26482
    >>> write_parquet(bus.passenger_volume.download("by_trip"), "trips.parquet")

    One batch of records is in memory at a time. If a record does not fit, the list fails or the disk is full, no file
    is written, and an existing file is unchanged.

    Args:
        records: As for `record_batches`.
        path: The file.
        record: As for `record_batches`.
        size: The most records in a batch, which becomes a row group of the file; as for `record_batches`.
        compression: A codec of Parquet: `zstd`, `snappy`, `gzip`, `brotli`, `lz4` or `none`.

    Returns:
        How many rows were written.

    Raises:
        InvalidArgumentError: An argument cannot be used; nothing was sent.
        TableError: A record does not fit its class; the error names the record and the field.
        VolumeFileError: The volume file is damaged, or is not a passenger volume file.
        OSError: The file cannot be written.
        ModuleNotFoundError: pyarrow is not installed.
    """
    check.choice("compression", compression, CODECS)
    schema, batches = open_batches(records, record, size)
    with closing(batches), WholeParquet(Path(path), schema, compression) as file:
        for batch in batches:
            file.write(batch)
    return file.rows


def open_batches(records: Any, record: Any, size: int | None) -> tuple[Any, Batches]:
    """Return the schema of records and a generator of their batches.

    >>> schema, batches = open_batches(bus.stops.list(), None, None)
    """
    if size is not None:
        check.integer("size", size, minimum=1)
    if (volume := VolumeSource.of(records)) is not None:
        return volume.schema, volume.batches(size)
    if hasattr(records, "__arrow_c_stream__"):
        kind = arrow().RecordBatchReader
        # Through the C interface, a Python exception would become an error of Arrow.
        reader = records if isinstance(records, kind) else kind.from_stream(records)
        return reader.schema, (batch for batch in reader)
    if not hasattr(records, "__iter__") or isinstance(records, Record):
        hint = (
            "; the function with `async_` before its name takes an async iterable"
            if hasattr(records, "__aiter__")
            else ""
        )
        raise InvalidArgumentError("records", f"an iterable of records{hint}", type(records).__name__)
    fields, rows = declared_fields(records, record), iter(records)
    if fields is None:
        for first in rows:
            fields, rows = fields_from(first), chain((first,), rows)
            break
        else:
            raise InvalidArgumentError("record", EMPTY_LIST, None)
    return fields.schema, _batches(fields, rows, size or RECORDS)


def _batches(fields: Fields, rows: Iterator[Any], size: int) -> Batches:
    done = 0
    try:
        while records := list(islice(rows, size)):
            yield columns_of(fields, records, done)
            done += len(records)
    except BaseException as error:
        records = NOTHING
        clear_locals(error)
        raise


class WholeParquet:
    """A Parquet file that gets its final name at the end of a `with` block, once all of it is on disk.

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
        self._temporary = temporary_name(path)
        # A cancelled task may leave behind a thread that still writes.
        self._lock = Lock()
        self._discarded = False

    def __enter__(self) -> Self:
        make_writer = arrow("parquet").ParquetWriter
        check_replaceable(self._path, overwrite=True)
        try:
            self._file = create_file(self._temporary)
        except OSError as error:
            raise self._named(error) from error
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
            give_final_name(self._temporary, self._path, overwrite=True)
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
                self._writer.close()  # writes to the file, which may fail again
            with suppress(OSError):
                self._file.close()
            with suppress(OSError):
                self._temporary.unlink(missing_ok=True)
