"""The jobs over shares: the revocation of shares, and the sharing of conversations with a user."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from attrs import evolve, frozen

from ..._core import check
from ..._core.call import Call
from ..._core.pagination.page import IncompleteListError
from .._generated import calls
from .._generated import models as m
from .jobs import CONVERSATIONS
from .kinds import Deletion, Job, Subject, Update
from .row import Row


def revoke_shares(*, confirm: int | None) -> Job:
    """Return the job that revokes shares.

    Raises:
        InvalidArgumentError: An argument breaks a rule.
    """
    return Deletion(
        name="revoke_shares",
        subject=Subject(argument="conversations", records=(m.Share,), label="shared_with", read_call=_read_share),
        change_call=lambda row: calls.conversations_shares_delete(_conversation_of(row), row.id),
        arguments={},
        old_fields=("conversation_id", "shared_with", "permission"),
        confirm=confirm,
        verb="revoked",
    )


def listed_shares(page: m.Shares, conversation_id: str) -> list[m.Share]:
    """Return the shares of a conversation that an answer holds; those of others are as good as missing.

    Raises:
        IncompleteListError: They are fewer than the answer says or has, and the list has no further pages.
    """
    own = [share for share in page.items if _belongs_to(share, conversation_id)]
    total = max(getattr(page, "total", None) or 0, len(page.items))
    if missing := total - len(own):
        raise IncompleteListError("conversations.shares.list", total, missing)
    return own


def _belongs_to(share: m.Share, conversation_id: str) -> bool:
    named = getattr(share, "conversation_id", None)  # the contract does not promise it
    return named is None or named.lower() == conversation_id.lower()


def _conversation_of(row: Row) -> str:
    return str((row.old or {})["conversation_id"])


def _read_share(row: Row) -> Call[Any]:
    """Return the call that lists the shares of a conversation; its value is the row's share, or None without it."""

    conversation_id = _conversation_of(row)

    def share(page: Any) -> Any:
        shares = listed_shares(page, conversation_id)
        return next((share for share in shares if share.id.lower() == row.id.lower()), None)

    return calls.conversations_shares_list(conversation_id).evolve(extract=share)


@frozen
class SharedConversation:
    """A conversation as one user sees it: the record that a job compares which shares conversations with that user.

    Attributes:
        id: The id of the conversation.
        shared_with: The id of the user; empty where it is not shared with them.
        share: The id of the share; empty where there is none.
    """

    id: str
    shared_with: str = ""
    share: str = ""


def share_conversations(*, user_id: str, permission: Literal["view", "edit"] | str) -> Job:
    """Return the job that shares conversations with a user; one that is shared with them already is left alone.

    Raises:
        InvalidArgumentError: An argument breaks a rule.
    """
    check.uuid("user_id", user_id)
    check.text("permission", permission)
    user_id = user_id.lower()

    def change_call(row: Row) -> Call[Any]:
        call = calls.conversations_shares_create(row.id, shared_with=user_id, permission=permission, generate_link=None)

        def shared(share: m.Share) -> SharedConversation:
            return _shared_conversation(row, [share], user_id)

        return call.evolve(extract=shared)

    return Update(
        name="share_conversations",
        subject=shared_with(user_id),
        change_call=change_call,
        arguments={"shared_with": user_id, "permission": permission},
        new_values={"shared_with": user_id},
        old_fields=("shared_with", "share"),
        skip_unchanged=True,
        learned=("share",),
    )


def shared_with(user_id: str) -> Subject:
    """Return conversations that are read by their shares; the record shows whether they are shared with a user."""

    def read_call(row: Row) -> Call[Any]:
        def shared(page: m.Shares) -> SharedConversation:
            return _shared_conversation(row, listed_shares(page, row.id), user_id)

        return calls.conversations_shares_list(row.id).evolve(extract=shared)

    return evolve(CONVERSATIONS, read_call=read_call, records_show_values=False)


def _shared_conversation(row: Row, shares: Iterable[m.Share], user_id: str) -> SharedConversation:
    for share in shares:
        if (share.shared_with or "").lower() == user_id:
            return SharedConversation(row.id, user_id, share.id)
    return SharedConversation(row.id)


def revoke_made_share(row: Row) -> Call[Any]:
    """Return the call that revokes the share that a job has made; its value is the conversation without it."""

    def without_share(_: object) -> SharedConversation:
        return SharedConversation(row.id)

    return calls.conversations_shares_delete(row.id, str((row.old or {})["share"])).evolve(extract=without_share)
