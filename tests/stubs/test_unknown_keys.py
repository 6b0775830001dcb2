"""Query parameters and keys of a body that a contract does not have: refused, or ignored as by observed servers."""

import pytest

from tests.stubs.test_promise import connect
from trivet import BusClient, ChatClient, UnprocessableEntityError
from trivet_stubs import AgentStub, BusStub, ChatStub

# For each stub, a request with an unknown parameter, one with an unknown key, and one with a wrong known input.
FORM = {"title": "T", "color": "red"}
REQUESTS = {
    BusStub: ("/BusStops?color=red", None, "/BusStops?color=red&$skip=-1"),
    ChatStub: ("/conversations?color=red", ("/conversations", FORM), "/conversations?limit=0"),
    AgentStub: ("/api/agent?color=red", ("/api/session", FORM), "/api/session?limit=0"),
}


@pytest.mark.rule("agent.requests.unknown-inputs-are-400", "bus.requests.unknown-parameters-are-400")
@pytest.mark.rule("chat.requests.unknown-inputs-are-422")
@pytest.mark.parametrize("kind", REQUESTS)
def test_unknown_inputs_are_ignored_by_choice_and_known_ones_checked(kind):
    read, write, wrong = REQUESTS[kind]
    refusal = 422 if kind is ChatStub else 400
    with kind(unknown_keys="ignore") as stub, connect(stub) as http:
        assert http.get(read).status_code == 200
        assert http.get(wrong).status_code == refusal
        if write is not None:
            path, body = write
            answer = http.post(path, json=body)
            record = answer.json().get("data", answer.json())
            assert (answer.is_success, record["title"], "color" in record) == (True, "T", False)
            assert http.post(path, json={**body, "title": 7}).status_code == refusal
            assert http.post(path, json=[]).status_code == refusal
        stub.unknown_keys = "refuse"
        assert http.get(read).status_code == refusal
        assert write is None or http.post(write[0], json=write[1]).status_code == refusal
        assert "unknown" in (stub.requests[-1].rule or "")


@pytest.mark.parametrize("kind", REQUESTS)
def test_other_choice_is_refused_at_once(kind):
    with pytest.raises(ValueError, match="unknown_keys: 'keep' is not one of refuse, ignore"):
        kind(unknown_keys="keep")
    with kind() as stub:
        with pytest.raises(ValueError, match="unknown_keys"):
            stub.unknown_keys = None
        assert stub.unknown_keys == "refuse"


def test_client_sends_inputs_that_are_only_assumed_to_be_refused():
    with ChatStub() as stub:
        options = {"token": stub.admin_token, "base_url": "http://chat.test", "transport": stub.transport()}
        with ChatClient(**options) as chat:
            row = chat.conversations.create(title="T")
            before = len(stub.requests)
            with pytest.raises(UnprocessableEntityError):
                chat.conversations.messages.create(row.id, role="user", content="", tokens_used=2**31)
            assert len(stub.requests) == before + 1


def test_client_of_a_lenient_stub_gets_its_answer():
    with BusStub(unknown_keys="ignore") as stub:
        options = {"account_key": stub.account_key, "base_url": "http://bus.test", "transport": stub.transport()}
        with BusClient(**options) as bus:
            answer = bus.request("GET", "/BusStops", query={"$top": 5})
        assert len(answer.value["value"]) == 18
