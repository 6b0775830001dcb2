"""The change of one row: what is known of it while a bulk job runs."""

from __future__ import annotations

from attrs import define

from .row import Row

__all__ = ["RowChange"]


@define
class RowChange:
    """A row that a job changes, from its look-up to its outcome.

    Attributes:
        row: The row with its latest outcome.
        is_admin: Whether the row is an administrator; None until it was looked up.
        sent: Whether the change was sent, with or without an answer.
    """

    row: Row
    is_admin: bool | None = None
    sent: bool = False

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
        return self.row.outcome == "done" or self.uncertain

    def mark_sent(self) -> None:
        """Record that the change is sent; until an answer arrives, its outcome is unknown."""
        self.row = Row(self.row.id, "unknown", "it was sent, and no answer is known")
        self.sent = True

    def settle(self, row: Row) -> None:
        """Record the outcome; a row that is planned again has not been changed."""
        self.row = row
        self.sent = self.sent and row.outcome != "planned"

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
