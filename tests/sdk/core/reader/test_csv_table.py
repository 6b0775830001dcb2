"""The rows of CSV documents."""

import csv
import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.pieces import PIECE
from trivet._core.reader import CsvReader, NotWholeError


def rows_of(pieces: list[bytes]) -> list[dict[str, str]]:
    reading = CsvReader()
    found = [row for piece in pieces for row in reading.feed(piece)]
    found += reading.end()
    assert reading.count == len(found)
    return found


def cut(content: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(content), *(place % (len(content) + 1) for place in places)})
    return [content[start:end] for start, end in pairwise(edges)]


def table(rows: list[list[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


CELLS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ['"', '""', ",", "\n", "\r\n", "\r", '",\r\n"', "'=1+1", "\ufeff", "ä", "\U0001f600", " ", "\u2028", "\x85", "\x0c"]
)
TABLES = st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=6)


@given(TABLES, st.lists(st.integers(min_value=0)))
def test_rows_are_the_same_wherever_their_bytes_are_cut(cells: list[list[str]], places: list[int]):
    content = table([["a", "b", "c"], *cells])
    assert rows_of(cut(content, places)) == [dict(zip("abc", row, strict=True)) for row in cells]


@given(TABLES)
def test_rows_are_the_same_when_their_bytes_come_one_by_one(cells: list[list[str]]):
    content = table([["a", "b", "c"], *cells])
    single = [content[each : each + 1] for each in range(len(content))]
    assert rows_of(single) == [dict(zip("abc", row, strict=True)) for row in cells]


@given(st.lists(st.lists(CELLS.filter(str.isprintable), min_size=2, max_size=2), min_size=1, max_size=4), st.data())
def test_table_that_ends_inside_a_row_is_incomplete(cells: list[list[str]], data: st.DataObject):
    content = table([["a", "b"], *cells])
    size = data.draw(st.integers(min_value=0, max_value=len(content) - 1))
    reading = CsvReader()
    found = list(reading.feed(content[:size]))
    assert found == [dict(zip("ab", row, strict=True)) for row in cells[: len(found)]]
    if size and content[:size].endswith(b"\n"):  # an end between two rows cannot be noticed
        assert list(reading.end()) == []
    else:
        with pytest.raises(NotWholeError):
            list(reading.end())


def test_quoted_cell_holds_line_ends_commas_and_quotes():
    content = b'a,b\r\n"one\r\ntwo\n","say ""hi"", twice"\r\n'
    for size in range(1, len(content) + 1):
        pieces = [content[start : start + size] for start in range(0, len(content), size)]
        assert rows_of(pieces) == [{"a": "one\r\ntwo\n", "b": 'say "hi", twice'}]


def test_byte_order_mark_is_stripped_from_the_first_name():
    assert rows_of([b"\xef", b"\xbb\xbfa\r\n", b"1\r\n"]) == [{"a": "1"}]


def test_lines_without_a_carriage_return_are_read():
    assert rows_of([b"a,b\n1,2\n"]) == [{"a": "1", "b": "2"}]


def test_table_with_only_a_header_has_no_rows():
    assert rows_of([b"a,b\r\n"]) == []


def test_empty_chunk_of_a_table_changes_nothing():
    assert rows_of([b"", b"a\r\n", b"", b"1\r\n", b""]) == [{"a": "1"}]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"a,b\r\n1\r\n", "row 1 has 1 cells, not 2"),
        (b"a,b\r\n1,2\r\n1,2,3\r\n", "row 2 has 3 cells, not 2"),
        (b'a,b\r\n1,2\r\n1,"x"y"z"\r\n', "row 2 is not CSV"),
        (b"a,b\r\n1,\xff\r\n", "utf-8"),
        (b'a,b\r\n1,"' + b"x" * 1_000_001, "no end within 1000000 characters"),
    ],
)
def test_malformed_csv_raises_with_its_row(content: bytes, why: str):
    reading = CsvReader()
    with pytest.raises(ValueError, match=why):
        list(reading.feed(content))


@pytest.mark.parametrize("content", [b"", b"a", b"a\r", b"a\r\n1", b'a\r\n"1\r\n', b"a\r\n\xc3"])
def test_table_without_an_end_is_incomplete(content: bytes):
    reading = CsvReader()
    assert list(reading.feed(content)) == []
    with pytest.raises(NotWholeError):
        list(reading.end())


def test_rows_are_returned_as_soon_as_they_are_complete():
    reading = CsvReader()
    assert list(reading.feed(b"a\r\n1\r")) == []
    assert list(reading.feed(b"\n2\r\n3")) == [{"a": "1"}, {"a": "2"}]
    assert reading.count == 2


@pytest.mark.parametrize("cell", [b"x", b"\n", b",", b'""'])
@pytest.mark.parametrize("size", [1_000, 10_000_000])
def test_row_longer_than_the_limit_raises_wherever_it_is_cut(cell: bytes, size: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet._core.reader.csv_table.LONGEST_ROW", 100_000)
    content = b'a\n"' + cell * 100_000 + b'"\n'
    with pytest.raises(ValueError, match="no end within 100000 characters"):
        rows_of([content[start : start + size] for start in range(0, len(content), size)])


def test_chunk_of_many_pieces_is_read_as_its_pieces():
    text = "ä" * (PIECE // 20)
    assert rows_of([("a\n" + f"{text}\n" * 50).encode()]) == [{"a": text}] * 50


def test_error_of_bytes_that_are_not_text_does_not_hold_them():
    with pytest.raises(ValueError, match=r"^it is not utf-8: ") as caught:
        list(CsvReader().feed(b"a\nsecret\xff\n"))
    assert caught.value.__cause__ is caught.value.__context__ is None
