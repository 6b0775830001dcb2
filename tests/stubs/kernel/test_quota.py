"""Quotas: requests in a window of the clock."""

import math

import httpx
import pytest

from tests.stubs.agent.helpers import in_process
from trivet_stubs import AgentStub, BusStub, ChatStub, Quota
from trivet_stubs.kernel.quota import QuotaUse


def test_window_begins_with_its_first_request():
    use = QuotaUse(Quota(2, per=60))

    assert [use.take(now) for now in (10, 20, 30)] == [None, None, 40]
    assert [use.take(now) for now in (70, 71, 72)] == [None, None, 58]


def test_quota_without_a_window_never_ends():
    assert [QuotaUse(Quota(0)).take(now) for now in (0, 1e9)] == [math.inf, math.inf]


@pytest.mark.parametrize("wrong", [{"requests": -1}, {"requests": 1, "per": 0}, {"requests": 1, "per": math.nan}])
def test_number_out_of_its_bounds_is_refused(wrong):
    with pytest.raises(ValueError, match=r"requests|per"):
        Quota(**wrong)


def test_request_beyond_the_quota_is_429_until_the_window_ends():
    with ChatStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://chat.test") as http:
        http.headers["authorization"] = f"Bearer {stub.token('alice')}"
        stub.quota = Quota(1, per=60)
        answers = [http.get("/conversations") for _ in range(2)]
        stub.clock.advance(60)

        assert [each.status_code for each in answers] == [200, 429]
        assert answers[1].headers["retry-after"] == "60"
        assert answers[1].json()["error"]["code"] == "RATE_LIMITED"
        assert http.get("/conversations").status_code == 200


def test_services_answer_their_own_refusal():
    with AgentStub() as agent, in_process(agent) as http:
        agent.quota = 0
        refused = http.get("/api/session")
        assert (refused.status_code, "retry-after" in refused.headers) == (429, False)
    with BusStub() as bus, httpx.Client(transport=bus.transport(), base_url="http://bus.test") as http:
        bus.quota = Quota(0, per=60)
        fault = http.get("/BusStops", headers={"AccountKey": "stub-key"})
        assert (fault.status_code, bus.requests[-1].rule) == (500, "bus.access.quota-is-a-500")
        assert http.get("/BusStops").status_code == 401
