"""The record of an impersonation."""

from __future__ import annotations

from datetime import datetime

from attrs import frozen

from ..._core.public import exported_from


@exported_from("trivet.chat")
@frozen
class ActingAs:
    """An administrator who acts as a user, without the token.

    >>> with chat.acting_as(user_id, audit=lambda acting: print(acting.admin_id, acting.until)) as user:
    ...     user.conversations.list().all()

    Attributes:
        admin_id: The id of the administrator.
        user_id: The id of the user.
        since: When the token was requested, by the client's clock.
        until: When the token expires. It is counted from `since`, so it is never later than the service's own time.
    """

    admin_id: str
    user_id: str
    since: datetime
    until: datetime
