# Derived from sdk/trivet/agent/_handles/_async/client.py by `python -m codegen`; do not edit.
"""The agent client that runs prompts in sessions of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from ...._core import check
from ...._core.lazy_imports import lazy
from ...._core.traceback_locals import hide_arguments
from ..._contexts._sync.client import ContextClient
from ..._turns._sync.turn import OnPermission, OnProviderRetry, OnQuestion, OnStep
from .sessions import SessionHandles

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from ..._generated import models as m
    from ..._turns import outcome as outcomes
    from ..._turns import prices
    from .. import arguments
    from .. import attachments as prompt_files
    from .. import runs as planned_runs
    from . import runs as run_drivers

    T = TypeVar("T", default=Any)
else:
    from typing import TypeVar

    T = TypeVar("T")
    activities = lazy("trivet.agent._turns.activity")
    arguments = lazy("trivet.agent._handles.arguments")
    m = lazy("trivet.agent._generated.models")
    outcomes = lazy("trivet.agent._turns.outcome")
    permissions = lazy("trivet.agent._turns.permissions")
    prices = lazy("trivet.agent._turns.prices")
    planned_runs = lazy("trivet.agent._handles.runs")
    prompt_files = lazy("trivet.agent._handles.attachments")
    run_drivers = lazy("trivet.agent._handles._sync.runs")
    step_reports = lazy("trivet.agent._turns.step_reports")


class HandleClient(ContextClient):
    """The part of the agent client that runs prompts in sessions of their own."""

    @hide_arguments
    def run(
        self,
        prompt: m.Prompt | str,
        *,
        directory: str | None = None,
        workspace: str | None = None,
        title: str | None = None,
        agent: str | None = None,
        model: m.ModelReference | str | None = None,
        rules: arguments.Rules | None = None,
        files: Iterable[prompt_files.Attachment] | None = None,
        output: type[T] | Mapping[str, Any] | None = None,
        output_retries: int | None = None,
        on_permission: OnPermission | Literal["wait"] | None = None,
        on_question: OnQuestion | Literal["wait"] | None = None,
        on_step: OnStep | None = None,
        on_provider_retry: OnProviderRetry | None = None,
        max_provider_retries: int | None = None,
        max_steps: int | None = None,
        max_cost: float | None = None,
        max_tokens: float | None = None,
        price: prices.Prices | None = None,
        deadline: float | None = None,
        system: str | None = None,
        only_tools: Collection[str] | None = None,
        without_tools: Collection[str] | None = None,
        variant: str | None = None,
        raise_on_failure: bool = False,
    ) -> outcomes.TurnOutcome[T]:
        """Create a session, send a prompt, wait until the agent has answered it, and return the outcome.

        The session stays on the server; `outcome.session_id` names it.

        >>> outcome = client.run("Which fruit is here?", directory="/home/dev/orchard")
        >>> outcome.text, outcome.session_id, outcome.cost

        Args:
            prompt: The prompt; a text is a prompt without files or agents.
            directory: As in `session.start`.
            workspace: As in `session.start`.
            title: As in `session.start`.
            agent: As in `session.start`.
            model: As in `session.start`.
            rules: As in `session.start`.
            files: As in `SessionHandle.run`.
            output: As in `session.turn`: the type of `outcome.output`.
            output_retries: As in `session.turn`.
            on_permission: As in `session.turn`.
            on_question: As in `session.turn`.
            on_step: As in `session.turn`.
            on_provider_retry: As in `session.turn`.
            max_provider_retries: As in `session.turn`.
            max_steps: As in `session.turn`.
            max_cost: As in `session.turn`.
            max_tokens: As in `session.turn`.
            price: As in `session.turn`.
            deadline: As in `session.turn`.
            system: As in `session.turn`.
            only_tools: As in `session.turn`.
            without_tools: As in `session.turn`.
            variant: As in `session.turn`.
            raise_on_failure: As in `session.turn`.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            UnsupportedOperationError: The server takes an option nowhere; nothing was sent.
            OutputError: The agent gave no output, or one that does not fit.
            TurnFailedError: The answer has not finished, and an output was asked for, or the call raises that.
            UnansweredRequestError: The agent asks, and there is no function for it.
            APITimeoutError: The deadline has passed before the end of the answer.
            APIError: The service could not be reached, refused, or gave a body that does not fit.
        """
        self._connection.begin_calls("run")
        sessions = SessionHandles(self._connection)
        of_the_session: dict[str, Any] = {
            "on_permission": on_permission,
            "on_question": on_question,
            "system": system,
            "only_tools": only_tools,
            "without_tools": without_tools,
            "variant": variant,
            "price": price,
        }
        of_the_prompt: dict[str, Any] = {
            "output_retries": output_retries,
            "on_step": on_step,
            "on_provider_retry": on_provider_retry,
            "max_provider_retries": max_provider_retries,
            "max_steps": max_steps,
            "max_cost": max_cost,
            "max_tokens": max_tokens,
            "deadline": deadline,
            "raise_on_failure": raise_on_failure,
        }
        attached = prompt_files.prompt_of(prompt, files)
        # A turn that is not begun sends nothing: its arguments are checked before a session is created.
        sessions.turn("ses_", attached, output=output, **of_the_session, **of_the_prompt)
        handle = sessions.start(
            directory=directory,
            workspace=workspace,
            title=title,
            agent=agent,
            model=model,
            rules=rules,
            **of_the_session,
        )
        with handle as session:
            return session.run(attached, output=output, **of_the_prompt)

    @hide_arguments
    def run_all(
        self,
        runs: Iterable[planned_runs.PlannedRun[Any] | str],
        *,
        at_once: int = 4,
        max_cost: float | None = None,
        stop_on_failure: bool = False,
        output: type[Any] | Mapping[str, Any] | None = None,
        output_retries: int | None = None,
        on_permission: OnPermission | Literal["wait"] | None = None,
        on_question: OnQuestion | Literal["wait"] | None = None,
        on_step: OnStep | None = None,
        max_provider_retries: int | None = None,
        max_steps: int | None = None,
        max_tokens: float | None = None,
        price: prices.Prices | None = None,
        deadline: float | None = None,
        system: str | None = None,
        only_tools: Collection[str] | None = None,
        without_tools: Collection[str] | None = None,
        variant: str | None = None,
    ) -> planned_runs.RunOutcomes:
        """Run several prompts at once, each in a session of its own, and return their outcomes in order.

        An error of one run is in its outcome, and the others go on. The sessions stay on the server.

        >>> runs = [PlannedRun("Update the changelog.", directory=directory) for directory in directories]
        >>> outcomes = client.run_all(runs, at_once=5, max_cost=2.50, on_permission=lambda request: "once")
        >>> print(outcomes.table())

        Args:
            runs: The prompts, with their directories; a text is a prompt in the client's own context.
            at_once: The most agents at work at once.
            max_cost: US dollars that all runs together may cost. The sum is compared after each step; then all agents
                are stopped, and no further run begins, so it may be higher by a step of each agent at work, also if
                all have finished: `over_budget` of the outcomes says so.
            stop_on_failure: Whether the other agents are stopped, and no further run begins, once a run has not
                finished.
            output: As in `session.turn`; a `PlannedRun` may have one of its own.
            output_retries: As in `session.turn`.
            on_permission: As in `session.turn`. Requests of several runs may call it at once.
            on_question: As in `session.turn`.
            on_step: As in `session.turn`, for the steps of all runs.
            max_provider_retries: As in `session.turn`, for each run.
            max_steps: As in `session.turn`, for each run.
            max_tokens: As in `session.turn`, for each run.
            price: As in `session.turn`.
            deadline: As in `session.turn`, for each run.
            system: As in `session.turn`.
            only_tools: As in `session.turn`.
            without_tools: As in `session.turn`.
            variant: As in `session.turn`.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            UnsupportedOperationError: The server takes an option nowhere; nothing was sent.
            KeyboardInterrupt: The program was interrupted, and the agents were stopped. This error, as a cancellation
                of the task, has the attribute `outcomes`, with every session that was started.
        """
        self._connection.begin_calls("run_all")
        check.integer("at_once", at_once, minimum=1, maximum=planned_runs.MOST_AT_ONCE)
        plan = planned_runs.RunPlan(runs, max_cost)
        of_the_session: dict[str, Any] = {
            "on_permission": on_permission,
            "on_question": on_question,
            "system": system,
            "only_tools": only_tools,
            "without_tools": without_tools,
            "variant": variant,
            "price": price,
        }
        of_the_prompt: dict[str, Any] = {
            "output": output,
            "output_retries": output_retries,
            "on_step": on_step,
            "max_provider_retries": max_provider_retries,
            "max_steps": max_steps,
            "max_tokens": max_tokens,
            "deadline": deadline,
        }
        sessions = SessionHandles(self._connection)
        runner = run_drivers.Runs(sessions, plan, of_the_session, of_the_prompt, stops_on_failure=stop_on_failure)
        return runner.run(at_once)
