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
from trivet.agent._opencode.events import _KINDS, HEARTBEAT, OpencodeEvents, OpenMessages
from trivet.agent._store.context_state import ContextState
from trivet.agent._store.events import decode, faults

HERE = {"directory": "/home/dev/orchard"}


def frame(kind, properties, id_="evt_1"):
    event = {"id": id_, "type": kind, "properties": properties}
    return b"data: " + json.dumps(event, ensure_ascii=False).encode() + b"\n\n"


def decoded(stream):
    """Return the events as a strict client reads them."""
    framed = EventParser().feed(stream)
    events = read(framed, RecentEvents(), decode, faults=faults)
    return [getattr(event, "reason", event) for event in events]


def test_delta_and_removal_of_a_message_whose_beginning_is_unknown_are_passed_on():
    ids = {"sessionID": "ses_1", "messageID": "msg_1", "partID": "prt_1"}
    sent = [("message.part.delta", {**ids, "field": "text", "delta": "Hm"}), ("message.part.removed", ids)]
    translator = OpencodeEvents(HERE)
    stream = b"".join(translator.feed(frame(kind, data, id_=kind)) for kind, data in sent)
    delta, removed = decoded(stream)
    assert (delta.type, delta.payload.message_id, delta.payload.delta) == ("message.part.delta", "msg_1", "Hm")
    assert (removed.type, removed.payload.part_id) == ("message.part.removed", "prt_1")


@pytest.mark.parametrize("text", ["TEXT", "BASH", "FAIL", "STOP"])
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
    assert "session.idle" in [event.type for event in events]
    assert all(event.time == 30 for event in events if event.type == "message.part.updated")

    state = ContextState()
    state.finish_lists(state.begin_lists(), RuntimeContext(directory="/home/dev/orchard"), [session()], [])
    transcript = state.open("ses_1")
    state.finish_messages("ses_1", state.begin_messages("ses_1"), [])
    for event in events:
        state.apply(event)
    assert list(transcript.build()) == [decode_message(message) for message in recorded.contract]
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


def test_event_names_the_context_of_its_stream():
    translator = OpencodeEvents({**HERE, "workspaceID": "wrk_1"})
    [event] = decoded(translator.feed(frame("server.connected", {})))
    assert (event.context.directory, event.context.workspace_id) == ("/home/dev/orchard", "wrk_1")


def payloads(*sent, kind="message.updated"):
    """Return the payloads of one kind after events of the server."""
    translator = OpencodeEvents(HERE)
    stream = b"".join(translator.feed(frame(*event, id_=f"evt_{at}")) for at, event in enumerate(sent))
    events = [json.loads(data) for data in EventParser().feed(stream)]
    return [event["payload"] for event in events if event["type"] == kind]


def updated(id_, role="assistant", **fields):
    info = {"id": id_, "role": role, "time": {"created": 1}, **fields}
    return "message.updated", {"sessionID": "ses_1", "info": info}


def part(id_, message_id, type_, **fields):
    return "message.part.updated", {
        "sessionID": "ses_1",
        "part": {"id": id_, "messageID": message_id, "sessionID": "ses_1", "type": type_, **fields},
    }


def delta(message_id, text):
    fields = {"sessionID": "ses_1", "messageID": message_id, "partID": "prt_1", "field": "text", "delta": text}
    return "message.part.delta", fields


COMPLETED = {"created": 1, "completed": 2}


def test_message_that_is_cut_off_holds_the_deltas_of_its_text():
    begun = [updated("msg_1"), part("prt_1", "msg_1", "text", text="")]
    error = {"name": "MessageAbortedError", "data": {"message": "Aborted"}}
    *_, last = payloads(
        *begun, delta("msg_1", "Hel"), delta("msg_1", "lo"), updated("msg_1", time=COMPLETED, error=error)
    )
    assert last["info"]["content"] == [{"type": "text", "id": "prt_1", "text": "Hello"}]
    assert last["info"]["error"] == {"type": "MessageAbortedError", "message": "Aborted"}


@pytest.mark.parametrize("later", [{"time": COMPLETED}, {"finish": "stop"}, {"error": {"name": "APIError"}}])
def test_end_of_a_message_whose_beginning_was_missed_is_left_out(later):
    assert payloads(part("prt_1", "msg_1", "text", text="Half"), updated("msg_1", **later)) == []


def test_message_by_the_user_is_sent_with_its_text_and_its_files():
    asked = updated("msg_1", "user")
    file = {"mime": "text/plain", "filename": "a.txt", "url": "file:///a.txt"}
    source = {"type": "file", "path": "a.txt", "text": {"value": "@a.txt", "start": 0, "end": 6}}
    mention = {"name": "plan", "source": {"value": "@plan", "start": 7, "end": 12}}
    sent = payloads(
        asked,
        part("prt_1", "msg_1", "text", text="@a.txt @plan"),
        part("prt_2", "msg_1", "text", text="the content", synthetic=True),
        part("prt_3", "msg_1", "file", **file, source=source),
        part("prt_4", "msg_1", "agent", **mention),
    )
    assert [payload["info"]["text"] for payload in sent] == ["@a.txt @plan"] * 4
    last = sent[-1]["info"]
    assert last["files"] == [
        {
            "uri": "file:///a.txt",
            "mime": "text/plain",
            "name": "a.txt",
            "source": {"start": 0, "end": 6, "text": "@a.txt"},
        }
    ]
    assert last["agents"] == [{"name": "plan", "source": {"start": 7, "end": 12, "text": "@plan"}}]
    assert payloads(asked, part("prt_1", "msg_1", "text", text="T"), kind="message.part.updated") == []


def test_text_by_the_server_is_a_synthetic_message():
    part_ = part("prt_1", "msg_1", "text", text="Continue.", synthetic=True)
    [payload] = payloads(updated("msg_1", "user"), part_)
    assert (payload["info"]["type"], payload["info"]["text"]) == ("synthetic", "Continue.")


def test_compaction_is_the_message_with_its_summary():
    asked = [updated("msg_1", "user"), part("prt_0", "msg_1", "compaction", auto=True)]
    begun = [updated("msg_2", summary=True), part("prt_1", "msg_2", "text", text="The pears")]
    expense = {"cost": 0.5, "tokens": {"total": 8, "input": 5, "output": 3}, "modelID": "m", "providerID": "p"}
    ended = updated("msg_2", summary=True, finish="stop", time=COMPLETED, **expense)
    sent = payloads(*asked, *begun, ended)
    assert [payload["info"]["type"] for payload in sent] == ["compaction"] * 3
    info = sent[-1]["info"]
    assert (info["summary"], info["cost"], info["tokens"]) == ("The pears", 0.5, {"input": 5, "output": 3})
    assert info["model"] == {"id": "m", "providerID": "p"}
    assert payloads(*begun, delta("msg_2", "x"), kind="message.part.delta") == []


TOOL = {"callID": "call_1", "tool": "bash"}


@pytest.mark.parametrize(
    ("state", "converted", "time"),
    [
        ({"status": "pending", "input": {}, "raw": '{"a'}, {"status": "pending", "input": '{"a'}, None),
        (
            {"status": "running", "input": {"a": 1}, "metadata": {"output": "half"}, "time": {"start": 5}},
            {"status": "running", "input": {"a": 1}, "structured": {"output": "half"}, "content": ["half"]},
            {"ran": 5},
        ),
        (
            {"status": "error", "input": {"a": 1}, "error": "no", "time": {"start": 5, "end": 8, "compacted": 9}},
            {
                "status": "error",
                "input": {"a": 1},
                "structured": {},
                "content": [],
                "error": {"type": "unknown", "message": "no"},
            },
            {"ran": 5, "completed": 8, "pruned": 9},
        ),
    ],
)
def test_tool_call_has_the_state_of_the_contract(state, converted, time):
    [payload] = payloads(part("prt_1", "msg_1", "tool", **TOOL, state=state), kind="message.part.updated")
    tool = payload["part"]
    if "content" in converted:
        converted["content"] = [{"type": "text", "text": text} for text in converted["content"]]
    assert (tool["id"], tool["name"], tool["state"], tool.get("time")) == ("call_1", "bash", converted, time)


def test_removed_tool_call_has_its_id_in_the_contract():
    removed = {"sessionID": "ses_1", "messageID": "msg_1", "partID": "prt_1"}
    tool = part("prt_1", "msg_1", "tool", **TOOL, state={"status": "pending"})
    [payload] = payloads(updated("msg_1"), tool, ("message.part.removed", removed), kind="message.part.removed")
    assert payload["partID"] == "call_1"
    [unknown] = payloads(("message.part.removed", removed), kind="message.part.removed")
    assert unknown == removed


def test_parts_that_the_contract_does_not_have_are_left_out():
    kinds = ("step-start", "step-finish", "patch", "snapshot", "retry", "subtask")
    assert payloads(*(part("prt_1", "msg_1", kind) for kind in kinds), kind="message.part.updated") == []


def test_number_of_open_messages_is_bounded():
    open_messages = OpenMessages(limit=2)
    for number in range(50):
        open_messages.replace(updated(f"msg_{number}")[1]["info"])
    assert len(open_messages) == 2
    assert open_messages.message("msg_0") is None
    assert open_messages.message("msg_49")["content"] == []
    open_messages.forget("msg_49")
    assert len(open_messages) == 1


def test_heartbeat_and_half_an_event_are_signs_of_life():
    translator = OpencodeEvents(HERE)
    assert translator.feed(b": heartbeat\n\n") == HEARTBEAT
    assert translator.feed(b'data: {"id":') == HEARTBEAT
    assert EventParser().feed(HEARTBEAT) == []


def test_event_other_than_an_object_is_left_to_the_client():
    translator = OpencodeEvents(HERE)
    assert translator.feed(b"data: {\n\n") == b"data: {\n\n"
    assert translator.feed(b"data: [1,\ndata: 2]\n\n") == b"data: [1,\ndata: 2]\n\n"


def test_event_of_another_form_keeps_its_own_fields():
    [event] = decoded(OpencodeEvents(HERE).feed(frame("message.updated", {"sessionID": "ses_1", "info": 5})))
    assert "expected UserMessage or AssistantMessage" in str(event), "a strict client raises an error"


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
FIELDS = ["sessionID", "messageID", "partID", "part", "info", "time", "delta", "tool", "permission"]


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.sampled_from([*_KINDS, "new"]), st.dictionaries(st.sampled_from(FIELDS), values) | values))
)
def test_event_of_any_form_breaks_nothing(sent):
    translator = OpencodeEvents(HERE)
    for kind, data in sent:
        for framed in EventParser().feed(translator.feed(frame(kind, data))):
            assert json.loads(framed)["id"].startswith("evt_1")
