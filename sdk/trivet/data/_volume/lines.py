"""Lines of a passenger volume file as columns, if they are of the usual form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._arrow import arrow

__all__ = ["PlainLines"]

_ODD = ('"', " ", "\t", "x", "X", "\n\n", "\r")
"""What pyarrow reads otherwise than `rows()`: quotes, spaces around a number, hexadecimal numbers, blank lines."""

_MOST = 10**18
"""`rows()` takes numbers of at most 18 digits."""


class PlainLines:
    """Makes a record batch of lines.

    >>> PlainLines(schema).batch(["2025-04,WEEKDAY,8,BUS,01012,120,7"])

    Args:
        schema: The columns, in the order of the file.
    """

    def __init__(self, schema: Any) -> None:
        pa, csv = arrow(), arrow("csv")
        self._schema = schema
        self._csv = csv
        self._counts = [each.name for each in schema if each.type == pa.int64()]
        self._parse = csv.ParseOptions(quote_char=False, ignore_empty_lines=False)
        self._convert = csv.ConvertOptions(
            # Unsigned, so that a negative number is refused.
            column_types={each.name: pa.uint64() if each.name in self._counts else each.type for each in schema},
            null_values=[],
            strings_can_be_null=False,
            check_utf8=False,  # the text is encoded here
        )

    def batch(self, lines: Sequence[str]) -> Any | None:
        """Return the batch; None if a line is not of the usual form, or is wrong."""
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
