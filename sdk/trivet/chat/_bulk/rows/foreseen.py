"""The rows that the service will refuse to change, known before anything is sent."""

from __future__ import annotations

from ..jobs.job import Job
from .change import RowChange
from .row import Row

__all__ = ["is_title_only", "last_admin", "not_owned", "own_account", "refused_title"]

TITLE_LENGTH = 255
"""The most characters of a title, as observed; the contract states no limit, so only a dry run looks at it."""


def is_title_only(job: Job) -> bool:
    """Return whether a job changes the title of conversations, and nothing that only an owner may change."""
    return job.argument == "conversations" and set(job.new_values or ()) == {"title"}


def refused_title(job: Job, change: RowChange) -> Row | None:
    """Return the row that fails because its new title is too long; None for another one."""
    title = (job.new_values or {}).get("title")
    length = len(title.strip()) if job.argument == "conversations" and isinstance(title, str) else 0
    if length <= TITLE_LENGTH:
        return None
    return Row(change.row.id, "failed", f"the service takes titles of {TITLE_LENGTH} characters; this one has {length}")


def not_owned(job: Job, change: RowChange) -> Row:
    """Return the row of a conversation that belongs to another user, who alone may change it.

    A deletion skips it. An update sends it all the same, so that its dry run says that it will fail.

    Contract: States and transitions.
    """
    verb = "delete" if job.new_values is None else "change"
    reason = f"only its owner may {verb} it, and that is the user {change.owner_id}: act as them"
    return Row(change.row.id, "skipped" if job.new_values is None else "failed", reason)


def own_account(change: RowChange) -> Row:
    """Return the skipped row of the account that runs the job, and that could not finish it."""
    return Row(change.row.id, "skipped", "it is the account that runs the job, and would lock itself out")


def last_admin(change: RowChange, unlisted: int = 0) -> Row:
    """Return the skipped row of an administrator after whom no active one would be left.

    Args:
        change: The row.
        unlisted: How many users the list of users does not show; another administrator may be among them.
    """
    reason = "no active administrator would be left"
    if unlisted:
        users = "1 user is" if unlisted == 1 else f"{unlisted} users are"
        reason = f"no other active administrator was found, and {users} on no page of the list"
    return Row(change.row.id, "skipped", reason)
