# Derived from sdk/trivet/chat/_bulk/_async/planning.py by `python -m codegen`; do not edit.
"""The rows of a bulk job before its first change: read or resumed, and settled where they must not be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import TYPE_CHECKING, Any

from attrs import evolve

from ...._sync.connection import Connection
from ..._generated._sync.resources import Conversations
from .. import outcomes
from ..journal import Journal
from ..kinds import Deletion, Job
from ..options import JobOptions
from ..replay import Replay
from ..report import Report, report_of
from ..state import RowState
from ..work_queue import WorkQueue
from .lockout import LockoutGuard, OwnAccount
from .lookups import LookUps, UserPages
from .rows import EmailAddresses, RowReader
from .workers import Workers

if TYPE_CHECKING:
    from ..._impersonation.acting_as import ActingAs


class Plan:
    """Reads the rows of a job, and settles those that the service will refuse, and administrators still needed.

    Attributes:
        states: The rows by their ids, in the order of the source; empty until all of them are read.
    """

    def __init__(
        self,
        connection: Connection,
        job: Job,
        options: JobOptions,
        pages: UserPages,
        workers: Workers,
        acting: ActingAs | None,
    ) -> None:
        """Prepare to read rows; nothing is sent.

        Args:
            connection: The connection of the job.
            job: The job.
            options: How to run it.
            pages: The pages of the list of users.
            workers: Looks up the planned ones of many rows.
            acting: The administrator and the user, if the job runs as another user.
        """
        self._job = job
        self._options = options
        self._clock = connection.settings.clock
        self._look_ups = LookUps(connection, job)
        self._workers = workers
        emails = EmailAddresses(connection, options, pages)
        self._reader = RowReader(connection, job, emails)
        self._own = OwnAccount(connection, options.own, pages, emails, acting)
        self._guard = LockoutGuard(connection, job, self._own)
        self._conversations = Conversations(connection)
        # Rows that this run was refused are not sent again, and a deletion was not confirmed for them.
        self._retry_failed = False
        self._doubtful: list[str] = []
        self._repeated = 0
        self.states: dict[str, RowState] = {}

    @property
    def report(self) -> Report:
        """The rows with their latest outcomes."""
        doubted = [self.states[row_id].row for row_id in self._doubtful]
        return report_of(
            self.states.values(),
            looked_up_again=sum(row.is_answered for row in doubted),
            changed_again=sum(row.cause == "lost" for row in doubted),
            repeated=self._repeated,
        )

    def pending(self) -> list[RowState]:
        """Return the rows that the run has to handle."""
        return [state for state in self.states.values() if state.is_pending(retry_failed=self._retry_failed)]

    def make(
        self, source: Any, where: Callable[[Any], bool] | None, journal: Journal, head: dict[str, Any], *, dry_run: bool
    ) -> None:
        """Read the rows, from the journal if it has them; change nothing.

        A dry run of a job that has begun shows the rows as its journal has them.

        Args:
            source: The ids, the records, the pager or the report that the caller gave.
            where: Selects records; None selects all.
            journal: The journal to resume from or to begin.
            head: The values that distinguish the job from others.
            dry_run: Whether nothing will be changed, so that the journal is not begun.

        Raises:
            InvalidArgumentError: A row is none of the job or the journal, may be the account that runs the job, or
                `confirm` is another number than there are rows to delete.
            APIError: The rows could not be read.
        """
        replay = journal.resume(head, read_only=dry_run)
        if replay is not None:
            self._doubt(replay)
            retry_failed = self._options.retry_failed
            self._reader.check_same(source, where, replay.states.values(), retry_failed=retry_failed)
            self._resume(replay, dry_run=dry_run)
            # Another administrator may resume the job, who must not lock out their own account either.
            for state in self._guard.keep_own_account(self.states, retry_failed=self._retry_failed):
                if not dry_run:
                    journal.settle(state.row)
            return
        if self._job.subject.argument == "users":
            self._own.check_named()
        self.states = self._reader.read(source, where)
        self._repeated = self._reader.repeated
        self._settle_planned(all_rows=dry_run or isinstance(self._job, Deletion))
        if not dry_run:
            self._guard.check(self.states.values())
            self._job.check_confirmed(len(self.pending()))
            journal.begin(head, self.states.values(), self._repeated)

    def _doubt(self, replay: Replay) -> None:
        """Make the doubtful changes of an earlier run unknown, if a look-up can settle them."""
        for state in replay.doubtful:
            doubted = replay.states[state.row.id] = evolve(state, row=self._job.doubted(state))
            if doubted.is_doubtful:
                self._doubtful.append(state.row.id)

    def _resume(self, replay: Replay, *, dry_run: bool) -> None:
        """Take the rows over from a journal; a dry run shows the failed rows as planned that the next run sends."""
        self.states, self._retry_failed = replay.states, self._options.retry_failed
        self._repeated = replay.head.get("repeated", 0)
        if dry_run:
            for state in self.pending():
                if state.row.outcome == "failed" and not state.uncertain:
                    self.states[state.row.id] = state.planned()

    def _settle_planned(self, *, all_rows: bool) -> None:
        """Settle the rows that must not be changed, and mark administrators who may run the job.

        All rows that need it are looked up for a report, and to count those of a deletion.
        """
        if all_rows:
            self._look_up(self.states.values())
            self._foresee()
        self._guard.keep_own_account(self.states)
        self._guard.keep_last_administrators(self.states)
        self._look_up(self._guard.without_role(self.states))
        self._guard.mark_unsafe(self.states)

    def _look_up(self, states: Iterable[RowState]) -> None:
        """Look up the planned ones of some rows that need it; nothing is changed.

        Raises:
            APIError: A row could not be looked up for a reason that concerns all rows.
        """
        now = self._clock.now()
        pending = [state for state in states if state.is_planned and self._job.needs_look_up(state, now)]
        numbers = count(1)

        def look_up(queue: WorkQueue, state: RowState) -> None:
            if self._job.needs_look_up(state, self._clock.now()):  # no page has shown it in the meantime
                queue.keep(self._look_ups.looked_up(state))
            self._options.call_reading("look-ups", next(numbers), len(pending))

        if pending:
            self._workers.handle_all(WorkQueue(self.states, pending), look_up)

    def _foresee(self) -> None:
        """Settle the planned rows that will be refused: conversations of others, and titles that are too long.

        Raises:
            APIError: The caller's own conversations could not be read.
        """
        owned: list[RowState] = []
        for state in self.states.values():
            if not state.is_planned:
                continue
            refused = outcomes.refused_title(state, self._job.new_values)
            if refused is not None:
                self.states[state.row.id] = state.settled(refused)
            elif state.owner_id is not None:
                owned.append(state)
        if owned:
            self._settle_others(owned)

    def _settle_others(self, states: Iterable[RowState]) -> None:
        """Settle the conversations that belong to other users than the caller."""
        caller = self._own.owner_of_conversations()
        others = [state for state in states if state.owner_id != caller]
        shared: set[str] = set()
        # A recipient of a share that allows editing can change the title, as observed, and nothing else.
        if others and set(self._job.new_values or ()) == {"title"}:
            shared = {conversation.id for conversation in self._conversations.shared_with_me(limit=100)}
        for state in others:
            if state.row.id.lower() not in shared:
                refused = outcomes.not_owned(state, deletes=self._job.new_values is None)
                self.states[state.row.id] = state.settled(refused)
