"""The steps of agents that have ended, in the order of their ends, for `on_step`."""

from __future__ import annotations

from collections import deque

from attrs import frozen

from ..._core.public import exported_from
from .._generated.models import TokenUsage
from .prices import PriceList, name_of
from .spending import Expense, Expenses

MOST_REPORTS = 1000
"""The number of steps that wait for a slow `on_step`; the oldest are dropped."""


@exported_from("trivet.agent")
@frozen(kw_only=True)
class AgentStep:
    """A step that has ended: one call of a model, with the tools that it has called. `on_step` is called with it.

    >>> session.run("Fix the tests.", on_step=lambda step: print(step.number, step.model, step.cost))

    Attributes:
        number: The number of the step in the turn, from 1, in the order of the ends in all sessions.
        session_id: The session: the turn's own, or one below it.
        message_id: The message.
        model: The model, `PROVIDER/MODEL`; `unknown` where the message names none.
        finish_reason: Why the model stopped, in the service's words; None where it does not say.
        usage: The tokens; None where the service counts none.
        cost: The cost in US dollars; None where it is unknown.
    """

    number: int
    session_id: str
    message_id: str
    model: str
    finish_reason: str | None
    usage: TokenUsage | None
    cost: float | None


class StepReports:
    """The steps that wait for `on_step`. Each step is reported once."""

    def __init__(self, *, wanted: bool) -> None:
        """Keep no steps where there is no `on_step`."""
        self._wanted = wanted
        self._known: set[tuple[str, str]] = set()
        self._waiting: deque[AgentStep] = deque(maxlen=MOST_REPORTS)

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def take(self) -> AgentStep:
        """Remove the oldest step, and return it."""
        return self._waiting.popleft()

    def add(self, expenses: Expenses, prices: PriceList) -> None:
        """Take the steps that have ended since, of all sessions."""
        if not self._wanted:
            return
        for session_id, own in expenses.items():
            for expense in own:
                key = session_id, expense.message_id
                if expense.ended and key not in self._known:
                    self._known.add(key)
                    self._waiting.append(_step(len(self._known), session_id, expense, prices))


def _step(number: int, session_id: str, expense: Expense, prices: PriceList) -> AgentStep:
    return AgentStep(
        number=number,
        session_id=session_id,
        message_id=expense.message_id,
        model=name_of(expense.model),
        finish_reason=expense.finish if isinstance(expense.finish, str) else None,
        usage=expense.usage,
        cost=prices.cost(*expense[:3]),
    )
