"""A session at one moment."""

from __future__ import annotations

from attrs import frozen

from ..._core.public import exported_from
from .._generated.events import SessionStatus
from .._generated.models import Message, PermissionRequest, QuestionRequest, Session, Todo

__all__ = ["SessionView"]


@exported_from("trivet.agent")
@frozen
class SessionView:
    """A session at one moment, as a store knows it. Later changes make other views and leave this one as it is.

    >>> now = view.session(session.id)
    >>> now.session.title, now.status, now.permissions

    Attributes:
        session: The session.
        status: Whether it is busy, idle or retrying; None until an event says so, as no list does. The event may be
            missed: to wait until the work ends, call `session.wait`.
        messages: Its messages with their parts, oldest first; empty unless the session is watched.
        loaded: Whether the messages are here, as they are while the session is watched.
        permissions: The permissions that it asks for.
        questions: The questions that it asks the user.
        todos: Its todos; None until an event brings them, as no list of sessions does: `session.todo` fetches them.
        gone: Whether it was deleted or has left the context; then this is its last state there.
    """

    session: Session
    status: SessionStatus | None
    messages: tuple[Message, ...]
    loaded: bool
    permissions: tuple[PermissionRequest, ...]
    questions: tuple[QuestionRequest, ...]
    todos: tuple[Todo, ...] | None = None
    gone: bool = False
