"""Recorded answers, replayed by a stub."""

import json

import pytest

from trivet import AgentClient, BusClient, ChatClient, NotFoundError
from trivet.agent import ApiCredential
from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.proxy import Proxy, replay


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
