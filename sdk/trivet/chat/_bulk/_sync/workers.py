# Derived from sdk/trivet/chat/_bulk/_async/workers.py by `python -m codegen`; do not edit.
"""The workers of a bulk job: several rows at a time, at the rate of the job, until none is left or the run stops."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...._concurrency.cancellable import run_workers
from ...._core.clock import SLICE
from ...._core.retry import Pace
from ...._sync.connection import Connection
from ..options import JobOptions
from ..state import RowState
from ..work_queue import WorkQueue
from .lookups import LookUps

Handle: TypeAlias = Callable[[WorkQueue, RowState], None]
"""Handles a row of a queue."""


class Workers:
    """Handles the rows of queues, one queue after the other."""

    def __init__(self, connection: Connection, options: JobOptions, look_ups: LookUps) -> None:
        self._concurrency = options.concurrency
        self._look_ups = look_ups
        self._clock = connection.settings.clock
        self._pace = None if options.rate is None else Pace(options.rate, self._clock.monotonic)

    def handle_all(self, queue: WorkQueue, handle: Handle, verify: Handle | None = None) -> None:
        """Handle all rows of a queue, then verify those that were changed; the journal is closed in every case.

        Args:
            queue: The queue.
            handle: Called with each row.
            verify: Called afterwards with each row whose change a look-up can show; None if none is to be verified.

        Raises:
            Exception: The first error that stopped the run; the requests in flight were completed.
        """
        try:
            while len(queue):  # again when the records of the pages are older than a minute
                self._look_ups.read_ahead(queue)
                self._work(queue, handle)
            if verify is not None and queue.refill():
                self._work(queue, verify)
        finally:
            queue.stop()
            queue.wait()  # only threads can still be running: a cancelled task has released its row
        if queue.error is not None:
            raise queue.error

    def _work(self, queue: WorkQueue, handle: Handle) -> None:
        def work() -> None:
            while self._may_begin(queue) and (state := queue.take()) is not None:
                try:
                    handle(queue, state)
                except BaseException as error:
                    queue.stop(error)
                    if not isinstance(error, Exception):  # cancelled, or interrupted
                        raise
                finally:
                    queue.release()

        # One prefetched call a row would return in order, and wait for the slowest: a worker takes rows as it can.
        run_workers(min(self._concurrency, len(queue)), work)

    def _may_begin(self, queue: WorkQueue) -> bool:
        """Wait until the rate allows another row; return False when there is none to begin, or pages are to be read."""
        while len(queue) and not self._look_ups.is_outdated(queue):
            wait = 0.0 if self._pace is None else self._pace.take()
            if not wait:
                return True
            self._clock.sleep(min(wait, SLICE))
        return False
