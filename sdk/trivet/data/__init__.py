"""Lists, exports and volume files as Arrow tables and Parquet files; requires the extra `data`.

>>> from trivet.data import write_parquet
>>> write_parquet(bus.stops.list(), "stops.parquet")

The columns have types: times are timestamps, positions are numbers, nested records are structs. pandas, Polars and
DuckDB read both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from ._async.tables import async_record_batches as async_record_batches
    from ._async.tables import async_to_table as async_to_table
    from ._async.tables import async_write_parquet as async_write_parquet
    from ._records.arrow_columns import TableError as TableError
    from ._tables import record_batches as record_batches
    from ._tables import schema_of as schema_of
    from ._tables import to_table as to_table
    from ._tables import write_parquet as write_parquet
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "async_record_batches": "._async.tables",
            "async_to_table": "._async.tables",
            "async_write_parquet": "._async.tables",
            "TableError": "._records.arrow_columns",
            "record_batches": "._tables",
            "schema_of": "._tables",
            "to_table": "._tables",
            "write_parquet": "._tables",
        },
    )
