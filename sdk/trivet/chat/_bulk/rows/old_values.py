"""The old values of a row: which of them an undo restores, and whether they may still be restored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from .change import RowChange, locks_out
from .evidence import has_value
from .row import Row

__all__ = ["may_be_admin", "restoring_outcome", "restoring_row"]

SHOWN = 100
"""The most characters of a value in a reason."""
OK = 200
PARTIAL = "the job may have changed a part of it"
NOT_KNOWN = "it is not known whether the job changed it; resume that job first"


def restoring_row(change: RowChange) -> Row:
    """Return the row that restores what a change has replaced; a row that has nothing to restore is skipped."""
    row, partial = change.row, _is_partial(change)
    if row.outcome != "done" and not partial:
        if change.uncertain:
            hint = f"{NOT_KNOWN}, with retry_failed=True" if row.outcome == "failed" else NOT_KNOWN
            return Row(row.id, "skipped", hint, label=row.label)
        reason = f"the job did not change it: its outcome is {row.outcome}"
        return Row(row.id, "skipped", reason, label=row.label, cause="untouched")
    new, old = row.new or {}, row.old or {}
    unknown = [name for name in new if name not in old]
    if unknown:
        reason = f"its {' and '.join(unknown)} before the job is not known"
        return Row(row.id, "skipped", reason, label=row.label)
    changed = [name for name in new if new[name] != old[name]]
    if not changed:
        reason = "the job did not change it: it had the new values before"
        return Row(row.id, "skipped", reason, label=row.label, cause="untouched")
    return Row(
        row.id,
        "planned",
        PARTIAL if partial else None,
        label=row.label,
        cause="partly_changed" if partial else None,
        old={name: new[name] for name in changed},
        new={name: old[name] for name in changed},
    )


def restoring_outcome(change: RowChange, record: Any) -> Row | None:
    """Return the outcome of a row that has its own values; None while it has the old ones and is still to be changed.

    What was changed by others since is not overwritten.
    """
    if change.row.cause == "partly_changed" or _is_partial(change):
        change.row = _still_changed(change.row, record)
    row = change.row
    if _differing(record, row.new or {}) is None:
        if change.uncertain:
            return Row(row.id, "done")
        return Row(row.id, "skipped", "it has these values already", cause="unchanged")
    name = _differing(record, row.old or {})
    if name is not None:
        found = getattr(record, name, None)
        set_by_job = f"and the job set {(row.old or {})[name]!r:.{SHOWN}}"
        return Row(row.id, "skipped", f"it was changed since: {name} is {found!r:.{SHOWN}}, {set_by_job}")
    # Before the first row, only those that the journal shows as administrators were kept from a lockout.
    if getattr(record, "role", None) == "admin" and not may_be_admin(row) and locks_out(row.new or {}):
        return Row(row.id, "skipped", f"it was changed since: role is 'admin', and was {row.role!r:.{SHOWN}}")
    return None


def may_be_admin(row: Row) -> bool:
    """Return whether the user of a row to restore was an administrator before the job, or was made one by it.

    A user whose role is not known may be one.
    """
    return row.role in ("admin", None) or (row.old or {}).get("role") == "admin"


def _differing(record: Any, values: Mapping[str, Any]) -> str | None:
    """Return the first field of a record that has another value, or is not shown."""
    return next((name for name, value in values.items() if not has_value(record, name, value)), None)


def _is_partial(change: RowChange) -> bool:
    """Return whether an update was answered with a success, and not all of its values were found afterwards."""
    return change.sent and change.row.outcome == "failed" and change.row.status == OK


def _still_changed(row: Row, record: Any) -> Row:
    """Return a row without the values that a record has already."""
    old, new = row.old or {}, row.new or {}
    left = [name for name, value in new.items() if not has_value(record, name, value)]
    return evolve(row, old={name: old[name] for name in left}, new={name: new[name] for name in left})
