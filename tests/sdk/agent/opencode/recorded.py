"""The events and messages of a turn, recorded from version 1.18.33 of the server and shortened."""

from typing import Any, NamedTuple

MODEL = {"id": "rules-1", "providerID": "rules"}
TOKENS = {"input": 5, "output": 3, "reasoning": 0, "cache": {"read": 0, "write": 0}}
TEXT = "Hello, 日本\u2028the end."
WORDS = ("Hello, ", "日本\u2028", "the end.")
INPUT = {"command": "echo hi", "description": "Say it"}
OUTPUT = [{"type": "text", "text": "hi\n"}]
ERROR = {"type": "unknown", "message": "Provider request failed with HTTP 401"}
INTERRUPTED = {"type": "unknown", "message": "Provider turn interrupted"}

Event = tuple[str, dict[str, Any]]


class Recorded(NamedTuple):
    """A turn: its events up to the reply that it waits for, those after it, and its messages."""

    before: list[Event]
    after: list[Event]
    messages: list[dict[str, Any]]


def turn(session_id: str, prompt_id: str, text: str) -> Recorded:
    """Return the turn of a prompt.

    BASH calls a tool that asks for a permission, FAIL fails, STOP is interrupted from outside; other prompts get text.
    """
    prompted = {"timestamp": 10, "sessionID": session_id, "messageID": prompt_id, "prompt": {"text": text}}
    begin = [
        ("session.next.prompt.admitted", {**prompted, "delivery": "steer"}),
        ("session.next.prompted", {**prompted, "delivery": "steer"}),
    ]
    user = {"id": prompt_id, "time": {"created": 10}, "text": text, "type": "user"}
    first, second = f"{prompt_id}a", f"{prompt_id}b"
    if "FAIL" in text or "STOP" in text:
        error = ERROR if "FAIL" in text else INTERRUPTED
        failed = {**_step(session_id, first, 20), "error": error}
        message = {**_message(first, 20, 20), "content": [], "finish": "error", "error": error}
        message["snapshot"] = {"start": "s0"}
        return Recorded(
            [*begin, _started(session_id, first, 20)], [("session.next.step.failed", failed)], [user, message]
        )
    if "BASH" not in text:
        return Recorded(begin, _text(session_id, first), [user, _text_message(first)])
    permission_id, call_id = f"per_{prompt_id}", f"call_{prompt_id}"
    call = {"sessionID": session_id, "assistantMessageID": first, "callID": call_id}
    source = {"type": "tool", "messageID": first, "callID": call_id}
    asked = {"id": permission_id, "sessionID": session_id, "action": "bash", "resources": ["echo hi"], "source": source}
    before = [
        *begin,
        _started(session_id, first, 20),
        ("session.next.tool.input.started", {**call, "timestamp": 21, "name": "bash"}),
        ("session.next.tool.input.delta", {**call, "timestamp": 22, "delta": '{"command":'}),
        ("session.next.tool.input.ended", {**call, "timestamp": 23, "text": '{"command": "echo hi"}'}),
        (
            "session.next.tool.called",
            {**call, "timestamp": 24, "tool": "bash", "input": INPUT, "provider": {"executed": False}},
        ),
        ("permission.v2.asked", asked),
    ]
    done = {"structured": {"exit": 0}, "content": OUTPUT, "outputPaths": [], "provider": {"executed": False}}
    replied = {"sessionID": session_id, "requestID": permission_id, "reply": "once"}
    after = [
        ("permission.v2.replied", replied),
        ("session.next.tool.success", {**call, "timestamp": 25, **done}),
        _ended(session_id, first, 26, "tool-calls"),
        *_text(session_id, second),
    ]
    state = {"status": "completed", "input": INPUT, "content": OUTPUT, "outputPaths": [], "structured": {"exit": 0}}
    tool = {"type": "tool", "id": call_id, "name": "bash", "provider": {"executed": False}, "state": state}
    tool["time"] = {"created": 21, "ran": 24, "completed": 25}
    message = {**_message(first, 20, 26), "content": [tool], "finish": "tool-calls", "cost": 0, "tokens": TOKENS}
    return Recorded(before, after, [user, message, _text_message(second)])


def _step(session_id: str, message_id: str, time: int) -> dict[str, Any]:
    return {"timestamp": time, "sessionID": session_id, "assistantMessageID": message_id}


def _started(session_id: str, message_id: str, time: int) -> Event:
    step = {**_step(session_id, message_id, time), "agent": "build", "model": MODEL, "snapshot": "s0"}
    return "session.next.step.started", step


def _ended(session_id: str, message_id: str, time: int, finish: str) -> Event:
    fields = {"finish": finish, "cost": 0, "tokens": TOKENS, "snapshot": "s1", "files": []}
    return "session.next.step.ended", {**_step(session_id, message_id, time), **fields}


def _text(session_id: str, message_id: str) -> list[Event]:
    part = {**_step(session_id, message_id, 31), "textID": "text-0"}
    return [
        _started(session_id, message_id, 30),
        ("session.next.text.started", part),
        *(("session.next.text.delta", {**part, "delta": word}) for word in WORDS),
        ("session.next.text.ended", {**part, "text": TEXT}),
        _ended(session_id, message_id, 32, "stop"),
    ]


def _message(message_id: str, created: int, completed: int) -> dict[str, Any]:
    return {
        "id": message_id,
        "time": {"created": created, "completed": completed},
        "type": "assistant",
        "agent": "build",
        "model": MODEL,
        "snapshot": {"start": "s0", "end": "s1", "files": []},
    }


def _text_message(message_id: str) -> dict[str, Any]:
    content = [{"type": "text", "id": "text-0", "text": TEXT}]
    return {**_message(message_id, 30, 32), "content": content, "finish": "stop", "cost": 0, "tokens": TOKENS}
