"""The jobs of a bulk client: the calls that read and change a row, and the arguments that select the rows."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Collection, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeGuard

from attrs import frozen

from ..._core import check
from ..._core.call import Call
from ..._core.pagination import Pagination
from ..._core.unset import Unset
from ...errors import InvalidArgumentError
from .._generated import calls
from .._generated import models as m
from .report import Report
from .row import Row, RowChange

Kind: TypeAlias = Literal["update", "delete", "restore", "act", "save"]
"""The effect of a job on a row: new values, a deletion, old values again, work as the user, or a copy of the user."""

PLACEHOLDER = Row("00000000-0000-4000-8000-000000000000", "planned")
"""The row in calls that are built only to check their arguments."""

CONVERSATIONS = (m.Conversation, m.AdminConversation, m.ConversationWithMessages)
USERS = (m.AdminUser, m.User)


@frozen(kw_only=True)
class Job:
    """One method of a bulk client with its checked arguments.

    Attributes:
        name: The name of the method.
        kind: Its effect on a row.
        argument: The method's argument that holds the rows.
        records: The record classes that stand for a row.
        read_call: Returns the call that reads a row; its value is the record, or None if there is none.
        change_call: Returns the call that changes a row.
        arguments: The arguments that must be the same when the job is resumed.
        label: The field that names a row in reports.
        shown: The fields that the report of a deletion shows.
        new_values: The values that an update sets, by field; None for a deletion, and empty where rows have their own.
        admins: The ids and email addresses, in lower case, of the administrators to change; None where the role of a
            user does not matter, or rows are not users.
        confirm: The number of rows that a deletion has to find; None for another job.
        searchable: Whether the service has a list that finds rows by a text, and shows them in pages.
        skip_unchanged: Whether an update skips rows that have the new values already.
        locks_out: Whether an administrator loses the role by the change, or may not sign in any more.
        durable: Whether the journal's line of a row has to be on the disk before the row is sent.
        activates: Whether an inactive user is active for as long as the job acts as them.
        learned: The fields of a changed record whose values only the service knows, and that an undo needs.
        records_show_values: Whether a record of the source holds the values to change; else every row is looked up.
    """

    name: str
    kind: Kind
    argument: Literal["users", "conversations"]
    records: tuple[type[Any], ...]
    read_call: Callable[[Row], Call[Any]]
    change_call: Callable[[Row], Call[Any]]
    arguments: dict[str, Any]
    label: str
    shown: tuple[str, ...] = ()
    new_values: dict[str, Any] | None
    admins: frozenset[str] | None = None
    confirm: int | None = None
    searchable: bool = False
    skip_unchanged: bool = False
    locks_out: bool = False
    durable: bool = False
    activates: bool = False
    learned: tuple[str, ...] = ()
    records_show_values: bool = True

    def check_rows(self, source: object) -> None:
        """Refuse anything that is not an iterable of rows; a string is one id, not an iterable of its letters."""
        if isinstance(source, str | bytes) or not isinstance(source, Iterable | AsyncIterable | Report):
            raise InvalidArgumentError(self.argument, "a pager or another iterable of ids or records", source)

    def check_record(self, index: int, record: Any) -> None:
        """Refuse an item of a source that is neither an id nor a record of a row."""
        argument = f"{self.argument}[{index}]"
        if not isinstance(record, self.records):
            kinds = " or ".join(kind.__name__ for kind in self.records)
            raise InvalidArgumentError(argument, f"an id as text, or a record: {kinds}", record)
        check.uuid(argument, record.id)

    def check_confirmed(self, planned: int | None = None) -> None:
        """Refuse a deletion without `confirm`, or with another number than there are rows to delete.

        Args:
            planned: The number of rows to delete; None before they are counted.
        """
        if self.kind != "delete":
            return
        verb = "revoked" if self.name == "revoke_shares" else "deleted"
        rule = f"the number of rows that are to be {verb}, as a dry run counts them"
        if self.confirm is None:
            raise InvalidArgumentError("confirm", rule, None)
        if planned is not None and self.confirm != planned:
            raise InvalidArgumentError("confirm", f"{planned}, {rule}", self.confirm)

    def takes_email(self, item: object) -> TypeGuard[str]:
        """Return whether an item is the email address of a row."""
        return self.argument == "users" and isinstance(item, str) and "@" in item

    def needs_look_up(self, change: RowChange, now: datetime) -> bool:
        """Return whether a row has to be looked up before it is changed.

        A record from a page is not read again, unless it is older than a minute or an administrator's.

        Args:
            change: The row.
            now: The time by the client's clock.
        """
        if self.kind == "act":
            return True
        is_seen = change.is_fresh(now)
        if self.kind == "save":
            return not change.sent and change.row.old is None
        if self.kind == "restore":
            return not is_seen or change.uncertain
        unseen = not change.sent and not is_seen
        return change.uncertain or unseen or (self.admins is not None and change.is_admin is not False)

    def names_admin(self, row_id: str, record: Any) -> bool:
        """Return whether `admins` names a user, by id or by email address."""
        email = getattr(record, "email", None)
        named = self.admins or ()
        return row_id.lower() in named or (isinstance(email, str) and lower_email(email) in named)

    def values_of(self, change: RowChange) -> Mapping[str, Any] | None:
        """Return the values that the job sets in a row; None for a deletion."""
        return change.row.new if self.kind == "restore" else self.new_values


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

    def change_call(row: Row) -> Call[Any]:
        return calls.admin_users_update(row.id, role=role, is_active=is_active, is_app_admin=is_app_admin)

    values = _new_values(change_call, "role, is_active or is_app_admin")
    check.boolean("skip_unchanged", skip_unchanged)
    ids = admin_ids(admins)
    return Job(
        name="update_users",
        kind="update",
        argument="users",
        records=USERS,
        read_call=lambda row: calls.admin_users_get(row.id),
        change_call=change_call,
        arguments={**values, "admins": sorted(ids)},
        label="email",
        new_values=values,
        admins=ids,
        searchable=True,
        skip_unchanged=skip_unchanged,
        locks_out=locks_out(values),
    )


def delete_users(*, confirm: int | None, admins: Collection[str], export: Path | None = None) -> Job:
    """Return the job that deletes users, after saving them in a folder if one is given.

    Raises:
        InvalidArgumentError: An argument breaks a rule.
    """
    ids = admin_ids(admins)
    return Job(
        name="delete_users",
        kind="delete",
        argument="users",
        records=USERS,
        read_call=lambda row: calls.admin_users_get(row.id),
        change_call=lambda row: calls.admin_users_delete(row.id),
        arguments={"admins": sorted(ids), **_export_argument(export)},
        label="email",
        shown=("full_name", "role", "is_active", "is_app_admin"),
        new_values=None,
        admins=ids,
        confirm=confirmed(confirm),
        searchable=True,
        locks_out=True,
    )


def export_users(folder: Path) -> Job:
    """Return the job that saves users in a folder; an uncertain row is saved again."""
    return Job(
        name="export_users",
        kind="save",
        argument="users",
        records=USERS,
        read_call=lambda row: calls.admin_users_get(row.id),
        change_call=lambda row: calls.admin_users_get(row.id),
        arguments=_export_argument(folder),
        label="email",
        shown=("full_name", "role", "is_active"),
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
    return Job(
        name="act_as_users",
        kind="act",
        argument="users",
        records=USERS,
        read_call=lambda row: calls.admin_users_get(row.id),
        change_call=lambda row: calls.admin_users_impersonate(row.id),
        arguments={"activate": activate, "admins": sorted(ids)},
        label="email",
        shown=("is_active",),
        new_values={},
        admins=ids,
        searchable=True,
        durable=activate,  # only that line holds that the user was not active
        activates=activate,
    )


def search_users(text: str | None) -> tuple[Call[Any], Pagination[Any, int]]:
    """Return the call of the users that a text finds, of all without one, and how their list pages."""
    return calls.admin_users_list(skip=None, limit=None, search=text), calls.ADMIN_USERS_LIST_PAGES


# Conversations


def update_conversations(*, title: str | Unset | None, is_archived: bool | None) -> Job:
    """Return the job that updates conversations.

    Raises:
        InvalidArgumentError: An argument breaks a rule, or there is nothing to update.
    """

    def change_call(row: Row) -> Call[Any]:
        return calls.conversations_update(row.id, title=title, is_archived=is_archived)

    values = _new_values(change_call, "title or is_archived")
    return Job(
        name="update_conversations",
        kind="update",
        argument="conversations",
        records=CONVERSATIONS,
        read_call=lambda row: calls.conversations_get(row.id),
        change_call=change_call,
        arguments=values,
        label="title",
        new_values=values,
    )


def delete_conversations(*, confirm: int | None, export: Path | None = None) -> Job:
    """Return the job that deletes conversations, after saving them in a folder if one is given.

    Raises:
        InvalidArgumentError: An argument breaks a rule.
    """
    return Job(
        name="delete_conversations",
        kind="delete",
        argument="conversations",
        records=CONVERSATIONS,
        read_call=lambda row: calls.conversations_get(row.id),
        change_call=lambda row: calls.conversations_delete(row.id),
        arguments=_export_argument(export),
        label="title",
        shown=("user_id", "is_archived"),
        new_values=None,
        confirm=confirmed(confirm),
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


def lower_email(email: str) -> str:
    """Return an address in lower case, in which different letters stay different.

    `straße` and `strasse` may be two users, and so may an address with a Kelvin sign, which is a k in lower case.
    """
    if email.isascii():
        return email.lower()
    return "".join(letter.lower() if letter.isascii() or not letter.lower().isascii() else letter for letter in email)


def locks_out(values: Mapping[str, Any]) -> bool:
    """Return whether these values take the rights of an administrator, or keep one from signing in.

    >>> locks_out({"is_active": False})
    True
    """
    return values.get("is_active") is False or values.get("role", "admin") != "admin"


def _export_argument(folder: Path | None) -> dict[str, Any]:
    # A job that is resumed without its export would delete rows that were not saved.
    return {} if folder is None else {"export": str(folder)}


def _new_values(change_call: Callable[[Row], Call[Any]], names: str) -> dict[str, Any]:
    """Return the body of an update after checking its arguments.

    Raises:
        InvalidArgumentError: An argument breaks a rule, or none is given.
    """
    body = change_call(PLACEHOLDER).body
    if not body:
        raise InvalidArgumentError(names, "given, because an update without any of them changes nothing", None)
    return dict(body)


def confirmed(confirm: int | None) -> int | None:
    """Return `confirm` if it is None or a number of rows.

    Raises:
        InvalidArgumentError: It is not an integer, or below 0.
    """
    if confirm is not None:
        check.integer("confirm", confirm, minimum=0)
    return confirm
