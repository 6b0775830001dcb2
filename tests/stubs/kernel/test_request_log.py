"""The request log."""

import re
from unittest.mock import ANY

import httpx
import pytest

from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.kernel.notify import Reader
from trivet_stubs.kernel.request_log import ExpectedCall


def test_logged_request_holds_all_of_it_and_the_status(get, bus_stub):
    get("/v3/BusArrival?BusStopCode=28009&ServiceNo=23%20A", headers={"X-Trace": "1"})
    entry = bus_stub.requests[-1]

    assert (entry.operation, entry.method, entry.path) == ("arrivals.get", "GET", "/v3/BusArrival")
    assert entry.query == [("BusStopCode", "28009"), ("ServiceNo", "23 A")]
    assert (entry.headers["x-trace"], entry.headers["accountkey"]) == ("1", "stub-key")
    assert (entry.status, entry.body) == (200, b"")


def test_body_is_logged(client, bus_stub):
    client.request("GET", "/BusStops", content=b"hello")

    assert (bus_stub.requests[-1].body, bus_stub.requests[-1].status) == (b"hello", 400)


def test_requests_are_counted_by_operation(client, bus_stub):
    for path in ("/BusStops", "/BusStops", "/BusRoutes", "/nowhere"):
        client.get(path)

    assert [bus_stub.requests.count(name) for name in ("stops.list", "routes.list", None)] == [2, 1, 1]
    assert [entry.status for entry in bus_stub.requests] == [200, 200, 200, 404]
    bus_stub.requests.clear()
    assert len(bus_stub.requests) == 0


def test_only_the_newest_requests_are_kept(client, bus_stub):
    assert bus_stub.requests.limit == 10_000
    bus_stub.requests.limit = 2
    for path in ("/BusStops", "/BusRoutes", "/BusServices"):
        client.get(path)

    assert [entry.operation for entry in bus_stub.requests] == ["routes.list", "services.list"]


def test_no_repr_holds_a_secret(client, bus_stub):
    bus_stub.faults.add(body="secret-body", headers={"x": "secret-header"})
    link = client.get("/PV/Bus")
    assert link.text == "secret-body"
    client.get(client.get("/PV/Bus").json()["value"][0]["Link"])
    text = repr([bus_stub, bus_stub.requests, *bus_stub.requests, bus_stub.faults.add(body="secret", status=500)])

    assert "stub-key" not in text
    assert "secret" not in text
    assert "Signature" not in text
    assert "path='/files/transport_node_bus_202505.zip'" in text


def test_bodies_of_the_log_are_bounded(client, bus_stub):
    content = bytes(bus_stub.max_body)
    for _ in range(20):
        client.request("GET", "/BusStops", content=content)
    bodies = [len(entry.body) for entry in bus_stub.requests]

    assert sum(bodies) <= 64 * 1024 * 1024
    assert bodies == [len(content)] * 16


@pytest.mark.trivet(unknown_requests="ignore")
def test_request_that_means_no_operation_is_marked(client, bus_stub):
    bus_stub.faults.add("/soon", status=200, body="soon")
    for path in ("/BusStops", "/BusStops?no=such", "/nowhere", "/soon"):
        client.get(path)
    client.post("/BusStops")

    assert [entry.unknown for entry in bus_stub.requests] == [False, False, True, False, True]


def test_rules_of_removed_requests_are_counted_on_demand(client, bus_stub):
    bus_stub.requests.limit = 2
    for _ in range(3):
        client.get("/BusStops", headers={"AccountKey": "wrong"})
    bus_stub.requests.clear()
    client.get("/BusStops", headers={"AccountKey": "wrong"})

    assert bus_stub.requests.rules_exercised() == {"bus.access.unknown-key-is-401": 1}
    assert bus_stub.requests.rules_exercised(removed=True) == {"bus.access.unknown-key-is-401": 4}


@pytest.mark.trivet(unknown_requests="ignore")
def test_requests_are_numbered_and_reported_once_answered(client, bus_stub):
    with bus_stub.requests.answered.reading(Reader(lambda request: request)) as reader:
        for path in ("/BusStops", "/nowhere"):
            client.get(path)
        bus_stub.faults.add(drop=True)
        with pytest.raises(httpx.RemoteProtocolError):
            client.get("/BusStops")
        reported = [reader.take() for _ in range(4)]

    first, second, third, none = reported
    assert [(request.number, request.status) for request in (first, second, third)] == [(1, 200), (2, 404), (3, None)]
    assert (first.problem, second.problem) == (None, "path: /nowhere is not a route of this service")
    assert none is None
    bus_stub.requests.clear()
    client.get("/BusStops")
    assert bus_stub.requests[-1].number == 4
    bus_stub.requests.reset()
    client.get("/BusStops")
    assert bus_stub.requests[-1].number == 1


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

    assert [request.status for request in bus_stub.requests.calls("stops.list", skip=500)] == [503, 200]
    assert bus_stub.requests.assert_called("stops.list", skip=500).status == 200


def test_inputs_of_path_and_body_are_compared_as_values(alice, chat_stub):
    conversation = alice.post("/conversations", json={"title": "Trip"}).json()
    alice.patch(f"/conversations/{conversation['id']}", json={"is_archived": True})
    alice.get("/conversations?include_archived=true&limit=1")
    requests = chat_stub.requests

    assert requests.assert_called("conversations.create", title="Trip", body={"title": "Trip"}).status == 201
    inputs = {"conversation_id": conversation["id"], "is_archived": True, "title": None}
    assert requests.assert_called("conversations.update", **inputs)
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


@pytest.mark.parametrize("stub_class", STUBS)
def test_no_two_inputs_of_an_operation_are_spelled_alike(stub_class):
    with stub_class() as stub:
        for name, operation in stub.contract.operations.items():
            inputs = [*operation.path_parameters, *operation.query, *operation.headers]
            expected = ExpectedCall(stub.contract, name, dict.fromkeys(inputs, 1))
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
    assert text.isprintable() or set(text) - {"\n"} == {character for character in text if character.isprintable()}
