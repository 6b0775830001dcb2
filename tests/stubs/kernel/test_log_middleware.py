"""Requests read as a whole and logged before they are answered."""

import asyncio
import json

import httpx
import pytest

from trivet_stubs import AgentStub, BusStub, ChatStub

SCOPE = {
    "type": "http",
    "method": "GET",
    "scheme": "http",
    "path": "/BusStops",
    "raw_path": b"/BusStops",
    "query_string": b"",
    "root_path": "",
    "headers": [(b"accountkey", b"stub-key"), (b"x-trace", b"1"), (b"x-trace", b"2")],
    "server": ("bus.test", 80),
}


def ask(stub: BusStub, *messages: dict[str, object]) -> list[dict[str, object]]:
    sent = []
    left = list(messages)

    async def receive():
        return left.pop(0)

    async def send(message):
        sent.append(message)

    asyncio.run(stub(dict(SCOPE), receive, send))
    return sent


def test_body_of_several_messages_is_logged_as_one(bus_stub):
    ask(
        bus_stub,
        {"type": "http.request", "body": b"hel", "more_body": True},
        {"type": "http.request", "body": b"lo", "more_body": False},
    )

    assert (bus_stub.requests[-1].body, bus_stub.requests[-1].status) == (b"hello", 400)


def test_request_that_its_client_ends_early_is_not_logged(bus_stub):
    sent = ask(
        bus_stub,
        {"type": "http.request", "body": b"hel", "more_body": True},
        {"type": "http.disconnect"},
    )

    assert sent == []
    assert len(bus_stub.requests) == 0


def test_repeated_headers_are_logged_as_one(bus_stub):
    ask(bus_stub, {"type": "http.request"})

    assert bus_stub.requests[-1].headers["x-trace"] == "1, 2"
    assert bus_stub.requests[-1].status == 200


def test_query_that_cannot_be_read_is_logged_without_pairs(client, bus_stub):
    client.get("/BusStops?BusStopCode=%FF")

    assert (bus_stub.requests[-1].query, bus_stub.requests[-1].status) == ([], 400)


def test_body_above_the_bound_is_refused_by_name(any_client, bus_stub):
    bus_stub.max_body = 1_000
    answers = [any_client.request("GET", "/BusStops", content=bytes(size)) for size in (1_000, 1_001)]

    assert [answer.status_code for answer in answers] == [400, 413]  # the operation takes no body at all
    assert answers[1].json()["fault"]["faultstring"] == "body: has more than 1000 bytes"
    assert (answers[1].headers["connection"], "date" in answers[1].headers) == ("close", True)
    assert [(len(entry.body), entry.status) for entry in bus_stub.requests] == [(1_000, 400), (0, 413)]


@pytest.mark.parametrize(
    ("stub_class", "path", "named"),
    [
        (AgentStub, "/api/session", {"_tag": "PayloadTooLargeError", "message": "body: has more than 10 bytes"}),
        (
            ChatStub,
            "/conversations",
            {
                "error": {
                    "code": "PAYLOAD_TOO_LARGE",
                    "message": "body: has more than 10 bytes",
                    "details": None,
                }
            },
        ),
    ],
)
def test_body_above_the_bound_is_refused_in_the_form_of_the_service(stub_class, path, named):
    with stub_class() as stub, httpx.Client(transport=stub.transport(), base_url="http://stub.test") as client:
        stub.max_body = 10
        answer = client.post(path, json={"title": "x"})

    assert (answer.status_code, answer.json()) == (413, named)


def test_endless_body_is_refused_before_its_end(bus_stub):
    sent, pieces = [], 0

    async def receive():
        nonlocal pieces
        pieces += 1
        return {"type": "http.request", "body": bytes(1024 * 1024), "more_body": True}

    async def send(message):
        sent.append(message)

    asyncio.run(bus_stub(dict(SCOPE), receive, send))

    assert sent[0]["status"] == 413
    assert "body: has more than 4194304 bytes" in json.loads(sent[1]["body"])["fault"]["faultstring"]
    assert pieces == 21


def test_body_above_the_bound_that_its_client_ends_early_is_not_logged(bus_stub):
    bus_stub.max_body = 2
    sent = ask(
        bus_stub,
        {"type": "http.request", "body": b"hel", "more_body": True},
        {"type": "http.disconnect"},
    )

    assert sent == []
    assert len(bus_stub.requests) == 0
