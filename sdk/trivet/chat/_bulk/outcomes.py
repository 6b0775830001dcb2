"""Where the outcome of every row of a bulk job is decided, with its cause: before, by and after its change."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from attrs import evolve

from ..._concurrency.functions import resolve
from ..._core import check
from ..._text import short_repr
from ...errors import (
    APIConnectionError,
    APIError,
    APIStatusError,
    AuthenticationError,
    DecodeError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
    TrivetError,
)
from .jobs import Job, locks_out, lower_email
from .report import Report
from .row import MAX_REASON, Cause, Outcome, Row, RowChange

if TYPE_CHECKING:
    from .._generated import models as m

TITLE_LENGTH = 255
"""The most characters of a title, as observed; the contract states no limit, so only a dry run looks at it."""

SHOWN = 100
"""The most characters of a value in a reason."""

OK = 200
NOT_FOUND = "NOT_FOUND"
"""The service's own code for a record that does not exist."""

UNCHANGED = "it has these values already"
ADMIN_SKIPPED = "an administrator who is not named in admins"
ROLE_UNKNOWN = "a user whose role the service does not show, and who is not named in admins"
OWN_NOT_KNOWN = "an administrator who may be the account that runs the job; name that account in own"
DOUBTFUL = "it was done, but may be lost: the service or the job ended soon after"
CHANGED_AGAIN = "the service had lost the change, which was sent again"
DOUBTFUL_WORK = "the service or the job ended soon after, and no record shows whether a change is lost"
LEFT_ACTIVE = "it is active, and was not before the job"
MAY_BE_ACTIVE = "the user may still be active, and was not before the job"


# The rows of a source


def from_item(
    job: Job, index: int, item: object, where: Callable[[Any], bool] | None, read_at: datetime | None = None
) -> RowChange | None:
    """Return the row of an id or a record; None for a record that `where` leaves out.

    Args:
        job: The job.
        index: The position of the item in its source.
        item: The id, the record, or a row that has its outcome already.
        where: Selects records; None selects all.
        read_at: When the record was read.

    Raises:
        InvalidArgumentError: The item is neither an id nor a record, or is an id although `where` needs a record.
    """
    if isinstance(item, RowChange):
        return item
    if isinstance(item, str):
        argument = f"{job.argument}[{index}]"
        check.uuid(argument, item)
        if where is not None:
            rule = f"left out where {argument} is an id, because it needs a record"
            raise InvalidArgumentError("where", rule, item)
        return RowChange(Row(item, "planned", new=job.new_values))
    job.check_record(index, item)
    record: Any = item
    if where is not None and not _is_selected(where, record):
        return None
    change = RowChange(Row(record.id, "planned"), read_at=read_at if job.records_show_values else None)
    outcome = from_record(job, change, record)
    if outcome is not None:
        change.row = outcome.described_as(change.row)
    return change


def _is_selected(where: Callable[[Any], object], record: object) -> bool:
    selected = where(record)
    if isinstance(selected, bool):
        return selected
    # A coroutine is always true, so it must not pass for an answer.
    raise InvalidArgumentError("where", "a function that returns True or False", resolve(selected))


def with_email(email: str, users: Iterable[m.AdminUser], hidden: int = 0) -> m.AdminUser | RowChange:
    """Return the user with an email address, or the skipped row of an address that none or several have.

    Case counts only where two addresses differ in nothing else.

    Args:
        email: The address.
        users: Users with similar addresses. In a search `_` and `%` are wildcards, as observed, so most of its matches
            may be other users.
        hidden: How many users were on no page of the list that the users come from.
    """
    same = [user for user in users if lower_email(getattr(user, "email", "")) == lower_email(email)]
    exact = [user for user in same if user.email == email] or same
    if len(exact) == 1:
        return exact[0]
    reason = f"{len(exact)} users have this email address" if exact else "no user has this email address"
    if hidden and not exact:
        reason = f"no user on the pages of the list has this email address ({_users_are(hidden)} on none)"
    return RowChange(Row(email, "skipped", reason, label=email, cause="several_users" if exact else "no_user"))


def without_shares(conversation_id: str, error: APIStatusError) -> RowChange:
    """Return the skipped row of a conversation whose shares the caller may not list."""
    cause: Cause = "gone" if isinstance(error, NotFoundError) else "not_owner"
    return RowChange(Row(conversation_id, "skipped", _reason(error), error.status, error.code, cause=cause))


def restoring(change: RowChange) -> RowChange:
    """Return the row of an undo for a row of the other job; one with nothing to restore is skipped."""
    return RowChange(evolve(_restoring_row(change), role=change.row.role), is_admin=change.is_admin)


def _restoring_row(change: RowChange) -> Row:
    row, partial = change.row, _is_partial(change)

    def skipped(reason: str, cause: Cause) -> Row:
        return Row(row.id, "skipped", reason, label=row.label, cause=cause)

    if row.outcome != "done" and not partial:
        if change.uncertain:
            hint = "it is not known whether the job changed it; resume that job first"
            return skipped(f"{hint}, with retry_failed=True" if row.outcome == "failed" else hint, "not_settled")
        return skipped(f"the job did not change it: its outcome is {row.outcome}", "untouched")
    new, old = row.new or {}, row.old or {}
    unknown = [name for name in new if name not in old]
    if unknown:
        return skipped(f"its {' and '.join(unknown)} before the job is not known", "old_values_not_known")
    changed = [name for name in new if new[name] != old[name]]
    if not changed:
        return skipped("the job did not change it: it had the new values before", "untouched")
    return Row(
        row.id,
        "planned",
        "the job may have changed a part of it" if partial else None,
        label=row.label,
        cause="partly_changed" if partial else None,
        old={name: new[name] for name in changed},
        new={name: old[name] for name in changed},
    )


def _is_partial(change: RowChange) -> bool:
    """Return whether an update was answered with a success, and not all of its values were found afterwards."""
    return change.sent and change.row.outcome == "failed" and change.row.status == OK


# Before the change


def from_record(job: Job, change: RowChange, record: Any) -> Row | None:
    """Return the outcome that a record of the row shows; None when the row is still to be changed.

    Args:
        job: The job.
        change: The row, which gets the label and the values of the record.
        record: Its record; None if the row was sent and does not exist any more.
    """
    if job.kind == "act" and change.doubtful:
        if getattr(record, "is_active", None) and not change.was_active:
            return Row(change.row.id, "unknown", LEFT_ACTIVE, OK, cause="still_active")
        return evolve(change.row, outcome="done", cause=None)
    if record is None:
        return verified(job, change, None)
    if job.kind == "restore":
        return _before_restoring(change, record)
    fields = [*job.new_values, *job.learned] if job.new_values else job.shown
    change.describe(record, label=job.label, fields=fields, new=job.new_values)
    if job.kind == "save":  # every user can be saved, administrators too
        return None
    if change.uncertain and job.kind != "act" and is_shown(job, change, record):
        return shown(job, change, record)
    if job.learned:  # what is made again, such as a share, is another one than before
        change.row = evolve(change.row, new=job.new_values)
    return _of_administrator(job, change, record) or unsuitable(job, change)


def unsuitable(job: Job, change: RowChange) -> Row | None:
    """Return the skipped row of a record that needs no change, or of a user who cannot be acted as."""
    row = change.row
    if job.kind == "act":
        if change.was_active is None:
            reason = "the service does not show whether it is active"
            return Row(row.id, "skipped", reason, cause="activity_not_shown")
        if not change.was_active and not job.activates:
            return Row(row.id, "skipped", "it is not active, and activate is not set", cause="inactive")
        return None
    old, new = row.old or {}, row.new or {}
    is_unchanged = bool(new) and all(name in old and old[name] == value for name, value in new.items())
    if job.skip_unchanged and not change.sent and is_unchanged:
        return Row(row.id, "skipped", UNCHANGED, cause="unchanged")
    return None


def _of_administrator(job: Job, change: RowChange, record: Any) -> Row | None:
    """Return the skipped row of an administrator who is not named; None for another one."""
    if job.admins is None:
        return None
    role = getattr(record, "role", None)  # the contract does not promise it
    change.is_admin = role == "admin" or bool(getattr(record, "is_app_admin", None))
    if job.names_admin(change.row.id, record):
        return None
    if change.is_admin:
        return Row(change.row.id, "skipped", ADMIN_SKIPPED, cause="admin_not_named")
    return None if role is not None else Row(change.row.id, "skipped", ROLE_UNKNOWN, cause="role_not_shown")


def _before_restoring(change: RowChange, record: Any) -> Row | None:
    """Return the outcome of a row that has its own values; None while it has the old ones and is still to be changed.

    Values that others have changed since are not overwritten.
    """
    if change.row.cause == "partly_changed" or _is_partial(change):
        change.row = _still_changed(change.row, record)
    row = change.row
    if _differing(record, row.new or {}) is None:
        if change.uncertain:
            return Row(row.id, "done")
        return Row(row.id, "skipped", UNCHANGED, cause="unchanged")
    name = _differing(record, row.old or {})
    if name is not None:
        set_by_job = f"and the job set {(row.old or {})[name]!r:.{SHOWN}}"
        reason = f"it was changed since: {name} is {getattr(record, name, None)!r:.{SHOWN}}, {set_by_job}"
        return Row(row.id, "skipped", reason, cause="changed_since")
    # Before the first row, only those that the journal shows as administrators were kept from a lockout.
    if getattr(record, "role", None) == "admin" and not may_be_admin(row) and locks_out(row.new or {}):
        reason = f"it was changed since: role is 'admin', and was {row.role!r:.{SHOWN}}"
        return Row(row.id, "skipped", reason, cause="changed_since")
    return None


def may_be_admin(row: Row) -> bool:
    """Return whether the user of a row to restore was an administrator before the job, or was made one by it.

    A user whose role is not known may be one.
    """
    return row.role in ("admin", None) or (row.old or {}).get("role") == "admin"


def _differing(record: Any, values: Mapping[str, Any]) -> str | None:
    """Return the first field of a record that has another value, or is not shown."""
    return next((name for name, value in values.items() if not has_value(record, name, value)), None)


def _still_changed(row: Row, record: Any) -> Row:
    """Return a row without the values that a record has already."""
    old, new = row.old or {}, row.new or {}
    left = [name for name, value in new.items() if not has_value(record, name, value)]
    return evolve(row, old={name: old[name] for name in left}, new={name: new[name] for name in left})


def refused_title(job: Job, change: RowChange) -> Row | None:
    """Return the row that fails because its new title is too long; None for another one."""
    title = (job.new_values or {}).get("title")
    length = len(title.strip()) if job.argument == "conversations" and isinstance(title, str) else 0
    if length <= TITLE_LENGTH:
        return None
    reason = f"the service takes titles of {TITLE_LENGTH} characters; this one has {length}"
    return Row(change.row.id, "failed", reason, cause="title_too_long")


def not_owned(job: Job, change: RowChange) -> Row:
    """Return the row of a conversation that belongs to another user, which only its owner may change.

    A deletion skips it. An update sends it all the same, so that its dry run says that it will fail.

    Contract: States and transitions.
    """
    verb = "delete" if job.kind == "delete" else "change"
    reason = f"only its owner may {verb} it, and that is the user {change.owner_id}: act as them"
    return Row(change.row.id, "skipped" if job.kind == "delete" else "failed", reason, cause="not_owner")


def own_account(change: RowChange) -> Row:
    """Return the skipped row of the account that runs the job, and that could not finish it."""
    reason = "it is the account that runs the job, and would lock itself out"
    return Row(change.row.id, "skipped", reason, cause="own_account")


def own_not_known(change: RowChange) -> Row:
    """Return the planned row of an administrator who may be the account that runs the job."""
    return evolve(change.row, reason=OWN_NOT_KNOWN, cause="own_not_known")


def cannot_be_own(user: m.AdminUser) -> str | None:
    """Return why a user cannot be the account that runs a job; None if it can.

    The service lets only active administrators use the operations of administrators. A field that it does not show
    refutes nothing.
    """
    name = getattr(user, "email", user.id)
    if getattr(user, "is_active", None) is False:
        return f"{name} may not sign in"
    if getattr(user, "role", None) == "user" and not getattr(user, "is_app_admin", None):
        return f"{name} is not an administrator"
    return None


def last_admin(change: RowChange, hidden: int = 0) -> Row:
    """Return the skipped row of the last active administrators.

    Args:
        change: The row.
        hidden: How many users are on no page of the list of users; another administrator may be among them.
    """
    reason = "no active administrator would be left"
    if hidden:
        way_out = "the account that runs the job is known to be one once it has a conversation: create one, and repeat"
        reason = f"no other active administrator was found, and {_users_are(hidden)} on no page of the list; {way_out}"
    return Row(change.row.id, "skipped", reason, cause="last_admin")


def doubted(job: Job, change: RowChange) -> Row:
    """Return the row of a doubtful change, which a look-up then settles.

    A user who was acted as is looked up, because they may still be active, but not acted as again. Saved files are not
    on the service, so that a saved user is not doubted.
    """
    if job.kind == "save":
        return change.row
    if job.kind == "act":
        reason = DOUBTFUL_WORK if change.row.reason is None else f"{change.row.reason}; {DOUBTFUL_WORK}"
        return evolve(change.row, outcome="unknown", reason=reason[:MAX_REASON], cause="doubtful")
    return evolve(change.row, outcome="unknown", reason=DOUBTFUL, cause="doubtful")


def settled_by_hand(row_id: str, outcome: Outcome, reason: str | None) -> Row:
    """Return the row whose outcome the user has recorded."""
    return Row(row_id, outcome, reason, cause="by_hand")


# By the change


def stops_job(error: TrivetError) -> bool:
    """Return whether an error concerns all rows, and not the one that it was raised for.

    The token or the client can no longer be used, or the caller may not use the operations of administrators.
    """
    if not isinstance(error, APIError) or isinstance(error, AuthenticationError):
        return True
    return isinstance(error, PermissionDeniedError) and error.operation.startswith("admin.")


def not_sent(change: RowChange) -> Row:
    """Return the row of a change that was refused for a reason which concerns all rows."""
    return Row(change.row.id, "planned")


def shown(job: Job, change: RowChange, record: Any) -> Row:
    """Return the row of a change that a record shows, such as that of its answer, with what the job learns from it.

    What the job has learned from an answer stays: another share with the same user is not the one that it has made.
    """
    if not job.learned:
        return Row(change.row.id, "done")
    learned = {name: getattr(record, name) for name in job.learned}
    return Row(change.row.id, "done", new={**learned, **(change.row.new or {})})


def changed_again(row: Row) -> Row:
    """Return the row of a change that the service had lost, and that took effect when it was sent again."""
    return evolve(row, reason=CHANGED_AGAIN, cause="lost")


def from_error(row_id: str, error: APIError) -> Row:
    """Return the row of a change that failed: `unknown` where it may have taken effect, or a gateway sent the 404."""
    if isinstance(error, NotFoundError) and not is_gone(error):
        return unanswered(row_id, error)
    match error:
        case APIStatusError(status=408 | 502 | 503 | 504) | DecodeError() | APIConnectionError(sent=True):
            # The statuses come from a gateway: the server behind it may have made the change.
            return unanswered(row_id, error)
        case _:
            return unchanged_by_error(row_id, error)


def from_failed_look_up(change: RowChange, error: APIError) -> Row:
    """Return the row of a look-up that failed: `unknown` where an earlier change may have taken effect."""
    return unanswered(change.row.id, error) if change.uncertain else unchanged_by_error(change.row.id, error)


def unchanged_by_error(row_id: str, error: APIError) -> Row:
    """Return the row of an error that shows that nothing was changed."""
    match error:
        case APIStatusError():
            cause: Cause = "gone" if is_gone(error) else "refused" if error.status < 500 else "crashed"
            return Row(row_id, "failed", _reason(error), error.status, error.code, cause=cause)
        case DecodeError():
            return Row(row_id, "failed", _reason(error), error.status, cause="crashed")
        case _:
            return Row(row_id, "failed", _reason(error), cause="not_sent")


def unanswered(row_id: str, error: APIError) -> Row:
    """Return the row of a change that was sent and not answered, or whose look-up failed."""
    status = error.status if isinstance(error, APIStatusError | DecodeError) else None
    code = error.code if isinstance(error, APIStatusError) else None
    return Row(row_id, "unknown", _reason(error), status, code, cause="unanswered")


def from_work(row_id: str, result: object) -> Row:
    """Return the row of a user after the function of `act_as_users` was called for them; the reason is its result."""
    reason = None if result is None else str(result)[:MAX_REASON]
    if isinstance(result, Report) and (result.failed or result.unknown or result.planned):
        return Row(row_id, "failed", reason, cause="work_failed")
    return Row(row_id, "done", reason)


def from_failed_work(row_id: str, error: TrivetError) -> Row:
    """Return the row of a user after the function of `act_as_users` has raised an error."""
    if isinstance(error, APIError):
        return evolve(unchanged_by_error(row_id, error), cause="work_failed")
    return Row(row_id, "failed", str(error)[:MAX_REASON], cause="work_failed")


def not_activated(row_id: str) -> Row:
    """Return the row of a user who was activated to be acted as, while the service still shows them as inactive."""
    return Row(row_id, "failed", "it was activated, and the service does not show it", cause="no_effect")


def may_be_active(row_id: str, problem: str, outcome: Row | TrivetError) -> Row:
    """Return the row of a user who was activated to be acted as, and could not be deactivated.

    Args:
        row_id: The row's id.
        problem: The reason of that.
        outcome: The outcome of the work, or the error that ended it.
    """
    if isinstance(outcome, Row):
        reason, status, code = outcome.reason, outcome.status, outcome.code
    else:
        reason, status, code = str(outcome), None, None
    text = f"{MAY_BE_ACTIVE}: {problem}"
    text = text if reason is None else f"{text}; {reason}"
    return Row(row_id, "unknown", text[:MAX_REASON], status, code, cause="still_active")


def saved(row_id: str, conversations: int) -> Row:
    """Return the row of a user who was saved with so many conversations."""
    return Row(row_id, "done", "1 conversation" if conversations == 1 else f"{conversations} conversations")


# After the change


def verified(job: Job, change: RowChange, record: Any) -> Row:
    """Return the outcome of a change that was sent, as a look-up shows it.

    A change that was answered and had no effect has the status of that answer.

    Args:
        job: The job.
        change: The row.
        record: Its record after the change; None if there is none.
    """
    row_id = change.row.id
    if job.kind == "save":  # the service does not show saved files
        return change.row
    if job.kind == "act":
        if record is None:
            return Row(row_id, "failed", "the user does not exist any more", 404, NOT_FOUND, cause="gone")
        if getattr(record, "is_active", None) and not change.was_active:
            return Row(row_id, "unknown", LEFT_ACTIVE, cause="still_active")
        return change.row
    values = job.values_of(change)
    effect = is_shown(job, change, record)
    if effect:
        return shown(job, change, record)
    if values is None:
        reason = "the deletion has no effect: the service still has the record"
        return Row(row_id, "failed", reason, 204, cause="no_effect")
    if record is None:
        return Row(row_id, "failed", "the service does not have the record any more", 404, NOT_FOUND, cause="gone")
    if effect is None:
        hidden = [name for name, value in values.items() if has_value(record, name, value) is None]
        reason = f"the service does not show {' and '.join(hidden)}"
        return Row(row_id, "unknown", reason, OK, cause="not_shown")
    others = [
        f"{name} is {short_repr(getattr(record, name))}"
        for name, value in values.items()
        if has_value(record, name, value) is False
    ]
    reason = f"the update has no effect: {' and '.join(others)}"
    return Row(row_id, "failed", reason, OK, cause="no_effect")


def is_shown(job: Job, change: RowChange, record: Any) -> bool | None:
    """Return whether a record shows that the change took effect; None if it does not show a field.

    Args:
        job: The job.
        change: The row.
        record: Its record after the change, or another one that was sent instead; None if there is none.
    """
    if job.kind == "act":  # the user is again as active as before the job
        return record is not None and getattr(record, "is_active", None) == change.was_active
    if record is not None and getattr(record, "id", change.row.id).lower() != change.row.id.lower():
        return False
    values = job.values_of(change)
    if values is None:
        return record is None
    if record is None:
        return False
    equal = [has_value(record, name, value) for name, value in values.items()]
    if False in equal:
        return False
    return None if None in equal else True


def hides_value(job: Job, change: RowChange, record: Any) -> bool:
    """Return whether a field decides if the change took effect, or is still to be made, and the record lacks it."""
    if job.kind == "restore":
        return any(has_value(record, name, value) is None for name, value in (change.row.new or {}).items())
    return is_shown(job, change, record) is None


def has_value(record: Any, name: str, value: Any) -> bool | None:
    """Return whether a field of a record has a value; None if the service did not send it."""
    current = getattr(record, name, None)
    if isinstance(current, str) and isinstance(value, str):
        return current.strip() == value.strip()  # as observed, the service strips the text that it is sent
    return None if current is None and value is not None else bool(current == value)


def is_gone(error: APIError) -> bool:
    """Return whether an error of the service itself says that there is no such record.

    A gateway sends a 404 as well, as text or HTML, and the service's framework does for a route that it does not have.
    """
    if not isinstance(error, NotFoundError):
        return False
    try:
        body = json.loads(error.body)
    except (ValueError, RecursionError):
        return False
    problem = cast("dict[str, Any]", body).get("error") if isinstance(body, dict) else None
    return isinstance(problem, dict) and cast("dict[str, Any]", problem).get("code") == NOT_FOUND


def _reason(error: APIError) -> str:
    text = str(error)  # holds no credentials
    return text if len(text) <= MAX_REASON else text[: MAX_REASON - 3] + "..."


def _users_are(count: int) -> str:
    return "1 user is" if count == 1 else f"{count} users are"
