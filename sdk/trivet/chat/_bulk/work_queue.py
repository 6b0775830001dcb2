"""The work queue of a run: hands out rows, writes their changes down, counts their outcomes, and stops."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Iterable

from ..._concurrency.cancellable import wait_in_slices
from ..._concurrency.functions import resolve
from .journal import Journal
from .replay import LOST_WITHIN
from .row import Progress, Row
from .state import RowState
from .stop_errors import JobStoppedError

UNANSWERED = 5
"""After so many rows in a row that the service did not answer, it is taken for dead."""

logger = logging.getLogger("trivet")


class WorkQueue:
    """The rows that a run still has to handle; several threads may use the queue at the same time.

    Attributes:
        stopped: Whether no more rows are handed out.
        refilled: Whether all rows were handed out once, and some are handed out again.
        error: The first error that stopped the run, or None.
    """

    def __init__(
        self,
        states: dict[str, RowState],
        pending: Iterable[RowState],
        journal: Journal | None = None,
        progress: Progress | None = None,
        max_failures: int | None = None,
    ) -> None:
        """Put the pending rows into the queue.

        Args:
            states: All rows of the job by their ids; the queue keeps their latest states there.
            pending: The rows to hand out; all others have their outcome.
            journal: The journal to write to; the queue closes it. None where nothing is changed.
            progress: Called after each outcome, one call at a time.
            max_failures: How many rows may fail or stay unknown before the run stops; None for any number.
        """
        self._states = states
        self._pending = deque(state.row.id for state in pending)
        self._journal = journal or Journal(None)
        self._progress = progress
        self._max_failures = max_failures
        self._failures = 0
        self._unanswered = 0
        self._settled = len(states) - len(self._pending)
        self._taken = 0
        self.stopped = False
        self.refilled = False
        # Held while the journal is written and the callback runs: neither has to be thread-safe.
        self._lock = threading.Condition()
        self.error: BaseException | None = None

    def __len__(self) -> int:
        """Return the number of rows that are still handed out; 0 once the run has to stop."""
        return 0 if self.stopped else len(self._pending)

    def refill(self) -> bool:
        """Hand out the rows again whose change a look-up can show, unless the run has stopped; any number may fail.

        Returns:
            Whether there are such rows.
        """
        self.refilled = True
        self._max_failures, self._unanswered = None, 0
        self._pending.extend(row_id for row_id, state in self._states.items() if state.verifiable)
        return len(self) > 0

    def take(self) -> RowState | None:
        """Return the next row, which `release` gives back; None when the queue is empty or the run has to stop.

        A row that has been skipped since it was put into the queue is passed over.
        """
        with self._lock:
            while self._pending and not self.stopped:
                state = self._states[self._pending.popleft()]
                if state.row.outcome != "skipped":
                    self._taken += 1
                    return state
            return None

    @property
    def following(self) -> RowState | None:
        """The row that `take` returns next, or None."""
        with self._lock:
            return self._states[self._pending[0]] if self._pending else None

    def pending(self) -> list[RowState]:
        """Return the rows that no worker has taken."""
        with self._lock:
            return [self._states[row_id] for row_id in self._pending]

    def mark_sent(self, state: RowState) -> RowState | None:
        """Journal that a row is about to be sent; return None when the run has to stop, and it must not be sent.

        Raises:
            OSError: The journal cannot be written, so the row must not be sent.
        """
        with self._lock:
            if self.stopped:
                return None
            self._journal.sending(state.row)
            sent = self._states[state.row.id] = state.marked_sent()
            return sent

    def keep(self, state: RowState) -> None:
        """Keep the state that a look-up has given a row: its outcome, or the values with which it stays planned.

        Raises:
            OSError: As in `settle`.
        """
        if state.is_planned:
            self._states[state.row.id] = state
        else:
            self.settle(state)

    def settle(self, state: RowState) -> None:
        """Journal the outcome of a row and call `progress`; stop the run if a rule says so.

        Raises:
            OSError: The journal cannot be written; there, the row stays as it was.
        """
        with self._lock:
            row, before = state.row, self._states[state.row.id]
            self._states[row.id] = state
            self._journal.settle(row, before.row if before.sent else None)
            if row.outcome != "planned":
                self._settled += not self.refilled
                if self._progress is not None:
                    resolve(self._progress(row, self._settled, len(self._states)))
            if (reason := self._reason_to_stop(row)) is not None:
                self.stop(JobStoppedError(reason))

    def _reason_to_stop(self, row: Row) -> str | None:
        """Count a row that failed, or that got no answer; return why it is one too many, if it is."""
        if row.outcome not in ("failed", "unknown"):
            self._unanswered = 0
            return None
        self._failures += 1
        self._unanswered = 0 if row.is_answered else self._unanswered + 1
        if self._unanswered >= UNANSWERED:
            lost = f"a resumed job looks up again what was done in the {LOST_WITHIN.seconds} s before"
            return f"{self._unanswered} rows in a row got no answer from the service: {row.reason}; {lost}"
        if self._max_failures is not None and self._failures >= self._max_failures:
            rows = "1 row" if self._failures == 1 else f"{self._failures} rows"
            return f"{rows} failed (max_failures={self._max_failures}), the last: {row.reason}"
        return None

    def release(self) -> None:
        """Give a taken row back, with or without an outcome."""
        with self._lock:
            self._taken -= 1
            self._lock.notify_all()
            self._close_journal()

    def stop(self, error: BaseException | None = None) -> None:
        """Hand out no more rows; the journal closes once all taken rows are back. The first error is kept."""
        with self._lock:
            self.stopped = True
            if self.error is None:
                self.error = error
            self._close_journal()

    def wait(self) -> None:
        """Wait until all taken rows are back; a second interrupt ends this wait."""
        with self._lock:
            if self._taken:
                rows = "1 row" if self._taken == 1 else f"{self._taken} rows"
                logger.warning("waiting for the answers to %s; interrupt again to end at once", rows)
            wait_in_slices(lambda seconds: self._lock.wait_for(lambda: not self._taken, seconds))

    def _close_journal(self) -> None:
        if self.stopped and not self._taken:
            self._journal.close()
