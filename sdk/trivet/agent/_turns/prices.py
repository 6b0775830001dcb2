"""The prices of models: those that a caller gives, those that the server lists, and the cost of tokens by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from ..._core import check
from ..._core.decoders import has_form
from ..._core.public import exported_from
from ...errors import InvalidArgumentError
from .._generated.models import CacheUsage, CatalogModel, ModelCost, ModelInUse, TokenUsage

RULE = "a Price, 0 for models that are free, or a mapping of PROVIDER/MODEL to these"


def _check_rate(price: object, attribute: Any, rate: Any) -> None:
    if rate is not None:
        check.number(attribute.name, rate, minimum=0)


@exported_from("trivet.agent")
@frozen(kw_only=True)
class Price:
    """The price of a model, in US dollars for a million tokens; `session.turn` takes it where the server has none.

    >>> price = Price(input=3, output=15, cache_read=0.3, cache_write=3.75)
    >>> turn = agent.session.turn(session.id, "Go.", max_cost=0.5, price={"acme/large": price, "acme/small": 0})

    Attributes:
        input: Tokens of the input.
        output: Tokens of the output and of the reasoning.
        cache_read: Tokens that are read from a cache; None for the price of the input.
        cache_write: Tokens that are written to a cache; None for the price of the input.

    Raises:
        InvalidArgumentError: A price is negative, or not a number.
    """

    input: float = field(validator=_check_rate)
    output: float = field(validator=_check_rate)
    cache_read: float | None = field(default=None, validator=_check_rate)
    cache_write: float | None = field(default=None, validator=_check_rate)


Prices: TypeAlias = Price | Literal[0] | Mapping[str, Price | Literal[0]]
"""The prices that a caller gives: of all models whose price the server does not know, or by `PROVIDER/MODEL`."""

FREE = Price(input=0, output=0)

ModelKey: TypeAlias = tuple[str, str]
"""A model: the ids of its provider and its own."""


def key_of(model: ModelInUse | None) -> ModelKey | None:
    """Return the key of the model that a record names; None where it names none."""
    if model is None:
        return None
    provider: Any = getattr(model, "provider_id", None)
    name: Any = model.model_id or model.id
    return (provider, name) if isinstance(provider, str) and isinstance(name, str) else None


def name_of(model: ModelKey | None) -> str:
    """Return the name of a model as texts have it."""
    return "unknown" if model is None else "/".join(model)


class PriceList:
    """The prices of the models of a turn. A price of 0 in all parts is unknown, as servers list a model without one.

    >>> prices = PriceList({"acme/large": Price(input=3, output=15)})
    >>> prices.knows(("acme", "large")), prices.knows(("acme", "small"))
    (True, False)
    """

    def __init__(self, given: Prices | Any | None = None) -> None:
        """Take the prices that the caller gives.

        Raises:
            InvalidArgumentError: They are no prices, or a name names no model.
        """
        self._of_others: Price | None = None
        self._given: dict[ModelKey, Price] = {}
        self._listed: dict[ModelKey, Sequence[ModelCost]] = {}
        names: Any = given
        if has_form(names, Mapping):
            for name, price in names.items():
                provider, slash, model = name.partition("/") if isinstance(name, str) else ("", "", "")
                if not (provider and slash and model):
                    raise InvalidArgumentError("price", RULE, name)
                self._given[provider, model] = _price(price)
        elif given is not None:
            self._of_others = _price(given)

    def learn(self, models: Iterable[CatalogModel]) -> None:
        """Take the models that the server lists."""
        for model in models:
            tiers = [tier for tier in model.cost or () if _is_number(tier.input) and _is_number(tier.output)]
            if any(_rates(tier) != (0, 0, 0, 0) for tier in tiers):
                self._listed[model.provider_id, model.id] = tiers

    def knows(self, model: ModelKey | None) -> bool:
        """Return whether the price of a model is known."""
        return self._of_others is not None or model in self._given or model in self._listed

    def cost(self, model: ModelKey | None, usage: TokenUsage | None, reported: float | None) -> float | None:
        """Return the cost of a step in US dollars; None where it is unknown.

        A price that the caller gives for the model decides, then the cost that the server has stored unless that is 0,
        then the price that the server lists, then the caller's price for other models.

        Args:
            model: The model; None if the message does not name it.
            usage: The tokens of the step.
            reported: The cost that the server has stored.
        """
        counts = counts_of(usage)
        if not any(counts):
            return reported
        given = None if model is None else self._given.get(model)
        if given is not None:
            return _times(counts, _own_rates(given))
        if reported:
            return reported
        tiers = None if model is None else self._listed.get(model)
        if tiers is not None:
            context = counts[0] + counts[3] + counts[4]
            tier = max((tier for tier in tiers if _size(tier) <= context), key=_size, default=tiers[0])
            return _times(counts, _rates(tier))
        return None if self._of_others is None else _times(counts, _own_rates(self._of_others))


def counts_of(usage: TokenUsage | None) -> tuple[float, ...]:
    """Return the tokens of each kind: input, output, reasoning, read from a cache, written to a cache."""
    if usage is None:
        return (0,) * 5
    cache = usage.cache or CacheUsage()
    counts: tuple[Any, ...] = (usage.input, usage.output, usage.reasoning, cache.read, cache.write)
    return tuple(count if _is_number(count) else 0 for count in counts)


def _price(given: object) -> Price:
    if isinstance(given, Price):
        return given
    if _is_number(given) and given == 0:
        return FREE
    raise InvalidArgumentError("price", RULE, given)


def _own_rates(price: Price) -> tuple[float, ...]:
    read = price.input if price.cache_read is None else price.cache_read
    return price.input, price.output, read, price.input if price.cache_write is None else price.cache_write


def _rates(tier: ModelCost) -> tuple[float, ...]:
    cache = tier.cache or CacheUsage(read=tier.input, write=tier.input)
    return tier.input or 0, tier.output or 0, cache.read or 0, cache.write or 0


def _times(counts: tuple[float, ...], rates: tuple[float, ...]) -> float:
    inputs, outputs, reasoning, read, written = counts
    per_input, per_output, per_read, per_write = rates
    dollars = inputs * per_input + (outputs + reasoning) * per_output + read * per_read + written * per_write
    return dollars / 1_000_000


def _size(tier: ModelCost) -> float:
    """Return the number of tokens in the context from which a price applies."""
    return (tier.tier.size or 0) if tier.tier is not None else 0


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
