"""Paths and queries of requests."""

import pytest

from trivet_stubs.checks import Broken
from trivet_stubs.checks.url_parts import path_of, query_pairs
from trivet_stubs.kernel.contract import load

GET = load("chat").operations["conversations.get"]
RATE = load("chat").operations["conversations.messages.rate"]


def test_values_fill_the_path_in_order_and_are_quoted():
    assert path_of(RATE, ["a/b", 5]) == RATE.path.replace("{conversation_id}", "a%2Fb").replace("{message_id}", "5")
    assert path_of(GET, ["\u00e9?#%2e"]).endswith("/%C3%A9%3F%23%252e")


@pytest.mark.parametrize("value", ["", ".", "..", "x" * 5000])
def test_id_that_leads_to_another_path_breaks_the_rule(value):
    with pytest.raises(Broken, match="cannot be a value"):
        path_of(GET, [value])


@pytest.mark.parametrize(("values", "message"), [([], "needs a value"), (["a", "b"], "no place for 'b'")])
def test_wrong_number_of_values_is_refused(values, message):
    with pytest.raises(ValueError, match=message):
        path_of(GET, values)


def test_query_repeats_lists_and_leaves_none_out():
    query = {"a": 1, "b": [True, None, "x"], "c": None, "d": ("y",)}
    assert list(query_pairs(query)) == [("a", "1"), ("b", "true"), ("b", "x"), ("d", "y")]
