"""What became of each row of a bulk job."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ..._core.public import exported_from
from ...errors import APIConnectionError, APIError, APIStatusError, DecodeError

__all__ = ["Outcome", "Report", "Row", "failure"]

Outcome: TypeAlias = Literal["planned", "done", "failed", "skipped", "unknown"]
"""`planned`: nothing has been sent yet. `done`: it took effect. `failed`: the service refused, or was never reached.
`skipped`: it was left alone. `unknown`: it was sent and no answer came, so it may or may not have taken effect."""

OUTCOMES: tuple[Outcome, ...] = ("done", "failed", "skipped", "unknown", "planned")

SHOWN = 500


@exported_from("trivet.chat.bulk")
@frozen
class Row:
    """One user or conversation of a bulk job.

    Attributes:
        id: Its id, as it was given.
        outcome: What became of it.
        reason: Why it was skipped, or what went wrong; else None.
        status: The HTTP status that it failed with, if there was an answer.
        code: The service's own code, if that answer had one.
    """

    id: str
    outcome: Outcome
    reason: str | None = None
    status: int | None = None
    code: str | None = None


@exported_from("trivet.chat.bulk")
@frozen(repr=False)
class Report:
    """What became of a bulk job.

    Attributes:
        rows: Every row, in the order in which they were given.
    """

    rows: tuple[Row, ...]

    @property
    def counts(self) -> dict[Outcome, int]:
        """How many rows there are of each outcome; one that did not occur is left out."""
        found = [row.outcome for row in self.rows]
        return {each: found.count(each) for each in OUTCOMES if each in found}

    @property
    def done(self) -> list[Row]:
        """The rows that took effect."""
        return self._only("done")

    @property
    def failed(self) -> list[Row]:
        """The rows that the service refused, or that never reached it."""
        return self._only("failed")

    @property
    def skipped(self) -> list[Row]:
        """The rows that were left alone."""
        return self._only("skipped")

    @property
    def unknown(self) -> list[Row]:
        """The rows that were sent and not answered; the same job run again looks them up."""
        return self._only("unknown")

    @property
    def planned(self) -> list[Row]:
        """The rows that would be changed, after a dry run; those that are still to come, after a job that stopped."""
        return self._only("planned")

    def _only(self, outcome: Outcome) -> list[Row]:
        return [row for row in self.rows if row.outcome == outcome]

    def __str__(self) -> str:
        found = ", ".join(f"{count} {outcome}" for outcome, count in self.counts.items())
        rows = "1 row" if len(self.rows) == 1 else f"{len(self.rows)} rows"
        return f"{rows}: {found}" if found else rows

    def __repr__(self) -> str:
        return f"Report({self})"


def failure(row_id: str, error: APIError, *, changing: bool) -> Row:
    """Make the row of an error: unknown where a change may have taken effect all the same.

    Args:
        row_id: The row's id.
        error: What came instead of an answer that fits. Its text holds no credentials.
        changing: Whether the call was the change itself, and not a look-up.
    """
    text = str(error)
    reason = text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
    match error:
        case APIStatusError(status=408 | 502 | 503 | 504) if changing:  # a gateway's: who is behind it may have done it
            return Row(row_id, "unknown", reason, error.status, error.code)
        case APIStatusError():
            return Row(row_id, "failed", reason, error.status, error.code)
        case DecodeError():
            return Row(row_id, "unknown" if changing else "failed", reason, error.status)
        case APIConnectionError(sent=True) if changing:
            return Row(row_id, "unknown", reason)
        case _:
            return Row(row_id, "failed", reason)
