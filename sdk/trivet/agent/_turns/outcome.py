"""How a turn has ended, its tokens and its cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, cast

from attrs import evolve, field, frozen

from ..._core.public import exported_from
from ..._text import printable
from ...errors import TrivetError
from .._generated.events import NamedError
from .._generated.models import AssistantMessage, ErrorInfo, Message, TextPart, TokenUsage
from .answer import CONTINUES, is_final
from .spending import Spending, TreeSpending

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    T = TypeVar("T", default=Any)
else:
    from typing import TypeVar

    T = TypeVar("T")

Status: TypeAlias = Literal["finished", "failed", "interrupted", "over_budget", "detached"]
UNKNOWN_PRICE = "unknown_price"
"""The type of the error of a turn with a budget, one of whose sessions uses a model without a known price."""

INTERRUPTED = frozenset({"rejected", "aborted", "interrupted", "cancelled", "canceled"})
"""The finish reasons of an answer that a user ended."""

MARKS = ("abort", "interrupt", "cancel")
"""Words in the type of an error where a user ended the answer: `MessageAbortedError`, `aborted`."""


LATEST_FAULTS = 5
"""The most faults of an output in the text of an error."""


@exported_from("trivet.agent")
@frozen
class TurnOutcome(Generic[T]):
    """How a turn has ended, its tokens and its cost.

    >>> agent.session.turn(session.id, "What is here?").run()
    >>> turn.outcome.status, turn.outcome.usage.output, turn.outcome.cost

    Attributes:
        status: `finished`: the agent has ended its answer. `failed`: an error ended it, for instance the model
            provider's. `interrupted`: it was ended before it was complete: by `cancel`, by leaving the block, by the
            deadline or from outside, because a user rejected a request, another prompt took its place, or the server
            lost it. `over_budget`: it has used more than `max_cost`, `max_tokens` or `max_steps`, or with `max_cost` a
            model whose price is unknown. `detached`: it was left to itself.
        error: The error, where there is one; its type is `deadline` where the deadline has passed, `unknown_price`
            where a turn with `max_cost` has ended for that, `max_steps` where it was over `max_steps`, and `output`
            where the agent's output does not fit.
        finish_reason: Why the model stopped, in the service's words: `stop`, `length`, `content-filter`; None where the
            service does not say.
        usage: The tokens of all messages of the answer, of the sessions below, and of compactions together; None where
            the service counts none.
        cost: The cost of all these messages in US dollars; None where one is unknown. It is the cost that the
            service has stored. A cost of 0 for tokens is unknown, unless the price of the model is known.
        works_on: Whether the agent may still be at work: the turn was detached, or the server has no way to stop
            it, or has not confirmed that it has.
        cost_known: The cost of the messages whose cost is known.
        by_session: The tokens and the cost of each session that has spent any, by its id.
        by_model: The tokens and the cost of each model, by `PROVIDER/MODEL`; `unknown` for messages that name none.
        text: The text of the agent's last message, which is its result: the texts before calls of tools are in
            `turn.text` alone. Empty where the last message has none.
        session_id: The session.
        steps: The number of calls of models that have ended, in all sessions together.
        output: The value that the agent has answered, of the type that was passed as `output`; None without one.
    """

    status: Status
    error: ErrorInfo | None = None
    finish_reason: str | None = None
    usage: TokenUsage | None = None
    cost: float | None = None
    works_on: bool = False
    cost_known: float = 0.0
    by_session: Mapping[str, Spending] = field(factory=dict[str, Spending])
    by_model: Mapping[str, Spending] = field(factory=dict[str, Spending])
    text: str = ""
    session_id: str = ""
    steps: int = 0
    output: T = cast("T", None)  # noqa: RUF009  `cast` returns its argument


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
        self.outcome: TurnOutcome = outcome

    def __str__(self) -> str:
        outcome, error = self.outcome, self.outcome.error
        if error is not None:
            why = ": ".join(printable(text) for text in (error.type, error.message) if text)
        else:
            why = "" if outcome.finish_reason is None else f"the finish reason is {printable(outcome.finish_reason)}"
        return f"session.turn: the answer {_ENDINGS[outcome.status]}{why and ': '}{why}"


@exported_from("trivet.agent")
class OutputError(TurnFailedError):
    """The agent gave no output, or one that does not fit the type or the schema that was passed as `output`.

        try:
            report = session.run("Review the change.", output=Report).output
        except OutputError as error:
            print(error.faults, error.value, error.outcome.text)

    Attributes:
        outcome: How the turn has ended; `outcome.text` is the text of the agent's last message.
        faults: The faults of the value, each with its path; where there is no value, the reason.
        value: The value that does not fit; None where the agent gave none.
    """

    def __init__(self, outcome: TurnOutcome, faults: tuple[str, ...] = (), value: Any = None) -> None:
        super().__init__(outcome)
        self.args: tuple[Any, ...] = (outcome, faults, value)
        self.faults: tuple[str, ...] = faults
        self.value: Any = value

    def __str__(self) -> str:
        faults = "; ".join(printable(fault) for fault in self.faults[:LATEST_FAULTS])
        more = f"; and {len(self.faults) - LATEST_FAULTS} more" if len(self.faults) > LATEST_FAULTS else ""
        return f"session.turn: the output does not fit: {faults}{more}"


_ENDINGS = {
    "finished": "has finished",
    "failed": "has failed",
    "interrupted": "was interrupted",
    "over_budget": "is over its budget",
    "detached": "was detached",
}


def outcome_of(
    messages: Iterable[Message],
    session_error: NamedError | None = None,
    spending: TreeSpending | None = None,
    *,
    session_id: str = "",
    steps: int = 0,
) -> TurnOutcome:
    """Return how an answer has ended.

    Args:
        messages: The messages of the answer.
        session_error: The latest error of the session while it was answered. It counts where the answer does not say
            itself how it has ended.
        spending: The tokens and the cost of the turn.
        session_id: The session.
        steps: The number of steps that have ended.
    """
    answers = [message for message in messages if isinstance(message, AssistantMessage)]
    last = answers[-1] if answers else None
    error = None if last is None else last.error
    if error is None and session_error is not None and (last is None or not is_final(last)):
        error = _info(session_error)
    finish = _text(None if last is None else last.finish)
    spending = spending or TreeSpending()
    return TurnOutcome(
        _status(last, error, finish),
        error,
        finish,
        spending.total.usage,
        spending.total.cost,
        cost_known=spending.total.cost_known,
        by_session=spending.by_session,
        by_model=spending.by_model,
        text=text_of(last),
        session_id=session_id,
        steps=steps,
    )


def text_of(message: AssistantMessage | None) -> str:
    """Return the text of a message, without its reasoning; empty where there is none."""
    parts = () if message is None else message.content
    return "".join(_text(getattr(part, "text", None)) or "" for part in parts if isinstance(part, TextPart))


def cut_short(outcome: TurnOutcome, status: Status, error: ErrorInfo | None, *, works_on: bool) -> TurnOutcome:
    """Return the outcome of an answer that was ended early; one that had ended before stays as it is.

    But an answer that has exceeded its budget, or may have, never counts as finished: the installable server asks the
    model once more after some stops, and completes the answer then (measured).
    """
    # The installable server completes an empty message where it is stopped before it asks a provider again (measured).
    says_nothing = not outcome.text and outcome.finish_reason is None and outcome.error is None
    has_ended = outcome.status in ("finished", "failed") and not works_on and not says_nothing
    ended_before = has_ended and status != "over_budget"
    return outcome if ended_before else evolve(outcome, status=status, error=error or outcome.error, works_on=works_on)


def _status(last: AssistantMessage | None, error: ErrorInfo | None, finish: str | None) -> Status:
    if error is not None:
        kind = (_text(error.type) or "").casefold()
        return "interrupted" if any(mark in kind for mark in MARKS) else "failed"
    if finish == "error":
        return "failed"
    if last is None or finish in INTERRUPTED or (finish in CONTINUES and not is_final(last)):
        return "interrupted"
    # A service that names the times of a message also says when it was completed.
    unfinished = finish is None and last.time is not None and last.time.completed is None
    return "interrupted" if unfinished else "finished"


def _info(error: NamedError) -> ErrorInfo:
    message: Any = None if error.data is None else error.data.message
    return ErrorInfo(type=_text(getattr(error, "name", None)), message=_text(message))


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
