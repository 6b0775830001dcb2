"""A bulk job: the calls that read and change a row, and the rules that decide which rows to change."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable, Mapping
from typing import Any, Literal, TypeGuard

from attrs import evolve, frozen

from ...._concurrency.functions import resolve
from ...._core import check
from ...._core.call import Call
from ...._core.pagination import Pagination
from ....errors import APIError, InvalidArgumentError
from ..email_address import lower_email
from ..rows.change import RowChange
from ..rows.evidence import DOUBTFUL, has_value, is_shown, unknown_row, verified_row
from ..rows.old_values import restoring_outcome
from ..rows.report import Report
from ..rows.row import Row, row_of_error

__all__ = ["Job", "check_confirm", "new_values"]

UNCHANGED = "it has these values already"
ADMIN_SKIPPED = "an administrator who is not named in admins"
ROLE_UNKNOWN = "a user whose role the service does not show, and who is not named in admins"

PLACEHOLDER = Row("00000000-0000-4000-8000-000000000000", "planned")
"""The row in calls that are built only to check their arguments."""


@frozen
class Job:
    """One method of a bulk client with its checked arguments.

    Attributes:
        name: The name of the method.
        argument: The method's argument that holds the rows.
        records: The record classes that stand for a row.
        read_call: Returns the call that reads a row; its value is the record, or None if there is none.
        change_call: Returns the call that changes a row.
        search_call: Returns the call of the list that a text finds, with its pagination; None without such a list.
        arguments: The arguments that must be the same when the job is resumed.
        label: The field that names a row in reports.
        shown: The fields that the report of a deletion shows.
        new_values: The values that an update sets, by field; None for a delete.
        admins: The ids and email addresses, in lower case, of the administrators to change; None where rows are not
            users.
        confirm: The number of rows that a delete has to find; None for an update.
        durable: Whether the journal's line of a row has to be on the disk before the row is sent.
        skip_unchanged: Whether an update skips rows that have the new values already.
        locks_out: Whether an administrator who is changed is none afterwards, or may not sign in.
        restores: Whether the rows have old and new values of their own, and are changed only while they have the old.
    """

    name: str
    argument: Literal["users", "conversations"]
    records: tuple[type[Any], ...]
    read_call: Callable[[Row], Call[Any]]
    change_call: Callable[[Row], Call[Any]]
    arguments: dict[str, Any]
    label: str
    shown: tuple[str, ...]
    new_values: dict[str, Any] | None = None
    admins: frozenset[str] | None = None
    confirm: int | None = None
    search_call: Callable[[str | None], tuple[Call[Any], Pagination[Any, int]]] | None = None
    skip_unchanged: bool = False
    locks_out: bool = False
    restores: bool = False
    durable: bool = False

    def check_rows(self, source: object) -> None:
        """Refuse anything that is not an iterable of rows; a string is one id, not an iterable of its letters."""
        if isinstance(source, str | bytes) or not isinstance(source, Iterable | AsyncIterable | Report):
            raise InvalidArgumentError(self.argument, "a pager or another iterable of ids or records", source)

    def takes_email(self, item: object) -> TypeGuard[str]:
        """Return whether an item is the email address of a row."""
        return self.argument == "users" and isinstance(item, str) and "@" in item

    def row_change(self, index: int, item: object, where: Callable[[Any], bool] | None) -> RowChange | None:
        """Return the planned change of an id or a record; None for a record that `where` leaves out.

        Raises:
            InvalidArgumentError: The item is neither an id nor a record, or is an id although `where` needs a record.
        """
        argument = f"{self.argument}[{index}]"
        if isinstance(item, RowChange):
            return item
        if isinstance(item, str):
            check.uuid(argument, item)
            if where is not None:
                raise InvalidArgumentError(
                    "where", f"left out where {argument} is an id, because it needs a record", item
                )
            return RowChange(Row(item, "planned", new=self.new_values))
        if not isinstance(item, self.records):
            kinds = " or ".join(each.__name__ for each in self.records)
            raise InvalidArgumentError(argument, f"an id as text, or a record: {kinds}", item)
        record: Any = item
        check.uuid(argument, record.id)
        if where is not None and not _is_selected(where, record):
            return None
        change = RowChange(Row(record.id, "planned"))
        outcome = self.outcome_from_record(change, record)
        if outcome is not None:
            change.row = outcome.described_as(change.row)
        return change

    def needs_lookup(self, change: RowChange) -> bool:
        """Return whether a row has to be looked up before it is changed."""
        unseen = not change.sent and change.row.old is None
        return self.restores or change.uncertain or unseen or (self.admins is not None and change.is_admin is None)

    def outcome_from_record(self, change: RowChange, record: Any) -> Row | None:
        """Return the outcome that a record of the row shows; None when the row is still to be changed.

        Args:
            change: The row.
            record: Its record; None if the row was sent and does not exist any more.
        """
        if record is None:
            return self.verified(change, None)
        if self.restores:
            return restoring_outcome(change, record)
        change.describe(record, label=self.label, fields=self.new_values or self.shown, new=self.new_values)
        if change.uncertain and self.is_shown(change, record):
            return Row(change.row.id, "done")
        skipped = self.admin_outcome(change, record)
        if skipped is None and self.skip_unchanged and not change.sent and _is_unchanged(change.row):
            return Row(change.row.id, "skipped", UNCHANGED, cause="unchanged")
        return skipped

    def doubt(self, change: RowChange) -> None:
        """Make the outcome of a doubtful change unknown, so that a look-up shows whether it has to be sent again."""
        change.row = evolve(change.row, outcome="unknown", reason=DOUBTFUL)

    def names_admin(self, row_id: str, record: Any) -> bool:
        """Return whether `admins` names a user, by id or by email address."""
        email = getattr(record, "email", None)
        named = self.admins or ()
        return row_id.lower() in named or (isinstance(email, str) and lower_email(email) in named)

    def admin_outcome(self, change: RowChange, record: Any) -> Row | None:
        """Return the skipped row of an administrator who is not named; None for another one."""
        if self.admins is None:
            return None
        role = getattr(record, "role", None)  # the contract does not promise it
        change.is_admin = role == "admin" or bool(getattr(record, "is_app_admin", None))
        if self.names_admin(change.row.id, record):
            return None
        if change.is_admin:
            return Row(change.row.id, "skipped", ADMIN_SKIPPED, cause="admin_not_named")
        return None if role is not None else Row(change.row.id, "skipped", ROLE_UNKNOWN, cause="role_not_shown")

    def outcome_from_error(self, change: RowChange, error: APIError) -> Row:
        """Return the outcome of a row whose look-up failed."""
        if not change.uncertain:
            return row_of_error(change.row.id, error, changing=False)
        return unknown_row(change.row.id, error)

    def is_shown(self, change: RowChange, record: Any) -> bool | None:
        """Return whether a record shows that the change took effect; None if it does not show a field.

        Args:
            change: The row.
            record: Its record after the change, or another one that was sent instead; None if there is none.
        """
        if record is not None and getattr(record, "id", change.row.id).lower() != change.row.id.lower():
            return False
        return is_shown(self._values(change), record)

    def hides_value(self, change: RowChange, record: Any) -> bool:
        """Return whether what a record leaves out decides if the change took effect, or is still to be made."""
        if self.restores:
            return any(has_value(record, name, value) is None for name, value in (change.row.new or {}).items())
        return self.is_shown(change, record) is None

    def verified(self, change: RowChange, record: Any) -> Row:
        """Return the outcome of a change that was sent, as a look-up shows it.

        Args:
            change: The row.
            record: Its record after the change; None if there is none.
        """
        return verified_row(change.row.id, self._values(change), record)

    def _values(self, change: RowChange) -> Mapping[str, Any] | None:
        return change.row.new if self.restores else self.new_values

    def check_confirmed(self, planned: int | None = None) -> None:
        """Refuse a delete without `confirm`, or with another number than there are rows to delete.

        Args:
            planned: The number of rows to delete; None before they are counted.
        """
        if self.new_values is not None:
            return
        verb = "revoked" if self.name == "revoke_shares" else "deleted"
        rule = f"the number of rows that are to be {verb}, as a dry run counts them"
        if self.confirm is None:
            raise InvalidArgumentError("confirm", rule, None)
        if planned is not None and self.confirm != planned:
            raise InvalidArgumentError("confirm", f"{planned}, {rule}", self.confirm)


def new_values(change_call: Callable[[Row], Call[Any]], names: str) -> dict[str, Any]:
    """Return the body of an update after checking its arguments.

    Raises:
        InvalidArgumentError: An argument breaks a rule, or none is given.
    """
    body = change_call(PLACEHOLDER).body
    if not body:
        raise InvalidArgumentError(names, "given, because an update without any of them changes nothing", None)
    return body


def check_confirm(confirm: int | None) -> int | None:
    """Return `confirm` if it is None or a number of rows.

    Raises:
        InvalidArgumentError: It is not an integer, or below 0.
    """
    if confirm is not None:
        check.integer("confirm", confirm, minimum=0)
    return confirm


def _is_unchanged(row: Row) -> bool:
    """Return whether a row is known to have all values that an update sets."""
    old, new = row.old or {}, row.new or {}
    return bool(new) and all(name in old and old[name] == value for name, value in new.items())


def _is_selected(where: Callable[[Any], object], record: object) -> bool:
    selected = where(record)
    if isinstance(selected, bool):
        return selected
    # A coroutine is always true, so it must not pass for an answer.
    raise InvalidArgumentError("where", "a function that returns True or False", resolve(selected))
