"""The stream of events: bytes of the server in, bytes of the contract out."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sdk.agent.opencode.recorded import TEXT, turn
from trivet import Unknown
from trivet._core.events import RecentEvents, read
from trivet._core.sse import LONGEST, EventParser, TooLongError
from trivet.agent import MessagePartDeltaEvent, RuntimeContext, Session
from trivet.agent._generated.models.session import decode_message
from trivet.agent._opencode.event_kinds import KINDS
from trivet.agent._opencode.events import HEARTBEAT, OpencodeEvents
from trivet.agent._store.context_state import ContextState
from trivet.agent._stream.decoding import decode, faults

HERE = {"directory": "/home/dev/orchard"}
THERE = {"directory": "/home/dev/lighthouse"}


def frame(kind, data, location=HERE, id_="evt_1"):
    event = {"id": id_, "type": kind, "location": location, "data": data}
    return b"data: " + json.dumps(event, ensure_ascii=False).encode() + b"\n\n"


def decoded(stream):
    """Return the events as a strict client reads them."""
    framed = EventParser().feed(stream)
    return [*read(framed, RecentEvents(), lambda data, why: why, decode, faults=faults)]


@pytest.mark.parametrize("text", ["TEXT", "BASH", "FAIL"])
@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_recorded_turn_leaves_a_view_the_messages_of_the_server(text, size):
    recorded = turn("ses_1", "msg_1", text)
    sent = [*recorded.before, *recorded.after]
    stream = b"".join(frame(kind, data, id_=f"evt_{at}") for at, (kind, data) in enumerate(sent))
    translator = OpencodeEvents(HERE)
    translated = b"".join(translator.feed(stream[at : at + size]) for at in range(0, len(stream), size))
    events = decoded(translated)
    assert [event for event in events if isinstance(event, str | Unknown)] == []
    assert {event.context.directory for event in events} == {"/home/dev/orchard"}
    assert len({event.id for event in events}) == len(events)
    assert [event.type for event in events[-2:]] == ["session.status", "session.idle"]
    assert all(event.time for event in events if not event.type.startswith("permission"))

    state = ContextState()
    state.finish_lists(state.begin_lists(), RuntimeContext(directory="/home/dev/orchard"), [session()], [])
    transcript = state.open("ses_1")
    state.finish_messages("ses_1", state.begin_messages("ses_1"), [])
    for event in events:
        state.apply(event)
    assert list(transcript.build()) == [decode_message(message) for message in recorded.messages]
    assert not transcript.uncertain
    assert state.view("ses_1").status.type == "idle"
    assert state.view("ses_1").permissions == ()


def session():
    return Session(id="ses_1", location=RuntimeContext(directory="/home/dev/orchard"))


def test_text_arrives_piece_by_piece():
    recorded = turn("ses_1", "msg_1", "TEXT")
    translator = OpencodeEvents(HERE)
    pieces = [
        event.payload.delta
        for at, (kind, data) in enumerate(recorded.after)
        for event in decoded(translator.feed(frame(kind, data, id_=f"evt_{at}")))
        if isinstance(event, MessagePartDeltaEvent)
    ]
    assert "".join(pieces) == TEXT
    assert len(pieces) == 3


def test_events_of_other_contexts_are_left_out():
    delta = ("todo.updated", {"sessionID": "ses_1", "todos": []})
    translator = OpencodeEvents(HERE)
    assert translator.feed(frame(*delta, location=THERE)) == HEARTBEAT
    assert translator.feed(frame(*delta, location={**HERE, "workspaceID": "wrk_1"})) == HEARTBEAT
    assert [event.type for event in decoded(translator.feed(frame(*delta)))] == ["todo.updated"]
    workspace = OpencodeEvents({**HERE, "workspaceID": "wrk_1"})
    [event] = decoded(workspace.feed(frame(*delta, location={**HERE, "workspaceID": "wrk_1"})))
    assert (event.type, event.context.workspace_id) == ("todo.updated", "wrk_1")


def test_event_without_a_location_is_for_every_context():
    [event] = decoded(OpencodeEvents(HERE).feed(b'data: {"id":"evt_1","type":"server.connected","data":{}}\n\n'))
    assert (event.type, event.context.directory) == ("server.connected", "/home/dev/orchard")


def test_session_belongs_where_it_is_and_not_where_it_was_changed():
    # The older routes change a session of another directory in the server's default one.
    info = {"id": "ses_1", "directory": "/home/dev/orchard", "title": "T"}
    [event] = decoded(OpencodeEvents(HERE).feed(frame("session.updated", {"sessionID": "ses_1", "info": info}, THERE)))
    assert (event.payload.info.title, event.payload.info.location.directory) == ("T", "/home/dev/orchard")
    assert (
        OpencodeEvents(THERE).feed(frame("session.updated", {"sessionID": "ses_1", "info": info}, THERE)) == HEARTBEAT
    )


def test_heartbeat_and_half_an_event_are_signs_of_life():
    translator = OpencodeEvents(HERE)
    assert translator.feed(b": heartbeat\n\n") == HEARTBEAT
    assert translator.feed(b'data: {"id":') == HEARTBEAT
    assert EventParser().feed(HEARTBEAT) == []


def test_event_other_than_an_object_is_left_to_the_client():
    translator = OpencodeEvents(HERE)
    assert translator.feed(b"data: {\n\n") == b"data: {\n\n"
    assert translator.feed(b"data: [1,\ndata: 2]\n\n") == b"data: [1,\ndata: 2]\n\n"


def test_event_without_its_fields_keeps_its_own_kind():
    [event] = decoded(OpencodeEvents(HERE).feed(frame("session.next.step.ended", {"sessionID": "ses_1"})))
    assert "session.next.step.ended" in str(event), "a strict client says what is missing"


STEP = {"sessionID": "ses_1", "assistantMessageID": "msg_2", "timestamp": 1}
TEXT_PART = {**STEP, "textID": "prt_1"}


@pytest.mark.parametrize(
    "sent",
    [
        [("text.started", TEXT_PART), ("text.delta", {**TEXT_PART, "delta": 5}), ("step.ended", STEP)],
        [("text.ended", {**TEXT_PART, "text": 5}), ("text.delta", {**TEXT_PART, "delta": "x"}), ("step.ended", STEP)],
        [("step.ended", {"sessionID": "ses_1", "assistantMessageID": "msg_2", "finish": "stop"})],
        [("step.ended", {**STEP, "finish": ["stop"]})],
        [("step.failed", STEP)],
    ],
)
def test_step_that_ends_in_another_form_leaves_its_session_idle(sent):
    translator = OpencodeEvents(HERE)
    stream = b"".join(
        translator.feed(frame(f"session.next.{kind}", data)) for kind, data in [("step.started", STEP), *sent]
    )
    kinds = [json.loads(data)["type"] for data in EventParser().feed(stream)]
    assert kinds[-3:] == ["message.updated", "session.status", "session.idle"]


def test_event_that_is_too_long_is_an_error():
    translator = OpencodeEvents(HERE)
    half = b"data: " + b"x" * (LONGEST // 2)
    assert translator.feed(half) == HEARTBEAT
    with pytest.raises(TooLongError):
        translator.feed(half)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["sessionID", "info", "x"]), inner),
    max_leaves=5,
)
FIELDS = ["sessionID", "assistantMessageID", "messageID", "callID", "textID", "timestamp", "prompt", "info", "error"]


@settings(max_examples=30)
@given(st.lists(st.tuples(st.sampled_from([*KINDS, "new"]), st.dictionaries(st.sampled_from(FIELDS), values) | values)))
def test_event_of_any_form_breaks_nothing(sent):
    translator = OpencodeEvents(HERE)
    for kind, data in sent:
        for framed in EventParser().feed(translator.feed(frame(kind, data))):
            assert json.loads(framed)["id"].startswith("evt_1")
