"""The tokens and the cost of a turn: of its messages, of the sessions below it, together and in parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import add
from typing import Any, NamedTuple, TypeAlias

from attrs import field, frozen

from ..._core.decoders import has_form
from ..._core.public import exported_from
from ..._core.record import extra
from .._generated.models import AssistantMessage, CacheUsage, CompactionMessage, Message, ModelInUse, TokenUsage
from .._store.transcript import id_of
from .prices import ModelKey, PriceList, counts_of, key_of, name_of


@exported_from("trivet.agent")
@frozen
class Spending:
    """The tokens and the cost of a part of a turn: of one session, or of one model.

    >>> for session_id, part in turn.outcome.by_session.items():
    ...     print(session_id, part.usage.output, part.cost)

    Attributes:
        usage: The tokens of all messages together; None where the service counts none.
        cost: The cost in US dollars; None where the cost of a message is unknown.
        cost_known: The cost of the messages whose cost is known.
    """

    usage: TokenUsage | None = None
    cost: float | None = None
    cost_known: float = 0.0


class Expense(NamedTuple):
    """The tokens and the cost of a message, as the server has stored them.

    Attributes:
        model: The model; None if the message does not name it.
        usage: The tokens; None if the server has not counted them.
        reported: The cost; None if the server stores none.
        created: The time at which the message was created, in Unix milliseconds; None if it is unknown.
        message_id: The id of the message.
        ended: Whether it is a step of an agent that has ended.
        finish: Why the model stopped, in the service's words; None where it does not say.
    """

    model: ModelKey | None
    usage: TokenUsage | None
    reported: float | None
    created: float | None
    message_id: str = ""
    ended: bool = False
    finish: str | None = None


Expenses: TypeAlias = Mapping[str, Iterable[Expense]]
"""The expenses of each session."""


@frozen
class TreeSpending:
    """The tokens and the cost of a turn.

    Attributes:
        total: Those of all sessions together.
        by_session: Those of each session, the turn's own first.
        by_model: Those of each model, by `PROVIDER/MODEL`.
    """

    total: Spending = Spending()
    by_session: Mapping[str, Spending] = field(factory=dict[str, Spending])
    by_model: Mapping[str, Spending] = field(factory=dict[str, Spending])


def expense_of(message: Message) -> Expense | None:
    """Return the expense of a message: of an answer, or of a compaction, where the server has stored one."""
    created: Any = getattr(getattr(message, "time", None), "created", None)
    ended, finish = False, None
    if isinstance(message, AssistantMessage):
        model, usage, reported = message.model, message.tokens, message.cost
        finish = message.finish
        ended = finish is not None or message.error is not None or is_complete(message)
    elif isinstance(message, CompactionMessage):  # the contract has no cost of it, but a server may send one
        fields = extra(message)
        model, usage, reported = _model(fields.get("model")), _usage(fields.get("tokens")), fields.get("cost")
    else:
        return None
    return Expense(key_of(model), usage, _number(reported), _number(created), id_of(message) or "", ended, finish)


def is_complete(message: AssistantMessage) -> bool:
    """Return whether the service names the time at which a message was completed."""
    return message.time is not None and message.time.completed is not None


def _model(wire: Any) -> ModelInUse | None:
    if not has_form(wire, dict) or not isinstance(wire.get("providerID"), str):
        return None
    return ModelInUse(provider_id=wire["providerID"], model_id=wire.get("modelID"), id=wire.get("id"))


def _usage(wire: Any) -> TokenUsage | None:
    if not has_form(wire, dict):
        return None
    cache: Any = wire.get("cache")
    caches = CacheUsage(read=cache.get("read"), write=cache.get("write")) if has_form(cache, dict) else None
    return TokenUsage(input=wire.get("input"), output=wire.get("output"), reasoning=wire.get("reasoning"), cache=caches)


def has_spent(expense: Expense) -> bool:
    """Return whether the server has stored tokens or a cost; a message begins without them."""
    return expense.reported is not None or any(counts_of(expense.usage))


def sum_up(expenses: Iterable[Expense], prices: PriceList) -> Spending:
    """Return the tokens and the cost of expenses together."""
    listed = list(expenses)
    costs = [prices.cost(*expense[:3]) for expense in listed if has_spent(expense)]
    known = [cost for cost in costs if cost is not None]
    total = reduce(add, known, 0.0)  # one by one, as the observed server adds them: `sum` rounds otherwise
    cost = total if known and len(known) == len(costs) else None
    return Spending(_together(expense.usage for expense in listed), cost, total)


def sum_up_tree(expenses: Expenses, prices: PriceList) -> TreeSpending:
    """Return the tokens and the cost of a tree of sessions."""
    listed = {session_id: list(own) for session_id, own in expenses.items()}
    whole = [expense for own in listed.values() for expense in own]
    models: dict[str, list[Expense]] = {}
    for expense in whole:
        if has_spent(expense):
            models.setdefault(name_of(expense.model), []).append(expense)
    return TreeSpending(
        sum_up(whole, prices),
        {session_id: sum_up(own, prices) for session_id, own in listed.items() if any(map(has_spent, own))},
        {model: sum_up(own, prices) for model, own in models.items()},
    )


def unpriced(expenses: Expenses, prices: PriceList) -> tuple[str, str] | None:
    """Return a session, and the model without a known price that it uses; None where all costs will be known."""
    for session_id, own in expenses.items():
        for expense in own:
            named = expense.model is not None and not prices.knows(expense.model) and not expense.reported
            if named or (any(counts_of(expense.usage)) and prices.cost(*expense[:3]) is None):
                return session_id, name_of(expense.model)
    return None


def tokens_of(usage: TokenUsage | None) -> float:
    """Return the number of all tokens, of every kind."""
    return sum(counts_of(usage))


def _together(usages: Iterable[TokenUsage | None]) -> TokenUsage | None:
    counts = [usage for usage in usages if usage is not None]
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


def _sum(values: Iterable[Any]) -> Any:
    """Return the sum of the numbers among values; None where there is none."""
    numbers = [number for value in values if (number := _number(value)) is not None]
    return sum(numbers) if numbers else None


def _number(value: Any) -> Any:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
