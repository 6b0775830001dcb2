"""Calls in the request log: found by operation and inputs, and the nearest one named when there is none."""

import re
from unittest.mock import ANY

import httpx
import pytest

from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.kernel.calls import ExpectedCall

STUBS = [AgentStub, BusStub, ChatStub]


@pytest.fixture
def alice(chat_stub):
    """A signed-in user of the chat stub, without a client of ours."""
    headers = {"Authorization": f"Bearer {chat_stub.token('alice')}"}
    with httpx.Client(transport=chat_stub.transport(), base_url="http://chat.test", headers=headers) as client:
        yield client


def failure(check, *arguments, **inputs):
    with pytest.raises(AssertionError) as caught:
        check(*arguments, **inputs)
    return str(caught.value)


@pytest.mark.parametrize(
    "inputs", [{}, {"skip": 500}, {"$skip": 500}, {"bus_stop_code": "1"}, {"BusStopCode": "1", "skip": ANY}]
)
def test_call_is_found_by_names_of_the_spec_and_of_python(client, bus_stub, inputs):
    client.get("/BusStops?$skip=500&BusStopCode=1")
    client.get("/BusStops?$skip=1000")

    assert bus_stub.requests.calls("stops.list", **inputs)[0] is bus_stub.requests[0]


def test_newest_matching_call_is_returned(client, bus_stub):
    bus_stub.faults.add("stops.list", status=503)
    for _ in range(2):
        client.get("/BusStops?$skip=500")

    assert [each.status for each in bus_stub.requests.calls("stops.list", skip=500)] == [503, 200]
    assert bus_stub.requests.assert_called("stops.list", skip=500).status == 200


def test_inputs_of_path_and_body_are_compared_as_values(alice, chat_stub):
    made = alice.post("/conversations", json={"title": "Trip"}).json()
    alice.patch(f"/conversations/{made['id']}", json={"is_archived": True})
    alice.get("/conversations?include_archived=true&limit=1")
    requests = chat_stub.requests

    assert requests.assert_called("conversations.create", title="Trip", body={"title": "Trip"}).status == 201
    assert requests.assert_called("conversations.update", conversation_id=made["id"], is_archived=True, title=None)
    assert requests.assert_called("conversations.list", include_archived=True, limit=1, skip=None)
    requests.assert_not_called("conversations.list", limit=True)
    requests.assert_not_called("conversations.list", limit="1")
    requests.assert_not_called("conversations.update", is_archived=1)
    requests.assert_not_called("conversations.update", title=ANY)


def test_failure_names_the_nearest_call_and_how_it_differs(client, bus_stub):
    client.get("/BusStops?$skip=5")
    client.get("/BusStops?$skip=10&BusStopCode=54009")
    client.get("/BusRoutes")
    text = failure(bus_stub.requests.assert_called, "stops.list", skip=500, BusStopCode="54009")

    assert text == (
        "there is no call of stops.list with $skip=500, BusStopCode='54009'. "
        "The nearest of its 2 calls is requests[1], answered 200:\n  $skip: 10 instead of 500"
    )
    assert failure(bus_stub.requests.assert_called, "routes.list", skip=0).endswith("$skip: not sent instead of 0")


def test_failure_without_a_call_says_what_was_called(client, bus_stub):
    assert "the stub got no request" in failure(bus_stub.requests.assert_called, "stops.list")
    for path in ("/BusRoutes", "/BusRoutes", "/busstops\u202e"):
        client.get(path)
    text = failure(bus_stub.requests.assert_called, "stops.list", skip=0)

    assert text == (
        "stops.list was not called; the stub got: routes.list (2), GET '/busstops%E2%80%AE', no operation (1)"
    )
    bus_stub.requests.clear()


def test_unexpected_calls_are_numbered(client, bus_stub):
    for _ in range(12):
        client.get("/BusStops")
    text = failure(bus_stub.requests.assert_not_called, "stops.list")

    assert text.startswith("there is a call of stops.list: requests[0], requests[1], ")
    assert text.endswith("requests[7] and 4 more")


@pytest.mark.parametrize(
    ("operation", "inputs", "message"),
    [
        ("stop.list", {}, "'stop.list' is not one of arrivals.get"),
        ("stops.list", {"skp": 1}, "stops.list has no input skp; its inputs are: $skip, BusStopCode"),
    ],
)
def test_mistyped_name_is_refused_where_nothing_is_expected(bus_stub, operation, inputs, message):
    for check in (bus_stub.requests.assert_called, bus_stub.requests.assert_not_called):
        with pytest.raises(ValueError, match=re.escape(message)):
            check(operation, **inputs)


def test_secret_inputs_are_not_shown(chat_stub, alice):
    alice.get("/conversations/shared/secret-token")

    text = failure(chat_stub.requests.assert_called, "conversations.open_shared", token="secret-other")
    assert "token: (a secret) instead of (a secret)" in text
    assert "secret-" not in text


def test_inputs_that_cannot_be_read_are_compared_as_they_were_sent(alice, chat_stub):
    alice.get("/conversations?limit=many&skip=1&skip=2")
    alice.get("/conversations?skip=%ff")
    alice.post("/conversations", content=b"{not JSON", headers={"content-type": "application/json"})
    requests = chat_stub.requests

    assert requests.assert_called("conversations.list", limit="many", skip=("1", "2")).status == 422
    assert requests.assert_called("conversations.create", body=b"{not JSON", title=None)
    text = failure(requests.assert_called, "conversations.create", body={"title": "x" * 500})
    assert len(text) < 400


@pytest.mark.parametrize("stub", STUBS)
def test_no_two_inputs_of_an_operation_are_spelled_alike(stub):
    with stub() as made:
        for name, operation in made.contract.operations.items():
            inputs = [*operation.path_parameters, *operation.query, *operation.headers]
            expected = ExpectedCall(made.contract, name, dict.fromkeys(inputs, 1))
            assert str(expected).count("=") == len(inputs)


@pytest.mark.parametrize(
    "body",
    [
        b'{"title":' + b"[" * 1_000 + b"]" * 1_000 + b"}",
        b"[" * 100_000,
        b"\xff\xfe",
        b"null",
        b'"\x1b[2J"',
        b'{"title":"' + b"x" * 1_000_000 + b'"}',
    ],
)
def test_hostile_body_is_shown_in_part(alice, chat_stub, body):
    alice.post("/conversations", content=body, headers={"content-type": "application/json"})
    text = failure(chat_stub.requests.assert_called, "conversations.create", title="Trip", body={"title": "Trip"})

    assert len(text) < 600
    assert text.isprintable() or set(text) - {"\n"} == {each for each in text if each.isprintable()}
