"""CSV documents that are cut, malformed, or made to exhaust their reader."""

from __future__ import annotations

from collections.abc import Callable

from tests.sdk.network.behaviours.registry import behaviour
from tests.sdk.network.raw_server import Conversation

ROWS = ("admin.ratings.export(format='csv')",)
VALUE, UNREADABLE, CUT = ("value",), ("DecodeError",), ("StreamError",)


def with_csv(name: str, change: Callable[[bytes, bytes], bytes], outcomes: tuple[str, ...]) -> None:
    """Add the behaviour of a good header and row that a function makes a document of."""

    def run(talk: Conversation) -> None:
        talk.read_request()
        header, row, _ = talk.good.body.split(b"\r\n")
        talk.send(talk.answer(body=change(header, row)))

    behaviour(name=name, outcomes=outcomes, operations=ROWS)(run)


def lines(*rows: bytes) -> bytes:
    """Return a document of lines."""
    return b"".join(row + b"\r\n" for row in rows)


def with_cell(row: bytes, cell: bytes) -> bytes:
    """Return the row with another text."""
    return row.replace(b"Text", cell)


with_csv("csv_as_it_should_be", lines, VALUE)
with_csv("csv_of_a_header_alone", lambda header, row: lines(header), CUT)
with_csv("csv_empty", lambda header, row: b"", CUT)
with_csv("csv_without_its_last_line_end", lambda header, row: lines(header) + row, VALUE)
with_csv("csv_with_a_quote_never_closed", lambda header, row: lines(header, with_cell(row, b'"Text'), row), CUT)
with_csv(
    "csv_with_a_quote_never_closed_in_2_megabytes",
    lambda header, row: lines(header, with_cell(row, b'"Text'), *[row] * 40_000),
    UNREADABLE,
)
with_csv("csv_with_text_after_a_quote", lambda header, row: lines(header, with_cell(row, b'"Text"more')), UNREADABLE)
with_csv("csv_with_a_cell_missing", lambda header, row: lines(header, row, row.rpartition(b",")[0]), UNREADABLE)
with_csv("csv_with_a_cell_more", lambda header, row: lines(header, row, row + b","), UNREADABLE)
with_csv("csv_with_an_empty_line", lambda header, row: lines(header, b"", row), UNREADABLE)
with_csv("csv_with_an_empty_header", lambda header, row: lines(b"", row), UNREADABLE)
with_csv("csv_with_a_column_twice", lambda header, row: lines(header.replace(b"Comment", b"Rating"), row), UNREADABLE)
with_csv("csv_with_nul_characters", lambda header, row: lines(header, with_cell(row, b"a\0b")), VALUE)
with_csv("csv_of_carriage_returns", lambda header, row: lines(header, row).replace(b"\n", b""), CUT)
with_csv("csv_of_line_feeds", lambda header, row: lines(header, row).replace(b"\r", b""), VALUE)
with_csv("csv_with_a_carriage_return_in_a_cell", lambda header, row: lines(header, with_cell(row, b"a\rb")), UNREADABLE)
with_csv("csv_with_its_byte_order_mark_twice", lambda header, row: b"\xef\xbb\xbf" * 2 + lines(header, row), VALUE)
with_csv("csv_in_utf_16", lambda header, row: lines(header, row).decode().encode("utf-16"), UNREADABLE)
with_csv("csv_not_utf_8", lambda header, row: lines(header, with_cell(row, b"\xff")), UNREADABLE)
with_csv("csv_cut_within_a_character", lambda header, row: lines(header, row) + b"\xf0\x9f", CUT)
with_csv("csv_with_its_header_twice", lambda header, row: lines(header, header, row), CUT)
with_csv("csv_with_formulas", lambda header, row: lines(header, with_cell(row, b"=HYPERLINK(1)")), VALUE)
with_csv("csv_with_a_cell_of_200_kilobytes", lambda header, row: lines(header, with_cell(row, b"a" * 200_000)), VALUE)
with_csv(
    "csv_with_a_quoted_cell_of_200_kilobytes",
    lambda header, row: lines(header, with_cell(row, b'"%b"' % (b'""\r\n' * 50_000))),
    VALUE,
)
with_csv(
    "csv_with_a_cell_of_a_megabyte", lambda header, row: lines(header, with_cell(row, b"a" * 1_000_000)), UNREADABLE
)
with_csv("csv_of_a_million_cells", lambda header, row: lines(header, b"," * 900_000), UNREADABLE)
with_csv("csv_with_a_million_columns", lambda header, row: lines(b"a," * 400_000 + b"a", row), UNREADABLE)
