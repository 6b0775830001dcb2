"""Events decoded from the data of server-sent events."""

import orjson
import pytest

from trivet import Unknown, extra
from trivet._core.events import RecentEvents, read
from trivet.agent import FileEdited, FileEditedEvent
from trivet.agent._store import events as decoding

EDITED = {"id": "evt_1", "type": "file.edited", "payload": {"file": "a"}}


def decode(*frames, seen=None, strict=False):
    data = [frame if isinstance(frame, bytes) else orjson.dumps(frame) for frame in frames]
    faults = decoding.faults if strict else None
    seen, restarts = seen or RecentEvents(8), decoding.is_connected
    return read(data, seen, decoding.decode, faults=faults, restarts=restarts)


@pytest.mark.parametrize("field", ["payload", "data", "properties"])
def test_payload_is_found_in_each_known_field(field):
    [event] = decode({"id": "evt_1", "type": "file.edited", field: {"file": "a"}})
    assert isinstance(event, FileEditedEvent)
    assert event.payload == FileEdited(file="a")


def test_payload_takes_precedence_over_other_fields():
    [event] = decode({**EDITED, "data": {"file": "b"}})
    assert event.payload.file == "a"


@pytest.mark.parametrize(
    "sent",
    [
        {"time": 5, "context": {"directory": "/d"}},
        {"time": 5, "context": None},
        {"time": 5},
        {"context": {"directory": "/d"}},
        {},
    ],
)
@pytest.mark.parametrize("unknown", [{}, {"new": 1}, {"new": 1, "newer": 2}])
def test_event_has_the_optional_fields_that_were_sent_and_keeps_unknown_ones(sent, unknown):
    [event] = decode({**EDITED, **sent, **unknown})
    assert isinstance(event, FileEditedEvent)
    assert (event.id, event.type, event.payload) == ("evt_1", "file.edited", FileEdited(file="a"))
    assert event.time == sent.get("time")
    assert (event.context is None) == (sent.get("context") is None)
    assert event.context is None or event.context.directory == "/d"
    assert extra(event) == unknown


def test_repeated_event_is_dropped():
    seen = RecentEvents(8)
    assert len(decode(EDITED, EDITED, seen=seen)) == 1
    assert decode(EDITED, seen=seen) == []


@pytest.mark.parametrize("id_", ["", None, 5])
def test_event_without_text_id_is_not_a_duplicate(id_):
    event = {"id": id_, "type": "of.tomorrow"}
    assert len(decode(event, event)) == 2


@pytest.mark.parametrize("event", [{"type": "of.tomorrow", "payload": 1}, {**EDITED, "payload": 5}])
def test_event_that_does_not_decode_is_unknown(event):
    assert decode(event) == [Unknown(data=event)]


@pytest.mark.parametrize("data", [b"nonsense", b"[]", b"5", b'{"a":', b"\xff"])
def test_data_other_than_a_json_object_fails_and_next_event_follows(data):
    [(failed, reason), event] = decode(data, EDITED)
    assert failed == data
    assert reason.startswith("an event is not a JSON object: ")
    assert isinstance(event, FileEditedEvent)


@pytest.mark.parametrize("data", [b"", b" ", b"\n"])
def test_empty_data_is_not_an_event(data):
    assert [type(event) for event in decode(data, EDITED)] == [FileEditedEvent]


def test_payload_of_wrong_type_fails_in_strict_reader():
    wrong = {**EDITED, "payload": {"file": 5}}
    [(failed, reason)] = decode(wrong, strict=True)
    assert failed == orjson.dumps(wrong)
    assert reason.startswith("an event does not fit: ")
    assert "$.payload.file" in reason
    [event] = decode(EDITED, strict=True)
    assert event.payload.file == "a"


def test_event_with_too_many_values_fails_and_next_event_follows():
    [(_, reason), event] = decode(b'{"payload": [' + b"[]," * 600_000 + b"[]]}", EDITED)
    assert reason == "an event has more than 500000 values"
    assert isinstance(event, FileEditedEvent)
