"""The rules that stop a bulk job before its last row."""

from __future__ import annotations

from ..._core.public import exported_from
from ...errors import TrivetError
from .replay import LOST_WITHIN
from .row import Row

UNANSWERED = 5
"""After so many rows in a row that the service did not answer, it is taken for dead."""


@exported_from("trivet.chat.bulk")
class JobStoppedError(TrivetError):
    """A bulk job stopped before its last row: the service does not answer, or too many rows failed.

    The rows in flight were completed first. The same call with the same journal goes on from there:

        try:
            bulk.update_users(users, is_active=False)
        except JobStoppedError as error:
            print(error, bulk.report)

    Attributes:
        reason: Which rule stopped the job, and the failure of the last row.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"the job was stopped: {self.reason}"


@exported_from("trivet.chat.bulk")
class StopNote(str):
    """A note on the error that stopped a bulk job: how far the job got, and how to resume it.

    A program that reports this in words of its own removes the note:

        error.__notes__ = [note for note in error.__notes__ if not isinstance(note, StopNote)]
    """

    __slots__ = ()


class StopRules:
    """Counts the rows of a run that got no answer, and those that failed."""

    def __init__(self, max_failures: int | None = None) -> None:
        """Begin with no failures.

        Args:
            max_failures: How many rows may fail or stay unknown before the job stops; None for any number.
        """
        self._max_failures = max_failures
        self._failures = 0
        self._unanswered = 0

    def count(self, row: Row) -> JobStoppedError | None:
        """Count the outcome of a row; return the error to stop with, if it is one too many."""
        if row.outcome not in ("failed", "unknown"):
            self._unanswered = 0
            return None
        self._failures += 1
        self._unanswered = 0 if row.is_answered else self._unanswered + 1
        if self._unanswered >= UNANSWERED:
            lost = f"a resumed job looks up again what was done in the {LOST_WITHIN.seconds} s before"
            return JobStoppedError(
                f"{self._unanswered} rows in a row got no answer from the service: {row.reason}; {lost}"
            )
        if self._max_failures is not None and self._failures >= self._max_failures:
            rows = "1 row" if self._failures == 1 else f"{self._failures} rows"
            return JobStoppedError(f"{rows} failed (max_failures={self._max_failures}), the last: {row.reason}")
        return None
