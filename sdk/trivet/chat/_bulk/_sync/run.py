# Derived from sdk/trivet/chat/_bulk/_async/run.py by `python -m codegen`; do not edit.
"""One run of a bulk job: the way of each row, from what is known of it to its outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from ...._core.traceback_locals import forget_frames
from ...._sync.connection import Connection
from ....errors import APIError, APIStatusError, TrivetError
from .. import outcomes
from ..journal import Journal
from ..kinds import Job
from ..options import JobOptions
from ..row import Row
from ..state import RowState
from ..work_queue import WorkQueue
from .lookups import LookUps, UserPages
from .planning import Plan
from .saving import Saver
from .workers import Workers

if TYPE_CHECKING:
    from ..._impersonation.acting_as import ActingAs

AGAIN = 0.5
"""Seconds before a row is looked up again that does not show its change: as observed, an answer can come before the
commit."""


Send: TypeAlias = Callable[[RowState], Any]
"""Changes a row, and returns the record of the answer or the row with its outcome."""


class Run:
    """A job and its rows, from the first look at its source to the last outcome.

    `plan` reads the rows, `change_rows` hands them to workers, and `_change_row` is the way of each: judged by what is
    known, else looked up; saved if it is to be; written down and sent; settled by the answer, else looked up again.

    Attributes:
        plan: The rows, with their latest outcomes.
    """

    def __init__(
        self,
        connection: Connection,
        job: Job,
        options: JobOptions,
        *,
        saver: Saver | None = None,
        send: Send | None = None,
        acting: ActingAs | None = None,
    ) -> None:
        """Prepare the run of a job.

        Args:
            connection: The connection to send through.
            job: The job to run.
            options: How to run it.
            saver: Saves each row before its change; None where none is saved.
            send: Changes a row; None for the job's call.
            acting: The administrator and the user, if the job runs as another user.
        """
        self._job = job
        self._options = options
        self._clock = connection.settings.clock
        self._connection = connection
        self._saver = saver
        self._send = send or self._call
        pages = UserPages(connection, options)
        self._look_ups = LookUps(connection, job)
        self._workers = Workers(connection, job, options, pages)
        self.plan = Plan(connection, job, options, pages, self._workers, acting)

    def change_rows(self, journal: Journal) -> None:
        """Change all pending rows, and look them up afterwards if they are to be verified; close the journal.

        Args:
            journal: The journal that the plan has resumed or begun; it is closed after an error, too.

        Raises:
            TrivetError: The credentials or the client can no longer be used, or a rule stopped the job.
            OSError: The journal cannot be written.
        """
        options, pending = self._options, self.plan.pending()
        try:
            if self._saver is not None:
                self._saver.begin(pending)
        except BaseException:
            journal.close()
            raise
        queue = WorkQueue(self.plan.states, pending, journal, options.progress, options.max_failures)
        self._workers.handle_all(queue, self._change_row, self._verify_row if options.verify else None)

    def _change_row(self, queue: WorkQueue, before: RowState) -> None:
        """Take a row its whole way, from what is known of it to its outcome."""
        state = before.planned()
        if self._job.needs_look_up(before, self._clock.now()):
            state = self._look_ups.looked_up(before)
        if state.is_planned and self._saver is not None:
            try:
                self._saver.save(state.row)
            except APIError as error:
                state = state.settled(outcomes.from_failed_look_up(before, error))
        if state.is_planned:
            sent = queue.mark_sent(state)
            if sent is None:  # the run stops; the row stays as it was
                return
            outcome = self._changed(queue, before, sent)
            if before.is_doubtful and outcome.outcome == "done":
                outcome = outcomes.changed_again(outcome)
            state = sent.settled(outcome)
        queue.settle(state)

    def _call(self, state: RowState) -> Any:
        """Send the job's call for a row."""
        return (self._connection.exchange(self._job.change_call(state.row))).value

    def _changed(self, queue: WorkQueue, before: RowState, sent: RowState) -> Row:
        """Send a change, and return the outcome; of an uncertain row, an earlier attempt may take effect only now."""
        try:
            answer = self._send(sent)
        except TrivetError as error:
            if outcomes.stops_job(error) or not isinstance(error, APIError):
                queue.settle(before if before.uncertain else sent.settled(outcomes.not_sent(sent)))
                raise
            outcome = outcomes.from_error(sent.row.id, error)
            if before.uncertain and isinstance(error, APIStatusError):
                # The earlier attempt has taken effect only now, or nothing shows it.
                looked_up = self._look_ups.looked_up(sent)
                outcome = outcome if looked_up.is_planned else looked_up.row
            forget_frames(error)
            return outcome
        if isinstance(answer, Row):
            return answer
        effect = self._job.took_effect(sent, answer)
        if effect:
            return self._job.done_by(sent, answer)
        return self._verified(sent, answer if effect is None else None)

    def _verified(self, state: RowState, record: Any = None) -> Row:
        """Return the outcome that a look-up shows of a change; a record that hides it may be known already."""
        try:
            record = self._look_ups.find(state, record)
            if self._job.took_effect(state, record) is False:
                self._clock.sleep(AGAIN)
                record = self._look_ups.find(state)
        except APIError as error:
            outcomes.keep_to_row(error)
            return outcomes.unanswered(state.row.id, error)
        return self._job.outcome_of(state, record)

    def _verify_row(self, queue: WorkQueue, state: RowState) -> None:
        outcome = self._verified(state)
        stays_done = outcome.outcome == state.row.outcome == "done"  # and keeps its reason, such as a change sent again
        if outcome != state.row and not stays_done:
            queue.settle(state.settled(outcome))
