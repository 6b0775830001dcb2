"""What the control API shows of a request: no credential."""

import json

import httpx

from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.control.shown_request import HIDDEN, MAX_TEXT, shown_request
from trivet_stubs.kernel.messages import LoggedRequest


def test_credentials_are_hidden_wherever_they_are():
    with BusStub(account_key="very-secret") as stub, httpx.Client(transport=stub.transport()) as http:
        stub.quota = 0
        headers = {"AccountKey": "very-secret", "Cookie": "session=1", "X-Echo": "a very-secret"}
        http.get("http://bus.test/BusStops?$skip=0", headers=headers)
        shown = shown_request(stub.requests[-1])

    assert "very-secret" not in json.dumps(shown)
    assert [shown["headers"][name] for name in ("accountkey", "cookie")] == [HIDDEN, HIDDEN]
    assert shown["problem"].endswith(f"Identifier : {HIDDEN}")
    assert (shown["query"], shown["rule"]) == ([["$skip", "0"]], "bus.access.quota-is-a-500")


def test_signed_link_and_token_in_a_body_are_hidden():
    with AgentStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://agent.test") as http:
        credential = {"type": "api", "key": "very-secret"}
        http.post("/api/account", json={"serviceID": "x", "credential": credential})
        http.get("/files?X-Amz-Signature=very-secret&X-Amz-Security-Token=very-secret&kind=bus")
        first, second = map(shown_request, stub.requests)

    assert "very-secret" not in json.dumps([first, second])
    assert json.loads(first["body"])["credential"]["type"] == "api"
    assert second["query"][-1] == ["kind", "bus"]


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
