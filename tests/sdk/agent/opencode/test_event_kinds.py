"""The contract's events that stand for each kind of the server."""

import pytest

from trivet.agent._opencode.event_kinds import KINDS
from trivet.agent._opencode.open_messages import OpenMessages

STEP = {"timestamp": 5, "sessionID": "ses_1", "assistantMessageID": "msg_1"}
MESSAGE = {"timestamp": 5, "sessionID": "ses_1", "messageID": "msg_1"}
IDLE = [
    ("session.status", {"sessionID": "ses_1", "status": {"type": "idle"}}),
    ("session.idle", {"sessionID": "ses_1"}),
]
BUSY = ("session.status", {"sessionID": "ses_1", "status": {"type": "busy"}})


def events(kind, data, open_=None):
    return KINDS[kind](data, OpenMessages() if open_ is None else open_)


def info(events):
    [message] = [payload["info"] for kind, payload in events if kind == "message.updated"]
    return message


def test_prompt_is_a_message_of_the_user_and_makes_the_session_busy():
    prompt = {"text": "T", "files": [{"uri": "file:///a", "mime": "text/plain"}]}
    produced = events("session.next.prompted", {**MESSAGE, "prompt": prompt})
    assert info(produced) == {"id": "msg_1", "type": "user", "time": {"created": 5}, **prompt}
    assert produced[1:] == [BUSY]


@pytest.mark.parametrize(
    ("kind", "data", "message"),
    [
        ("synthetic", {"text": "T"}, {"type": "synthetic", "sessionID": "ses_1", "text": "T"}),
        ("context.updated", {"text": "T"}, {"type": "system", "text": "T"}),
        ("agent.switched", {"agent": "plan"}, {"type": "agent-switched", "agent": "plan"}),
        ("model.switched", {"model": {"id": "m"}}, {"type": "model-switched", "model": {"id": "m"}}),
        ("shell.started", {"callID": "c", "command": "ls"}, {"type": "shell", "callID": "c", "command": "ls"}),
        (
            "compaction.ended",
            {"reason": "auto", "text": "S", "recent": "R"},
            {"type": "compaction", "reason": "auto", "summary": "S", "recent": "R"},
        ),
    ],
)
def test_event_that_is_a_message_as_a_whole(kind, data, message):
    assert info(events(f"session.next.{kind}", {**MESSAGE, **data})) == {
        "id": "msg_1",
        "time": {"created": 5},
        **message,
    }


@pytest.mark.parametrize(("kind", "name"), [("text", "textID"), ("reasoning", "reasoningID")])
def test_text_and_reasoning_grow(kind, name):
    part = {**STEP, name: "p"}
    where = {"sessionID": "ses_1", "messageID": "msg_1"}
    assert events(f"session.next.{kind}.started", part) == [
        ("message.part.updated", {**where, "part": {"type": kind, "id": "p", "text": ""}})
    ]
    assert events(f"session.next.{kind}.delta", {**part, "delta": "a"}) == [
        ("message.part.delta", {**where, "partID": "p", "field": "text", "delta": "a"})
    ]
    ended = {**part, "text": "ab", "providerMetadata": {"x": {"y": 1}}}
    assert events(f"session.next.{kind}.ended", ended) == [
        (
            "message.part.updated",
            {**where, "part": {"type": kind, "id": "p", "text": "ab", "providerMetadata": {"x": {"y": 1}}}},
        )
    ]


def test_tool_that_fails_keeps_its_input_and_says_why():
    open_ = OpenMessages()
    open_.begin({"id": "msg_1"})
    call = {**STEP, "callID": "c"}
    events("session.next.tool.input.started", {**call, "name": "bash"}, open_)
    events("session.next.tool.called", {**call, "tool": "bash", "input": {"a": 1}}, open_)
    progress = {**call, "structured": {}, "content": [{"type": "text", "text": "half"}]}
    [(_, running)] = events("session.next.tool.progress", progress, open_)
    assert running["part"]["state"] == {
        "status": "running",
        "input": {"a": 1},
        "structured": {},
        "content": progress["content"],
    }
    [(_, failed)] = events("session.next.tool.failed", {**call, "error": {"message": "no"}, "timestamp": 8}, open_)
    assert failed["part"]["name"] == "bash"
    assert failed["part"]["state"] == {
        "status": "error",
        "input": {"a": 1},
        "structured": {},
        "content": [],
        "error": {"message": "no"},
    }
    assert failed["part"]["time"] == {"created": 5, "ran": 5, "completed": 8}


@pytest.mark.parametrize(
    ("finish", "idle"),
    [("stop", IDLE), ("length", IDLE), ("content-filter", IDLE), ("unknown", IDLE), ("tool-calls", [])],
)
def test_last_step_makes_the_session_idle(finish, idle):
    assert events("session.next.step.ended", {**STEP, "finish": finish}) == idle, "its beginning was missed"


def test_step_that_fails_makes_the_session_idle():
    open_ = OpenMessages()
    assert events("session.next.step.started", {**STEP, "agent": "build"}, open_)[1:] == [BUSY]
    produced = events("session.next.step.failed", {**STEP, "error": {"message": "no"}}, open_)
    assert (info(produced)["finish"], info(produced)["error"]) == ("error", {"message": "no"})
    assert produced[1:] == IDLE


def test_step_that_is_interrupted_has_an_error_of_that_type():
    open_ = OpenMessages()
    events("session.next.step.started", STEP, open_)
    error = {"type": "unknown", "message": "Provider turn interrupted"}
    produced = events("session.next.step.failed", {**STEP, "error": error}, open_)
    assert info(produced)["error"] == {**error, "type": "MessageAbortedError"}


def test_requests_and_sessions_have_the_names_of_the_contract():
    asked = {"id": "per_1", "sessionID": "ses_1", "action": "bash"}
    assert events("permission.v2.asked", asked) == [("permission.asked", asked)]
    assert events("question.v2.rejected", asked) == [("question.rejected", asked)]
    older = {"sessionID": "ses_1", "info": {"id": "ses_1", "directory": "/a"}}
    newer = {"sessionID": "ses_1", "info": {"id": "ses_1", "location": {"directory": "/a"}}}
    assert events("session.updated", older) == [("session.updated", newer)]
