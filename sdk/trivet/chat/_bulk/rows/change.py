"""The change of one row: what is known of it while a bulk job runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, evolve

from ...._core.unset import UNSET
from .evidence import is_answered
from .row import Row

__all__ = ["RowChange", "locks_out"]

NULLABLE = frozenset({"title", "full_name", "shared_with"})
"""The fields that can be null; another field that is None was not in the answer."""


@define
class RowChange:
    """A row that a job changes, from its look-up to its outcome.

    Attributes:
        row: The row with its latest outcome.
        is_admin: Whether the row is an administrator; None until it was looked up.
        owner_id: The id of a conversation's owner; None where it is not known.
        sent: Whether the change was sent, with or without an answer.
        by_hand: Whether the user has recorded the outcome, which then is not verified.
        doubtful: Whether the change was done in an earlier run and may be lost, because the service or the run ended
            soon after; until the service has confirmed it again.
        changed_again: Whether the service had lost the change, and it was sent again.
    """

    row: Row
    is_admin: bool | None = None
    sent: bool = False
    owner_id: str | None = None
    by_hand: bool = False
    doubtful: bool = False
    changed_again: bool = False

    @property
    def uncertain(self) -> bool:
        """Whether the change may have taken effect without an answer that confirms it."""
        status = self.row.status
        return self.sent and (
            self.row.outcome == "unknown"
            or (self.row.outcome == "failed" and status is not None and (status >= 500 or status == 408))
        )

    @property
    def verifiable(self) -> bool:
        """Whether a look-up can show if the change took effect: it was answered with a success, or is uncertain."""
        return (self.row.outcome == "done" and not self.by_hand) or self.uncertain

    def describe(
        self, record: object, *, label: str, fields: Iterable[str], new: Mapping[str, Any] | None = None
    ) -> None:
        """Add the label, role and values of a record to the row; those of a row that was sent are not its old ones.

        Args:
            record: The user or conversation.
            label: The field that names the row.
            fields: The fields whose old values the row shows.
            new: The values that the change sets, if it is an update.
        """
        self.owner_id = getattr(record, "user_id", None)
        name, role = getattr(record, label, None), getattr(record, "role", None)
        if self.sent:
            self.row = self.row.described_as(Row(self.row.id, "planned", label=name, new=new, role=role))
            return
        found = {field: getattr(record, field, UNSET) for field in fields}
        old = {
            field: value
            for field, value in found.items()
            if value is not UNSET and (value is not None or field in NULLABLE)
        }
        self.row = evolve(self.row, label=name, old=old, new=new, role=role)

    def mark_sent(self) -> None:
        """Record that the change is sent; until an answer arrives, its outcome is unknown."""
        self.row = Row(self.row.id, "unknown", "it was sent, and no answer is known").described_as(self.row)
        self.sent = True

    def settle(self, row: Row, *, by_hand: bool = False) -> None:
        """Record the outcome; a row that is planned again has not been changed."""
        self.row = row.described_as(self.row)
        self.by_hand = by_hand
        self.doubtful = self.doubtful and not by_hand and not is_answered(row)
        self.sent = self.sent and row.outcome != "planned"

    def plan_again(self, *, retry_failed: bool) -> None:
        """Show a failed row as planned that the next run sends, for the dry run of a job that has begun."""
        if self.row.outcome == "failed" and not self.uncertain and self.is_pending(retry_failed=retry_failed):
            self.row = evolve(self.row, outcome="planned", reason=None, status=None, code=None, cause=None)

    def is_pending(self, *, retry_failed: bool) -> bool:
        """Return whether a run still has to handle the row; refused rows count only with `retry_failed`."""
        match self.row:
            case Row(outcome="planned" | "unknown") | Row(outcome="failed", status=None):
                return True
            case Row(outcome="failed", status=int(status)) if status < 300:  # it was answered, and had no effect
                return True
            case Row(outcome="failed"):
                return retry_failed
            case _:
                return False


def locks_out(values: Mapping[str, Any]) -> bool:
    """Return whether an administrator who gets these values is none afterwards, or may not sign in.

    >>> locks_out({"is_active": False})
    True
    """
    return values.get("is_active") is False or values.get("role", "admin") != "admin"
