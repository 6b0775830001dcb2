"""The events by which an agent asks for a permission or an answer, and those that say that it was replied to."""

from __future__ import annotations

from .._generated import events as e

__all__ = ["ASKED", "REPLIED"]

ASKED = (e.PermissionAskedEvent, e.PermissionV2AskedEvent, e.QuestionAskedEvent, e.QuestionV2AskedEvent)
"""Their payload is the request."""

REPLIED = (
    e.PermissionRepliedEvent,
    e.PermissionV2RepliedEvent,
    e.QuestionRejectedEvent,
    e.QuestionRepliedEvent,
    e.QuestionV2RejectedEvent,
    e.QuestionV2RepliedEvent,
)
"""Their payload names the request; any client may have replied."""
