"""The requests of a stub as they are answered."""

import json
import threading
import time
from itertools import islice

import httpx
import pytest

from trivet_stubs import AgentStub, BusStub, ChatStub, Control
from trivet_stubs.control.client import ControlClient
from trivet_stubs.control.shown_requests import HIDDEN, MAX_TEXT, shown_request
from trivet_stubs.kernel.messages import LoggedRequest


@pytest.fixture
def bus():
    with BusStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test") as http:
        http.headers["AccountKey"] = stub.account_key
        yield stub, http


def test_two_readers_get_each_request_and_each_change(bus, any_steer):
    stub, http = bus
    control = any_steer(stub)
    with control.stream("GET", "requests/live") as first, control.stream("GET", "requests/live") as second:
        both = [response.iter_lines() for response in (first, second)]
        assert [next(lines) for lines in both] == [": open"] * 2
        http.get("/BusStops?$skip=3")
        http.get("/BusStops?skip=3")
        control.post("faults", json={"drop": True})
        for lines in both:
            received = list(islice(filter(None, lines), 6))
            events = [json.loads(received[at].removeprefix("data: ")) for at in (1, 3)]
            assert [event["operation"] for event in events] == ["stops.list"] * 2
            assert [event["status"] for event in events] == [200, 400]
            assert (events[0]["rule"], bool(events[1]["rule"])) == (None, True)
            assert received[4:] == ["event: changed", 'data: {"what":"faults"}']


def test_closing_the_stub_ends_the_stream(bus, any_steer):
    stub, _ = bus
    with any_steer(stub).stream("GET", "requests/live") as live:
        lines = live.iter_lines()
        assert next(lines) == ": open"
        threading.Thread(target=stub.close).start()
        with pytest.raises(httpx.RemoteProtocolError):
            list(lines)


def test_stream_that_is_left_is_forgotten(bus, any_steer):
    stub, http = bus
    control = any_steer(stub)
    with control.stream("GET", "requests/live") as live:
        lines = live.iter_lines()
        assert next(lines) == ": open"
        assert len(stub.requests.answered) == 1
    control.close()
    end = time.monotonic() + 10
    while len(stub.requests.answered) and time.monotonic() < end:
        http.get("/BusStops?$skip=500")
        time.sleep(0.001)  # the thread of the port needs a turn
    assert len(stub.requests.answered) == 0


def test_client_reads_live_requests(bus):
    stub, http = bus
    with stub.serve(control=Control()) as served, ControlClient(served.url) as control, control.live() as live:
        http.get("/BusStops")
        assert next(live)["operation"] == "stops.list"


def test_credentials_are_hidden_wherever_they_are():
    with BusStub(account_key="very-secret") as stub, httpx.Client(transport=stub.transport()) as http:
        stub.quota = 0
        headers = {"AccountKey": "very-secret", "Cookie": "session=1", "X-Echo": "a very-secret"}
        http.get("http://bus.test/BusStops?$skip=0", headers=headers)
        entry = shown_request(stub.requests[-1])

    assert "very-secret" not in json.dumps(entry)
    assert [entry["headers"][name] for name in ("accountkey", "cookie")] == [HIDDEN, HIDDEN]
    assert entry["problem"].endswith(f"Identifier : {HIDDEN}")
    assert (entry["query"], entry["rule"]) == ([["$skip", "0"]], "bus.access.quota-is-a-500")


def test_signed_link_and_token_in_a_body_are_hidden():
    with AgentStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://agent.test") as http:
        credential = {"type": "api", "key": "very-secret"}
        http.post("/api/account", json={"serviceID": "x", "credential": credential})
        http.get("/files?X-Amz-Signature=very-secret&X-Amz-Security-Token=very-secret&kind=bus")
        first, second = map(shown_request, stub.requests)

    assert "very-secret" not in json.dumps([first, second])
    assert json.loads(first["body"])["credential"]["type"] == "api"
    assert second["query"][-1] == ["kind", "bus"]


def test_secret_is_hidden_in_a_body_that_was_refused():
    with AgentStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://agent.test") as http:
        secrets = rb'"key": "very-secret", "tokens": ["very-secret"]'
        body = b"{%s, %s}" % (secrets, rb'"loss": NaN, "text": "\ud83d", "balance": 123456789012345678901234')
        http.post("/api/workspace", content=body, headers={"content-type": "application/json"})
        entry = shown_request(stub.requests[-1])

    assert entry["problem"] == "body.loss: NaN is not a number of JSON"
    shown = body.decode().replace('["very-secret"]', '"very-secret"').replace("very-secret", HIDDEN)
    shown = shown.replace(r"\ud83d", "\ufffd")
    assert entry["body"] == shown.replace(": ", ":").replace(", ", ",")


def test_body_is_text_and_cut_to_length():
    def shown(body: bytes) -> str:
        logged = LoggedRequest(operation=None, method="POST", path="/", query=[], headers={}, body=body)
        text: str = shown_request(logged)["body"]
        return text

    assert shown(b"\xff\x00<b>") == "\ufffd\x00<b>"
    assert len(shown(b"x" * 100_000)) == MAX_TEXT
    assert shown(b"x" * 1_000_000) == "(1000000 bytes, too many to be shown)"
    assert shown(b"[" * 500 + b"]" * 500) == "(nested deeper than 100, not shown)"
    assert shown(b'{"tokens_used": 1, "n": [{"Password": "p"}]}') == '{"tokens_used":1,"n":[{"Password":"(hidden)"}]}'
    assert shown(b'{"a":  1}') == '{"a":  1}'


def test_own_token_of_a_chat_user_is_hidden_in_the_path():
    with ChatStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://chat.test") as http:
        token = stub.token("alice")
        http.get(f"/conversations/{token}", headers={"Authorization": f"Bearer {token}"})
        assert token not in json.dumps(shown_request(stub.requests[-1]))
