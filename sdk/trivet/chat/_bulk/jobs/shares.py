"""The bulk job over the shares of conversations: revoke."""

from __future__ import annotations

from typing import Any

from ...._core import check
from ...._core.call import Call
from ...._core.pagination.page import IncompleteListError
from ....errors import InvalidArgumentError
from ..._generated import calls
from ..._generated import models as m
from ..rows.row import Row
from .job import Job, check_confirm

__all__ = ["conversation_id", "listed_shares", "revoke_shares"]


def revoke_shares(*, confirm: int | None) -> Job:
    """Return the job that revokes shares.

    Raises:
        InvalidArgumentError: An argument breaks a rule.
    """
    return Job(
        name="revoke_shares",
        argument="conversations",
        records=(m.Share,),
        read_call=_read_call,
        change_call=lambda row: calls.conversations_shares_delete(_conversation_of(row), row.id),
        arguments={},
        label="shared_with",
        shown=("conversation_id", "shared_with", "permission"),
        confirm=check_confirm(confirm),
    )


def conversation_id(index: int, item: object) -> str:
    """Return the id of the conversation whose shares are to be revoked.

    Raises:
        InvalidArgumentError: The item is neither an id nor the record of a conversation.
    """
    argument = f"conversations[{index}]"
    if isinstance(item, str):
        check.uuid(argument, item)
        return item
    if not isinstance(item, m.Conversation | m.AdminConversation | m.ConversationWithMessages):
        rule = "an id as text, or a record: Conversation or AdminConversation or ConversationWithMessages"
        raise InvalidArgumentError(argument, rule, item)
    return item.id


def _conversation_of(row: Row) -> str:
    return str((row.old or {})["conversation_id"])


def _read_call(row: Row) -> Call[Any]:
    """Return the call that lists the shares of a conversation; its value is the row's share, or None without it."""

    def share(page: Any) -> Any:
        return next((each for each in listed_shares(page) if each.id.lower() == row.id.lower()), None)

    return calls.conversations_shares_list(_conversation_of(row)).evolve(extract=share)


def listed_shares(page: m.Shares) -> list[m.Share]:
    """Return the shares of an answer.

    Raises:
        IncompleteListError: They are fewer than its total, and the list has no further pages.
    """
    total: int = getattr(page, "total", None) or 0
    missing = total - len(page.items)
    if missing > 0:
        raise IncompleteListError("conversations.shares.list", total, missing)
    return page.items
