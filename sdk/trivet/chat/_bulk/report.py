"""The report of a bulk job: every row with its outcome."""

from __future__ import annotations

from attrs import frozen

from ..._core.public import exported_from
from .row import Outcome, Row

__all__ = ["Report"]

OUTCOMES: tuple[Outcome, ...] = ("done", "failed", "skipped", "unknown", "planned")


@exported_from("trivet.chat.bulk")
@frozen(repr=False)
class Report:
    """The rows of a bulk job with their outcomes.

    >>> report = Bulk(chat).delete_users(leavers, dry_run=True)
    >>> print(report)
    12 rows: 1 skipped, 11 planned
    >>> len(report.planned)
    11

    Attributes:
        rows: Every row, in the order in which the rows were given.
    """

    rows: tuple[Row, ...]

    @property
    def counts(self) -> dict[Outcome, int]:
        """The number of rows of each outcome; an outcome without rows is left out."""
        outcomes = [row.outcome for row in self.rows]
        return {outcome: outcomes.count(outcome) for outcome in OUTCOMES if outcome in outcomes}

    @property
    def done(self) -> list[Row]:
        """The rows whose change took effect."""
        return self._with("done")

    @property
    def failed(self) -> list[Row]:
        """The rows that the service refused, or that never reached it."""
        return self._with("failed")

    @property
    def skipped(self) -> list[Row]:
        """The rows that were not to be changed."""
        return self._with("skipped")

    @property
    def unknown(self) -> list[Row]:
        """The rows that were sent and not answered; the same job run again looks them up."""
        return self._with("unknown")

    @property
    def planned(self) -> list[Row]:
        """After a dry run, the rows that would be changed; after a job that stopped, the rows not changed yet."""
        return self._with("planned")

    def _with(self, outcome: Outcome) -> list[Row]:
        return [row for row in self.rows if row.outcome == outcome]

    def __str__(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts.items())
        rows = "1 row" if len(self.rows) == 1 else f"{len(self.rows)} rows"
        return f"{rows}: {counts}" if counts else rows

    def __repr__(self) -> str:
        return f"Report({self})"
