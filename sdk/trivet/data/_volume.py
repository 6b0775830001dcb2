"""A passenger volume file as record batches."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from itertools import islice
from typing import Any, Self, cast

from ..bus._volume.rows import Block, StopVolume, TripVolume, read_blocks, read_stop_volumes, read_trip_volumes
from ..bus._volume.volume_file import VolumeFile
from ._pyarrow_import import arrow
from ._records.arrow_columns import Fields, columns_of
from ._records.columns_from_annotations import fields_of

ROWS = 100_000
"""Rows in a batch."""

_ODD = ('"', " ", "\t", "x", "X", "\n\n", "\r")
"""Signs that pyarrow reads differently from `rows()`: quotes, spaces around a number, hexadecimal, blank lines."""

_MOST = 10**18
"""`rows()` accepts numbers of at most 18 digits."""

_Path = str | os.PathLike[str]
_Read = Callable[[_Path], Generator[Any, None, None]]


class VolumeSource:
    """The rows of a file as columns.

    >>> source = VolumeSource("stops.zip")
    >>> sum(batch.num_rows for batch in source.batches(None))

    Attributes:
        schema: The columns: the fields of `StopVolume` or of `TripVolume`, depending on the header.
    """

    def __init__(self, path: _Path) -> None:
        self._path = path
        with closing(read_blocks(path)) as blocks:
            header = _header(blocks)
        record, self._read = _KINDS["ORIGIN_PT_CODE" in header]
        self._fields: Fields = fields_of(record)
        self.schema: Any = self._fields.schema

    @classmethod
    def of(cls, records: object) -> Self | None:
        """Return the source of a `VolumeFile`, or of a path; None for anything else."""
        if isinstance(records, VolumeFile):
            return cls(records.path)
        return cls(cast("_Path", records)) if isinstance(records, str | os.PathLike) else None

    def batches(self, size: int | None) -> Generator[Any, None, None]:
        """Yield batches of rows.

        Lines of the usual form become columns directly. From the first batch with an unusual line on, the rows come
        from `rows()`, which accepts every form and reports the fault of a line.
        """
        done = yield from self._plain(size or ROWS)
        if done is None:
            return
        with closing(self._read(self._path)) as rows:
            rest = islice(rows, done, None)
            while records := list(islice(rest, size or ROWS)):
                yield columns_of(self._fields, records, done)
                done += len(records)

    def _plain(self, size: int) -> Generator[Any, None, int | None]:
        """Yield batches of plain lines; return the number of rows before the first other line, or None at the end."""
        plain, done = PlainLines(self.schema), 0
        lines: list[str] = []
        with closing(read_blocks(self._path)) as blocks:
            for number, block in enumerate(blocks):
                lines += block.lines
                if not number and [*map(str.lower, lines.pop(0).split(","))] != self.schema.names:
                    return 0
                while len(lines) >= size:
                    batch = plain.batch(lines[:size])
                    if batch is None:
                        return done
                    yield batch
                    done += size
                    del lines[:size]
        if lines:
            batch = plain.batch(lines)
            if batch is None:
                return done
            yield batch
        return None


class PlainLines:
    """Turns lines of the usual form into record batches.

    >>> PlainLines(schema).batch(["2025-04,WEEKDAY,8,BUS,01012,120,7"])

    Args:
        schema: The columns, in the order of the file.
    """

    def __init__(self, schema: Any) -> None:
        pa, csv = arrow(), arrow("csv")
        self._schema = schema
        self._csv = csv
        self._counts = [field.name for field in schema if field.type == pa.int64()]
        self._parse = csv.ParseOptions(quote_char=False, ignore_empty_lines=False)
        self._convert = csv.ConvertOptions(
            # Unsigned, to refuse negative numbers.
            column_types={field.name: pa.uint64() if field.name in self._counts else field.type for field in schema},
            null_values=[],
            strings_can_be_null=False,
            check_utf8=False,  # the text is encoded here
        )

    def batch(self, lines: Sequence[str]) -> Any | None:
        """Return the batch; None if a line is invalid or does not have the usual form."""
        text = "\n".join(lines)
        if not text or text[0] == "\n" or text[-1] == "\n" or any(odd in text for odd in _ODD):
            return None
        data = text.encode()
        # One block, so that the whole batch is one chunk with one dictionary.
        read = self._csv.ReadOptions(column_names=self._schema.names, use_threads=False, block_size=len(data) + 1)
        try:
            table = self._csv.read_csv(arrow().BufferReader(data), read, self._parse, self._convert)
        except arrow().ArrowInvalid:
            return None
        largest = arrow("compute").max
        if any(largest(table[name]).as_py() >= _MOST for name in self._counts):
            return None
        [batch] = table.cast(self._schema).to_batches()
        return batch


def _header(blocks: Iterable[Block]) -> str:
    return next((line for block in blocks for line in block.lines if line), "")


_KINDS: tuple[tuple[type, _Read], tuple[type, _Read]] = (
    (StopVolume, read_stop_volumes),
    (TripVolume, read_trip_volumes),
)
