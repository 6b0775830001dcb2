"""Requests read as a whole and logged before they are answered."""

import asyncio
import gzip
import json
import threading
import time
import zlib

import httpx
import pytest

from tests.stubs.agent.helpers import in_process
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


CODINGS = {"gzip": gzip.compress, "X-GZIP": gzip.compress, "deflate": zlib.compress, "identity": bytes}


@pytest.mark.parametrize(("coding", "pack"), CODINGS.items(), ids=CODINGS)
def test_packed_body_is_unpacked_before_it_is_read_and_logged(coding, pack):
    body = json.dumps({"title": "Café"}).encode()
    with ChatStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://stub.test") as client:
        headers = {
            "authorization": f"Bearer {stub.token('alice')}",
            "content-type": "application/json",
            "content-encoding": coding,
        }
        answer = client.post("/conversations", content=pack(body), headers=headers)

        assert (answer.status_code, answer.json()["title"]) == (201, "Café")
        assert stub.requests[-1].body == body


@pytest.mark.parametrize(
    ("coding", "body", "status", "message"),
    [
        ("br", b"\x0b", 415, "header content-encoding: the content-encoding 'br' is not unpacked; gzip, deflate are"),
        ("gzip, gzip", b"\x1f", 415, "header content-encoding: the content-encoding 'gzip, gzip' is not unpacked"),
        ("gzip", b"{}", 422, "is not packed as gzip"),
        ("gzip", gzip.compress(bytes(1001)), 413, "body: has more than 1000 bytes"),
        ("deflate", zlib.compress(bytes(10_000_000)), 413, "body: has more than 1000 bytes"),
    ],
    ids=["brotli", "gzip twice", "no gzip", "gzip above the bound", "deflate above the bound"],
)
def test_body_that_is_not_unpacked_is_refused_by_name(coding, body, status, message):
    with ChatStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://stub.test") as client:
        stub.max_body = 1000
        headers = {"authorization": f"Bearer {stub.token('alice')}", "content-encoding": coding}
        answer = client.post("/conversations", content=body, headers=headers)

        assert (answer.status_code, message in answer.text) == (status, True), answer.text
        assert answer.headers.get("accept-encoding") == ("gzip, deflate" if status == 415 else None)
        assert stub.requests[-1].status == status


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


def test_answers_carry_the_date_of_the_stubs_clock(get, bus_stub):
    bus_stub.clock.advance(60)

    assert get("/BusStops").headers["date"] == "Mon, 16 Jun 2025 00:01:00 GMT"


def test_header_of_a_fault_is_kept(client, bus_stub):
    bus_stub.faults.add(headers={"Date": "yesterday"})

    assert client.get("/BusStops").headers.get_list("date") == ["yesterday"]


SHORT = 0.05


def test_fault_answers_in_place_of_the_service_so_many_times(get, bus_stub):
    bus_stub.faults.add("stops.list", times=2, status=503, headers={"Retry-After": "7"}, body="busy")

    answers = [get("/BusStops") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [503, 503, 200]
    assert (answers[0].text, answers[0].headers["retry-after"]) == ("busy", "7")
    assert answers[0].headers["content-type"] == "text/plain; charset=utf-8"


def test_fault_with_body_answers_it_in_any_media_type(client, bus_stub):
    bus_stub.faults.add(body={"odd": True})
    bus_stub.faults.add(status=200, body="<html>", content_type="text/html")

    first, second = client.get("/BusStops"), client.get("/BusStops")

    assert (first.status_code, first.json(), first.headers["content-type"]) == (
        200,
        {"odd": True},
        "application/json;charset=UTF-8",
    )
    assert (second.text, second.headers["content-type"]) == ("<html>", "text/html")


@pytest.mark.parametrize("body", [{"odd": True}, [], [{"odd": True}, 1]])
def test_fault_sends_an_object_or_a_list_as_json(client, bus_stub, body):
    bus_stub.faults.add(body=body)
    answer = client.get("/BusStops")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json;charset=UTF-8")
    assert answer.json() == body


def test_fault_with_headers_only_keeps_the_ordinary_body(client, bus_stub):
    bus_stub.faults.add(headers={"Content-Type": "text/csv", "X-Extra": "1"})

    answer = client.get("/BusStops")

    assert answer.json()["value"]
    assert (answer.headers["content-type"], answer.headers["x-extra"]) == ("text/csv", "1")


@pytest.mark.parametrize("sent", [0, 10])
def test_cut_connection_ends_before_its_content_length(get, bus_stub, sent):
    size = len(get("/BusStops").content)
    bus_stub.faults.add("stops.list", cut_after=sent)

    with pytest.raises(httpx.RemoteProtocolError) as broken:
        get("/BusStops")
    assert str(broken.value) == (
        f"peer closed connection without sending complete message body (received {sent} bytes, expected {size})"
    )
    assert get("/BusStops").status_code == 200


def test_bytes_before_the_cut_are_received(any_client, bus_stub):
    bus_stub.faults.add("stops.list", body="0123456789", cut_after=4)
    received: list[bytes] = []
    with any_client.stream("GET", "/BusStops") as answer, pytest.raises(httpx.RemoteProtocolError):
        collect(answer, received)

    assert b"".join(received) == b"0123"


def test_cut_download_delivers_the_bytes_before_the_cut(any_client, bus_stub):
    bus_stub.volume_rows = 50_000
    link = any_client.get("/PV/Bus").json()["value"][0]["Link"]
    del any_client.headers["AccountKey"]
    bus_stub.faults.add("/files/", cut_after=100_000)
    received: list[bytes] = []
    with any_client.stream("GET", link) as answer, pytest.raises(httpx.RemoteProtocolError, match="received 100000"):
        collect(answer, received)

    assert sum(map(len, received)) == 100_000
    assert any_client.get(link).content.startswith(b"".join(received))


def test_dropped_request_gets_no_answer(get, bus_stub):
    bus_stub.faults.add("stops.list", drop=True)

    with pytest.raises(httpx.RemoteProtocolError, match=r"Server disconnected without sending a response\."):
        get("/BusStops")
    assert get("/BusStops").status_code == 200
    assert [entry.status for entry in bus_stub.requests] == [None, 200]


def test_hanging_request_ends_in_read_timeout(get, bus_stub):
    bus_stub.faults.add("stops.list", hang=True)

    with pytest.raises(httpx.ReadTimeout):
        get("/BusStops", timeout=SHORT)
    assert get("/BusStops").status_code == 200


def test_delay_longer_than_read_timeout_ends_in_one(get, bus_stub):
    bus_stub.faults.add("stops.list", delay=60)

    with pytest.raises(httpx.ReadTimeout):
        get("/BusStops", timeout=SHORT)


def test_delay_takes_real_time(get, bus_stub):
    bus_stub.faults.add("stops.list", delay=SHORT)
    began = time.monotonic()

    assert get("/BusStops").status_code == 200
    assert time.monotonic() - began >= SHORT


def test_latency_is_waited_for_by_every_answer(client, bus_stub):
    bus_stub.latency = 0.02
    began = time.monotonic()
    client.get("/BusStops")
    client.get("/BusStops")

    assert time.monotonic() - began >= 0.04


def test_closing_the_stub_ends_a_hanging_request(any_client, bus_stub):
    bus_stub.faults.add("stops.list", hang=True)
    closing = threading.Thread(target=close_when_asked, args=(bus_stub,))
    closing.start()

    with pytest.raises(httpx.RemoteProtocolError):
        any_client.get("/BusStops", timeout=None)
    closing.join()


def test_hanging_request_waits_in_real_time_while_the_clock_runs(bus_stub):
    bus_stub.faults.add("stops.list", hang=True)
    bus_stub.clock.run()
    closing = threading.Thread(target=close_when_asked, args=(bus_stub,))
    closing.start()

    with httpx.Client(transport=bus_stub.transport()) as client, pytest.raises(httpx.RemoteProtocolError):
        client.get("http://bus.test/BusStops", timeout=60)
    closing.join()


def test_closing_the_stub_ends_a_hanging_request_of_a_task(bus_stub):
    bus_stub.faults.add("stops.list", hang=True)
    closing = threading.Thread(target=close_when_asked, args=(bus_stub,))

    async def run() -> None:
        async with httpx.AsyncClient(transport=bus_stub.async_transport()) as client:
            closing.start()
            with pytest.raises(httpx.RemoteProtocolError, match="Server disconnected"):
                await client.get("http://bus.test/BusStops", timeout=None)

    asyncio.run(run())
    closing.join()


def collect(answer: httpx.Response, chunks: list[bytes]) -> None:
    for chunk in answer.iter_raw():
        chunks.append(chunk)  # extend would lose the chunks before an error


def close_when_asked(stub: BusStub) -> None:
    deadline = time.monotonic() + 5
    while not len(stub.requests) and time.monotonic() < deadline:
        time.sleep(0.001)
    stub.close()


def test_distorted_answer_has_its_length_and_one_change(get, bus_stub):
    for distortion in ({"unknown_field": True}, {"missing_field": True}, {"missing_field": "/value/1/RoadName"}):
        whole = get("/BusStops").json()["value"]
        bus_stub.faults.add("stops.list", **distortion)
        changed = get("/BusStops").json()["value"]
        assert sum(before != after for before, after in zip(whole, changed, strict=True)) == 1
    assert "RoadName" not in changed[1]


@pytest.mark.parametrize(("events", "mid_frame"), [(0, True), (1, False), (2, True)])
@pytest.mark.parametrize("on_port", [False, True], ids=["in process", "port"])
def test_event_stream_is_cut_after_events_or_in_one(agent_stub, events, mid_frame, on_port):
    agent_stub.faults.add("event.subscribe", after_events=events, mid_frame=mid_frame)
    received: list[bytes] = []
    with agent_stub.serve() as served, in_process(agent_stub) as inside, httpx.Client(base_url=served.url) as outside:
        with (outside if on_port else inside).stream("GET", "/api/event") as answer:
            for number in range(2):
                agent_stub.events.send("made.up", {"number": number})
            with pytest.raises(httpx.RemoteProtocolError):
                collect(answer, received)
    *whole, rest = b"".join(received).split(b"\n\n")

    assert len(whole) == events
    assert bool(rest) == mid_frame


def test_enum_of_an_answer_becomes_an_unknown_value():
    with ChatStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://chat.test") as http:
        http.headers["authorization"] = f"Bearer {stub.admin_token}"
        stub.faults.add("admin.users.list", unknown_enum=True, unknown_field=True)
        [first, *rest] = http.get("/admin/users").json()["items"]

    assert (first["role"], first["x_unknown_field"]) == ("x-unknown-value", "unknown")
    assert {user["role"] for user in rest} <= {"admin", "user"}


def test_reset_ends_the_wait_of_a_latency():
    async def main():
        with ChatStub(latency=3600) as stub:
            async with httpx.AsyncClient(transport=stub.async_transport(), base_url="http://chat.test") as http:
                waiting = asyncio.create_task(http.get("/health"))
                for _ in range(100):  # until it waits
                    await asyncio.sleep(0)
                assert len(stub.requests) == 1
                stub.reset()
                with pytest.raises(httpx.RemoteProtocolError):
                    await asyncio.wait_for(waiting, 10)

    asyncio.run(main())
