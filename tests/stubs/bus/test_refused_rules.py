"""The rules by which the bus stub refuses; the request log names the rule of each refusal."""

import pytest

from tests.stubs.tried_rules import rules_named
from trivet_stubs import rules

REFUSED = [rule for rule in rules("bus").values() if rule.refused]


@pytest.mark.trivet(unknown_requests="ignore")
@pytest.mark.parametrize("rule", REFUSED, ids=lambda rule: rule.id)
def test_refusal_names_the_rule_that_is_broken(rule, client, bus_stub):
    client.get("/BusStops?BusStopCode=1&BusStopCode=2")
    client.get("/BusStops", headers={"accept": "text/csv"})
    bus_stub.quota = 0
    client.get("/BusStops")
    assert rule.id in {*bus_stub.requests.rules_exercised()} | rules_named(rule)
