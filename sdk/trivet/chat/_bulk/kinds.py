"""The kinds of bulk jobs: each judges a row by a record before the change, and settles it by another one afterwards."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Literal, TypeGuard

from attrs import evolve, frozen

from ..._core import check
from ..._core.call import Call
from ..._text import short_repr
from ...errors import InvalidArgumentError
from . import outcomes
from .report import Report
from .row import MAX_REASON, OK, Row, lower_email
from .state import RowState

SHOWN = 100
"""The most characters of a value in a reason."""


@frozen(kw_only=True)
class Subject:
    """The kind of the rows of a job, and the way to read one.

    Attributes:
        argument: The method's argument that holds the rows.
        records: The record classes that stand for a row.
        label: The field that names a row in reports.
        read_call: Returns the call that reads a row; its value is the record, or None if there is none.
        searchable: Whether the service has a list that finds rows by a text, and shows them in pages.
        records_show_values: Whether a record of the source holds the values to change; else every row is looked up.
    """

    argument: Literal["users", "conversations"]
    records: tuple[type[Any], ...]
    label: str
    read_call: Callable[[Row], Call[Any]]
    searchable: bool = False
    records_show_values: bool = True

    def check_rows(self, source: object) -> None:
        """Refuse anything that is not an iterable of rows; a string is one id, not an iterable of its letters."""
        if isinstance(source, str | bytes) or not isinstance(source, Iterable | AsyncIterable | Report):
            raise InvalidArgumentError(self.argument, "a pager or another iterable of ids or records", source)

    def id_of(self, index: int, item: Any) -> str:
        """Return the id of an item of a source.

        Raises:
            InvalidArgumentError: The item is neither an id nor a record of a row.
        """
        argument, is_row = f"{self.argument}[{index}]", isinstance(item, (str, *self.records))
        if not is_row:
            kinds = " or ".join(kind.__name__ for kind in self.records)
            raise InvalidArgumentError(argument, f"an id as text, or a record: {kinds}", item)
        row_id: str = item if isinstance(item, str) else item.id
        check.uuid(argument, row_id)
        return row_id

    def takes_email(self, item: object) -> TypeGuard[str]:
        """Return whether an item is the email address of a row."""
        return self.argument == "users" and isinstance(item, str) and "@" in item


@frozen(kw_only=True)
class Job:
    """One method of a bulk client with its checked arguments; its kind is its class.

    Attributes:
        name: The name of the method.
        subject: The kind of its rows.
        change_call: Returns the call that changes a row.
        arguments: The arguments that must be the same when the job is resumed.
        new_values: The values that an update sets, by field; None for a deletion, and empty where rows have their own.
        old_fields: The fields whose values before the change a report shows.
        admins: The ids and email addresses, in lower case, of the administrators to change; None where the role of a
            user does not matter, or rows are not users.
        durable: Whether the journal's line of a row has to be on the disk before the row is sent.
    """

    name: str
    subject: Subject
    change_call: Callable[[Row], Call[Any]]
    arguments: dict[str, Any]
    new_values: dict[str, Any] | None = None
    old_fields: tuple[str, ...] = ()
    admins: frozenset[str] | None = None
    durable: bool = False

    def check_confirmed(self, planned: int | None = None) -> None:
        """Refuse a deletion that is not confirmed; here, nothing."""

    # Before the change

    def needs_look_up(self, state: RowState, now: datetime) -> bool:
        """Return whether a row has to be looked up before it is changed.

        A record from a page is not read again, unless it is older than a minute or an administrator's.
        """
        if self.admins is not None and state.is_admin is not False:
            return True
        return state.uncertain or not (state.sent or state.is_fresh(now))

    def judged(self, state: RowState, record: Any) -> RowState:
        """Return a row as its record shows it: with an outcome, or planned while the change is still to be sent.

        The record is None if the row was sent and does not exist any more.
        """
        if record is None:
            return state.settled(self.outcome_of(state, None))
        described = self.described(state, record)
        outcome = self.withheld(described, record)
        return described.planned() if outcome is None else described.settled(outcome)

    def described(self, state: RowState, record: Any) -> RowState:
        """Return a row with the label and the values of its record."""
        described = state.described(record, label=self.subject.label, fields=self.old_fields, new=self.new_values)
        if self.admins is None:
            return described
        is_admin = getattr(record, "role", None) == "admin" or bool(getattr(record, "is_app_admin", None))
        return evolve(described, is_admin=is_admin)

    def withheld(self, state: RowState, record: Any) -> Row | None:
        """Return the outcome of a row that its record keeps from being changed; None for another one."""
        if state.uncertain and self.took_effect(state, record):
            return self.done_by(state, record)
        return self._of_administrator(state, record)

    def doubted(self, state: RowState) -> Row:
        """Return the row of a doubtful change, which a look-up then settles."""
        return evolve(state.row, outcome="unknown", reason=outcomes.DOUBTFUL, cause="doubtful")

    def _of_administrator(self, state: RowState, record: Any) -> Row | None:
        """Return the skipped row of an administrator who is not named; None for another one."""
        if self.admins is None or self.may_change_admin(state.row.id, record):
            return None
        if state.is_admin:
            return Row(state.row.id, "skipped", outcomes.ADMIN_SKIPPED, cause="admin_not_named")
        if getattr(record, "role", None) is None:  # the contract does not promise it
            return Row(state.row.id, "skipped", outcomes.ROLE_UNKNOWN, cause="role_not_shown")
        return None

    # After the change

    def values_of(self, state: RowState) -> Mapping[str, Any] | None:
        """Return the values that the job sets in a row; None for a deletion."""
        return self.new_values

    def was_sent(self, state: RowState) -> bool:
        """Return whether a row was sent before, so that its absence from the service is an outcome."""
        return state.sent

    def took_effect(self, state: RowState, record: Any) -> bool | None:
        """Return whether a record shows that the change took effect, or no record; None if it does not show a field.

        An answer may hold the record of another row.
        """
        if record is not None and getattr(record, "id", state.row.id).lower() != state.row.id.lower():
            return False
        values = self.values_of(state)
        if values is None or record is None:
            return values is None and record is None
        equal = compared(record, values).values()
        return False if False in equal else None if None in equal else True

    def hides_value(self, state: RowState, record: Any) -> bool:
        """Return whether a field decides if the change took effect, or is still to be made, and the record lacks it."""
        return self.took_effect(state, record) is None

    def done_by(self, state: RowState, record: Any) -> Row:
        """Return the row of a change that a record shows, such as that of its answer."""
        return Row(state.row.id, "done")

    def outcome_of(self, state: RowState, record: Any) -> Row:
        """Return the outcome of a change that was sent, as a record afterwards shows it, or None, where there is none.

        A change that was answered and had no effect has the status of that answer.
        """
        row_id, values, effect = state.row.id, self.values_of(state), self.took_effect(state, record)
        if effect:
            return self.done_by(state, record)
        if values is None:
            reason = "the deletion has no effect: the service still has the record"
            return Row(row_id, "failed", reason, 204, cause="no_effect")
        if record is None:
            return _gone(row_id, "the service does not have the record any more")
        equal = compared(record, values)
        if effect is None:
            hidden = [name for name in equal if equal[name] is None]
            return Row(row_id, "unknown", f"the service does not show {' and '.join(hidden)}", OK, cause="not_shown")
        others = [f"{name} is {short_repr(getattr(record, name))}" for name in equal if equal[name] is False]
        reason = f"the update has no effect: {' and '.join(others)}"
        return Row(row_id, "failed", reason, OK, cause="no_effect")

    # The administrators that are still needed

    def takes_rights(self, row: Row) -> bool:
        """Return whether the change of a row takes the rights of an administrator, or keeps one from signing in."""
        return False

    def may_be_admin(self, state: RowState) -> bool:
        """Return whether a row may be an administrator whom the job changes.

        A row whose role is not known yet has no email address either, so that any named address may be its own.
        """
        row, admins = state.row, self.admins or ()
        is_named = any("@" in name for name in admins) or row.id.lower() in admins
        return row.role == "admin" or bool(state.is_admin) or (row.role is None and is_named)

    def may_change_admin(self, row_id: str, record: Any) -> bool:
        """Return whether `admins` names a user, by id or by email address."""
        if not self.admins:
            return False
        email = getattr(record, "email", None)
        return row_id.lower() in self.admins or (isinstance(email, str) and lower_email(email) in self.admins)


@frozen(kw_only=True)
class Update(Job):
    """A job that sets new values.

    Attributes:
        skip_unchanged: Whether it skips rows that have the new values already.
        learned: The fields of a changed record whose values only the service knows, and that an undo needs.
    """

    skip_unchanged: bool = False
    learned: tuple[str, ...] = ()

    def judged(self, state: RowState, record: Any) -> RowState:
        """Return a row as its record shows it; what is made again, such as a share, is another one than before."""
        judged = super().judged(state, record)
        if judged.is_planned and self.learned:
            return evolve(judged, row=evolve(judged.row, new=self.new_values))
        return judged

    def withheld(self, state: RowState, record: Any) -> Row | None:
        """Return the outcome of a row that has the new values already, too."""
        outcome = super().withheld(state, record)
        if outcome is not None or not self.skip_unchanged or state.sent:
            return outcome
        old, new = state.row.old or {}, state.row.new or {}
        if new and all(name in old and old[name] == value for name, value in new.items()):
            return Row(state.row.id, "skipped", outcomes.UNCHANGED, cause="unchanged")
        return None

    def done_by(self, state: RowState, record: Any) -> Row:
        """Return the row of a change that a record shows, with the values that the job learns from it.

        A value that an answer has shown stays: another share with the same user is not the one that the job has made.
        """
        learned = {name: getattr(record, name) for name in self.learned}
        return Row(state.row.id, "done", new={**learned, **(state.row.new or {})})

    def takes_rights(self, row: Row) -> bool:
        """Return whether the new values take the rights of an administrator, or keep one from signing in."""
        return locks_out(self.new_values or {})


@frozen(kw_only=True)
class Deletion(Job):
    """A job that deletes rows.

    Attributes:
        confirm: The number of rows that it has to find; None for a dry run.
        verb: Its verb, for errors.
    """

    confirm: int | None
    verb: str = "deleted"

    def __attrs_post_init__(self) -> None:
        """Check the number.

        Raises:
            InvalidArgumentError: It is not an integer, or below 0.
        """
        if self.confirm is not None:
            check.integer("confirm", self.confirm, minimum=0)

    def check_confirmed(self, planned: int | None = None) -> None:
        """Refuse a deletion without `confirm`, or with another number than the planned rows, if they are counted."""
        rule = f"the number of rows that are to be {self.verb}, as a dry run counts them"
        if self.confirm is None:
            raise InvalidArgumentError("confirm", rule, None)
        if planned is not None and self.confirm != planned:
            raise InvalidArgumentError("confirm", f"{planned}, {rule}", self.confirm)

    def takes_rights(self, row: Row) -> bool:
        """Return whether the rows are users."""
        return self.admins is not None


@frozen(kw_only=True)
class Restoration(Job):
    """A job that sets the values of before another job, which each row has as its own."""

    def needs_look_up(self, state: RowState, now: datetime) -> bool:
        """Return whether the record of a row is too old to show that the values of the other job still stand."""
        return state.uncertain or not state.is_fresh(now)

    def described(self, state: RowState, record: Any) -> RowState:
        """Return a row with its own values, without those that a record has already if a part of them was restored."""
        row = state.row
        if row.cause != "partly_changed" and not state.is_partial:
            return state
        old, new = row.old or {}, row.new or {}
        left = [name for name, is_equal in compared(record, new).items() if not is_equal]
        changed = evolve(row, old={name: old[name] for name in left}, new={name: new[name] for name in left})
        return evolve(state, row=changed)

    def withheld(self, state: RowState, record: Any) -> Row | None:
        """Return the outcome of a row, unless it has the values of the other job, and is still to be restored.

        Values that others have changed since are not overwritten.
        """
        row = state.row
        if all(compared(record, row.new).values()):
            if state.uncertain:
                return Row(row.id, "done")
            return Row(row.id, "skipped", outcomes.UNCHANGED, cause="unchanged")
        changed = [name for name, is_equal in compared(record, row.old).items() if not is_equal]
        if changed:
            name = changed[0]
            set_by_job = f"and the job set {(row.old or {})[name]!r:.{SHOWN}}"
            reason = f"it was changed since: {name} is {getattr(record, name, None)!r:.{SHOWN}}, {set_by_job}"
            return Row(row.id, "skipped", reason, cause="changed_since")
        # Before the first row, only those that the journal shows as administrators were kept from a lockout.
        if getattr(record, "role", None) == "admin" and not _was_admin(row) and self.takes_rights(row):
            reason = f"it was changed since: role is 'admin', and was {row.role!r:.{SHOWN}}"
            return Row(row.id, "skipped", reason, cause="changed_since")
        return None

    def values_of(self, state: RowState) -> Mapping[str, Any] | None:
        """Return the old values of a row."""
        return state.row.new

    def was_sent(self, state: RowState) -> bool:
        """Return True, because the other job has sent all rows."""
        return True

    def hides_value(self, state: RowState, record: Any) -> bool:
        """Return whether a record lacks a field that shows if a row is still to be restored."""
        return None in compared(record, state.row.new).values()

    def takes_rights(self, row: Row) -> bool:
        """Return whether the old values of a row take the rights of an administrator, or keep one from signing in."""
        return locks_out(row.new or {})

    def may_be_admin(self, state: RowState) -> bool:
        """Return whether the user of a row was an administrator before the other job, or was made one by it."""
        return _was_admin(state.row) or bool(state.is_admin)

    def may_change_admin(self, row_id: str, record: Any) -> bool:
        """Return True, because the other job has named its administrators."""
        return True


@frozen(kw_only=True)
class Work(Job):
    """A job that acts as users; no record shows whether its work was done.

    A row is looked up right before, because the user is afterwards as active as then.

    Attributes:
        activates: Whether an inactive user is active for as long as the job acts as them.
    """

    activates: bool

    def needs_look_up(self, state: RowState, now: datetime) -> bool:
        """Return True."""
        return True

    def withheld(self, state: RowState, record: Any) -> Row | None:
        """Return the outcome of a user who cannot be acted as, or whose work may be lost; None for another one."""
        if state.is_doubtful:
            return self.outcome_of(state, record)
        outcome = self._of_administrator(state, record)
        if outcome is not None or state.was_active:
            return outcome
        if state.was_active is None:
            reason = "the service does not show whether it is active"
            return Row(state.row.id, "skipped", reason, cause="activity_not_shown")
        if not self.activates:
            return Row(state.row.id, "skipped", "it is not active, and activate is not set", cause="inactive")
        return None

    def doubted(self, state: RowState) -> Row:
        """Return the row of a user who may still be active; they are looked up, but not acted as again."""
        row, doubt = state.row, outcomes.DOUBTFUL_WORK
        reason = doubt if row.reason is None else f"{row.reason}; {doubt}"
        return evolve(row, outcome="unknown", reason=reason[:MAX_REASON], cause="doubtful")

    def took_effect(self, state: RowState, record: Any) -> bool:
        """Return whether the user is again as active as before the job."""
        return record is not None and getattr(record, "is_active", None) == state.was_active

    def outcome_of(self, state: RowState, record: Any) -> Row:
        """Return the outcome of the work, unless the user has stayed active or is gone."""
        if getattr(record, "is_active", None) and not state.was_active:
            return Row(state.row.id, "unknown", outcomes.LEFT_ACTIVE, OK, cause="still_active")
        if state.is_doubtful:
            return evolve(state.row, outcome="done", cause=None)
        if record is None:
            return _gone(state.row.id, "the user does not exist any more")
        return state.row


@frozen(kw_only=True)
class Copy(Job):
    """A job that saves users; every user can be saved, administrators too, and the service does not show the files."""

    def needs_look_up(self, state: RowState, now: datetime) -> bool:
        """Return whether there was no record of the row yet; an uncertain row is saved again."""
        return not state.sent and state.row.old is None

    def withheld(self, state: RowState, record: Any) -> Row | None:
        """Return None."""
        return None

    def doubted(self, state: RowState) -> Row:
        """Return the row as it is."""
        return state.row

    def outcome_of(self, state: RowState, record: Any) -> Row:
        """Return the row as it is."""
        return state.row


def compared(record: Any, values: Mapping[str, Any] | None) -> dict[str, bool | None]:
    """Return for each field whether a record has its value; None if the service did not send it."""
    return {name: _has_value(getattr(record, name, None), value) for name, value in (values or {}).items()}


def _has_value(current: Any, value: Any) -> bool | None:
    if isinstance(current, str) and isinstance(value, str):
        return current.strip() == value.strip()  # as observed, the service strips the text that it is sent
    return None if current is None and value is not None else bool(current == value)


def locks_out(values: Mapping[str, Any]) -> bool:
    """Return whether these values take the rights of an administrator, or keep one from signing in.

    >>> locks_out({"is_active": False})
    True
    """
    return values.get("is_active") is False or values.get("role", "admin") != "admin"


def _was_admin(row: Row) -> bool:
    """Return whether the user of a row to restore was an administrator before the job, or was made one by it.

    A user whose role is not known may be one.
    """
    return row.role in ("admin", None) or (row.old or {}).get("role") == "admin"


def _gone(row_id: str, reason: str) -> Row:
    return Row(row_id, "failed", reason, 404, outcomes.NOT_FOUND, cause="gone")
