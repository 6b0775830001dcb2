"""The rules that a run has exercised: counts, missing rules and the report; and the leftovers of a stub."""

import httpx
import pytest

from trivet_stubs import BusStub, rules
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.pytest_strictness import ExercisedRules, Strictness, leftovers

REVOKES = "chat.shares.only-the-sharer-revokes"


def test_counts_of_several_stubs_are_added():
    exercised = ExercisedRules()
    exercised.add({REVOKES: 2})
    exercised.add({REVOKES: 1, "bus.access.quota-is-a-500": 1})

    assert exercised.counts[REVOKES] == 3
    assert exercised.missing() == []


def test_missing_rules_are_required_refusing_and_not_exercised():
    exercised = ExercisedRules(["chat.shares.*", REVOKES])
    exercised.add({REVOKES: 1})
    refusing = {rule.id for rule in rules("chat").values() if rule.refused and rule.id.startswith("chat.shares.")}

    assert len(refusing) > 1
    assert exercised.missing() == sorted(refusing - {REVOKES})


@pytest.mark.parametrize("pattern", ["chat.shares.no-such-rule", "shares", "", "bus.stops.code-has-five-digits"])
def test_pattern_that_matches_no_refusing_rule_is_refused(pattern):
    with pytest.raises(ValueError, match="matches no rule by which a stub refuses"):
        ExercisedRules([pattern])


def test_report_has_the_services_that_were_exercised():
    exercised = ExercisedRules()
    nothing = list(exercised.lines())
    exercised.add({REVOKES: 12, "chat.of-another-version": 1})
    lines = list(exercised.lines())

    assert [line.partition(":")[0] for line in nothing] == [*SERVICES]
    assert lines[0].startswith("chat: 1 of ")
    assert lines[1:] == [f"     12  {REVOKES}", "      1  chat.of-another-version"]
    assert "      -  chat.access.admin-operations-need-role-admin" in list(exercised.lines(verbose=True))


@pytest.fixture
def stub():
    with BusStub() as stub:
        yield stub


@pytest.fixture
def client(stub):
    headers = {"AccountKey": stub.account_key}
    with httpx.Client(transport=stub.transport(), base_url="http://bus.test", headers=headers) as client:
        yield client


def test_refused_request_of_the_contract_leaves_nothing(stub, client):
    client.get("/BusStops?no=such")
    client.get("/v3/BusArrival")
    link = client.get("/PV/Bus").json()["value"][0]["Link"]
    del client.headers["AccountKey"]  # the host of the files takes none
    client.get(link)

    assert [request.status for request in stub.requests] == [400, 400, 200, 200]
    assert list(leftovers("bus_stub", stub, Strictness())) == []


def test_unknown_requests_are_listed_with_the_nearest_path(stub, client):
    for path in ("/BusStop", "/BusStop", "/trams"):
        client.get(path)
    client.post("/BusStops")
    [text] = leftovers("bus_stub", stub, Strictness())

    assert text.splitlines() == [
        "bus_stub got requests without an operation in the contract:",
        "  GET '/BusStop' (404); the contract has /BusStops, 2 times",
        "  GET '/trams' (404)",
        "  POST '/BusStops' (405)",
    ]
    assert list(leftovers("bus_stub", stub, Strictness(unknown_requests="ignore"))) == []


def test_hostile_paths_are_shown_in_part_and_escaped(stub, client):
    for number in range(9):
        client.get(f"/{number}{'%1b' * 3_000}")
    [text] = leftovers("bus_stub", stub, Strictness())

    assert text.endswith("  and 4 more")
    assert len(text) < 1_000


def test_fault_that_answers_an_unknown_path_leaves_nothing(stub, client):
    stub.faults.add("/trams", status=200, body="soon")
    client.get("/trams")

    assert list(leftovers("bus_stub", stub, Strictness(unused_faults="error"))) == []


def test_fault_is_unused_until_it_affects_a_request(stub, client):
    strict = Strictness(unused_faults="error")
    used, later = stub.faults.add("stops.list", times=2, status=503), stub.faults.add("stops.list", after=5, status=503)
    assert stub.faults.unused == [used, later]
    client.get("/BusStops")

    assert (used.struck, stub.faults.unused) == (1, [later])
    [text] = leftovers("bus_stub", stub, strict)
    assert text == "bus_stub has faults that affected no request:\n  stops.list after=4 status=503"  # one has passed
    assert list(leftovers("bus_stub", stub, Strictness())) == []
    stub.faults.clear()
    assert list(leftovers("bus_stub", stub, strict)) == []


def test_unused_faults_are_shown_by_their_arguments(stub):
    stub.faults.add("stops.list", times=None, headers={"Retry-After": "1"}, hang=True)
    stub.faults.add(times=2, probability=0.5, seed=7, body="x" * 1_000)
    [text] = leftovers("bus_stub", stub, Strictness(unused_faults="error"))

    _, first, second = text.splitlines()
    assert first == "  stops.list times=None headers={'Retry-After': '1'} hang=True"
    assert second.startswith("  any request times=2 body='xxx")
    assert len(second) < 300


@pytest.mark.parametrize(
    "changes", [{"unknown_requests": True}, {"unused_faults": "warn"}, {"unused_fault": "error"}, {"unused_faults": ""}]
)
def test_wrong_choice_is_refused_by_name(changes):
    with pytest.raises(ValueError, match=next(iter(changes))):
        Strictness().evolve(changes)


def test_evolve_changes_what_is_given_alone():
    assert Strictness().evolve({"unused_faults": "error"}) == Strictness("error", "error")
    assert Strictness("ignore", "error").evolve({}) == Strictness("ignore", "error")
