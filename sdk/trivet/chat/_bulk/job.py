"""What a bulk job does to each of its rows, and what a look at one tells."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Collection, Iterable
from pathlib import Path
from typing import Any, Literal

from attrs import define, frozen

from ..._concurrency.callback import resolve
from ..._core import check
from ..._core.call import Call
from ..._core.unset import Unset
from ...errors import APIError, InvalidArgumentError, NotFoundError
from .._generated import calls
from .._generated import models as m
from .report import Row, failure

__all__ = [
    "Job",
    "Task",
    "delete_conversations",
    "delete_users",
    "path",
    "update_conversations",
    "update_users",
]

SPARED = "an administrator who is not named in admins"

ANY = "00000000-0000-4000-8000-000000000000"
"""An id for calls that are made only to have their arguments checked."""


@define
class Task:
    """A row on its way.

    Attributes:
        row: What became of it so far.
        admin: Whether it is an administrator; None until somebody looks.
        sent: Whether the change was sent, whatever came of it.
    """

    row: Row
    admin: bool | None = None
    sent: bool = False

    @property
    def in_doubt(self) -> bool:
        """Whether the change may have taken effect without an answer that says so."""
        status = self.row.status
        return self.sent and (
            self.row.outcome == "unknown"
            or (self.row.outcome == "failed" and status is not None and (status >= 500 or status == 408))
        )

    def send(self) -> None:
        """Learn that the change is sent, and until something comes of it that nobody knows what did."""
        self.row = Row(self.row.id, "unknown", "it was sent, and no answer is known")
        self.sent = True

    def settle(self, row: Row) -> None:
        """Learn what became of the row; one that is planned again has not been changed."""
        self.row = row
        self.sent = self.sent and row.outcome != "planned"

    def left(self, *, retry_failed: bool) -> bool:
        """Whether there is still something to do; what was refused stays so unless it is to be tried again."""
        match self.row:
            case Row(outcome="planned" | "unknown") | Row(outcome="failed", status=None):
                return True
            case Row(outcome="failed"):
                return retry_failed
            case _:
                return False


@frozen
class Job:
    """One method of a bulk client with its arguments, checked.

    Attributes:
        name: The method.
        argument: Its argument that has the rows.
        records: The classes of records that stand for a row.
        look: Makes the call that reads a row.
        change: Makes the call that changes a row.
        arguments: The arguments that have to be the same when the job goes on later.
        wanted: The values of an update by the names of its fields; None for a delete.
        admins: The administrators who are not spared, in lower case; None where rows are no users.
        confirm: How many rows a delete is to meet; None for an update.
    """

    name: str
    argument: Literal["users", "conversations"]
    records: tuple[type[Any], ...]
    look: Callable[[str], Call[Any]]
    change: Callable[[str], Call[Any]]
    arguments: dict[str, Any]
    wanted: dict[str, Any] | None = None
    admins: frozenset[str] | None = None
    confirm: int | None = None

    def check_rows(self, source: object) -> None:
        """Refuse what cannot be a list of rows; a text is one id, and no list of its letters."""
        if isinstance(source, str | bytes) or not isinstance(source, Iterable | AsyncIterable):
            raise InvalidArgumentError(self.argument, "a pager or another iterable of ids or records", source)

    def task(self, number: int, item: object, where: Callable[[Any], bool] | None) -> Task | None:
        """Make the task of an id or a record; None for one that `where` leaves out.

        Raises:
            InvalidArgumentError: It is neither, or an id with nothing for `where` to look at.
        """
        place = f"{self.argument}[{number}]"
        if isinstance(item, str):
            check.uuid(place, item)
            if where is not None:
                raise InvalidArgumentError("where", f"left out where {place} is an id, for it looks at records", item)
            return Task(Row(item, "planned"))
        if not isinstance(item, self.records):
            kinds = " or ".join(each.__name__ for each in self.records)
            raise InvalidArgumentError(place, f"an id as text, or a record: {kinds}", item)
        record: Any = item
        check.uuid(place, record.id)
        if where is not None and not self._meant(where, record):
            return None
        task = Task(Row(record.id, "planned"))
        task.row = self.seen(task, record) or task.row
        return task

    def _meant(self, where: Callable[[Any], object], record: object) -> bool:
        found = where(record)
        if isinstance(found, bool):
            return found
        # A coroutine is true, whatever it would come to.
        raise InvalidArgumentError("where", "a function that gives True or False", resolve(found))

    def must_look(self, task: Task) -> bool:
        """Whether a row has to be looked up before it is changed."""
        return task.in_doubt or (self.admins is not None and task.admin is None)

    def seen(self, task: Task, record: Any) -> Row | None:
        """What a record says became of its row; None when the row is still to be changed."""
        wanted = self.wanted
        # A field that the service does not show is None, so the change is sent again, which does no harm.
        if task.in_doubt and wanted and all(getattr(record, name) == value for name, value in wanted.items()):
            return Row(task.row.id, "done")
        if self.admins is None:
            return None
        task.admin = record.role == "admin" or bool(record.is_app_admin)
        return Row(task.row.id, "skipped", SPARED) if task.admin and task.row.id.lower() not in self.admins else None

    def unseen(self, task: Task, error: APIError) -> Row:
        """What a look-up that failed says became of its row."""
        if not task.in_doubt:
            return failure(task.row.id, error, changing=False)
        if not isinstance(error, NotFoundError):
            return Row(task.row.id, "unknown", failure(task.row.id, error, changing=True).reason)
        return Row(task.row.id, "done") if self.wanted is None else failure(task.row.id, error, changing=True)

    def check_confirmed(self, planned: int | None = None) -> None:
        """Refuse a delete that nobody has confirmed, or whose rows are more or fewer than were.

        Args:
            planned: How many rows are to be deleted, once they are counted.
        """
        if self.wanted is not None:
            return
        rule = "the number of rows that are to be deleted, as a dry run counts them"
        if self.confirm is None:
            raise InvalidArgumentError("confirm", rule, None)
        if planned is not None and self.confirm != planned:
            raise InvalidArgumentError("confirm", f"{planned}, {rule}", self.confirm)


def update_users(
    *, role: Literal["admin", "user"] | None, is_active: bool | None, is_app_admin: bool | None, admins: Collection[str]
) -> Job:
    """Check the arguments of an update of users."""

    def change(user_id: str) -> Call[Any]:
        return calls.admin_users_update(user_id, role=role, is_active=is_active, is_app_admin=is_app_admin)

    wanted = _wanted(change, "role, is_active or is_app_admin")
    return _users("update_users", change, {**wanted}, admins, wanted=wanted)


def delete_users(*, confirm: int | None, admins: Collection[str]) -> Job:
    """Check the arguments of a delete of users."""
    return _users("delete_users", calls.admin_users_delete, {}, admins, confirm=confirm)


def update_conversations(*, title: str | Unset | None, is_archived: bool | None) -> Job:
    """Check the arguments of an update of conversations."""

    def change(conversation_id: str) -> Call[Any]:
        return calls.conversations_update(conversation_id, title=title, is_archived=is_archived)

    wanted = _wanted(change, "title or is_archived")
    return _conversations("update_conversations", change, {**wanted}, wanted=wanted)


def delete_conversations(*, confirm: int | None) -> Job:
    """Check the arguments of a delete of conversations."""
    change = calls.conversations_delete
    return _conversations("delete_conversations", change, {}, confirm=confirm)


def path(journal: Any) -> Path | None:
    """Make the path of a journal."""
    try:
        return None if journal is None else Path(journal)
    except TypeError as error:
        raise InvalidArgumentError("journal", "the path of a file", journal) from error


def _wanted(change: Callable[[str], Call[Any]], names: str) -> dict[str, Any]:
    """What an update sends, once its arguments are checked."""
    body = change(ANY).body
    if not body:
        raise InvalidArgumentError(names, "given, for there is nothing to change without one of them", None)
    return body


def _users(
    name: str,
    change: Callable[[str], Call[Any]],
    arguments: dict[str, Any],
    admins: Collection[str],
    *,
    wanted: dict[str, Any] | None = None,
    confirm: int | None = None,
) -> Job:
    named = _admins(admins)
    return Job(
        name=name,
        argument="users",
        records=(m.AdminUser, m.User),
        look=calls.admin_users_get,
        change=change,
        arguments={**arguments, "admins": sorted(named)},
        wanted=wanted,
        admins=named,
        confirm=_confirm(confirm),
    )


def _conversations(
    name: str,
    change: Callable[[str], Call[Any]],
    arguments: dict[str, Any],
    *,
    wanted: dict[str, Any] | None = None,
    confirm: int | None = None,
) -> Job:
    return Job(
        name=name,
        argument="conversations",
        records=(m.Conversation, m.AdminConversation, m.ConversationWithMessages),
        look=calls.conversations_get,
        change=change,
        arguments=arguments,
        wanted=wanted,
        confirm=_confirm(confirm),
    )


def _admins(given: Collection[str]) -> frozenset[str]:
    if isinstance(given, str):
        raise InvalidArgumentError("admins", "a collection of ids, and not one alone", given)
    for number, each in enumerate(given):
        check.uuid(f"admins[{number}]", each)
    return frozenset(each.lower() for each in given)


def _confirm(given: int | None) -> int | None:
    if given is not None:
        check.integer("confirm", given, minimum=0)
    return given
