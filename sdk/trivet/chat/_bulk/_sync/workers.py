# Derived from sdk/trivet/chat/_bulk/_async/workers.py by `python -m codegen`; do not edit.
"""The workers of a run: each takes a row, looks it up if needed, changes it, and takes the next one."""

from __future__ import annotations

from collections.abc import Callable

from ...._concurrency.prefetch import Prefetcher
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ....errors import APIError, AuthenticationError, NotFoundError, TrivetError
from ..job import Job
from ..row import Row, row_of_error
from ..row_change import RowChange
from ..work_queue import WorkQueue

__all__ = ["Workers"]


class Workers(Resource):
    """Several workers over one work queue; the requests of one job."""

    def __init__(self, connection: Connection, job: Job, concurrency: int) -> None:
        super().__init__(connection)
        self._job = job
        self._concurrency = concurrency

    def look_up(self, queue: WorkQueue) -> None:
        """Look every row of the queue up; nothing is changed.

        Raises:
            APIError: A row could not be looked up for a reason that concerns all rows.
        """
        self._run(queue, self._look_up_row)

    def change(self, queue: WorkQueue) -> None:
        """Change every row of the queue; the journal is closed afterwards, also after an error.

        Raises:
            TrivetError: The credentials or the client can no longer be used.
            OSError: The journal cannot be written.
        """
        self._run(queue, self._change_row)

    def _run(self, queue: WorkQueue, handle: Callable[[WorkQueue, RowChange], None]) -> None:
        """Handle the rows until the queue is empty or an error stops it; requests in flight are then completed."""

        def work() -> None:
            while (change := queue.take()) is not None:
                try:
                    handle(queue, change)
                except BaseException as error:
                    queue.stop(error)
                    if not isinstance(error, Exception):  # cancelled, or interrupted
                        raise
                finally:
                    queue.release()

        # One prefetched call a row would return in order, and wait for the slowest: a worker takes rows as it can.
        workers: Prefetcher[None] = Prefetcher(self._concurrency)
        count = min(self._concurrency, len(queue))
        try:
            for _ in range(count):
                workers.add(work)
            for _ in range(count):
                workers.next()
        finally:
            queue.stop()
            workers.close()
            queue.wait()  # only threads can still be running: a cancelled task has released its row
        if queue.error is not None:
            raise queue.error

    def _look_up_row(self, queue: WorkQueue, change: RowChange) -> None:
        outcome = self._look_up(change)
        if outcome is not None:
            queue.settle(change, outcome)

    def _change_row(self, queue: WorkQueue, change: RowChange) -> None:
        """Change a row, unless a look-up shows that it is not to be changed."""
        was_uncertain = change.uncertain
        outcome = self._look_up(change) if self._job.needs_lookup(change) else None
        if outcome is None and queue.mark_sent(change):
            outcome = self._send(queue, change, was_uncertain)
        if outcome is not None:
            queue.settle(change, outcome)

    def _send(self, queue: WorkQueue, change: RowChange, was_uncertain: bool) -> Row:
        try:
            self._connection.exchange(self._job.change_call(change.row))
        except TrivetError as error:
            if not isinstance(error, APIError) or isinstance(error, AuthenticationError):
                # The token or the client can no longer be used, for any row. This one has not been changed.
                queue.settle(change, Row(change.row.id, "planned"))
                raise
            if was_uncertain and isinstance(error, NotFoundError):
                outcome = self._look_up(change)
                if outcome is not None:  # the change that an earlier run sent took effect only now
                    return outcome
            return row_of_error(change.row.id, error, changing=True)
        return Row(change.row.id, "done")

    def _look_up(self, change: RowChange) -> Row | None:
        """Return the outcome that a look-up shows; None when the row is still to be changed."""
        try:
            answer = self._connection.exchange(self._job.read_call(change.row.id))
        except AuthenticationError:
            raise
        except APIError as error:
            return self._job.outcome_from_error(change, error)
        return self._job.outcome_from_record(change, answer.value)
