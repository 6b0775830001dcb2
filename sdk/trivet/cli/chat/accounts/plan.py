"""The rows of a bulk job as people read them: before a change, and after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from trivet.chat.bulk import Report, Row
from trivet.cli.output.fields import Column

__all__ = [
    "PLAN",
    "RESULT",
    "change_of",
    "in_words",
    "is_as_asked",
    "looked_up_again",
    "planned_count",
    "record_of",
    "summary",
]

UNCHANGED = "it has these values already"
UNTOUCHED = "the job did not change it"
NAMED = ("who is not named in admins", "who is not named with --admin")
WORDS: Mapping[str, Mapping[object, str]] = {"is_active": {True: "active", False: "inactive"}}

PLAN = (
    Column("email", "Account"),
    Column("role", "Role"),
    Column("change", "Change"),
    Column("reason", "Note"),
)
"""The columns of a plan."""

RESULT = (
    Column("email", "Account"),
    Column("outcome", "Outcome"),
    Column("change", "Change"),
    Column("reason", "Note"),
)
"""The columns of a result."""


def change_of(row: Row) -> str:
    """Return what an update changes: `active → inactive`.

    >>> change_of(Row("4f8a…", "planned", old={"is_active": True}, new={"is_active": False}))
    'active → inactive'
    """
    old, new = row.old or {}, row.new or {}
    changes = [
        (name, f"{_word(name, old.get(name, '?'))} → {_word(name, value)}")
        for name, value in new.items()
        if name not in old or old[name] != value
    ]
    return ", ".join(text if name in WORDS else f"{name}: {text}" for name, text in changes)


def record_of(row: Row, change: Callable[[Row], str] = change_of) -> dict[str, Any]:
    """Return a row as a record for output.

    Args:
        row: The row.
        change: Says what happens to a row that is changed.
    """
    return {
        "email": row.label or row.id,
        "id": None if "@" in row.id else row.id,
        "role": row.role,
        "outcome": row.outcome,
        "change": "" if row.outcome == "skipped" else change(row),
        "reason": in_words(row).reason,
        "status": row.status,
        "before": None if row.old is None else dict(row.old),
        "after": None if row.new is None else dict(row.new),
    }


def in_words(row: Row) -> Row:
    """Return a row whose reason names the options of the command."""
    return row if row.reason is None else evolve(row, reason=row.reason.replace(*NAMED))


def is_as_asked(row: Row) -> bool:
    """Return whether a row is, or will be, as the user asked; a refusal or an account that is not found is not."""
    if row.outcome == "skipped":
        return row.reason is not None and row.reason.startswith((UNCHANGED, UNTOUCHED))
    return row.outcome in ("planned", "done")


def planned_count(report: Report) -> int:
    """Return how many rows a run would send: those without an outcome, and those that never got an answer."""
    return sum(
        row.outcome in ("planned", "unknown") or (row.outcome == "failed" and (row.status is None or row.status < 300))
        for row in report.rows
    )


def summary(report: Report) -> str:
    """Return the outcomes in words: `12 accounts: 11 done, 1 skipped`."""
    rows = len(report.rows)
    counts = ", ".join(f"{count} {outcome}" for outcome, count in report.counts.items())
    return f"{rows} account{'' if rows == 1 else 's'}" + (f": {counts}" if counts else "")


def looked_up_again(report: Report) -> str:
    """Return how many accounts of an earlier run were looked up again, and why; empty without any."""
    count, changed = report.looked_up_again, report.changed_again
    if not count:
        return ""
    accounts = "1 account was" if count == 1 else f"{count} accounts were"
    lost = f"; {changed} had been lost, and {'was' if changed == 1 else 'were'} changed again" if changed else ""
    return f"{accounts} looked up again, because the service or the job ended within 30 s after the change{lost}"


def _word(name: str, value: object) -> str:
    known = WORDS.get(name, {})
    if isinstance(value, bool) and value in known:
        return known[value]
    return "true" if value is True else "false" if value is False else str(value)
