"""The latest answers in a journal: the changes that a service may have confirmed without ever storing them."""

from __future__ import annotations

from datetime import datetime, timedelta

from .rows.change import RowChange
from .rows.evidence import is_answered

__all__ = ["LOST_WITHIN", "RecentAnswers"]

LOST_WITHIN = timedelta(seconds=30)
"""How old an answer can be whose change is lost when the service dies. As observed, services answer before they commit.
And after a power cut, a database that does not wait for its disk lacks the writes that the system held back: on Linux,
those of 30 s (vm.dirty_expire_centisecs)."""


class RecentAnswers:
    """The answers of the service since it was last in doubt, as a journal is read line by line."""

    def __init__(self) -> None:
        self._answers: list[tuple[datetime, RowChange, bool]] = []
        self._in_flight: set[str] = set()
        self._overtaken: set[str] = set()

    def send(self, change: RowChange) -> None:
        """Note that a change was sent."""
        self._in_flight.add(change.row.id)
        self._overtaken.discard(change.row.id)

    def settle(self, at: datetime, change: RowChange) -> None:
        """Note the outcome of a row. A change that a look-up has shown is stored, and not doubted."""
        row_id = change.row.id
        sent, overtaken = row_id in self._in_flight, row_id in self._overtaken
        self._in_flight.discard(row_id)
        self._overtaken.discard(row_id)
        if change.by_hand:
            return
        if not is_answered(change.row):
            self.doubt()
            return
        change.doubtful = overtaken and change.row.outcome == "done"
        self._answers.append((at, change, sent))

    def doubt(self) -> None:
        """Mark the changes as doubtful that were done shortly before the latest answer, because none came after it.

        The time of that answer counts, and not that of the failure, which may be a timeout later. An answer to a change
        that is in flight may have come before the failure, too.
        """
        for at, change, sent in self._answers:
            recent = at >= self._answers[-1][0] - LOST_WITHIN
            if sent and recent and change.row.outcome == "done" and not change.by_hand:
                change.doubtful = True
        self._answers.clear()
        self._overtaken |= self._in_flight

    def end_run(self, *, closed: bool) -> None:
        """Note the end of a run: its changes in flight are uncertain, and the next run looks them up.

        Args:
            closed: Whether the run has ended in order, and not with its process.
        """
        if not closed:
            self.doubt()
        self._in_flight.clear()
        self._overtaken.clear()
