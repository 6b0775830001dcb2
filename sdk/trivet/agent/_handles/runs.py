"""Several prompts, each in a session of its own: their plan, their outcomes, and one budget for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, overload

from attrs import define, evolve, field, frozen

from ..._core import check
from ..._core.public import exported_from
from ..._text import printable
from ...errors import InvalidArgumentError
from .._generated.models import ErrorInfo, ModelReference, Prompt
from .._turns.outcome import TurnFailedError, TurnOutcome
from .arguments import Rules
from .attachments import Attachment

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    T = TypeVar("T", default=Any)
else:
    from typing import TypeVar

    T = TypeVar("T")

Stop: TypeAlias = Literal["budget", "failure", "interrupted"]
"""Why the runs are stopped: together they cost too much, one has failed, or the program was interrupted."""

MOST_AT_ONCE = 100
"""The most agents at work at once."""

LONGEST_CELL = 60
"""The most characters of a text in a table."""

LONGEST_ERROR = 2_000
"""The most characters of an error below a table."""


@exported_from("trivet.agent")
@frozen
class PlannedRun(Generic[T]):
    """A prompt for `agent.run_all`, and the session that is created for it.

    >>> runs = [PlannedRun("Update the changelog.", directory=directory) for directory in directories]
    >>> print(agent.run_all(runs, at_once=5, max_cost=2.50).table())

    Attributes:
        prompt: The prompt; a text is a prompt without files or agents.
        directory: As in `session.start`.
        workspace: As in `session.start`.
        title: As in `session.start`; by default, the beginning of the prompt.
        agent: As in `session.start`.
        model: As in `session.start`.
        rules: As in `session.start`.
        files: As in `SessionHandle.run`.
        output: As in `session.turn`; by default, the `output` of `run_all`.
    """

    prompt: Prompt | str
    directory: str | None = field(default=None, kw_only=True)
    workspace: str | None = field(default=None, kw_only=True)
    title: str | None = field(default=None, kw_only=True)
    agent: str | None = field(default=None, kw_only=True)
    model: ModelReference | str | None = field(default=None, kw_only=True)
    rules: Rules | None = field(default=None, kw_only=True)
    files: Iterable[Attachment] | None = field(default=None, kw_only=True)
    output: type[T] | Mapping[str, Any] | None = field(default=None, kw_only=True)

    @property
    def name(self) -> str:
        """The title, or the first words of the prompt."""
        text = self.prompt if isinstance(self.prompt, str) else self.prompt.text
        return self.title or printable(str(text), LONGEST_CELL)


@exported_from("trivet.agent")
@define
class RunOutcome:
    """The outcome of one of several runs.

    >>> for run in agent.run_all(runs):
    ...     print(run.planned.directory, run.status, run.outcome and run.outcome.text)

    Attributes:
        planned: The prompt and its session.
        session_id: The id of the session; None where none was created.
        outcome: How the turn has ended; None where there was none.
        error: The error that has ended it; None without one.
    """

    planned: PlannedRun[Any]
    session_id: str | None = None
    outcome: TurnOutcome | None = None
    error: Exception | None = None

    @property
    def status(self) -> str:
        """The status of the outcome; `error` where there is none, and `not started` where nothing was sent.

        A run whose function (`on_permission`, `on_question`, `on_step`) raises is `interrupted`, and `error` holds the
        error: the agent was stopped by it.
        """
        if self.outcome is not None:
            return self.outcome.status
        return "error" if self.error is not None else "not started" if self.session_id is None else "interrupted"

    @property
    def finished(self) -> bool:
        """Whether the agent has ended its answer, with the output that was asked for."""
        return self.status == "finished" and self.error is None

    @property
    def cost_known(self) -> float:
        """The cost of the messages whose cost is known, in US dollars."""
        return 0.0 if self.outcome is None else self.outcome.cost_known


@exported_from("trivet.agent")
class RunOutcomes(Sequence[RunOutcome]):
    """The outcomes of several runs, in the order of their plan.

    >>> outcomes = agent.run_all(runs, max_cost=2.50)
    >>> print(outcomes.table())
    >>> [run.outcome.output for run in outcomes if run.finished]

    Attributes:
        max_cost: The budget of all runs in US dollars; None without one.
    """

    def __init__(self, runs: Sequence[RunOutcome], max_cost: float | None = None) -> None:
        self._runs = tuple(runs)
        self.max_cost = max_cost

    @overload
    def __getitem__(self, index: int) -> RunOutcome: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[RunOutcome, ...]: ...

    def __getitem__(self, index: int | slice) -> RunOutcome | tuple[RunOutcome, ...]:
        return self._runs[index]

    def __len__(self) -> int:
        return len(self._runs)

    @property
    def finished(self) -> bool:
        """Whether all runs have finished."""
        return all(run.finished for run in self._runs)

    @property
    def cost_known(self) -> float:
        """The cost of all messages whose cost is known, in US dollars."""
        return sum(run.cost_known for run in self._runs)

    @property
    def over_budget(self) -> bool:
        """Whether the runs together cost more than `max_cost`, also if all have finished.

        Runs that end with their first step have finished by the time that the budget can stop them.
        """
        return self.max_cost is not None and self.cost_known > self.max_cost

    def table(self) -> str:
        """Return the outcomes as a table: the place, the status, the steps, the cost, and the result or the error.

        The last line is the sum. Below it stand the errors that are too long for the table, by the number of their run.

        >>> print(agent.run_all(runs).table())
        """
        rows = [("run", "status", "steps", "cost", "result"), *map(_row, self._runs)]
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        lines = ["  ".join(map(str.ljust, row, [*widths, 0])) for row in rows]
        total = f"{len(self)} runs, ${self.cost_known:.4f}"
        if self.over_budget:
            total += f": over the budget of ${self.max_cost:.4f} (max_cost)"
        errors = [(number, run, _error_of(run)) for number, run in enumerate(self._runs, start=1)]
        long = [
            f"{number} {_place_of(run)}: {printable(error, LONGEST_ERROR)}"
            for number, run, error in errors
            if len(error) > LONGEST_CELL
        ]
        return "\n".join(line.rstrip() for line in [*lines, total, *long])

    def __repr__(self) -> str:
        return f"RunOutcomes({[run.status for run in self._runs]})"


def _row(run: RunOutcome) -> tuple[str, str, str, str, str]:
    outcome = run.outcome
    steps, cost = ("", "") if outcome is None else (str(outcome.steps), f"${outcome.cost_known:.4f}")
    result = "" if outcome is None else repr(outcome.output) if outcome.output is not None else outcome.text
    result = _error_of(run) or result
    return _place_of(run), run.status.replace("_", " "), steps, cost, printable(result, LONGEST_CELL)


def _place_of(run: RunOutcome) -> str:
    return printable(run.planned.directory or run.planned.name, LONGEST_CELL)


def _error_of(run: RunOutcome) -> str:
    """Return the text of the error that has ended a run; empty without one."""
    if run.error is not None:
        return str(run.error) or type(run.error).__name__
    outcome = run.outcome
    if outcome is None or outcome.status == "finished" or outcome.error is None:
        return ""
    return outcome.error.message or outcome.error.type or ""


class RunPlan:
    """The state of several runs: which one comes next, the money that they have spent, and why they are stopped.

    Attributes:
        runs: The runs with their outcomes.
        stop: Why the runs are stopped; None while they go on.
    """

    def __init__(self, runs: Iterable[PlannedRun[Any] | str], max_cost: float | None) -> None:
        """Begin before the first run.

        Raises:
            InvalidArgumentError: A run is neither a text nor a `PlannedRun`, or the budget is not a number.
        """
        if isinstance(runs, str):
            raise InvalidArgumentError("runs", "a list of texts or of PlannedRun", runs)
        planned = [PlannedRun[Any](run) if isinstance(run, str | Prompt) else run for run in runs]
        for run in planned:
            if not isinstance(run, PlannedRun):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise InvalidArgumentError("runs", "a list of texts or of PlannedRun", run)
        if max_cost is not None:
            check.number("max_cost", max_cost, minimum=0)
        self.runs: list[RunOutcome] = [RunOutcome(run) for run in planned]
        self.stop: Stop | None = None
        self._max_cost = max_cost
        self._spent: dict[int, float] = {}
        self._positions: Iterator[int] = iter(range(len(planned)))

    def take(self) -> int | None:
        """Return the position of the next run; None where there is none to begin."""
        return None if self.stop is not None else next(self._positions, None)

    def left(self) -> float | None:
        """Return the US dollars that are left of the budget; None without one."""
        return None if self._max_cost is None else max(self._max_cost - sum([*self._spent.values()]), 0)

    def spend(self, position: int, cost: float | None) -> bool:
        """Take the cost of a step; return whether the runs together now cost more than the budget."""
        self._spent[position] = self._spent.get(position, 0) + (cost or 0)
        return self.is_over

    def end(self, position: int, outcome: TurnOutcome) -> None:
        """Take the outcome of a run."""
        if self.stop == "budget" and outcome.status == "interrupted":
            why = ErrorInfo(type="max_cost", message=f"the runs together cost more than ${self._max_cost}")
            outcome = evolve(outcome, status="over_budget", error=why)
        self.runs[position].outcome = outcome
        self._spent[position] = outcome.cost_known

    def fail(self, position: int, error: Exception) -> None:
        """Take the error that has ended a run."""
        self.runs[position].error = error
        if isinstance(error, TurnFailedError):
            self.end(position, error.outcome)

    @property
    def is_over(self) -> bool:
        """Whether the runs together cost more than the budget."""
        return self._max_cost is not None and sum([*self._spent.values()]) > self._max_cost

    def outcomes(self) -> RunOutcomes:
        """Return the outcomes so far."""
        return RunOutcomes(self.runs, self._max_cost)

    def describe(self, error: BaseException) -> None:
        """Add the outcomes so far to an error that ends the runs: as its attribute `outcomes`, and as a note."""
        started = [f"{run.session_id} ({run.status})" for run in self.runs if run.session_id is not None]
        error.add_note(f"run_all had started these sessions: {', '.join(started) or 'none'}")
        error.outcomes = self.outcomes()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
