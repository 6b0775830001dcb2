"""The prices of models, and the cost of tokens by them."""

import pytest

from trivet import InvalidArgumentError
from trivet.agent import CacheUsage, CatalogModel, CostTier, ModelCost, ModelInUse, Price, TokenUsage
from trivet.agent._turns.prices import PriceList, key_of

LARGE, SMALL = ("acme", "large"), ("acme", "small")
TOKENS = TokenUsage(input=1, output=10, reasoning=100, cache=CacheUsage(read=1000, write=10_000))


def listed(*tiers, model="large"):
    prices = PriceList()
    prices.learn([CatalogModel(id=model, provider_id="acme", name=model, cost=list(tiers))])
    return prices


@pytest.mark.parametrize(
    ("cache", "cost"),
    [(CacheUsage(read=4, write=5), 2 + 30 + 300 + 4000 + 50_000), (None, 2 + 30 + 300 + 2000 + 20_000)],
)
def test_cost_is_that_of_each_kind_of_token(cache, cost):
    prices = listed(ModelCost(input=2, output=3, cache=cache))
    assert prices.cost(LARGE, TOKENS, 0) == prices.cost(LARGE, TOKENS, None) == cost / 1_000_000
    given = {} if cache is None else {"cache_read": cache.read, "cache_write": cache.write}
    assert PriceList(Price(input=2, output=3, **given)).cost(LARGE, TOKENS, 0) == cost / 1_000_000


def test_price_of_a_tier_applies_from_its_size():
    prices = listed(
        ModelCost(input=1, output=1), ModelCost(input=2, output=2, tier=CostTier(type="context", size=1000))
    )
    for count, cost in ((999, 999), (1000, 2000)):
        assert prices.cost(LARGE, TokenUsage(input=count), 0) == cost / 1_000_000


@pytest.mark.parametrize(
    "tiers",
    [
        [],
        [ModelCost(input=0, output=0)],
        [ModelCost(input=0, output=0, cache=CacheUsage(read=0, write=0))],
        [ModelCost(input=1)],
        [ModelCost(input="1", output=1)],
    ],
)
def test_price_that_is_missing_or_0_in_all_parts_is_unknown(tiers):
    prices = listed(*tiers)
    assert not prices.knows(LARGE)
    assert prices.cost(LARGE, TOKENS, 0) is None
    assert prices.cost(LARGE, TOKENS, 0.5) == 0.5, "the server has a price all the same"


def test_price_of_one_part_is_known():
    prices = listed(ModelCost(input=0, output=0, cache=CacheUsage(read=0, write=1)))
    assert prices.knows(LARGE)
    assert prices.cost(LARGE, TOKENS, 0) == 0.01


def test_message_without_tokens_costs_as_the_server_says():
    prices = PriceList(Price(input=1, output=1))
    for usage in (None, TokenUsage(), TokenUsage(input=0, output="many")):
        for reported in (None, 0, 0.5):
            assert prices.cost(LARGE, usage, reported) == reported


def test_given_price_is_for_models_that_the_server_has_no_price_for():
    prices = PriceList(0)
    prices.learn([CatalogModel(id="large", provider_id="acme", name="", cost=[ModelCost(input=1, output=0)])])
    usage = TokenUsage(input=1_000_000)
    assert (prices.cost(LARGE, usage, 0), prices.cost(SMALL, usage, 0), prices.cost(None, usage, 0)) == (1, 0, 0)
    assert prices.cost(SMALL, usage, 0.5) == 0.5
    assert prices.knows(SMALL)
    assert prices.knows(None)


def test_price_that_is_given_for_a_model_decides():
    prices = PriceList({"acme/large": Price(input=2, output=0), "acme/small": 0})
    usage = TokenUsage(input=1_000_000)
    assert (prices.cost(LARGE, usage, 5), prices.cost(SMALL, usage, 5), prices.cost(("b", "c"), usage, 0)) == (
        2,
        0,
        None,
    )
    assert (prices.knows(SMALL), prices.knows(("b", "c")), prices.knows(None)) == (True, False, False)


@pytest.mark.parametrize(
    "price", [1, -1, "0", True, False, [], {"large": 0}, {"acme/": 0}, {"acme/large": 3}, {5: 0}, {"acme/large": None}]
)
def test_other_values_are_no_prices(price):
    with pytest.raises(InvalidArgumentError, match="price must be a Price"):
        PriceList(price)


@pytest.mark.parametrize("rate", [-1, "1", float("nan"), True])
def test_rate_is_a_number_that_is_not_negative(rate):
    with pytest.raises(InvalidArgumentError, match="cache_read"):
        Price(input=1, output=1, cache_read=rate)
    with pytest.raises(InvalidArgumentError, match="input"):
        Price(input=rate, output=1)


def test_name_of_a_model_may_have_slashes():
    assert PriceList({"router/acme/large": 0}).knows(("router", "acme/large"))


@pytest.mark.parametrize(
    ("model", "key"),
    [
        (ModelInUse(provider_id="acme", model_id="large"), LARGE),
        (ModelInUse(provider_id="acme", id="large"), LARGE),
        (ModelInUse(provider_id="acme"), None),
        (ModelInUse(provider_id=5, id="large"), None),
        (None, None),
    ],
)
def test_model_of_a_record_has_a_key(model, key):
    assert key_of(model) == key
