"""Servers of another make use the freedoms of their contracts: no stated rule is broken, and no verdict is lost."""

import pytest

from tests.other_make.choices import Choices, drawn
from tests.other_make.freedoms import JUDGES, judged
from tests.other_make.trials import failing, judge_bus
from trivet_stubs.kernel.freedom_catalogue import freedoms

SAMPLE = {
    "bus": [
        {"unknown-stop": "not-found"},
        {"past-the-end": "not-found"},
        {"filter-without-match": "not-found"},
        {"default-month": "oldest", "link-form": "opaque"},
    ],
    "chat": [
        {"message-form": "text"},
        {"message-form": "unknown"},
        {"refusal-of-inputs": "failure", "unrate-unrated": "done"},
        {"share-inputs": "required", "permission-values": "read-and-write", "share-token": "url"},
    ],
    "agent": [
        {"cursor-with-filters": "held", "cursor-place": "field"},
        {"pattern-syntax": "literal", "search-by": "name", "file-answer": "text"},
        {"times-of-records": "whole-seconds"},
    ],
}
"""Choices of which the checks once accused a server; `nox -s freedoms` tries all of them."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("service", "chosen"),
    [pytest.param(service, chosen, id=str(chosen)) for service, sample in SAMPLE.items() for chosen in sample],
)
def test_server_that_uses_a_freedom_gets_every_verdict(service: str, chosen: dict[str, str]) -> None:
    assert judged(service, chosen) == []


@pytest.mark.long
@pytest.mark.parametrize("service", SAMPLE)
@pytest.mark.parametrize("seed", [1, 2])
def test_server_that_uses_all_freedoms_at_once_breaks_no_stated_rule(service: str, seed: int) -> None:
    assert judged(service, drawn(service, seed)) == []


@pytest.mark.long
@pytest.mark.parametrize("service", SAMPLE)
def test_server_of_another_make_uses_every_freedom(service: str) -> None:
    asked: set[str] = set()
    for chosen in ({}, drawn(service, 3)):
        choices = Choices(service, chosen)
        JUDGES[service](choices)
        asked |= choices.asked

    assert freedoms(service).keys() - asked == set()


@pytest.mark.long
def test_404_for_an_unknown_stop_accuses_no_rule_of_the_bus_service() -> None:
    rules = ["bus.arrivals.*", "bus.requests.*", "bus.access.*"]

    assert failing(judge_bus(only=rules, choices=Choices("bus", {"unknown-stop": "not-found"}))) == {}


def test_choice_that_a_freedom_does_not_have_is_refused() -> None:
    with pytest.raises(AssertionError, match="unknown-stop has no choice perhaps"):
        Choices("bus", {"unknown-stop": "perhaps"})
