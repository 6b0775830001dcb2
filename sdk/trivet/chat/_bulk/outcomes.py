"""The outcomes of rows that no record shows: before the first change, by an answer, by an error, by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from attrs import evolve

from ..._core.traceback_locals import forget_frames
from ...errors import (
    APIConnectionError,
    APIError,
    APIStatusError,
    AuthenticationError,
    DecodeError,
    NotFoundError,
    PermissionDeniedError,
    TrivetError,
)
from .report import Report
from .row import MAX_REASON, Cause, Outcome, Row
from .state import RowState

if TYPE_CHECKING:
    from .._generated import models as m

TITLE_LENGTH = 255
"""The most characters of a title, as observed; the contract states no limit, so only a dry run looks at it."""

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


# Before the change


def refused_title(state: RowState, new_values: Mapping[str, Any] | None) -> Row | None:
    """Return the row that fails because its new title is too long; None for another one."""
    title = (new_values or {}).get("title")
    length = len(title.strip()) if isinstance(title, str) else 0
    if length <= TITLE_LENGTH:
        return None
    reason = f"the service takes titles of {TITLE_LENGTH} characters; this one has {length}"
    return Row(state.row.id, "failed", reason, cause="title_too_long")


def not_owned(state: RowState, *, deletes: bool) -> Row:
    """Return the row of a conversation that belongs to another user, which only its owner may change.

    A deletion skips it. An update sends it all the same, so that its dry run says that it will fail.

    Contract: States and transitions.
    """
    verb = "delete" if deletes else "change"
    reason = f"only its owner may {verb} it, and that is the user {state.owner_id}: act as them"
    return Row(state.row.id, "skipped" if deletes else "failed", reason, cause="not_owner")


def own_account(state: RowState) -> Row:
    """Return the skipped row of the account that runs the job, and that could not finish it."""
    reason = "it is the account that runs the job, and would lock itself out"
    return Row(state.row.id, "skipped", reason, cause="own_account")


def own_not_known(state: RowState) -> Row:
    """Return the planned row of an administrator who may be the account that runs the job."""
    return evolve(state.row, reason=OWN_NOT_KNOWN, cause="own_not_known")


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


def last_admin(state: RowState, hidden: int = 0) -> Row:
    """Return the skipped row of the last active administrators.

    Args:
        state: The row.
        hidden: How many users are on no page of the list of users; another administrator may be among them.
    """
    reason = "no active administrator would be left"
    if hidden:
        way_out = "the account that runs the job is known to be one once it has a conversation: create one, and repeat"
        reason = f"no other active administrator was found, and {users_are(hidden)} on no page of the list; {way_out}"
    return Row(state.row.id, "skipped", reason, cause="last_admin")


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


def keep_to_row(error: APIError) -> None:
    """Raise an error that concerns all rows; of another one, forget the frames, because its row records it.

    Raises:
        APIError: It concerns all rows.
    """
    if stops_job(error):
        raise error
    forget_frames(error)


def not_sent(state: RowState) -> Row:
    """Return the row of a change that was refused for a reason which concerns all rows."""
    return Row(state.row.id, "planned")


def changed_again(row: Row) -> Row:
    """Return the row of a change that the service had lost, and that took effect when it was sent again."""
    return evolve(row, reason=CHANGED_AGAIN, cause="lost")


def from_error(row_id: str, error: APIError) -> Row:
    """Return the row of a change that failed: `unknown` where it may have taken effect, or a gateway sent the 404."""
    match error:
        case NotFoundError() if not is_gone(error):
            return unanswered(row_id, error)
        case APIStatusError(status=408 | 502 | 503 | 504) | DecodeError() | APIConnectionError(sent=True):
            # The statuses come from a gateway: the server behind it may have made the change.
            return unanswered(row_id, error)
        case _:
            return unchanged_by_error(row_id, error)


def from_failed_look_up(state: RowState, error: APIError) -> Row:
    """Return the row of a look-up that failed: `unknown` where an earlier change may have taken effect.

    Raises:
        APIError: It concerns all rows.
    """
    keep_to_row(error)
    return unanswered(state.row.id, error) if state.uncertain else unchanged_by_error(state.row.id, error)


def unchanged_by_error(row_id: str, error: APIError) -> Row:
    """Return the row of an error that shows that nothing was changed."""
    match error:
        case NotFoundError() if is_gone(error):
            return with_error(row_id, "failed", error, "gone")
        case APIStatusError() if error.status < 500:
            return with_error(row_id, "failed", error, "refused")
        case APIStatusError() | DecodeError():
            return with_error(row_id, "failed", error, "crashed")
        case _:
            return with_error(row_id, "failed", error, "not_sent")


def unanswered(row_id: str, error: APIError) -> Row:
    """Return the row of a change that was sent and not answered, or whose look-up failed."""
    return with_error(row_id, "unknown", error, "unanswered")


def with_error(row_id: str, outcome: Outcome, error: APIError, cause: Cause) -> Row:
    """Return a row with the text, the status and the code of an error."""
    text = str(error)  # holds no credentials
    reason = text if len(text) <= MAX_REASON else text[: MAX_REASON - 3] + "..."
    status = error.status if isinstance(error, APIStatusError | DecodeError) else None
    code = error.code if isinstance(error, APIStatusError) else None
    return Row(row_id, outcome, reason, status, code, cause=cause)


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


def users_are(count: int) -> str:
    """Return a number of users with its verb, for reasons."""
    return "1 user is" if count == 1 else f"{count} users are"
