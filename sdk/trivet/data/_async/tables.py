# Async only: the sync functions return a reader of Arrow's, which has no async form.
"""Async lists and exports as record batches, tables and Parquet files."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import Any

from ..._concurrency.functions import async_run_blocking
from ..._core import check
from ..._core.traceback_locals import NOTHING, async_hide_arguments, clear_locals
from ...errors import InvalidArgumentError
from .._pyarrow_import import arrow
from .._records.arrow_columns import Fields, columns_of
from .._records.columns_from_annotations import declared_fields, fields_from
from .._tables import CODECS, EMPTY_LIST, RECORDS, WholeParquet


async def async_record_batches(
    records: AsyncIterable[Any], *, record: Any = None, size: int | None = None
) -> AsyncGenerator[Any, None]:
    """Iterate over records in batches of type `pyarrow.RecordBatch`, which are not kept.

    >>> async for batch in async_record_batches(chat.admin.ratings.export()):
    ...     print(batch.num_rows)

    Args:
        records: An async iterable of records of one class, such as a pager or an export.
        record: The class of the records, or the union of their classes, as for `record_batches`.
        size: The most records in a batch; by default 10,000.

    Raises:
        InvalidArgumentError: An argument cannot be used.
        TableError: A record does not fit its class; the error names the record and the field.
        ModuleNotFoundError: pyarrow is not installed.
    """
    try:
        _, batches = await _open(records, record, size)
        async with aclosing(batches):
            async for batch in batches:
                yield batch
    except BaseException as error:
        records = record = batch = NOTHING
        clear_locals(error)
        raise


@async_hide_arguments
async def async_to_table(records: AsyncIterable[Any], *, record: Any = None) -> Any:
    """Return all records as a `pyarrow.Table`.

    >>> stops = await async_to_table(bus.stops.list())

    Args:
        records: As for `async_record_batches`.
        record: As for `async_record_batches`.

    Raises:
        InvalidArgumentError: An argument cannot be used.
        TableError: A record does not fit its class; the error names the record and the field.
        ModuleNotFoundError: pyarrow is not installed.
    """
    schema, batches = await _open(records, record, None)
    async with aclosing(batches):
        return arrow().Table.from_batches([batch async for batch in batches], schema)


@async_hide_arguments
async def async_write_parquet(
    records: AsyncIterable[Any],
    path: str | os.PathLike[str],
    *,
    record: Any = None,
    size: int | None = None,
    compression: str = "zstd",
) -> int:
    """Write records to a Parquet file as they arrive; the file gets its final name when it is complete.

    >>> await async_write_parquet(bus.routes.list(prefetch=8), "routes.parquet")
    26482

    Batches are written in a thread, so that other tasks can run.

    Args:
        records: As for `async_record_batches`.
        path: The file.
        record: As for `async_record_batches`.
        size: The most records in a batch, which becomes a row group of the file; by default 10,000.
        compression: A codec of Parquet: `zstd`, `snappy`, `gzip`, `brotli`, `lz4` or `none`.

    Returns:
        How many rows were written.

    Raises:
        InvalidArgumentError: An argument cannot be used.
        TableError: A record does not fit its class; the error names the record and the field.
        OSError: The file cannot be written.
        ModuleNotFoundError: pyarrow is not installed.
    """
    check.choice("compression", compression, CODECS)
    schema, batches = await _open(records, record, size)
    async with aclosing(batches):
        with WholeParquet(Path(path), schema, compression) as file:
            async for batch in batches:
                await async_run_blocking(partial(file.write, batch))
    return file.rows


async def _open(records: Any, record: Any, size: int | None) -> tuple[Any, AsyncGenerator[Any, None]]:
    if size is not None:
        check.integer("size", size, minimum=1)
    if not hasattr(records, "__aiter__"):
        rule = "an async iterable of records; without `async_` the function takes others"
        raise InvalidArgumentError("records", rule, type(records).__name__)
    rows: AsyncIterator[Any] = aiter(records)
    fields, first = declared_fields(records, record), list[Any]()
    if fields is None:
        async for row in rows:
            first.append(row)
            fields = fields_from(row)
            break
        else:
            raise InvalidArgumentError("record", EMPTY_LIST, None)
    return fields.schema, _batches(fields, first, rows, size or RECORDS)


async def _batches(fields: Fields, first: list[Any], rows: AsyncIterator[Any], size: int) -> AsyncGenerator[Any, None]:
    done, records = 0, first
    try:
        async for record in rows:
            if len(records) >= size:
                yield columns_of(fields, records, done)
                done, records = done + len(records), []
            records.append(record)
        if records:
            yield columns_of(fields, records, done)
    finally:
        if isinstance(rows, AsyncGenerator):
            await rows.aclose()
