"""What a stub is, over HTTP."""

import httpx
import pytest

from trivet_stubs import AgentStub, BusStub, ChatStub, rules


@pytest.mark.parametrize(("kind", "service"), [(BusStub, "bus"), (ChatStub, "chat"), (AgentStub, "agent")])
def test_service_shows_its_contract_and_its_rules(steer, kind, service):
    with kind() as stub:
        control = steer(stub)
        assert control.get("ready").json() == {"service": service, "ready": True}
        assert control.get("contract").json() == stub.contract.document
        shown = {each["id"]: each for each in control.get("rules").json()["items"]}
        assert list(shown) == list(rules(service))
        assert {each["exercised"] for each in shown.values()} == {0}


def test_exercised_rule_is_counted(steer):
    with BusStub() as stub, httpx.Client(transport=stub.transport()) as http:
        for _ in range(2):
            http.get("http://bus.test/BusStops", headers={"AccountKey": "wrong"})
        exercised = {each["id"]: each["exercised"] for each in steer(stub).get("rules").json()["items"]}

    assert {name: count for name, count in exercised.items() if count} == {"bus.access.unknown-key-is-401": 2}
