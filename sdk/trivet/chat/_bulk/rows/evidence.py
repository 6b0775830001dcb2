"""What a look-up says about a change that was sent: it took effect, it did not, or nothing is known."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from ...._text import short_repr
from ....errors import APIError, NotFoundError
from .row import Row, row_of_error

__all__ = [
    "CHANGED_AGAIN",
    "DOUBTFUL",
    "has_value",
    "is_answered",
    "is_gone",
    "is_shown",
    "row_of_answer",
    "unknown_row",
    "verified_row",
]

NOT_FOUND = "NOT_FOUND"
"""The service's own code for a record that does not exist."""

GATEWAY = frozenset({502, 503, 504})
"""The statuses with which a gateway says that it got no answer from the service."""

DOUBTFUL = "it was done, but may be lost: the service or the job ended soon after"
CHANGED_AGAIN = "the service had lost the change, which was sent again"


def is_answered(row: Row) -> bool:
    """Return whether the outcome of a row is an answer of the service itself; the 404 of an unknown row is a gateway's.

    >>> is_answered(Row("4f8a…", "failed", "Connection refused"))
    False
    """
    if row.outcome not in ("failed", "unknown"):
        return True
    if row.status is None or row.status in GATEWAY:
        return False
    return (row.outcome, row.status) != ("unknown", 404)


def is_gone(error: APIError) -> bool:
    """Return whether an error is the service's own word that there is no such record.

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


def is_shown(values: Mapping[str, Any] | None, record: Any) -> bool | None:
    """Return whether a record shows that a change took effect; None if it does not show a field.

    Args:
        values: The new values of an update; None for a deletion.
        record: The record after the change; None if there is none.
    """
    if values is None:
        return record is None
    if record is None:
        return False
    shown = [has_value(record, name, value) for name, value in values.items()]
    if False in shown:
        return False
    return None if None in shown else True


def verified_row(row_id: str, values: Mapping[str, Any] | None, record: Any) -> Row:
    """Return the outcome of a change that was sent, as a look-up shows it.

    A change that was answered and had no effect has the status of that answer.

    Args:
        row_id: The row's id.
        values: The new values of an update; None for a deletion.
        record: The record after the change; None if there is none.
    """
    shown = is_shown(values, record)
    if shown:
        return Row(row_id, "done")
    if values is None:
        return Row(row_id, "failed", "the deletion has no effect: the service still has the record", 204)
    if record is None:
        return Row(row_id, "failed", "the service does not have the record any more", 404, NOT_FOUND)
    if shown is None:
        hidden = [name for name, value in values.items() if has_value(record, name, value) is None]
        return Row(row_id, "unknown", f"the service does not show {' and '.join(hidden)}", 200)
    others = [
        f"{name} is {short_repr(getattr(record, name))}"
        for name, value in values.items()
        if has_value(record, name, value) is False
    ]
    return Row(row_id, "failed", f"the update has no effect: {' and '.join(others)}", 200)


def row_of_answer(row_id: str, error: APIError) -> Row:
    """Return the row of a change that failed: `unknown` where it may have taken effect, or a gateway sent the 404."""
    if isinstance(error, NotFoundError) and not is_gone(error):
        return unknown_row(row_id, error)
    return row_of_error(row_id, error, changing=True)


def unknown_row(row_id: str, error: APIError) -> Row:
    """Return the row of a change that was sent, and whose look-up failed."""
    row = row_of_error(row_id, error, changing=True)
    return Row(row_id, "unknown", row.reason, row.status, row.code)


def has_value(record: Any, name: str, value: Any) -> bool | None:
    """Return whether a field of a record has a value; None if the service did not send it."""
    found = getattr(record, name, None)
    if isinstance(found, str) and isinstance(value, str):
        return found.strip() == value.strip()  # as observed, the service strips what it is sent
    return None if found is None and value is not None else bool(found == value)
