"""Who acts as whom."""

from __future__ import annotations

from datetime import datetime

from attrs import frozen

from ..._core.public import exported_from

__all__ = ["ActingAs"]


@exported_from("trivet.chat")
@frozen
class ActingAs:
    """One administrator's beginning to act as a user; without the token.

    Attributes:
        admin_id: Who acts.
        user_id: Whom they act as.
        since: When they began, by the client's clock.
        until: When the token expires; before `since` was read, so never later than the service has it.
    """

    admin_id: str
    user_id: str
    since: datetime
    until: datetime
