"""Requests read as a whole and logged before they are answered."""

import asyncio

from trivet_stubs import BusStub

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
