"""The jobs of a bulk client: their calls and their checked arguments."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, frozen

from ..._core import check
from ..._core.call import Call
from ..._core.pagination.page import IncompleteListError
from ..._core.unset import UNSET, Unset
from ...errors import InvalidArgumentError
from .._generated import calls
from .._generated import models as m
from .kinds import Copy, Deletion, Job, Restoration, Subject, Update, Work
from .row import Row, lower_email

PLACEHOLDER = "00000000-0000-4000-8000-000000000000"
"""The id in calls that are built only to check their arguments."""

USERS = Subject(
    argument="users",
    records=(m.AdminUser, m.User),
    label="email",
    read_call=lambda row: calls.admin_users_get(row.id),
    searchable=True,
)
CONVERSATIONS = Subject(
    argument="conversations",
    records=(m.Conversation, m.AdminConversation, m.ConversationWithMessages),
    label="title",
    read_call=lambda row: calls.conversations_get(row.id),
)


# Users


def update_users(
    *,
    role: Literal["admin", "user"] | str | None,
    is_active: bool | None,
    is_app_admin: bool | None,
    admins: Collection[str],
    skip_unchanged: bool = True,
) -> Job:
    """Return the job that updates users.

    Raises:
        InvalidArgumentError: An argument breaks a rule, or there is nothing to update.
    """
    given = {"role": role, "is_active": is_active, "is_app_admin": is_app_admin}
    values = _new_values(change_user, given, "role, is_active or is_app_admin")
    check.boolean("skip_unchanged", skip_unchanged)
    ids = admin_ids(admins)
    return Update(
        name="update_users",
        subject=USERS,
        change_call=lambda row: change_user(row.id, values),
        arguments={**values, "admins": sorted(ids)},
        new_values=values,
        old_fields=tuple(values),
        admins=ids,
        skip_unchanged=skip_unchanged,
    )


def change_user(user_id: str, values: Mapping[str, Any]) -> Call[Any]:
    """Return the call that sets values of a user."""
    return calls.admin_users_update(
        user_id, role=values.get("role"), is_active=values.get("is_active"), is_app_admin=values.get("is_app_admin")
    )


def delete_users(*, confirm: int | None, admins: Collection[str], export: Path | None = None) -> Job:
    """Return the job that deletes users, after saving them in a folder if one is given.

    Raises:
        InvalidArgumentError: An argument breaks a rule.
    """
    ids = admin_ids(admins)
    return Deletion(
        name="delete_users",
        subject=USERS,
        change_call=lambda row: calls.admin_users_delete(row.id),
        arguments={"admins": sorted(ids), **_export_argument(export)},
        old_fields=("full_name", "role", "is_active", "is_app_admin"),
        admins=ids,
        confirm=confirm,
    )


def export_users(folder: Path) -> Job:
    """Return the job that saves users in a folder; an uncertain row is saved again."""
    return Copy(
        name="export_users",
        subject=evolve(USERS, searchable=False),
        change_call=lambda row: calls.admin_users_get(row.id),
        arguments=_export_argument(folder),
        old_fields=("full_name", "role", "is_active"),
        new_values={},
    )


def act_as_users(*, activate: bool, admins: Collection[str]) -> Job:
    """Return the job that acts as users; no record shows whether its work was done.

    A row is looked up right before, because the user is afterwards as active as then. An uncertain row is done again,
    and keeps the activity that its journal shows.

    Raises:
        InvalidArgumentError: An argument breaks a rule.
    """
    check.boolean("activate", activate)
    ids = admin_ids(admins)
    return Work(
        name="act_as_users",
        subject=USERS,
        change_call=lambda row: calls.admin_users_impersonate(row.id),
        arguments={"activate": activate, "admins": sorted(ids)},
        old_fields=("is_active",),
        new_values={},
        admins=ids,
        durable=activate,  # only that line holds that the user was not active
        activates=activate,
    )


# Conversations


def update_conversations(*, title: str | Unset | None, is_archived: bool | None) -> Job:
    """Return the job that updates conversations.

    Raises:
        InvalidArgumentError: An argument breaks a rule, or there is nothing to update.
    """
    values = _new_values(change_conversation, {"title": title, "is_archived": is_archived}, "title or is_archived")
    return Update(
        name="update_conversations",
        subject=CONVERSATIONS,
        change_call=lambda row: change_conversation(row.id, values),
        arguments=values,
        new_values=values,
        old_fields=tuple(values),
    )


def change_conversation(conversation_id: str, values: Mapping[str, Any]) -> Call[Any]:
    """Return the call that sets values of a conversation; None is a title."""
    title, is_archived = values.get("title", UNSET), values.get("is_archived")
    return calls.conversations_update(conversation_id, title=title, is_archived=is_archived)


def delete_conversations(*, confirm: int | None, export: Path | None = None) -> Job:
    """Return the job that deletes conversations, after saving them in a folder if one is given.

    Raises:
        InvalidArgumentError: An argument breaks a rule.
    """
    return Deletion(
        name="delete_conversations",
        subject=CONVERSATIONS,
        change_call=lambda row: calls.conversations_delete(row.id),
        arguments=_export_argument(export),
        old_fields=("user_id", "is_archived"),
        confirm=confirm,
    )


# Shares


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


# Undo


def undo(undone: Mapping[str, Any]) -> Job:
    """Return the job that undoes another one: it restores the old values of its journal where the new ones still stand.

    Args:
        undone: The head of the other job's journal.

    Raises:
        InvalidArgumentError: The other job is not an update.
    """
    name = _undone_update(undone)
    # The journal has these values as its own, and follows a service that moves.
    arguments = {"undone": {name: value for name, value in undone.items() if name not in ("base_url", "acting_as")}}
    restore = partial(Restoration, name="undo", arguments=arguments, new_values={})
    if name == "update_users":
        return restore(subject=USERS, change_call=lambda row: change_user(row.id, row.new or {}))
    if name == "update_conversations":
        return restore(subject=CONVERSATIONS, change_call=lambda row: change_conversation(row.id, row.new or {}))
    if name == "share_conversations" and undone.get("job") == name:  # a share that was revoked never has its id again
        return restore(subject=shared_with(str(undone.get("shared_with"))), change_call=revoke_made_share)
    done = f"undo of {name}" if undone.get("job") == "undo" else name
    raise InvalidArgumentError("journal", f"the journal of an update; {done} cannot be undone", name)


def _undone_update(undone: Mapping[str, Any]) -> Any:
    """Return the name of the job that was undone first, if the job to undo is an undoing one itself."""
    name: Any = undone.get("job")
    while name == "undo":
        undone = undone.get("undone", {})
        name = undone.get("job")
    return name


# Arguments


def admin_ids(admins: Collection[str]) -> frozenset[str]:
    """Return the ids and email addresses of the administrators to change, in lower case.

    Raises:
        InvalidArgumentError: One is neither an id nor an email address, or a single id stands for a collection.
    """
    if isinstance(admins, str):
        raise InvalidArgumentError("admins", "a collection of ids, not a single one", admins)
    for index, admin_id in enumerate(admins):
        if not (isinstance(admin_id, str) and "@" in admin_id):  # pyright: ignore[reportUnnecessaryIsInstance]
            check.uuid(f"admins[{index}]", admin_id)
    return frozenset(lower_email(name.strip()) for name in admins)


def _export_argument(folder: Path | None) -> dict[str, Any]:
    # A job that is resumed without its export would delete rows that were not saved.
    return {} if folder is None else {"export": str(folder)}


def _new_values(
    change: Callable[[str, Mapping[str, Any]], Call[Any]], given: Mapping[str, Any], names: str
) -> dict[str, Any]:
    """Return the values that an update sets, after checking its arguments.

    Raises:
        InvalidArgumentError: An argument breaks a rule, or none is given.
    """
    body = change(PLACEHOLDER, given).body
    if not body:
        raise InvalidArgumentError(names, "given, because an update without any of them changes nothing", None)
    return dict(body)
