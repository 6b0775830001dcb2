"""Unions narrow by their tags, `match` and `isinstance`: type checkers check this file, and pytest runs its tests."""

from typing import Any, Literal, assert_type

import pytest

from trivet import Unknown
from trivet.agent import (
    ApiCredential,
    Credential,
    Event,
    MessagePartDeltaEvent,
    OauthCredential,
    Part,
    ReasoningPart,
    Reconnected,
    SessionBusy,
    SessionErrorEvent,
    SessionIdle,
    SessionRetry,
    SessionStatus,
    TextPart,
    ToolCompleted,
    ToolFailed,
    ToolPart,
    ToolPending,
    ToolState,
    UnknownToolState,
    converter,
)
from trivet.agent._generated.events import decode_event
from trivet.agent._generated.models.session import decode_part, decode_tool_state


def by_equality(part: Part) -> str | None:
    if part.type == "text":
        assert_type(part, TextPart)
        assert_type(part.text, str)
        return part.text
    if part.type == "tool":
        assert_type(part, ToolPart)
        assert_type(part.name, str)
        assert_type(part.state, ToolState)
        return part.name
    if part.type != "unknown":
        assert_type(part, ReasoningPart)
        return part.text
    assert_type(part, Unknown)
    assert_type(part.type, Literal["unknown"])
    assert_type(part.tag, str | None)
    return part.tag


def by_tag(part: Part) -> str | None:
    match part.type:
        case "text":
            return part.text
        case "tool":
            return part.name
        case "reasoning":
            return part.text
        case "unknown":
            return part.tag


def by_class(part: Part) -> str | None:
    match part:
        case TextPart(text=text) | ReasoningPart(text=text):
            return text
        case ToolPart():
            return part.name
        case Unknown(tag=tag):
            assert_type(tag, str | None)
            return tag


def by_instance(part: Part) -> str | None:
    if isinstance(part, Unknown):
        assert_type(part, Unknown)
        return part.tag
    if isinstance(part, TextPart | ReasoningPart):
        return part.text
    return part.name


@pytest.mark.parametrize("narrow", [by_equality, by_tag, by_class, by_instance])
def test_each_kind_of_part_is_narrowed(narrow: Any) -> None:
    wire: list[dict[str, Any]] = [
        {"type": "text", "id": "p", "text": "a"},
        {"type": "tool", "id": "p", "name": "b", "state": {"status": "pending"}},
        {"type": "reasoning", "id": "p", "text": "c"},
        {"type": "d", "id": "p"},
        {"type": "unknown", "id": "p"},
    ]
    assert [narrow(decode_part(part)) for part in wire] == ["a", "b", "c", "d", "unknown"]
    assert [converter.unstructure(decode_part(part)) for part in wire] == wire


def state_by_equality(state: ToolState) -> str | None:
    if state.status == "completed":
        assert_type(state, ToolCompleted)
        return str(state.structured)
    if state.status == "error":
        assert_type(state, ToolFailed)
        return state.error.message if state.error else None
    if state.status == "pending":
        assert_type(state, ToolPending)
        return state.input
    if state.status == "unknown":
        assert_type(state, UnknownToolState)
        return state.tag
    return str(state.input)


def state_by_class(state: ToolState) -> str | None:
    match state:
        case Unknown(tag=tag):
            return tag
        case ToolFailed(error=error):
            return error.message if error else None
        case _:
            return state.status


def test_state_of_an_unknown_status_is_an_unknown() -> None:
    wire = {"status": "paused", "since": 3}
    state = decode_tool_state(wire)
    assert isinstance(state, UnknownToolState)
    assert (state_by_equality(state), state_by_class(state), state.status) == ("paused", "paused", "unknown")
    part = {"type": "tool", "id": "p", "state": wire}
    assert converter.unstructure(decode_part(part)) == part


def event_by_equality(event: Event | Reconnected) -> str | None:
    if event.type == "message.part.delta":
        assert_type(event, MessagePartDeltaEvent)
        return event.payload.delta
    if event.type == "reconnected":
        assert_type(event, Reconnected)
        return str(event.cause)
    if event.type == "unknown":
        assert_type(event, Unknown)
        return event.tag
    assert_type(event.id, str)
    return event.type


def event_by_tag(event: Event) -> str | None:
    match event.type:
        case "session.error":
            assert_type(event, SessionErrorEvent)
            return event.payload.session_id
        case "unknown":
            return event.tag
        case _:
            return event.type


def test_event_of_an_unknown_kind_keeps_its_tag() -> None:
    event = decode_event({"id": "e", "type": "of.tomorrow", "payload": {}})
    assert (event.type, event_by_equality(event), event_by_tag(event)) == ("unknown", "of.tomorrow", "of.tomorrow")


def statuses(status: SessionStatus) -> None:
    if status.type == "retry":
        assert_type(status, SessionRetry)
    elif status.type != "unknown":
        assert_type(status, SessionIdle | SessionBusy)


def credential(key: str | None) -> Credential:
    if key is not None:
        return ApiCredential(type="api", key=key)
    return OauthCredential(type="oauth", refresh="r", access="a", expires=1)
