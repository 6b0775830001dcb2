"""What the proxy records."""

import errno
import json
from pathlib import Path

import httpx
import pytest

from trivet import BusClient, ChatClient
from trivet_stubs import BusStub
from trivet_stubs.proxy import Proxy, recording

PLAIN = {"trust_env": False, "verify": False, "timeout": 60}


def files_of(folder):
    return {str(each.relative_to(folder)): each.read_text() for each in folder.rglob("*") if each.is_file()}


def test_recording_holds_what_passed_and_no_secret(chat_server, tmp_path):
    stub = chat_server.stub
    token = stub.token("alice")
    with Proxy("chat", chat_server.url, record=tmp_path / "kept") as proxy:
        with ChatClient(token=token, base_url=proxy.url) as chat:
            made = chat.conversations.create(title=f"my token is {token}")
            share = chat.conversations.shares.create(made.id, generate_link=True)
            chat.conversations.open_shared(share.share_token)
    files = files_of(tmp_path / "kept")
    assert proxy.result.recorded == {"exchanges": 3}
    text = "".join(files.values())
    assert [each for each in (token, share.share_token, "authorization") if each in text] == []
    third = json.loads(files["exchanges/000003.json"])
    assert third["request"] == {
        "operation": "conversations.open_shared",
        "method": "GET",
        "path": f"/conversations/shared/{json.loads(files['exchanges/000002.json'])['answer']['json']['share_token']}",
        "query": "",
    }
    assert made.id in text


def test_snapshot_of_a_bus_service_is_the_data_of_a_stub(tmp_path):
    with BusStub(page_size=5) as stub, stub.serve() as served:
        with Proxy("bus", served.url, record=tmp_path) as proxy:
            with BusClient(account_key=stub.account_key, base_url=proxy.url) as bus:
                for each in (bus.stops, bus.services, bus.routes, bus.planned_routes):
                    each.list().all()
                    each.list().all()  # a second walk takes the place of the first
                bus.arrivals.get("28009")
                bus.stops.list(bus_stop_code="28009").all()
                bus.passenger_volume.by_stop()
        records, result = stub.records, proxy.result
    copy = BusStub(data=tmp_path).records
    assert (copy.stops, copy.services, copy.routes) == (records.stops, records.services, records.routes)
    assert copy.planned_routes == tuple(row for row in records.planned_routes if row in copy.planned_routes) != ()
    assert {name: count for name, count in result.recorded.items() if "incomplete" in name} == {}
    text = "".join(files_of(tmp_path).values())
    assert [each for each in ("X-Amz", stub.account_key) if each in text] == []


def test_full_disk_is_said_and_what_passes_goes_on(bus_server, tmp_path, monkeypatch):
    def full(self, _target):
        raise OSError(errno.ENOSPC, "No space left on device")

    with Proxy("bus", bus_server.url, record=tmp_path) as proxy:
        monkeypatch.setattr(Path, "replace", full)
        answers = [httpx.get(f"{proxy.url}/BusStops", headers={"accountkey": "stub-key"}, **PLAIN) for _ in range(3)]
    assert {each.status_code for each in answers} == {200}
    assert proxy.result.problems == ["the recording has stopped: No space left on device"]
    assert proxy.result.exit_status() == 2
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["recording.json"]


def test_recording_that_is_full_stops_and_says_so(bus_server, tmp_path, monkeypatch):
    monkeypatch.setattr(recording, "_MAX_EXCHANGES", 1)
    with Proxy("bus", bus_server.url, record=tmp_path) as proxy:
        for _ in range(3):
            httpx.get(f"{proxy.url}/v3/BusArrival?BusStopCode=28009", headers={"accountkey": "stub-key"}, **PLAIN)
    assert proxy.result.recorded == {"exchanges": 1}
    assert proxy.result.problems[0].startswith("the recording has stopped: it is full")


def test_stream_is_recorded_event_by_event(agent_server, tmp_path):
    with Proxy("agent", agent_server.url, record=tmp_path) as proxy:
        with httpx.stream("GET", f"{proxy.url}/api/event", **PLAIN) as stream:
            pieces = stream.iter_raw()
            next(pieces)
            agent_server.stub.events.cut()
            list(pieces)
    [exchange] = [json.loads(each.read_text()) for each in (tmp_path / "exchanges").iterdir()]
    assert [each["type"] for each in exchange["answer"]["events"]] == ["server.connected"]


def test_folder_that_is_not_empty_is_refused_before_anything_passes(tmp_path):
    (tmp_path / "x").touch()
    with pytest.raises(ValueError, match=r"record: .* is not empty"):
        Proxy("bus", "http://127.0.0.1:1", record=tmp_path)
