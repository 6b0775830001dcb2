"""Records and events of a session `s`, whose prompt is `msg_1` and whose answer is `msg_2`."""

from trivet.agent import (
    AssistantMessage,
    MessagePartDelta,
    MessagePartDeltaEvent,
    MessagePartUpdated,
    MessagePartUpdatedEvent,
    MessageUpdated,
    MessageUpdatedEvent,
    PermissionAskedEvent,
    PermissionReplied,
    PermissionRepliedEvent,
    PermissionRequest,
    QuestionAskedEvent,
    QuestionRequest,
    SessionIdleEvent,
    SessionNamed,
    TextPart,
    ToolPart,
    UserMessage,
)
from trivet.agent._turns.state import TurnOptions

ANSWERING = TurnOptions(on_permission=lambda request: "once", on_question=lambda request: None)
"""The options of a turn that replies to permissions and questions."""

PROMPT = UserMessage(id="msg_1", type="user", text="Go.")
OTHER = UserMessage(id="msg_5", type="user", text="Go on.")


def answer(*texts, id="msg_2", parent=None, **fields):
    """Return a message; where it names its prompt, the field is one that the contract does not have."""
    content = [TextPart(type="text", id=f"prt_{at}", text=text) for at, text in enumerate(texts)]
    source = None if parent is None else {"parentID": parent}
    return AssistantMessage(id=id, type="assistant", content=content, __source__=source, **fields)


def message_event(info):
    return MessageUpdatedEvent(id="", type="message.updated", payload=MessageUpdated(session_id="s", info=info))


def part_event(text, of="msg_2", kind=TextPart, id="prt_0"):
    part = text
    if not isinstance(text, ToolPart):
        part = kind(type="text" if kind is TextPart else "reasoning", id=id, text=text)
    payload = MessagePartUpdated(session_id="s", message_id=of, part=part)
    return MessagePartUpdatedEvent(id="", type="message.part.updated", payload=payload)


def delta_event(text, of="msg_2", id="prt_0", field="text"):
    payload = MessagePartDelta(session_id="s", message_id=of, part_id=id, field=field, delta=text)
    return MessagePartDeltaEvent(id="", type="message.part.delta", payload=payload)


def idle_event(session_id="s"):
    return SessionIdleEvent(id="", type="session.idle", payload=SessionNamed(session_id=session_id))


def permission(id="per_1", session_id="s"):
    return PermissionRequest(id=id, session_id=session_id, action="bash")


def question(id="que_1", session_id="s"):
    return QuestionRequest(id=id, session_id=session_id, questions=[])


def replied_event(request_id="per_1", session_id="s"):
    payload = PermissionReplied(session_id=session_id, request_id=request_id, reply="once")
    return PermissionRepliedEvent(id="", type="permission.replied", payload=payload)


def permission_event(**fields):
    return PermissionAskedEvent(id="", type="permission.asked", payload=permission(**fields))


def question_event(**fields):
    return QuestionAskedEvent(id="", type="question.asked", payload=question(**fields))
