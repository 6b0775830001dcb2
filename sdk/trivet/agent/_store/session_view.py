"""A session as a store knows it at one moment."""

from __future__ import annotations

from attrs import frozen

from ..._core.public import exported_from
from .._generated.events import SessionStatus
from .._generated.models import Message, PermissionRequest, QuestionRequest, Session

__all__ = ["SessionView"]


@exported_from("trivet.agent")
@frozen
class SessionView:
    """A session at one moment; what happens later makes other views, and changes nothing here.

    Attributes:
        session: The session.
        status: How it is, busy or idle or trying again; None until the stream has said so, as no list says it. It may
            have said idle while nobody heard it: to wait for the end of work, there is `session.wait`.
        messages: Its messages with their parts, oldest first; none unless it is watched.
        loaded: Whether the messages are here, as they are while it is watched.
        permissions: What it asks permission for.
        questions: What it asks the user.
        gone: Whether it was deleted or has left; then this is how it was last seen.
    """

    session: Session
    status: SessionStatus | None
    messages: tuple[Message, ...]
    loaded: bool
    permissions: tuple[PermissionRequest, ...]
    questions: tuple[QuestionRequest, ...]
    gone: bool = False
