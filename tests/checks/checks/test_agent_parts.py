"""The parts of the checks of the agent service: the reader of events, its bounds, answers and patches."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterable, Iterator
from typing import Any, cast

import pytest

from tests.outside.table import Row
from tests.outside.table import rows as rows_of_the_table
from trivet_checks import Broken, Evidence, NotTried, suite
from trivet_checks.checks.agent.service import added, data, field, ids, listed, location, removed, replaced, rows
from trivet_checks.checks.credentials import HIDDEN
from trivet_checks.checks.event_stream import Event, EventReader, Listener
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.reply import Reply
from trivet_checks.exchanges.request import Request
from trivet_stubs.agent.patch import changes
from trivet_stubs.kernel.contract import load
from trivet_stubs.serving.bounded_http_client import HttpStream, NoAnswer


class Pieces:
    """A stream of these pieces; an exception among them is raised."""

    def __init__(self, pieces: Iterable[bytes | Exception]) -> None:
        self._pieces = iter(pieces)
        self.waits: list[float | None] = []

    def take(self, timeout: float | None = None) -> bytes:
        self.waits.append(timeout)
        piece = next(self._pieces)
        if isinstance(piece, Exception):
            raise piece
        return piece


GATE = Gate(load("agent"), same=HIDDEN)
STREAM_REQUEST = Request(method="GET", url="http://agent.test/api/event", path="/api/event")
HEAD = Reply(request=STREAM_REQUEST, status=200, headers={}, body=b"", gate=GATE)


def listener(pieces: Iterable[bytes | Exception], *times: float, seconds: float = 9.0) -> tuple[Listener, Pieces]:
    """A listener to these pieces, at these times; the last time stands."""
    clock: Iterator[float] = itertools.chain(times or (0.0,), itertools.repeat((times or (0.0,))[-1]))
    stream = Pieces(pieces)
    stream_listener = Listener(cast(HttpStream, stream), HEAD, seconds=seconds, monotonic=lambda: next(clock))
    return stream_listener, stream


def frame(**event: Any) -> bytes:
    return b"data: " + json.dumps(event).encode() + b"\n\n"


def answer(body: object) -> Reply:
    request = Request(method="GET", url="http://agent.test/api/session")
    return Reply(request=request, status=200, headers={}, body=json.dumps(body).encode(), gate=GATE)


STREAM = (
    b'\xef\xbb\xbf: a comment\n\ndata: {"type": "one"}\n\nevent: x\r\nid: 7\r\ndata: {"type":\r\ndata: "two"}\r\n\r\n'
    b'data:{"type": "three", "text": "\xe2\x80\xa8"}\r\r\n\n\ndata: {"type": "never"}\n'
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_events_are_the_same_in_pieces_of_any_size(size: int) -> None:
    reader = EventReader()
    pieces = [STREAM[at : at + size] for at in range(0, len(STREAM), size)]
    events = [event for piece in pieces for event in reader.feed(piece)]
    assert [event.kind for event in events] == ["one", "two", "three"]
    assert events[2].value["text"] == "\u2028"


def test_event_knows_its_payload_and_the_ids_in_it() -> None:
    event = EventReader().feed(frame(type="x", payload={"sessionID": "ses_1", "info": {"id": "ses_12"}}))[0]
    assert (event.payload("sessionID"), event.payload("other")) == ("ses_1", None)
    assert (event.mentions("ses_12"), event.mentions("ses_")) == (True, False)
    assert Event("{}", {}).payload("x") is None
    assert Event('{"payload": 1}', {"payload": 1}).payload("x") is None


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ([b'data: {"type": "cut\n\n'], "an event is not JSON"),
        ([b'data: {"type":' + b"[" * 100_000 + b"\n\n"], "an event is not JSON"),
        ([b""], "the event stream has ended"),
    ],
)
def test_stream_without_proper_events_is_broken(pieces: list[bytes], message: str) -> None:
    with pytest.raises(Broken, match=message):
        listener(pieces)[0].until(lambda _event: True)


@pytest.mark.parametrize("data", [b"", b" ", b"null", b"7", b'"ping"', b"[]", b"[DONE]", b"x", b"[" * 100_000])
def test_data_that_is_not_an_event_is_left_out(data: bytes) -> None:
    stream_listener, _ = listener([b"data: " + data + b"\n\n" + frame(type="one")])
    assert stream_listener.until(lambda _event: True).kind == "one"
    assert len(stream_listener.events) == 1


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (rb'{"type": "A \ud83d"}', {"type": "A \ud83d"}),
        (b'\xef\xbb\xbf{"type": "one"}', {"type": "one"}),
        (
            b'{"balance": 123456789012345678901234, "loss": 1e400}',
            {"balance": 123456789012345678901234, "loss": math.inf},
        ),
    ],
)
def test_event_that_json_reads_is_read(data: bytes, value: dict[str, Any]) -> None:
    assert EventReader().feed(b": first\n\ndata: " + data + b"\n\n")[0].value == value


@pytest.mark.parametrize("row", rows_of_the_table("event"), ids=str)
def test_heartbeat_accuses_no_server(row: Row) -> None:
    stream = b"".join(f"data: {text}\n\n".encode() for text in row.fields["data"])
    if row.fields["outcome"] == "gap":
        with pytest.raises(Broken, match="an event is not JSON"):
            EventReader().feed(stream)
    else:
        read = EventReader().feed(stream)
        assert len(read) == (len(row.fields["data"]) if row.fields["outcome"] == "read" else 0)


def test_damaged_event_is_a_failure_of_the_stream_not_of_the_rule() -> None:
    with pytest.raises(Broken) as raised:
        EventReader().feed(b'data: {"type": "cut\n\n')
    assert (raised.value.operation, raised.value.had_to_succeed) == ("event.subscribe", True)


def test_stream_that_never_ends_a_line_is_bounded() -> None:
    stream_listener, stream = listener(itertools.repeat(b"x" * 1_000_000))
    with pytest.raises(NotTried, match="more than 8388608 bytes"):
        stream_listener.until(lambda _event: True)
    assert len(stream.waits) == 9


def test_flood_of_events_is_bounded() -> None:
    stream_listener, _ = listener(itertools.repeat(frame(type="flood") * 500))
    with pytest.raises(NotTried, match="more than 5000 events"):
        stream_listener.until(lambda _event: False)


def test_silent_stream_and_one_without_the_event_are_not_tried_in_time() -> None:
    stream_listener, stream = listener([frame(type="one"), NoAnswer("late")], 0.0, 1.0, 2.0)
    with pytest.raises(NotTried, match="within 9 s"):
        stream_listener.until(lambda event: event.kind == "two")
    assert stream.waits == [8.0, 7.0]
    stream_listener, stream = listener(itertools.repeat(b": heartbeat\n\n"), 0.0, 5.0, 10.0)
    with pytest.raises(NotTried, match="within 9 s"):
        stream_listener.until(lambda _event: True)
    assert stream.waits == [4.0]


def test_listener_finds_an_event_that_it_has_read() -> None:
    stream_listener, _ = listener([frame(type="one", id="evt_1") + frame(type="two", id="evt_2")])
    assert stream_listener.until(lambda event: event.kind == "two").value["id"] == "evt_2"
    assert stream_listener.until(lambda event: event.kind == "one").value["id"] == "evt_1"
    event = stream_listener.first("evt_2")
    assert (event, stream_listener.first("evt_3")) == (stream_listener.events[1], None)
    with pytest.raises(Broken, match="wrong") as raised:
        stream_listener.broken("wrong", event)
    assert raised.value.evidence == Evidence("curl -i http://agent.test/api/event", '{"type":"two","id":"evt_2"}')


def test_answers_are_read_with_and_without_an_envelope() -> None:
    assert data(answer({"data": [1]})) == data(answer([1])) == [1]
    assert ids(answer({"data": [{"id": "a"}]})) == ids(answer([{"id": "a"}])) == ["a"]
    assert location(answer({"location": {"directory": "/a"}, "data": []})) == {"directory": "/a"}
    assert location(answer([])) is None
    assert listed({"parts": None}, "parts") == listed({}, "parts") == []
    assert field({"time": {"created": 0}}, "time", "created") == 0
    with pytest.raises(NotTried, match=r"shows no time\.archived"):
        field({"time": {"created": 0}}, "time", "archived")
    for body in ({"data": {}}, {"data": [1]}, "text"):
        with pytest.raises(NotTried, match="not a list of records"):
            rows(answer(body))


def test_patches_add_replace_and_remove_a_file() -> None:
    files: dict[str, bytes] = {}
    for patch in (added("a/b.txt", "One."), replaced("a/b.txt", "One.", "Two."), removed("a/b.txt", "Two.")):
        (change,) = changes(patch, files.get)
        assert change.path == "a/b.txt"
        files = {} if change.after is None else {change.path: change.after}
        assert patch == change.patch()  # as git writes it
    assert files == {}


def test_scheme_is_basic_for_a_name_and_a_password() -> None:
    basic = suite("agent").credentials("dev:pass:word", "TOKEN")
    assert (basic.header, basic.value) == ("authorization", "Basic ZGV2OnBhc3M6d29yZA==")
    assert basic.shown == 'Basic $(printf %s "$TOKEN" | base64)'
    bearer = suite("agent").credentials("abc", "TOKEN")
    assert (bearer.value, bearer.shown) == ("Bearer abc", "Bearer $TOKEN")
