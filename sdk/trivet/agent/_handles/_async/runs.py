"""Runs of several prompts at once, by a bounded number of workers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...._concurrency.cancellable import async_run_workers
from ...._concurrency.functions import async_resolve
from ..._turns._async.turn import AsyncTurn
from ..._turns.step_reports import AgentStep
from ..attachments import prompt_of
from ..runs import LONGEST_CELL, PlannedRun, RunOutcomes, RunPlan, Stop
from .sessions import AsyncSessionHandles


class AsyncRuns:
    """Runs a plan: each worker takes a run, and the next one when it has ended."""

    def __init__(
        self,
        sessions: AsyncSessionHandles,
        plan: RunPlan,
        of_the_session: Mapping[str, Any],
        of_the_prompt: Mapping[str, Any],
        *,
        stops_on_failure: bool,
    ) -> None:
        """Check the arguments of each run; nothing is sent.

        Args:
            sessions: The operations of sessions.
            plan: The runs.
            of_the_session: The arguments of `session.start` that all runs have.
            of_the_prompt: The arguments of `SessionHandle.turn` that all runs have.
            stops_on_failure: Whether the rest is stopped when one run fails.
        """
        self._sessions = sessions
        self._plan = plan
        self._of_the_session = dict(of_the_session)
        self._of_the_prompt = dict(of_the_prompt)
        self._on_step: Any = self._of_the_prompt.pop("on_step", None)
        self._stops_on_failure = stops_on_failure
        self._turns: dict[int, AsyncTurn[Any]] = {}
        options = {"max_cost": plan.left(), "on_step": self._on_step, **self._of_the_session}
        for run in plan.runs:
            self._turn(sessions, run.planned, "ses_", **options)

    def _turn(self, operations: Any, planned: PlannedRun[Any], *session_id: str, **options: Any) -> AsyncTurn[Any]:
        """Return a turn of a handle, or of the operations with the id of a session."""
        output = self._of_the_prompt.get("output") if planned.output is None else planned.output
        prompt = prompt_of(planned.prompt, planned.files)
        turn: AsyncTurn[Any] = operations.turn(
            *session_id, prompt, **{**self._of_the_prompt, **options, "output": output}
        )
        return turn

    async def run(self, at_once: int) -> RunOutcomes:
        """Run all, so many at once, and return their outcomes.

        Raises:
            BaseException: The program was interrupted, or the task cancelled; the error has the outcomes so far.
        """
        plan = self._plan
        try:
            await async_run_workers(min(at_once, len(plan.runs)), self._work)
        except BaseException as error:
            await self._stop("interrupted")
            for position, turn in self._turns.items():
                if turn.ended and plan.runs[position].outcome is None:
                    plan.end(position, turn.outcome)
            plan.describe(error)
            raise
        return plan.outcomes()

    async def _work(self) -> None:
        while (position := self._plan.take()) is not None:
            await self._run(position)

    async def _run(self, position: int) -> None:
        plan = self._plan
        run = plan.runs[position]
        planned = run.planned

        async def on_step(step: AgentStep) -> None:
            if plan.spend(position, step.cost):
                await self._stop("budget")
            if self._on_step is not None:
                await async_resolve(self._on_step(step))

        try:
            handle = self._sessions.start(
                directory=planned.directory,
                workspace=planned.workspace,
                title=planned.title or planned.name[:LONGEST_CELL],
                agent=planned.agent,
                model=planned.model,
                rules=planned.rules,
                **self._of_the_session,
            )
            async with handle as session:
                run.session_id = session.id
                turn = self._turns[position] = self._turn(session, planned, max_cost=plan.left(), on_step=on_step)
                if plan.stop is not None:
                    await turn.cancel()
                await turn.run()
                plan.end(position, turn.outcome)
        except Exception as error:
            turn_of_run = self._turns.get(position)
            if turn_of_run is not None and turn_of_run.ended:
                plan.end(position, turn_of_run.outcome)
            plan.fail(position, error)
        if plan.is_over:
            await self._stop("budget")
        elif not run.finished and self._stops_on_failure:
            await self._stop("failure")

    async def _stop(self, why: Stop) -> None:
        """Begin no further runs, and stop those at work."""
        plan = self._plan
        plan.stop = plan.stop or why
        for turn in [*self._turns.values()]:
            if not turn.ended:
                await turn.cancel()
