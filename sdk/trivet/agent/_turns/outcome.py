"""How a turn has ended, its tokens and its cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from attrs import evolve, frozen

from ..._core.public import exported_from
from ..._text import printable
from ...errors import TrivetError
from .._generated.events import NamedError
from .._generated.models import (
    AssistantMessage,
    CacheUsage,
    CatalogModel,
    ErrorInfo,
    Message,
    ModelCost,
    TextPart,
    TokenUsage,
)
from .answer import CONTINUES, is_final

Status: TypeAlias = Literal["finished", "failed", "interrupted", "over_budget", "detached"]
Prices: TypeAlias = Mapping[tuple[str, str], Sequence[ModelCost]]
"""The prices of models, by the ids of their providers and their own."""

INTERRUPTED = frozenset({"rejected", "aborted", "interrupted", "cancelled", "canceled"})
"""The finish reasons of an answer that a user ended."""

MARKS = ("abort", "interrupt", "cancel")
"""Words in the type of an error where a user ended the answer: `MessageAbortedError`, `aborted`."""


@exported_from("trivet.agent")
@frozen
class TurnOutcome:
    """How a turn has ended, its tokens and its cost.

    >>> agent.session.turn(session.id, "What is here?").run()
    >>> turn.outcome.status, turn.outcome.usage.output, turn.outcome.cost

    Attributes:
        status: `finished`: the agent has ended its answer. `failed`: an error ended it, for instance the model
            provider's. `interrupted`: it was ended before it was complete: by `cancel`, by leaving the block, by the
            deadline or from outside, because a user rejected a request, another prompt took its place, or the server
            lost it. `over_budget`: it has used more than `max_cost` or `max_tokens`. `detached`: it was left to itself.
        error: The error, where there is one; its type is `deadline` where the deadline has passed.
        finish_reason: Why the model stopped, in the service's words: `stop`, `length`, `content-filter`; None where the
            service does not say.
        usage: The tokens of all messages of the answer together; None where the service counts none.
        cost: The cost of all messages of the answer in US dollars. Where the service reports none, it is computed from
            the tokens and the price of the model, for a turn with `max_cost`; otherwise None.
        works_on: Whether the agent may still be at work: the turn was detached, or the server has no way to stop
            it, or has not confirmed that it has.
        text: The text of the agent's last message, which is its result: the texts before calls of tools are in
            `turn.text` alone. Empty where the last message has none.
    """

    status: Status
    error: ErrorInfo | None = None
    finish_reason: str | None = None
    usage: TokenUsage | None = None
    cost: float | None = None
    works_on: bool = False
    text: str = ""


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
            why = ": ".join(printable(text) for text in (error.type, error.message) if text)
        else:
            why = "" if outcome.finish_reason is None else f"the finish reason is {printable(outcome.finish_reason)}"
        return f"session.turn: the answer {_ENDINGS[outcome.status]}{why and ': '}{why}"


_ENDINGS = {
    "finished": "has finished",
    "failed": "has failed",
    "interrupted": "was interrupted",
    "over_budget": "is over its budget",
    "detached": "was detached",
}


def outcome_of(
    messages: Iterable[Message], session_error: NamedError | None = None, prices: Prices | None = None
) -> TurnOutcome:
    """Return how an answer has ended.

    Args:
        messages: The messages of the answer.
        session_error: The latest error of the session while it was answered. It counts where the answer does not say
            itself how it has ended.
        prices: The prices of models, for messages without a cost.
    """
    answers = [message for message in messages if isinstance(message, AssistantMessage)]
    last = answers[-1] if answers else None
    error = None if last is None else last.error
    if error is None and session_error is not None and (last is None or not is_final(last)):
        error = _info(session_error)
    finish = _text(None if last is None else last.finish)
    usage, cost = usage_of(answers), cost_of(answers, prices or {})
    return TurnOutcome(_status(last, error, finish), error, finish, usage, cost, text=text_of(last))


def text_of(message: AssistantMessage | None) -> str:
    """Return the text of a message, without its reasoning; empty where there is none."""
    parts = () if message is None else message.content
    return "".join(_text(part.text) or "" for part in parts if isinstance(part, TextPart))


def cut_short(outcome: TurnOutcome, status: Status, error: ErrorInfo | None, *, works_on: bool) -> TurnOutcome:
    """Return the outcome of an answer that the caller has ended; one that had ended before stays as it is."""
    # The installable server completes an empty message where it is stopped before it asks a provider again (measured).
    says_nothing = not outcome.text and outcome.finish_reason is None and outcome.error is None
    ended_before = outcome.status in ("finished", "failed") and not works_on and not says_nothing
    return outcome if ended_before else evolve(outcome, status=status, error=error or outcome.error, works_on=works_on)


def _status(last: AssistantMessage | None, error: ErrorInfo | None, finish: str | None) -> Status:
    if error is not None:
        kind = (_text(error.type) or "").casefold()
        return "interrupted" if any(mark in kind for mark in MARKS) else "failed"
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


def usage_of(answers: Sequence[AssistantMessage]) -> TokenUsage | None:
    """Return the tokens of messages together; None where no message counts any."""
    counts = [message.tokens for message in answers if message.tokens is not None]
    if not counts:
        return None
    caches = [count.cache for count in counts if count.cache is not None]
    cache = CacheUsage(read=_sum(cache.read for cache in caches), write=_sum(cache.write for cache in caches))
    return TokenUsage(
        input=_sum(count.input for count in counts),
        output=_sum(count.output for count in counts),
        reasoning=_sum(count.reasoning for count in counts),
        cache=cache if caches else None,
    )


def tokens_of(usage: TokenUsage | None) -> float:
    """Return the number of all tokens, of every kind."""
    if usage is None:
        return 0
    cache = usage.cache or CacheUsage()
    return _sum([usage.input, usage.output, usage.reasoning, cache.read, cache.write]) or 0


def cost_of(answers: Iterable[AssistantMessage], prices: Prices) -> float | None:
    """Return the cost of messages in US dollars; of a message without one, by the price of its model."""
    return _sum(_cost(message, prices) for message in answers)


def prices_of(models: Iterable[CatalogModel]) -> Prices:
    """Return the prices of the models that have one."""
    return {
        (model.provider_id, model.id): prices
        for model in models
        if (prices := [price for price in model.cost or () if _is_number(price.input) and _is_number(price.output)])
    }


def _cost(message: AssistantMessage, prices: Prices) -> float | None:
    if message.cost or message.tokens is None:  # the newer routes of the server observed report 0 at any price
        return message.cost
    model, usage = message.model, message.tokens
    tiers = None if model is None else prices.get((model.provider_id, model.model_id or model.id or ""))
    cache = usage.cache or CacheUsage()
    if tiers is None:
        return message.cost
    context = _sum([usage.input, cache.read, cache.write]) or 0
    price = max((tier for tier in tiers if _size(tier) <= context), key=_size, default=tiers[0])
    cached = price.cache or CacheUsage(read=price.input, write=price.input)
    counts = (usage.input, usage.output, usage.reasoning, cache.read, cache.write)
    rates = (price.input, price.output, price.output, cached.read, cached.write)
    return sum((count or 0) * (rate or 0) for count, rate in zip(counts, rates, strict=True)) / 1_000_000


def _size(price: ModelCost) -> float:
    """Return the number of tokens in the context from which a price applies."""
    return (price.tier.size or 0) if price.tier is not None else 0


def _is_number(value: object) -> bool:
    return isinstance(value, int | float)


def _sum(values: Iterable[Any]) -> float | None:
    """Return the sum of the numbers among values; None where there is none."""
    numbers = [number for number in values if _is_number(number)]
    return sum(numbers) if numbers else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
