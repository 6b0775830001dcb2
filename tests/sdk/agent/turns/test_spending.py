"""The tokens and the cost of messages, together and in parts."""

import pytest

from tests.sdk.agent.turns.records import PROMPT, answer
from trivet.agent import CacheUsage, CompactionMessage, MessageTime, ModelInUse, Price, Spending, TokenUsage
from trivet.agent._turns.prices import PriceList
from trivet.agent._turns.spending import Expense, expense_of, sum_up, sum_up_tree, tokens_of, unpriced

LARGE, SMALL = ("acme", "large"), ("acme", "small")


def expense(tokens=0, cost=None, model=LARGE):
    return Expense(model, TokenUsage(input=tokens), cost, None)


def test_expense_of_an_answer_and_of_a_compaction():
    tokens = {"input": 1, "output": 2, "cache": {"read": 3}}
    model, time = {"providerID": "acme", "id": "large"}, MessageTime(created=5)
    usage = TokenUsage(input=1, output=2, cache=CacheUsage(read=3))
    expected = Expense(LARGE, usage, 0.5, 5, "msg_2")
    named = ModelInUse(provider_id="acme", id="large")
    assert expense_of(answer(tokens=usage, cost=0.5, model=named, time=time)) == expected
    fields = {"cost": 0.5, "tokens": tokens, "model": model}
    compaction = CompactionMessage(id="msg_3", type="compaction", time=time, __source__=fields)
    assert expense_of(compaction) == expected._replace(message_id="msg_3")
    assert expense_of(PROMPT) is None


@pytest.mark.parametrize("value", [None, "1", [], {"providerID": 5}, {"cache": 5}, True])
def test_expense_of_any_form_is_none(value):
    fields = {"cost": value, "tokens": value, "model": value}
    found = expense_of(CompactionMessage(id="msg_3", type="compaction", __source__=fields))
    assert (found.model, found.reported, found.created, tokens_of(found.usage)) == (None, None, None, 0)


def test_sum_has_the_tokens_of_each_kind():
    cache = CacheUsage(read=1, write=None)
    usages = [TokenUsage(input=1, output=2, cache=cache), TokenUsage(input=10, output="many", cache=cache), None]
    total = sum_up([Expense(LARGE, usage, 0.1, None) for usage in usages], PriceList())
    assert total.usage == TokenUsage(input=11, output=2, cache=CacheUsage(read=2))
    assert (total.cost, total.cost_known) == (pytest.approx(0.3), pytest.approx(0.3))
    assert tokens_of(total.usage) == 15


def test_costs_are_added_one_by_one_as_the_server_does():
    total = 0.0
    for _ in range(6):
        total += 0.011
    assert sum_up([expense(1, 0.011)] * 6, PriceList()).cost == total == 0.06599999999999999


def test_sum_of_nothing_is_unknown():
    assert sum_up([], PriceList()) == Spending()
    assert sum_up([Expense(None, None, None, None)], PriceList()) == Spending()


def test_cost_is_unknown_where_that_of_one_message_is():
    begun, unknown = expense(0, 0), expense(5, 0, SMALL)
    assert sum_up([expense(1, 0.5), begun], PriceList()).cost == 0.5
    total = sum_up([expense(1, 0.5), unknown], PriceList())
    assert (total.cost, total.cost_known) == (None, 0.5)
    assert sum_up([expense(1, 0.5), unknown], PriceList(0)).cost == 0.5


def test_parts_are_those_of_sessions_and_models():
    tree = sum_up_tree(
        {"a": [expense(1, 0.5), expense(2, 0.5, SMALL)], "b": [expense(4, 0, SMALL), expense(8, 1, None)], "c": []},
        PriceList({"acme/small": Price(input=1_000_000, output=0)}),
    )
    assert {name: (part.usage.input, part.cost) for name, part in tree.by_model.items()} == {
        "acme/large": (1, 0.5),
        "acme/small": (6, 6),
        "unknown": (8, 1),
    }
    assert {name: part.cost for name, part in tree.by_session.items()} == {"a": 2.5, "b": 5}
    assert (tree.total.usage.input, tree.total.cost) == (15, 7.5)


def test_model_without_a_price_is_found_when_its_message_begins():
    assert unpriced({"a": [expense(0, 0)]}, PriceList(0)) is None
    assert unpriced({"a": [expense(0, 0, None)], "b": [expense(0, 0)]}, PriceList()) == ("b", "acme/large")
    assert unpriced({"a": [expense(1, 0.5)]}, PriceList()) is None, "the server knows its price"
    assert unpriced({"a": [expense(1, 0, None)]}, PriceList()) == ("a", "unknown")
