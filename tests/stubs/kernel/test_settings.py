"""The settings of a stub: switches for observed behaviour, and quotas."""

import math
from dataclasses import fields

import httpx
import pytest

from tests.stubs.agent.helpers import in_process
from tests.stubs.serving.raw import connect, rest, status
from trivet_stubs import AgentStub, BusStub, ChatStub, Observed, Quota
from trivet_stubs.agent import AgentObserved
from trivet_stubs.bus import BusObserved
from trivet_stubs.chat import ChatObserved
from trivet_stubs.kernel.settings import QuotaUse

STUBS = [(AgentStub, AgentObserved), (BusStub, BusObserved), (ChatStub, ChatObserved)]


@pytest.mark.parametrize(("stub_class", "observed_class"), STUBS)
def test_every_switch_is_off_at_first_and_can_be_set(stub_class, observed_class):
    with stub_class() as first, stub_class(observed=observed_class.all()) as second:
        switches = [switch.name for switch in fields(observed_class)]
        assert type(first.observed) is type(second.observed) is observed_class
        assert [getattr(first.observed, name) for name in switches] == [False] * len(switches)
        assert {name for name in switches if not getattr(second.observed, name)} <= {"dies_after_answer"}
        first.observed.closing_500 = True
        assert first.state.observed == observed_class.of(["closing_500"])


def test_switch_that_does_not_exist_is_an_error_that_names_those_that_do(bus_stub):
    with pytest.raises(AttributeError):
        bus_stub.observed.late_commits = True
    with pytest.raises(ValueError, match="observed: 'late_commits' is not one of closing_500"):
        Observed.of(["late_commits"])


@pytest.mark.parametrize("closing", [False, True])
def test_request_behind_a_500_is_lost_if_it_closes_the_connection(closing):
    asked = b"GET /BusStops HTTP/1.1\r\nhost: localhost\r\naccountkey: stub-key\r\n"
    with BusStub(observed=BusObserved(closing_500=closing)) as stub, stub.serve() as served:
        for code in (404, 500):
            stub.faults.add(status=code, body=b"x")
        with connect(served.url) as connection:
            for code in (404, 500):
                connection.sendall(asked + b"\r\n")
                answer = b""
                while not answer.endswith(b"\r\n\r\nx"):
                    answer += connection.recv(65_536)
                assert status(answer) == code
                assert b"connection:" not in answer.lower()
            connection.sendall(asked + b"connection: close\r\n\r\n")
            assert rest(connection)[:15] == (b"" if closing else b"HTTP/1.1 200 OK")

    assert len(stub.requests) == (2 if closing else 3)


def test_connection_that_a_500_closes_is_not_one_in_process():
    with BusStub(observed=BusObserved.all()) as stub, httpx.Client(transport=stub.transport()) as client:
        stub.faults.add(status=500)
        assert [client.get("http://bus.test/BusStops").status_code for _ in range(2)] == [500, 401]


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

        assert [answer.status_code for answer in answers] == [200, 429]
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
