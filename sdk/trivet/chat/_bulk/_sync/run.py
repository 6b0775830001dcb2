# Derived from sdk/trivet/chat/_bulk/_async/run.py by `python -m codegen`; do not edit.
"""One run of a bulk job: its rows are read, looked up where that must be, and changed, several at a time."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import Any

from ...._concurrency.prefetch import Prefetcher
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ...._sync.pager import Pager
from ....errors import APIError, AuthenticationError, InvalidArgumentError, NotFoundError, TrivetError
from ..job import Job, Task
from ..journal import Journal
from ..report import Row, failure
from ..work_queue import Progress, WorkQueue

__all__ = ["Run"]


class Run(Resource):
    """A job on its way through its rows."""

    def __init__(self, connection: Connection, job: Job, concurrency: int) -> None:
        """Send nothing yet."""
        super().__init__(connection)
        self._job = job
        self._concurrency = concurrency

    def snapshot(self, source: Any, where: Callable[[Any], bool] | None) -> list[Task]:
        """Read all rows that there are now, each of them once."""
        tasks: dict[str, Task] = {}
        number = 0
        with closing(self._items(source)) as items:
            for item in items:
                task = self._job.task(number, item, where)
                if task is not None:
                    tasks.setdefault(task.row.id.lower(), task)
                number += 1
        return list(tasks.values())

    def compare(self, source: Any, tasks: list[Task], where: Callable[[Any], bool] | None) -> None:
        """Refuse an id that is no row of a job that goes on, and any row that is none of a job that is finished.

        What a filter gives may have changed since the job began; but to who has all of it done, a row more is another
        job.
        """
        goes_on = any(task.left(retry_failed=False) for task in tasks)
        if goes_on and isinstance(source, Pager):
            return
        known = {task.row.id.lower() for task in tasks}
        number = 0
        with closing(self._items(source)) as items:
            for item in items:
                if goes_on and not isinstance(item, str):
                    return
                task = self._job.task(number, item, where)
                if task is not None and task.row.id.lower() not in known:
                    rule = "among the rows that the journal was begun with (another job needs another journal)"
                    raise InvalidArgumentError(f"{self._job.argument}[{number}]", rule, task.row.id)
                number += 1

    def look_up(self, tasks: list[Task]) -> None:
        """Find out what would happen to the rows of which nobody knows yet; nothing is changed."""
        todo = [task for task in tasks if task.row.outcome == "planned" and self._job.must_look(task)]

        def look(ledger: WorkQueue, task: Task) -> None:
            found = self._look(task)
            if found is not None:
                ledger.settle(task, found)

        self._each(WorkQueue(tasks, todo, Journal(None), None), look)

    def work(self, tasks: list[Task], todo: list[Task], journal: Journal, progress: Progress | None) -> None:
        """Bring rows to their end; the journal is closed then, however that comes."""
        self._each(WorkQueue(tasks, todo, journal, progress), self._change)

    def _each(self, ledger: WorkQueue, handle: Callable[[WorkQueue, Task], None]) -> None:
        """Handle every row of a ledger, unless something stops it; what is in flight then comes to its end."""

        def work() -> None:
            while (task := ledger.take()) is not None:
                try:
                    handle(ledger, task)
                except BaseException as error:
                    ledger.stop(error)
                    if not isinstance(error, Exception):  # cancelled, or interrupted
                        raise
                finally:
                    ledger.leave()

        # Jobs in order would wait for the slowest: each of these takes the next row as soon as it can.
        ahead: Prefetcher[None] = Prefetcher(self._concurrency)
        workers = min(self._concurrency, len(ledger))
        try:
            for _ in range(workers):
                ahead.add(work)
            for _ in range(workers):
                ahead.next()
        finally:
            ledger.stop()
            ahead.close()
            ledger.wait()  # for threads alone: a task that is cancelled has left by now
        if ledger.error is not None:
            raise ledger.error

    def _change(self, ledger: WorkQueue, task: Task) -> None:
        """Change a row, once it is clear that it is to be changed."""
        in_doubt = task.in_doubt
        found = self._look(task) if self._job.must_look(task) else None
        if found is None and ledger.sending(task):
            found = self._send(ledger, task, in_doubt)
        if found is not None:
            ledger.settle(task, found)

    def _send(self, ledger: WorkQueue, task: Task, in_doubt: bool) -> Row:
        try:
            self._connection.exchange(self._job.change(task.row.id))
        except TrivetError as error:
            if not isinstance(error, APIError) or isinstance(error, AuthenticationError):
                # The token or the client is over, for all rows alike. This one has not been changed.
                ledger.settle(task, Row(task.row.id, "planned"))
                raise
            if in_doubt and isinstance(error, NotFoundError) and (found := self._look(task)) is not None:
                return found  # what the run before sent took effect only now
            return failure(task.row.id, error, changing=True)
        return Row(task.row.id, "done")

    def _look(self, task: Task) -> Row | None:
        """Look a row up: what became of it, or None when it is still to be changed."""
        try:
            answer = self._connection.exchange(self._job.look(task.row.id))
        except AuthenticationError:
            raise
        except APIError as error:
            return self._job.unseen(task, error)
        return self._job.seen(task, answer.value)

    def _items(self, source: Any) -> Generator[Any, None, None]:
        self._job.check_rows(source)
        if hasattr(source, "__iter__"):
            for each in source:
                yield each
        else:
            for each in source:
                yield each
