"""The workers of a bulk job: several rows at a time, at the rate of the job, until none is left or the run stops."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from ...._async.connection import AsyncConnection
from ...._concurrency.cancellable import async_run_workers
from ...._core.clock import SLICE
from ...._core.retry import Pace
from ..options import JobOptions
from ..state import RowState
from ..work_queue import WorkQueue
from .lookups import AsyncLookUps

AsyncHandle: TypeAlias = Callable[[WorkQueue, RowState], Awaitable[None]]
"""Handles a row of a queue."""


class AsyncWorkers:
    """Handles the rows of queues, one queue after the other."""

    def __init__(self, connection: AsyncConnection, options: JobOptions, look_ups: AsyncLookUps) -> None:
        self._concurrency = options.concurrency
        self._look_ups = look_ups
        self._clock = connection.settings.clock
        self._pace = None if options.rate is None else Pace(options.rate, self._clock.monotonic)

    async def handle_all(self, queue: WorkQueue, handle: AsyncHandle, verify: AsyncHandle | None = None) -> None:
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
                await self._look_ups.read_ahead(queue)
                await self._work(queue, handle)
            if verify is not None and queue.refill():
                await self._work(queue, verify)
        finally:
            queue.stop()
            queue.wait()  # only threads can still be running: a cancelled task has released its row
        if queue.error is not None:
            raise queue.error

    async def _work(self, queue: WorkQueue, handle: AsyncHandle) -> None:
        async def work() -> None:
            while await self._may_begin(queue) and (state := queue.take()) is not None:
                try:
                    await handle(queue, state)
                except BaseException as error:
                    queue.stop(error)
                    if not isinstance(error, Exception):  # cancelled, or interrupted
                        raise
                finally:
                    queue.release()

        # One prefetched call a row would return in order, and wait for the slowest: a worker takes rows as it can.
        await async_run_workers(min(self._concurrency, len(queue)), work)

    async def _may_begin(self, queue: WorkQueue) -> bool:
        """Wait until the rate allows another row; return False when there is none to begin, or pages are to be read."""
        while len(queue) and not self._look_ups.is_outdated(queue):
            wait = 0.0 if self._pace is None else self._pace.take()
            if not wait:
                return True
            await self._clock.asleep(min(wait, SLICE))
        return False
