"""Requests against the contract."""

import pytest

from tests.stubs.proxy.judging import found, judged, passed


def clients(result):
    return [each for each in found(result) if each[0] == "client"]


ID = "00000000-0000-4000-8000-000000000001"
MESSAGES = f"/conversations/{ID}/messages"


@pytest.mark.parametrize(
    ("service", "exchange", "expected"),
    [
        (
            "chat",
            ("GET", "/conversations?limit=500"),
            ("chat.paging.limit-is-1-to-100", "stated", "conversations.list"),
        ),
        ("chat", ("GET", "/conversations/5"), ("chat.requests.ids-are-uuids", "stated", "conversations.get")),
        (
            "chat",
            ("GET", "/conversations?x=1"),
            ("chat.requests.unknown-inputs-are-422", "assumed", "conversations.list"),
        ),
        ("bus", ("GET", "/BusStops?$skip=a"), ("bus.paging.skip-is-at-least-0", "stated", "stops.list")),
        ("bus", ("GET", "/v3/BusArrival"), ("bus.requests.required-inputs-are-needed", "stated", "arrivals.get")),
    ],
)
def test_wrong_input_outside_of_the_body_names_its_rule(service, exchange, expected):
    [finding] = clients(judged(service, passed(*exchange, status=422, answer={})))
    if "required" in expected[0]:
        assert finding[2:] == expected[1:]
    else:
        assert finding == ("client", *expected)


@pytest.mark.parametrize(
    ("body", "rule", "basis"),
    [
        ({"rating": 2}, "chat.ratings.value-is-1-or-minus-1", "stated"),
        ({"rating": 1, "more": 1}, "chat.requests.unknown-inputs-are-422", "assumed"),
        (b"{", "chat.requests.bodies-are-json", "stated"),
        (b"", "chat.requests.required-inputs-are-needed", "assumed"),
    ],
)
def test_wrong_body_names_its_rule(body, rule, basis):
    exchange = passed("POST", f"{MESSAGES}/{ID}/rate", body=body, status=422, answer={})
    [finding] = clients(judged("chat", exchange))
    assert finding == ("client", rule, basis, "conversations.messages.rate")


def test_what_is_stated_of_a_body_comes_before_what_is_assumed():
    exchange = passed("POST", f"{MESSAGES}/{ID}/rate", body={"more": 1, "rating": 7}, status=422, answer={})
    assert clients(judged("chat", exchange))[0][1:3] == ("chat.ratings.value-is-1-or-minus-1", "stated")


def test_faults_of_several_places_are_found_at_once():
    exchange = passed("PATCH", "/conversations/5?x=1", body={"y": 1}, status=422, answer={})
    assert sum(each.count for each in judged("chat", exchange).of("client")) == 3


def test_accepted_request_that_a_stated_rule_forbids_is_a_fault_of_both():
    page = {"items": [], "total": 0}
    result = judged("chat", passed("GET", "/conversations?limit=101", answer=page))
    assert [each[0] for each in found(result)] == ["client", "server"]
    assert "the server accepted it" in result.findings[1].verdict.reason
    assert found(judged("chat", passed("GET", "/conversations?x=1", answer=page)))[0][0] == "client"


def test_rules_about_inputs_are_counted_where_the_input_is_given():
    page = {"items": [], "total": 0}
    result = judged(
        "chat",
        passed("GET", "/conversations?limit=5&skip=0", answer=page),
        passed("GET", "/conversations", answer=page),
    )
    assert {name: each.tried for name, each in result.rules.items()} == {
        "chat.paging.limit-is-1-to-100": 1,
        "chat.paging.skip-is-at-least-0": 1,
    }
    assert result.findings == []


def test_right_requests_of_every_kind_are_no_finding():
    result = judged(
        "chat",
        passed("POST", f"{MESSAGES}/{ID}/rate", body={"rating": -1, "comment": None}, status=404, answer={}),
        passed(
            "GET", "/admin/users?search=a%20b&limit=500", sent={"accept": "application/json"}, status=403, answer={}
        ),
        passed("GET", "/conversations?include_archived=true", status=500, answer=b"down", headers={}),
    )
    assert clients(result) == []
