"""Recorded answers, replayed by a stub."""

import json

import httpx
import pytest

from trivet import AgentClient, BusClient, ChatClient, NotFoundError
from trivet.agent import ApiCredential
from trivet_checks import Proxy, replay_requests
from trivet_stubs import AgentStub, BusStub, ChatStub, replay
from trivet_stubs.kernel.contract import load
from trivet_stubs.recordings.recorded_exchanges import read_exchanges


def test_stub_answers_as_recorded_and_otherwise_as_itself(chat_server, tmp_path):
    with Proxy("chat", chat_server.url, record=tmp_path / "kept") as proxy:
        with ChatClient(token=chat_server.stub.token("alice"), base_url=proxy.url) as chat:
            created = chat.conversations.create(title="Recorded")
            before = chat.conversations.get(created.id)
            chat.conversations.update(created.id, title="Renamed")
            after = chat.conversations.get(created.id)
            share = chat.conversations.shares.create(created.id, generate_link=True)
            chat.conversations.open_shared(share.share_token)
    with ChatStub(seed="empty") as stub:
        assert replay(stub, tmp_path / "kept") == 6
        with ChatClient(base_url="http://chat.test", transport=stub.transport(), **stub.client_credentials()) as chat:
            assert chat.conversations.get(created.id) == before
            assert chat.conversations.get(created.id) == after
            assert chat.conversations.get(created.id) == after  # the last answer is repeated
            again = chat.conversations.shares.create(created.id, generate_link=True)
            assert again.share_token.startswith("removed-")
            assert chat.conversations.open_shared(again.share_token).conversation.title == "Renamed"
            with pytest.raises(NotFoundError):
                chat.conversations.get("00000000-0000-4000-8000-ffffffffffff")


def test_secret_inputs_do_not_count_and_streams_are_the_stubs_own(agent_server, tmp_path):
    with Proxy("agent", agent_server.url, record=tmp_path / "kept") as proxy:
        with AgentClient(base_url=proxy.url) as agent:
            with agent.event.subscribe() as events:
                recorded = agent.auth.create(service_id="router", credential=ApiCredential(type="api", key="sk-real"))
                assert events is not None
    with AgentStub() as stub:
        replay(stub, tmp_path / "kept")
        with AgentClient(base_url="http://agent.test", transport=stub.transport()) as agent:
            replayed = agent.auth.create(service_id="router", credential=ApiCredential(type="api", key="sk-other"))
            assert replayed.id == recorded.id
            with agent.event.subscribe() as events:
                assert next(events).type == "server.connected"


def test_arrivals_are_served_next_to_the_snapshot(bus_server, tmp_path):
    with Proxy("bus", bus_server.url, record=tmp_path / "kept") as proxy:
        with BusClient(account_key="stub-key", base_url=proxy.url) as bus:
            bus.stops.list().all()
            arrivals = bus.arrivals.get("28009")
    with BusStub(data=tmp_path / "kept", account_key="other") as stub:
        assert replay(stub, tmp_path / "kept") == 1
        with BusClient(base_url="http://bus.test", transport=stub.transport(), **stub.client_credentials()) as bus:
            assert bus.arrivals.get("28009") == arrivals


ID = "00000000-0000-4000-8000-000000000001"


def recorded_answer(folder, body, content_type, *, sent=None):
    """Record one exchange with a chat server that answers these bytes."""
    headers = {"content-type": content_type}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, headers=headers, stream=httpx.ByteStream(body)))
    with Proxy("chat", "http://chat.test", record=folder, transport=transport) as proxy:
        method, path = ("GET", f"/conversations/{ID}") if sent is None else ("POST", "/conversations")
        sending = {"content-type": "application/json", "authorization": "Bearer t0ken-of-alice"}
        httpx.request(method, proxy.url + path, content=sent, headers=sending, trust_env=False, verify=False)
    return proxy.result


def test_answer_that_the_recording_omits_is_an_error_that_says_so(tmp_path):
    result = recorded_answer(tmp_path / "kept", b"\x89PNG\0binary", "application/json")
    assert result.recorded == {"exchanges": 1, "bodies omitted: it has zero bytes": 1}
    with ChatStub() as stub:
        assert replay(stub, tmp_path / "kept") == 0
        with httpx.Client(base_url="http://chat.test", transport=stub.transport()) as client:
            headers = {"authorization": f"Bearer {stub.token('alice')}"}
            answer = client.get(f"/conversations/{ID}", headers=headers)
    assert answer.status_code == 501
    assert answer.json() == {
        "error": "trivet stub: the recording omits the body of this answer, 200: it has zero bytes"
    }


@pytest.mark.parametrize("sent", [None, b"\x89PNG\0binary"])
def test_omitted_bodies_are_not_compared_and_counted(tmp_path, sent):
    answer = b"\x89PNG\0binary" if sent is None else b"{}"
    recorded_answer(tmp_path / "kept", answer, "application/json", sent=sent)
    with ChatStub() as stub:
        result = replay_requests(stub, tmp_path / "kept")
    [skipped] = result.not_replayed
    part = "answer" if sent is None else "request"
    assert skipped.reason == f"the recording omits the body of the {part}: it has zero bytes"
    assert (result.omitted, result.sent, result.exit_status) == (1, 0, 2)


def test_request_that_the_recording_omits_is_no_request_without_a_body(tmp_path):
    recorded_answer(tmp_path / "kept", b"{}", "application/json", sent=b"\x89PNG\0binary")
    with ChatStub() as stub:
        assert replay(stub, tmp_path / "kept") == 0


@pytest.mark.parametrize("charset", ["iso8859-1", "utf-16", "utf-8-sig"])
def test_text_is_replayed_in_its_charset(tmp_path, charset):
    body = '{"title": "Café",}'.encode(charset)
    recorded_answer(tmp_path / "kept", body, f"application/json; charset={charset.removesuffix('-sig')}")
    with ChatStub() as stub:
        assert replay(stub, tmp_path / "kept") == 1
        with httpx.Client(base_url="http://chat.test", transport=stub.transport()) as client:
            headers = {"authorization": f"Bearer {stub.token('alice')}"}
            assert client.get(f"/conversations/{ID}", headers=headers).content == body


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "recording.json: No such file or directory"),
        ({"recording.json": "{"}, "recording.json: not JSON"),
        ({"recording.json": "[]"}, "recording.json: not an object"),
        ({"recording.json": '{"format": 1, "service": "bus"}'}, "is not a recording of the chat service"),
        ({"recording.json": '{"format": 2, "service": "chat"}'}, "its format is 2, and this version reads 1"),
        ({"exchanges/1.json": "{}"}, "1.json: not an exchange: KeyError"),
        ({"exchanges/1.json": json.dumps({"request": {"operation": "x"}, "answer": {}})}, "1.json: not an exchange"),
        ({"exchanges/1.json": json.dumps({"request": 5, "answer": {}})}, "1.json: not an exchange: TypeError"),
    ],
)
def test_folder_that_is_not_a_recording_raises(tmp_path, files, message):
    (tmp_path / "exchanges").mkdir()
    if files and "recording.json" not in files:
        files = {"recording.json": '{"format": 1, "service": "chat"}', **files}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with ChatStub() as stub, pytest.raises(ValueError, match=f"recorded: .*{message}"):
        replay(stub, tmp_path)


CUT = rb'{"id": "%s", "title": "A \ud83d...", "loss": NaN, "balance": 123456789012345678901234}' % ID.encode()


def test_json_that_only_json_reads_is_replayed_as_it_was_sent_and_compared(tmp_path):
    recorded_answer(tmp_path / "kept", CUT, "application/json")
    with ChatStub() as stub:
        assert replay(stub, tmp_path / "kept") == 1
        with httpx.Client(base_url="http://chat.test", transport=stub.transport()) as client:
            answer = client.get(f"/conversations/{ID}", headers={"authorization": f"Bearer {stub.token('alice')}"})
    assert (answer.status_code, answer.content) == (200, CUT)
    [exchange] = read_exchanges(tmp_path / "kept", load("chat"))
    assert (exchange.form, exchange.value["title"]) == ("text", "A \ufffd...")


def test_integers_of_a_recording_are_exact(tmp_path):
    recorded_answer(tmp_path / "kept", b'{"balance": 123456789012345678901234}', "application/json")
    [exchange] = read_exchanges(tmp_path / "kept", load("chat"))
    assert (exchange.form, exchange.value) == ("json", {"balance": 123456789012345678901234})
