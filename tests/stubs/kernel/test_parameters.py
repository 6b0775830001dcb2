"""Inputs outside the body, decoded as the contract types them."""

import pytest

from trivet_stubs.kernel.parameters import query_pairs, read_all
from trivet_stubs.kernel.refusal import Refusal


def read(contract, query):
    operation = contract.operations["talks.get"]
    return read_all(operation.query, query_pairs(query), owner=operation.id, place="query")


@pytest.mark.parametrize(
    ("query", "values"),
    [
        (b"tag=1&tag=2", {"tag": [1, 2]}),
        (b"open=true", {"open": True}),
        (b"limit=2.5", {"limit": 2.5}),
        (b"limit=3", {"limit": 3}),
        (b"kind=7", {"kind": 7}),
        (b"kind=all", {"kind": "all"}),
        (b"", {}),
    ],
)
def test_text_becomes_what_the_contract_types_it_as(contract, query, values):
    assert read(contract, query) == values


@pytest.mark.parametrize("query", [b"tag=x", b"open=1", b"open=True", b"limit=101", b"limit=nan", b"kind=some"])
def test_text_that_the_contract_forbids_is_refused_by_name(contract, query):
    with pytest.raises(Refusal, match=f"^{query.partition(b'=')[0].decode()}: "):
        read(contract, query)


def test_refused_parameter_says_where_and_which_rule(contract):
    with pytest.raises(Refusal) as refusal:
        read(contract, b"limit=101")

    refused = refusal.value.input
    assert (refused.place, refused.keyword, refused.value) == (("query", "limit"), "maximum", "101")
