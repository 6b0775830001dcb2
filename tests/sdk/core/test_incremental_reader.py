"""The readers of JSON and CSV documents."""

import csv
import io
import json
from itertools import pairwise
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet import DecodeError, Head, Headers
from trivet._core import incremental_reader
from trivet._core.auth import Bearer
from trivet._core.call import Call, whole_record
from trivet._core.chunk_splitter import PIECE
from trivet._core.incremental_reader import CsvReader, JsonReader, NotWholeError
from trivet._core.settings import ApiInfo, Settings
from trivet.chat import MessageRating
from trivet.chat._generated.models import decode_message_rating

HEAD = Head(200, Headers([]))


def items_of(pieces: list[bytes]) -> list[Any]:
    indices: list[int] = []

    def make(data: Any, index: int) -> Any:
        indices.append(index)
        return data

    reading = JsonReader("items", make, 1_000_000)
    items = [item for piece in pieces for item in reading.feed(piece)]
    items += reading.end()
    assert reading.count == len(items)
    assert indices == list(range(len(items)))
    return items


def cut(content: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(content), *(place % (len(content) + 1) for place in places)})
    return [content[start:end] for start, end in pairwise(edges)]


def test_item_with_too_many_values_is_refused():
    reader = JsonReader("items", lambda item, _: item, 3)
    read = reader.feed(b'{"items": [[1, 2], [1, 2, 3]], "total": 2}')
    assert next(read) == [1, 2]
    with pytest.raises(ValueError, match="one value of it has more than max_values, 3 values"):
        next(read)


def test_item_whose_texts_take_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet._core.incremental_reader.LONGEST_VALUE", 1_000_000)
    texts = {mark: orjson.dumps("x" * 900_000 + mark) for mark in ("x", "\u20ac", "\U0001f68c")}
    reading = JsonReader("items", lambda item, _: len(item), 10)
    assert list(reading.feed(b'{"items": [%b, %b, ' % (texts["x"], texts["\u20ac"]))) == [900_001] * 2
    with pytest.raises(ValueError, match="the texts of one value of it would take more than 4000000 bytes"):
        list(reading.feed(texts["\U0001f68c"] + b"]"))


def test_empty_chunk_of_a_document_changes_nothing():
    assert items_of([b"", b'{"items": [7],', b"", b' "total": 1}', b""]) == [7]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(min_value=-(2**62), max_value=2**62)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5).filter(str.isascii), inner),
    max_leaves=10,
)


@given(st.lists(JSON, max_size=5), st.lists(st.integers(min_value=0)), st.booleans(), st.booleans())
def test_items_are_the_same_wherever_their_bytes_are_cut(
    items: list[Any], places: list[int], ascii_only: bool, total_first: bool
):
    document = {"items": items, "total": len(items), "other": {"items": [1], "total": 99}, "more": [{"total": 7}]}
    if total_first:
        document = dict(reversed(document.items()))
    content = json.dumps(document, ensure_ascii=ascii_only).encode()
    assert items_of(cut(content, places)) == items


@pytest.mark.long
@given(st.lists(JSON, min_size=1, max_size=3), st.data())
def test_document_that_ends_early_is_incomplete(items: list[Any], data: st.DataObject):
    content = json.dumps({"items": items, "total": len(items)}).encode()
    size = data.draw(st.integers(min_value=0, max_value=len(content) - 1))
    reader = JsonReader("items", lambda item, _: item, 1_000_000)
    complete = list(reader.feed(content[:size]))
    assert complete == items[: len(complete)]
    with pytest.raises(NotWholeError):
        list(reader.end())


@pytest.mark.parametrize("count", [0, 1, 3])
def test_document_whose_count_differs_from_its_total_is_incomplete(count: int):
    reading = JsonReader("items", lambda item, _: item, 1_000_000)
    assert list(reading.feed(json.dumps({"items": [1, 2], "total": count}).encode())) == [1, 2]
    with pytest.raises(NotWholeError, match=f"holds 2 items, and says that there are {count}"):
        list(reading.end())


def test_document_without_a_total_raises():
    reading = JsonReader("items", lambda item, _: item, 1_000_000)
    assert list(reading.feed(b'{"items": [1, 2]}')) == [1, 2]
    with pytest.raises(ValueError, match="it has no total"):
        list(reading.end())


@pytest.mark.parametrize("content", [b"x", b"{x", b'{"items": [}', b'{"items": [\xff', b'{"a" 1}', b"<html>"])
def test_invalid_json_raises_at_once_and_is_not_quoted(content: bytes):
    reading = JsonReader("items", lambda item, _: item, 1_000_000)
    with pytest.raises(ValueError, match=r"^it is not JSON: ") as caught:
        list(reading.feed(content))
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_items_are_returned_as_soon_as_they_are_complete():
    reading = JsonReader("items", lambda item, _: item, 1_000_000)
    assert list(reading.feed(b'{"items": [{"a": 1}, {"a"')) == [{"a": 1}]
    assert reading.count == 1
    assert list(reading.feed(b": 2}]")) == [{"a": 2}]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"items":[' + b"[" * 300, "nested more than 200 deep"),
        (b'{"x":' + b'{"a":' * 300, "nested more than 200 deep"),
        (b'{"items":{"item":{}},"total":1}', "its items is not an array"),
        (b'{"items":[],"total":0}{', "has data after its end"),
        (b'{"items":[],"total":1e9999999999999999999x}', "it is not JSON"),
        (b'{"items":[1' + b"1" * 5000 + b'],"total":1}', "an integer has more than 4300 digits"),
    ],
)
def test_hostile_document_raises_soon(content: bytes, message: str):
    reading = JsonReader("items", lambda item, _: item, 1_000_000)
    with pytest.raises(ValueError, match=message):
        list(reading.feed(content))


@pytest.mark.parametrize("start", [b'{"items":["', b'{"items":[', b'{"x":{"y":"'])
def test_item_longer_than_the_limit_raises(start: bytes, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet._core.incremental_reader.LONGEST_VALUE", 10_000)
    reading = JsonReader("items", lambda item, _: item, 1_000_000)
    list(reading.feed(start))
    for _ in range(9):
        list(reading.feed(b"7" * 1000))
    with pytest.raises(ValueError, match="longer than 10000 bytes"):
        list(reading.feed(b"7" * 2000))


@pytest.mark.long
@given(st.data())
def test_any_document_is_read_alike_wherever_it_is_cut(data: st.DataObject):
    json_values = st.recursive(
        st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=8,
    )
    items = data.draw(st.lists(json_values, max_size=4))
    more = {name: value for name, value in data.draw(st.dictionaries(st.text(), json_values, max_size=2)).items()}
    document = {**more, "items": items, "total": len(items)}
    indent = data.draw(st.sampled_from([None, 1]))
    content = json.dumps(document, indent=indent, ensure_ascii=data.draw(st.booleans())).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=4)))
    reading = JsonReader("items", lambda item, _: item, 1_000_000)
    pieces = [content[a:b] for a, b in zip([0, *cuts], [*cuts, len(content)], strict=True)]
    assert [item for piece in pieces for item in reading.feed(piece)] == items
    assert list(reading.end()) == []


@pytest.mark.parametrize("strict", [False, True])
def test_invalid_item_raises_with_its_path_and_without_the_token(strict: bool):
    settings = Settings(
        ApiInfo("chat", "http://chat.test", {}, ()),
        Bearer("s3cret", argument="token", variable=""),
        base_url=None,
        timeout=1.0,
        deadline=None,
        max_retries=0,
        max_body=64_000_000,
        headers=None,
        clock=None,
        strict=strict,
    )
    call = Call(
        "admin.ratings.export", "GET", "/x", record=MessageRating, decode=decode_message_rating, extract=whole_record
    )
    reading = incremental_reader.records(call, settings, "ratings", MessageRating, decode_message_rating)(HEAD)
    good = {"id": "r", "message_id": "m", "user_id": "u", "rating": 1, "created_at": "2025-06-16T00:00:00+00:00"}
    content = json.dumps({"ratings": [good, {**good, "comment": "s3cret", "created_at": "s3cret"}], "total": 2})
    first, second = content.encode()[:150], content.encode()[150:]
    [item] = reading.feed(first)
    assert item == MessageRating(**{**good, "created_at": item.created_at})
    with pytest.raises(DecodeError, match=r"does not fit: .*\$\.ratings\[1\]\.created_at$") as caught:
        list(reading.feed(second))
    assert (caught.value.operation, caught.value.status) == ("admin.ratings.export", 200)
    assert json.loads(caught.value.body)["rating"] == 1
    assert "s3cret" not in f"{caught.value} {caught.value!r} {caught.value.body.decode()}"


def test_white_space_after_the_end_is_not_kept():
    reading = JsonReader("items", lambda item, _: item, 1_000_000)
    assert list(reading.feed(b'{"items":[1],"total":1}')) == [1]
    for _ in range(20):
        assert list(reading.feed(b" \n" * 5_000)) == []
    assert list(reading.end()) == []
    with pytest.raises(ValueError, match="data after its end"):
        list(reading.feed(b"}"))


@given(st.integers(PIECE - 40, PIECE + 40), st.sampled_from(['\\"', "\\", "ä", "[", "x"]), st.booleans())
def test_chunk_of_many_pieces_is_read_as_its_pieces(length: int, text: str, nested: bool):
    item = [text * length, {text: text}] if nested else text * length
    document = {"items": [item, 1], "total": 2}
    assert items_of([json.dumps(document, ensure_ascii=False).encode()]) == [item, 1]


def test_error_for_an_item_that_is_not_json_does_not_hold_it():
    with pytest.raises(ValueError, match=r"^it is not JSON: ") as caught:
        list(JsonReader("items", lambda item, _: item, 1_000_000).feed(b'{"items":["secret\xff"]}'))
    assert caught.value.__cause__ is caught.value.__context__ is None


def rows_of(pieces: list[bytes]) -> list[dict[str, str]]:
    reading = CsvReader()
    rows_read = [row for piece in pieces for row in reading.feed(piece)]
    rows_read += reading.end()
    assert reading.count == len(rows_read)
    return rows_read


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
    single = [content[at : at + 1] for at in range(len(content))]
    assert rows_of(single) == [dict(zip("abc", row, strict=True)) for row in cells]


@given(st.lists(st.lists(CELLS.filter(str.isprintable), min_size=2, max_size=2), min_size=1, max_size=4), st.data())
def test_table_that_ends_inside_a_row_is_incomplete(cells: list[list[str]], data: st.DataObject):
    content = table([["a", "b"], *cells])
    size = data.draw(st.integers(min_value=0, max_value=len(content) - 1))
    reading = CsvReader()
    rows_read = list(reading.feed(content[:size]))
    assert rows_read == [dict(zip("ab", row, strict=True)) for row in cells[: len(rows_read)]]
    if size and content[:size].endswith(b"\n"):  # a table that ends between two rows looks complete
        assert list(reading.end()) == []
    else:
        with pytest.raises(NotWholeError):
            list(reading.end())


def test_quoted_cell_holds_line_ends_commas_and_quotes():
    content = b'a,b\r\n"one\r\ntwo\n","say ""hi"", twice"\r\n'
    for size in range(1, len(content) + 1):
        pieces = [content[start : start + size] for start in range(0, len(content), size)]
        assert rows_of(pieces) == [{"a": "one\r\ntwo\n", "b": 'say "hi", twice'}]


@given(TABLES)
def test_rows_beyond_the_limit_of_the_csv_module_are_the_same(cells: list[list[str]]):
    content = table([["a", "b", "c"], *cells])
    limit = csv.field_size_limit(0)  # of the whole program, so that a library must not change it
    try:
        assert rows_of([content]) == [dict(zip("abc", row, strict=True)) for row in cells]
    finally:
        csv.field_size_limit(limit)


@pytest.mark.parametrize("cell", ["x" * 200_000, '"\r\n,' * 50_000])
def test_cell_beyond_the_limit_of_the_csv_module_is_read(cell: str):
    assert len(cell) > csv.field_size_limit()
    assert rows_of([table([["a", "b"], ["1", cell], [cell, ""]])]) == [{"a": "1", "b": cell}, {"a": cell, "b": ""}]


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
        (b"a,b\r\n1,a\rb\r\n", "row 1 is not CSV"),
        (b'a,b\r\n1,"%b"x\r\n' % (b'""' * 100_000), "row 1 is not CSV"),
        (b"a,b,a\r\n1,2,3\r\n", "its header names a column twice"),
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
    monkeypatch.setattr("trivet._core.incremental_reader.LONGEST_ROW", 100_000)
    content = b'a\n"' + cell * 100_000 + b'"\n'
    with pytest.raises(ValueError, match="no end within 100000 characters"):
        rows_of([content[start : start + size] for start in range(0, len(content), size)])


def test_chunk_of_many_pieces_of_a_table_is_read_as_its_pieces():
    text = "ä" * (PIECE // 20)
    assert rows_of([("a\n" + f"{text}\n" * 50).encode()]) == [{"a": text}] * 50


def test_error_for_bytes_that_are_not_text_does_not_hold_them():
    with pytest.raises(ValueError, match=r"^it is not utf-8: ") as caught:
        list(CsvReader().feed(b"a\nsecret\xff\n"))
    assert caught.value.__cause__ is caught.value.__context__ is None


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_quotation_mark_within_an_unquoted_cell_is_a_letter(size: int):
    reading, content = CsvReader(), b'id,comment,x\r\n1,5" screen,\r\n2,"a ""b"" c,\r\nd",7" and 8"\r\n3,"",\r\n'
    rows = [row for at in range(0, len(content), size) for row in reading.feed(content[at : at + size])]
    rows += reading.end()
    assert [(row["id"], row["comment"], row["x"]) for row in rows] == [
        ("1", '5" screen', ""),
        ("2", 'a "b" c,\r\nd', '7" and 8"'),
        ("3", "", ""),
    ]


@pytest.mark.parametrize(
    ("content", "row"),
    [
        (b"id,comment\r\n1,x", {"id": "1", "comment": "x"}),
        (b"id,comment\n1,", {"id": "1", "comment": ""}),
        (b'id,comment\r\n1,"a ""b"",\r\nc"', {"id": "1", "comment": 'a "b",\r\nc'}),
        (b"id,comment", None),
        (b"id,comment\r\n1", "cut"),
        (b'id,comment\r\n1,"x', "cut"),
        (b'id,comment\r\n1,"x""', "cut"),
        (b'id,comment\r\n1,"x\r\n', "cut"),
        (b"id,comment\r\n1,x\r", "cut"),
        (b"id,comment\r\n1,\xc3", "cut"),
    ],
)
def test_last_row_without_a_line_end_is_read_if_the_length_was_known(content: bytes, row: Any):
    reading = CsvReader()
    assert list(reading.feed(content)) == []
    if row == "cut":
        with pytest.raises(NotWholeError, match="it ends in the middle of a row"):
            list(reading.end(is_sized=True))
        return
    assert list(reading.end(is_sized=True)) == ([] if row is None else [row])
    assert (reading.is_open, reading.count) == (True, 0 if row is None else 1)
    again = CsvReader()
    assert list(again.feed(content)) == []
    with pytest.raises(NotWholeError, match="it ends in the middle of a row"):
        list(again.end())
