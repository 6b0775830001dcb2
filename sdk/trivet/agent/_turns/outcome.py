"""How a turn has ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

from attrs import frozen

from ..._core.public import exported_from
from ..._text import printable
from ...errors import TrivetError
from .._generated.events import NamedError
from .._generated.models import AssistantMessage, CacheUsage, ErrorInfo, Message, TokenUsage
from .attribution import CONTINUES, is_final

__all__ = ["TurnFailedError", "TurnOutcome", "outcome_of"]

Status: TypeAlias = Literal["finished", "failed", "interrupted"]

INTERRUPTED = frozenset({"rejected", "aborted", "interrupted", "cancelled", "canceled"})
"""The finish reasons of an answer that a user ended."""

MARKS = ("abort", "interrupt", "cancel")
"""What the type of an error contains where a user ended the answer: `MessageAbortedError`, `aborted`."""


@exported_from("trivet.agent")
@frozen
class TurnOutcome:
    """How a turn has ended, what it used and what it cost.

    >>> agent.session.turn(session.id, "What is here?").run()
    >>> turn.outcome.status, turn.outcome.usage.output, turn.outcome.cost

    Attributes:
        status: `finished`: the agent has ended its answer. `failed`: an error ended it, for instance the model
            provider's. `interrupted`: it was ended from outside before it was complete: it was aborted, a user rejected
            what it asked for, another prompt took its place, or the server lost it.
        error: The error, where there is one.
        finish_reason: Why the model stopped, in the service's words: `stop`, `length`, `content-filter`; None where the
            service does not say.
        usage: The tokens of all messages of the answer together; None where the service counts none.
        cost: The cost of all messages of the answer in US dollars; None where the service names none.
    """

    status: Status
    error: ErrorInfo | None = None
    finish_reason: str | None = None
    usage: TokenUsage | None = None
    cost: float | None = None


@exported_from("trivet.agent")
class TurnFailedError(TrivetError):
    """The agent's answer failed or was interrupted, and the turn was to raise that: `raise_on_failure=True`.

        try:
            agent.session.turn(session.id, "What is here?", raise_on_failure=True).run()
        except TurnFailedError as error:
            print(error.outcome.status, error.outcome.error)

    Attributes:
        outcome: How the turn has ended.
    """

    def __init__(self, outcome: TurnOutcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome

    def __str__(self) -> str:
        outcome, error = self.outcome, self.outcome.error
        if error is not None:
            why = ": ".join(printable(each) for each in (error.type, error.message) if each)
        else:
            why = "" if outcome.finish_reason is None else f"the finish reason is {printable(outcome.finish_reason)}"
        return f"session.turn: the answer {_ENDINGS[outcome.status]}{why and ': '}{why}"


_ENDINGS = {"finished": "has finished", "failed": "has failed", "interrupted": "was interrupted"}


def outcome_of(messages: Iterable[Message], session_error: NamedError | None = None) -> TurnOutcome:
    """Return how an answer has ended.

    Args:
        messages: The messages of the answer.
        session_error: The latest error of the session while it was answered. It counts where the answer does not say
            itself how it has ended.
    """
    answers = [each for each in messages if isinstance(each, AssistantMessage)]
    last = answers[-1] if answers else None
    error = None if last is None else last.error
    if error is None and session_error is not None and (last is None or not is_final(last)):
        error = _info(session_error)
    finish = _text(None if last is None else last.finish)
    return TurnOutcome(_status(last, error, finish), error, finish, _usage(answers), _cost(answers))


def _status(last: AssistantMessage | None, error: ErrorInfo | None, finish: str | None) -> Status:
    if error is not None:
        kind = (_text(error.type) or "").casefold()
        return "interrupted" if any(each in kind for each in MARKS) else "failed"
    if finish == "error":
        return "failed"
    if last is None or finish in CONTINUES or finish in INTERRUPTED:
        return "interrupted"
    # A service that names the times of a message also says when it was completed.
    unfinished = finish is None and last.time is not None and last.time.completed is None
    return "interrupted" if unfinished else "finished"


def _info(error: NamedError) -> ErrorInfo:
    message: Any = None if error.data is None else error.data.message
    return ErrorInfo(type=_text(getattr(error, "name", None)), message=_text(message))


def _usage(answers: Sequence[AssistantMessage]) -> TokenUsage | None:
    counts = [each.tokens for each in answers if each.tokens is not None]
    if not counts:
        return None
    caches = [each.cache for each in counts if each.cache is not None]
    cache = CacheUsage(read=_sum(each.read for each in caches), write=_sum(each.write for each in caches))
    return TokenUsage(
        input=_sum(each.input for each in counts),
        output=_sum(each.output for each in counts),
        reasoning=_sum(each.reasoning for each in counts),
        cache=cache if caches else None,
    )


def _cost(answers: Sequence[AssistantMessage]) -> float | None:
    return _sum(each.cost for each in answers)


def _sum(values: Iterable[Any]) -> float | None:
    """Return the sum of the numbers among values; None where there is none."""
    numbers = [each for each in values if isinstance(each, int | float)]
    return sum(numbers) if numbers else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
