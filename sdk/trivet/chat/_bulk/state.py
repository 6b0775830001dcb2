"""The state of a row on its way through a bulk job: each step takes one and returns the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from attrs import evolve, frozen

from ..._core.unset import UNSET
from .row import OK, Row

FRESH = timedelta(minutes=1)
"""How long a record counts as the latest state of its row: an older one is read again before the change."""

NULLABLE = frozenset({"title", "full_name", "shared_with"})
"""The fields that can be null; another field that is None was not in the answer."""


@frozen
class RowState:
    """A row and all that its job knows of it.

    Attributes:
        row: The row with its latest outcome.
        is_admin: Whether the row is an administrator; None until it was looked up.
        owner_id: The id of a conversation's owner; None where it is not known.
        read_at: When the record of the row was read, by the client's clock; None before.
        sent: Whether the change was sent, with or without an answer.
    """

    row: Row
    is_admin: bool | None = None
    owner_id: str | None = None
    read_at: datetime | None = None
    sent: bool = False

    @property
    def is_planned(self) -> bool:
        """Whether the change is still to be sent, perhaps once more."""
        return self.row.outcome == "planned"

    @property
    def uncertain(self) -> bool:
        """Whether the change may have taken effect, or may still do so, and nothing has confirmed it.

        A change that was answered with a success, and that a look-up did not show, may be stored late.
        """
        outcome, status = self.row.outcome, self.row.status
        may_have_changed = status is not None and (status < 300 or status == 408 or status >= 500)
        return self.sent and (outcome == "unknown" or (outcome == "failed" and may_have_changed))

    @property
    def is_doubtful(self) -> bool:
        """Whether the change was done in an earlier run and may be lost, because the service or the run ended soon."""
        return self.row.cause == "doubtful"

    @property
    def is_partial(self) -> bool:
        """Whether an update was answered with a success, and not all of its values were found afterwards."""
        return self.sent and self.row.outcome == "failed" and self.row.status == OK

    @property
    def verifiable(self) -> bool:
        """Whether a look-up can show if the change took effect: it was answered with a success, or is uncertain.

        An outcome that the user has recorded is not verified.
        """
        return (self.row.outcome == "done" and self.row.cause != "by_hand") or self.uncertain

    @property
    def was_active(self) -> bool | None:
        """Whether the user of the row was active before the job; None if the service did not show it."""
        active: bool | None = (self.row.old or {}).get("is_active")
        return active

    def is_fresh(self, now: datetime) -> bool:
        """Return whether the record of the row was read within the last minute.

        Args:
            now: The time by the client's clock.
        """
        return self.read_at is not None and timedelta(0) <= now - self.read_at <= FRESH

    def is_pending(self, *, retry_failed: bool) -> bool:
        """Return whether a run still has to handle the row; refused rows count only with `retry_failed`."""
        row = self.row
        if row.outcome == "failed":  # without a status, it was never sent; with a success, it had no effect
            return retry_failed or row.status is None or row.status < 300
        return row.outcome in ("planned", "unknown")

    def described(
        self, record: object, *, label: str, fields: Iterable[str], new: Mapping[str, Any] | None = None
    ) -> RowState:
        """Return the row with the label, role and values of a record; a row that was sent keeps its old values.

        Args:
            record: The user or conversation.
            label: The field that names the row.
            fields: The fields whose old values the row shows.
            new: The values that the change sets, if it is an update.
        """
        name, role = getattr(record, label, self.row.label), getattr(record, "role", None)
        if self.sent:
            row = self.row.described_as(Row(self.row.id, "planned", label=name, new=new, role=role))
        else:
            values = {field: getattr(record, field, UNSET) for field in fields}
            old = {
                field: value
                for field, value in values.items()
                if value is not UNSET and (value is not None or field in NULLABLE)
            }
            row = evolve(self.row, label=name, old=old, new=new, role=role)
        return evolve(self, row=row, owner_id=getattr(record, "user_id", None))

    def planned(self) -> RowState:
        """Return the row as one whose change is still to be sent, or to be sent again."""
        return self if self.is_planned else evolve(self, row=Row(self.row.id, "planned").described_as(self.row))

    def marked_sent(self) -> RowState:
        """Return the row while its change is sent; until an answer arrives, its outcome is unknown."""
        row = Row(self.row.id, "unknown", "it was sent, and no answer is known").described_as(self.row)
        return evolve(self, row=row, sent=True)

    def settled(self, row: Row) -> RowState:
        """Return the row with its outcome; a row that is planned again has not been changed."""
        return evolve(self, row=row.described_as(self.row), sent=self.sent and row.outcome != "planned")
