"""The framing of server-sent events, by the rules of the WHATWG."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.sse import EventParser, TooLongError

CASES: list[tuple[str, bytes, list[bytes]]] = [
    ("a line feed", b"data: a\n\n", [b"a"]),
    ("a return", b"data: a\r\r", [b"a"]),
    ("both", b"data: a\r\n\r\n", [b"a"]),
    ("a line feed after both", b"data: a\r\n\ndata: b\r\n\n\n", [b"a", b"b"]),
    ("mixed", b"data: a\rdata: b\ndata: c\r\n\r", [b"a\nb\nc"]),
    ("no space", b"data:a\n\n", [b"a"]),
    ("one space of two", b"data:  a\n\n", [b" a"]),
    ("a tab stays", b"data:\ta\n\n", [b"\ta"]),
    ("a colon in it", b"data: a:b\n\n", [b"a:b"]),
    ("no colon", b"data\n\n", [b""]),
    ("two without", b"data\ndata\n\n", [b"\n"]),
    ("empty data", b"data:\n\n", [b""]),
    ("a byte order mark", b"\xef\xbb\xbfdata: a\n\n", [b"a"]),
    ("a second mark", b"\xef\xbb\xbf\xef\xbb\xbfdata: a\n\ndata: b\n\n", [b"b"]),
    ("a mark later", b"\n\xef\xbb\xbfdata: a\n\n", []),
    (
        "U+2028 is no line end",
        "data: a\u2028b\u0085c\x0bd\x0ce\n\n".encode(),
        ["a\u2028b\u0085c\x0bd\x0ce".encode()],
    ),
    ("a comment", b": hello\n\ndata: a\n:data: b\n\n", [b"a"]),
    ("a lone colon", b":\n\n", []),
    ("no data, no event", b"event: x\nid: 1\n\n", []),
    ("its type is forgotten", b"event: x\n\ndata: a\n\n", [b"a"]),
    ("its id is not", b"id: 1\n\ndata: a\n\n", [b"a"]),
    ("a type", b"event: x\ndata: a\n\n", [b"a"]),
    ("the last type", b"event: x\nevent: y\ndata: a\n\n", [b"a"]),
    ("an empty type", b"event: x\nevent\ndata: a\n\n", [b"a"]),
    (
        "an id stays",
        b"id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
        [b"a", b"b", b"c"],
    ),
    ("an id with a null", b"id: 1\nid: 2\0\ndata: a\n\n", [b"a"]),
    ("an unknown field", b"foo: bar\nDATA: x\n data: y\ndata: a\n\n", [b"a"]),
    ("no end", b"data: a\n\ndata: b\n", [b"a"]),
    ("no final line end", b"data: a\n\ndata: b", [b"a"]),
    ("nothing", b"", []),
    ("not UTF-8", b"event: \xff\ndata: \xff\n\n", [b"\xff"]),
]


def read(*chunks: bytes) -> list[bytes]:
    parser = EventParser()
    return [event for chunk in chunks for event in parser.feed(chunk)]


@pytest.mark.parametrize(("stream", "events"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_stream_is_parsed_by_the_standard(stream: bytes, events: list[bytes]):
    assert read(stream) == events


@pytest.mark.parametrize(("stream", "events"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_chunk_boundaries_do_not_change_the_events(stream: bytes, events: list[bytes]):
    for first in range(len(stream) + 1):
        for second in range(first, len(stream) + 1):
            assert read(stream[:first], stream[first:second], stream[second:]) == events
    assert read(*(bytes([byte]) for byte in stream)) == events


LINES = st.lists(st.sampled_from([b"data: a", b"data:b", b"data", b"id: 1", b"event: x", b": c", b"", b"z"]))


@given(LINES, st.sampled_from([b"\r", b"\r\n"]), st.integers(0, 100))
def test_every_line_ending_gives_the_same_events(lines: list[bytes], end: bytes, cut: int):
    plain = b"".join(line + b"\n" for line in lines)
    other = b"".join(line + end for line in lines)
    assert read(other[:cut], other[cut:]) == read(plain)


def test_retry_field_is_kept():
    parser = EventParser()
    parser.feed(b"retry: 1500\nretry: soon\nretry: -1\n\n")
    assert parser.retry == 1500


@pytest.mark.parametrize("line", [b"data: " + b"x" * 64 + b"\n", b"x" * 65])
def test_event_longer_than_the_limit_raises(line: bytes):
    parser = EventParser(limit=1000)
    for _ in range(1000 // len(line)):
        assert parser.feed(line) == []
    with pytest.raises(TooLongError, match="1000 bytes"):
        parser.feed(line * 20)


def test_many_events_do_not_add_up_to_the_limit():
    parser = EventParser(limit=100)
    assert sum(len(parser.feed(b"data: " + b"x" * 80 + b"\n\n")) for _ in range(100)) == 100


def test_long_event_after_a_complete_one_raises():
    with pytest.raises(TooLongError, match="100 bytes"):
        EventParser(limit=100).feed(b"data: a\n\n" + b"x" * 101)


def test_chunk_of_many_pieces_gives_the_same_events():
    stream = b"data: a\r\n" * 9_000 + b"\r\n" + b"id: 7\r\ndata: x\r\r" * 20_000
    whole = read(stream)
    assert len(whole) == 20_001
    assert whole == read(*(stream[start : start + 1000] for start in range(0, len(stream), 1000)))


NAMED: list[tuple[str, bytes, list[Any]]] = [
    ("a name", b"event: plum\ndata: 1\n\n", [{"event": "plum", "data": 1}]),
    ("a name after the data", b"data: {}\nevent: plum\n\n", [{"event": "plum", "data": {}}]),
    ("no name", b"data: [1,\ndata: 2]\n\n", [{"event": "message", "data": [1, 2]}]),
    ("a name once", b"event: a\ndata: 1\n\ndata: 2\n\n", [{"event": "a", "data": 1}, {"event": "message", "data": 2}]),
    ("the name of an event without data", b"event: a\n\ndata: 2\n\n", [{"event": "message", "data": 2}]),
    ("data that is not JSON", b'event: a\ndata: x" \xff\n\n', [{"event": "a", "data": 'x" \ufffd'}]),
    ("empty data", b"event: a\ndata:\n\n", [{"event": "a", "data": ""}]),
    (
        "an id",
        b"id: 7\nevent: a\ndata: 1\n\ndata: 2\n\n",
        [{"event": "a", "id": "7", "data": 1}, {"event": "message", "data": 2}],
    ),
    ("a name that is not UTF-8", b'event: \xff"\ndata: 1\n\n', [{"event": '\ufffd"', "data": 1}]),
]


@pytest.mark.parametrize(("stream", "events"), [case[1:] for case in NAMED], ids=[case[0] for case in NAMED])
@pytest.mark.parametrize("size", [1, 1000])
def test_name_of_an_event_is_kept_with_its_data(stream: bytes, events: list[object], size: int):
    parser = EventParser(named=True)
    chunks = [stream[start : start + size] for start in range(0, len(stream), size)]
    assert [json.loads(event) for chunk in chunks for event in parser.feed(chunk)] == events


def test_sign_of_life_gets_no_name():
    assert EventParser(named=True).feed(b"data:\n\n") == [b""]
