"""The checks of the bus contract judge a server of another make: each mistake breaks its rule, and no other one."""

import pytest

from tests.other_make.bus_faults import BusFault
from tests.other_make.bus_server import KEY
from tests.other_make.bus_verdicts import BROKEN_BY
from tests.other_make.trials import failing, judge_bus, newly_broken

WEAK = (
    BusFault.ARRIVALS_FILTER_PREFIX,
    BusFault.SERVICES_FILTER_PREFIX,
    BusFault.SERVICES_FILTER_OF_A_PAGE,
    BusFault.SKIP_BEFORE_FILTER,
    BusFault.ONE_BUS_THRICE,
    BusFault.PLANS_A_DAY_EARLY,
    BusFault.ATOM_IS_LABELLED,
)
"""Mistakes that show only in a certain state; `nox -s other-make` plants all of them."""


@pytest.mark.long
def test_server_that_keeps_the_bus_contract_in_its_own_way_breaks_no_stated_rule() -> None:
    result = judge_bus()
    stated = [verdict for verdict in result.verdicts if verdict.basis == "stated" and verdict.kind == "rule"]

    assert failing(result) == {}
    assert (result.stopped, result.left) == ("", [])
    assert [verdict.id for verdict in stated if verdict.outcome != "holds"] == ["bus.contract.revision-is-6-8"]


@pytest.mark.long
def test_every_mistake_has_its_verdicts_and_every_stated_rule_a_mistake() -> None:
    stated = {verdict.id for verdict in judge_bus().of("holds") if verdict.basis == "stated" and verdict.kind == "rule"}

    assert set(BROKEN_BY) == set(BusFault)
    assert stated - {rule for rules in BROKEN_BY.values() for rule in rules} == set()


@pytest.mark.matrix
@pytest.mark.parametrize("fault", WEAK)
def test_mistake_in_the_bus_server_breaks_its_rule_and_no_other(fault: BusFault) -> None:
    assert newly_broken(judge_bus([fault]), judge_bus()) == BROKEN_BY[fault]


@pytest.mark.long
def test_finding_shows_the_request_without_the_key() -> None:
    [rule] = BROKEN_BY[BusFault.ARRIVALS_FILTER_PREFIX]
    [verdict] = judge_bus([BusFault.ARRIVALS_FILTER_PREFIX], [rule]).of("broken")

    assert verdict.evidence is not None
    assert "ServiceNo=" in verdict.evidence.request
    assert KEY not in verdict.evidence.request + verdict.evidence.answer
