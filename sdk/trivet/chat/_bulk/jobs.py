"""The jobs of a bulk client over users and conversations: their calls and their checked arguments."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Literal

from attrs import evolve

from ..._core import check
from ..._core.call import Call
from ..._core.unset import UNSET, Unset
from ...errors import InvalidArgumentError
from .._generated import calls
from .._generated import models as m
from .kinds import Copy, Deletion, Job, Subject, Update, Work
from .row import lower_email

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
