"""The rows of one run: whose turn it is, what is sent, and what came of it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from ..._concurrency.callback import resolve
from ..._concurrency.slices import wait_in_slices
from .job import Task
from .journal import Journal
from .report import Row

__all__ = ["Progress", "WorkQueue"]

Progress: TypeAlias = Callable[[Row, int, int], object]
"""Called with a row that has its outcome, how many rows have theirs by now, and how many there are."""


class WorkQueue:
    """Hands out rows and writes down what becomes of them; any number of threads may ask at once.

    Attributes:
        error: What stopped the run before its end.
    """

    def __init__(
        self, tasks: Sequence[Task], todo: Iterable[Task], journal: Journal, progress: Progress | None
    ) -> None:
        """Begin with those of all rows that are still to do; the journal is the ledger's to close."""
        self._todo = deque(todo)
        self._journal = journal
        self._progress = progress
        self._total = len(tasks)
        self._ended = len(tasks) - len(self._todo)
        self._busy = 0
        self._closing = False
        # Held for lines of the journal too, and for the callback, which need not know of threads.
        self._lock = threading.Condition()
        self.error: BaseException | None = None

    def __len__(self) -> int:
        """How many rows nobody has taken."""
        return len(self._todo)

    def take(self) -> Task | None:
        """The next row, to be given back by `leave`; None when there is none, or the run is to stop."""
        with self._lock:
            if self._closing or not self._todo:
                return None
            self._busy += 1
            return self._todo.popleft()

    def sending(self, task: Task) -> bool:
        """Write down that a row is about to be sent; False when the run is to stop, so that it must not be.

        Raises:
            OSError: It cannot be written down, so the row must not be sent.
        """
        with self._lock:
            if self._closing:
                return False
            self._journal.sending(task.row.id)
            task.send()
            return True

    def settle(self, task: Task, row: Row) -> None:
        """Write down what became of a row.

        Raises:
            OSError: It cannot be written down; in the journal, the row stays as it was.
        """
        with self._lock:
            task.settle(row)
            self._journal.settle(row)
            if row.outcome != "planned":
                self._ended += 1
                if self._progress is not None:
                    resolve(self._progress(row, self._ended, self._total))

    def leave(self) -> None:
        """Give a row back, whatever has become of it."""
        with self._lock:
            self._busy -= 1
            self._lock.notify_all()
            self._close_journal()

    def stop(self, error: BaseException | None = None) -> None:
        """Hand out no more rows; the journal closes when none is out. Of several errors the first one counts."""
        with self._lock:
            self._closing = True
            if self.error is None:
                self.error = error
            self._close_journal()

    def wait(self) -> None:
        """Wait until no row is out."""
        with self._lock:
            wait_in_slices(lambda seconds: self._lock.wait_for(lambda: not self._busy, seconds))

    def _close_journal(self) -> None:
        if self._closing and not self._busy:
            self._journal.close()
