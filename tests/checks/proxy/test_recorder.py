"""The recording of the proxy."""

import errno
import html
import json
import os
import stat
import threading
import tomllib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from trivet import BusClient, ChatClient
from trivet_checks import Proxy
from trivet_checks.proxy import recorder
from trivet_checks.proxy.recorder import Snapshot, prepare_folder, write_whole
from trivet_checks.reports.traffic import as_json, as_junit, as_text
from trivet_stubs import BusStub
from trivet_stubs.bus.master_data import read_records
from trivet_stubs.kernel.contract import load

PLAIN = {"trust_env": False, "verify": False, "timeout": 60}


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_recording_holds_the_exchanges_and_no_secret(chat_server, tmp_path):
    stub = chat_server.stub
    token = stub.token("alice")
    with Proxy("chat", chat_server.url, record=tmp_path / "kept") as proxy:
        with ChatClient(token=token, base_url=proxy.url) as chat:
            created = chat.conversations.create(title=f"my token is {token}")
            share = chat.conversations.shares.create(created.id, generate_link=True)
            chat.conversations.open_shared(share.share_token)
    files = files_of(tmp_path / "kept")
    assert proxy.result.recorded == {"exchanges": 3}
    text = "".join(files.values())
    assert [secret for secret in (token, share.share_token, "authorization") if secret in text] == []
    third = json.loads(files["exchanges/000003.json"])
    assert third["request"] == {
        "operation": "conversations.open_shared",
        "method": "GET",
        "path": f"/conversations/shared/{json.loads(files['exchanges/000002.json'])['answer']['json']['share_token']}",
        "query": "",
        "caller": None,
    }
    first, second = (json.loads(files[f"exchanges/00000{number}.json"]) for number in (1, 2))
    assert first["request"]["caller"] == second["request"]["caller"] == "removed-1"
    assert created.id in text


def test_secret_of_an_answer_is_replaced_in_the_query_of_its_request(tmp_path):
    answer = httpx.Response(200, json={"items": 5, "share_token": "abc-def-123"})
    transport = httpx.MockTransport(lambda _: answer)
    with Proxy("chat", "http://chat.test", record=tmp_path / "kept", transport=transport) as proxy:
        httpx.get(f"{proxy.url}/conversations?search=abc-def-123", **PLAIN)
    assert proxy.result.findings
    for text in (*files_of(tmp_path / "kept").values(), as_text(proxy.result)):
        assert "abc-def" not in text


def test_snapshot_of_a_bus_service_is_the_data_of_a_stub(tmp_path):
    with BusStub(page_size=5) as stub, stub.serve() as served:
        with Proxy("bus", served.url, record=tmp_path) as proxy:
            with BusClient(account_key=stub.account_key, base_url=proxy.url) as bus:
                for resource in (bus.stops, bus.services, bus.routes, bus.planned_routes):
                    resource.list().all()
                    resource.list().all()  # a second walk takes the place of the first
                bus.arrivals.get("28009")
                bus.stops.list(bus_stop_code="28009").all()
                bus.passenger_volume.by_stop()
        records, result = stub.records, proxy.result
    copy = BusStub(data=tmp_path).records
    assert (copy.stops, copy.services, copy.routes) == (records.stops, records.services, records.routes)
    assert copy.planned_routes == tuple(row for row in records.planned_routes if row in copy.planned_routes) != ()
    assert {name: count for name, count in result.recorded.items() if "incomplete" in name} == {}
    text = "".join(files_of(tmp_path).values())
    assert [secret for secret in ("X-Amz", stub.account_key) if secret in text] == []


def test_full_disk_is_a_problem_and_the_traffic_goes_on(bus_server, tmp_path, monkeypatch):
    def full(self, _target):
        raise OSError(errno.ENOSPC, "No space left on device")

    with Proxy("bus", bus_server.url, record=tmp_path) as proxy:
        monkeypatch.setattr(Path, "replace", full)
        answers = [httpx.get(f"{proxy.url}/BusStops", headers={"accountkey": "stub-key"}, **PLAIN) for _ in range(3)]
    assert {answer.status_code for answer in answers} == {200}
    assert proxy.result.problems == ["the recording has stopped: No space left on device"]
    assert proxy.result.exit_status() == 2
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["recording.json"]


def test_recording_that_is_full_stops_and_says_so(bus_server, tmp_path, monkeypatch):
    monkeypatch.setattr(recorder, "_MAX_EXCHANGES", 1)
    with Proxy("bus", bus_server.url, record=tmp_path) as proxy:
        for _ in range(3):
            httpx.get(f"{proxy.url}/v3/BusArrival?BusStopCode=28009", headers={"accountkey": "stub-key"}, **PLAIN)
    assert proxy.result.recorded == {"exchanges": 1}
    assert proxy.result.problems[0].startswith("the recording has stopped: it is full")


def test_answer_that_breaks_off_is_not_recorded(bus_server, tmp_path):
    bus_server.stub.faults.add("arrivals.get", cut_after=5)
    with Proxy("bus", bus_server.url, record=tmp_path) as proxy:
        url = f"{proxy.url}/v3/BusArrival?BusStopCode=28009"
        with pytest.raises(httpx.RemoteProtocolError):
            httpx.get(url, headers={"accountkey": "stub-key"}, **PLAIN)
        httpx.get(f"{url}&ServiceNo=23", headers={"accountkey": "stub-key"}, **PLAIN)
    [exchange] = [json.loads(path.read_text()) for path in (tmp_path / "exchanges").iterdir()]
    assert exchange["request"]["query"] == "BusStopCode=28009&ServiceNo=23"
    assert json.loads((tmp_path / "recording.json").read_text()) == {"format": 1, "service": "bus"}


def test_stream_is_recorded_event_by_event(agent_server, tmp_path):
    with Proxy("agent", agent_server.url, record=tmp_path) as proxy:
        with httpx.stream("GET", f"{proxy.url}/api/event", **PLAIN) as stream:
            pieces = stream.iter_raw()
            next(pieces)
            agent_server.stub.events.cut()
            list(pieces)
    [exchange] = [json.loads(path.read_text()) for path in (tmp_path / "exchanges").iterdir()]
    assert [event["type"] for event in exchange["answer"]["events"]] == ["server.connected"]


def test_events_are_recorded_as_json_as_text_or_omitted(tmp_path):
    stream = b"".join(b"data: %s\n\n" % data for data in (b"0", b"[DONE]", b'{"token": "a",}', b"\xff", b"", b"null"))
    headers = {"content-type": "text/event-stream"}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, headers=headers, content=stream))
    with Proxy("agent", "http://agent.test", record=tmp_path, transport=transport) as proxy:
        assert httpx.get(f"{proxy.url}/api/event", **PLAIN).content == stream
    [exchange] = [json.loads(path.read_text()) for path in (tmp_path / "exchanges").iterdir()]
    number, text, broken, omitted, empty, null = exchange["answer"]["events"]
    assert (number, text, broken, empty, null) == (0, "[DONE]", '{"token": "removed-1",}', "", None)
    assert omitted["omitted"]["bytes"] == 1
    assert len(proxy.result.recorded) == 2


def test_folder_that_is_not_empty_is_refused_before_anything_passes(tmp_path):
    (tmp_path / "x").touch()
    with pytest.raises(ValueError, match=r"record: .* is not empty"):
        Proxy("bus", "http://127.0.0.1:1", record=tmp_path)


STOPS = load("bus").operations["stops.list"]


def stops(first, count, **changes):
    row = {"RoadName": "", "Description": "", "Latitude": 1.0, "Longitude": 2.0, **changes}
    return {"value": [{"BusStopCode": f"{first + number:05d}", **row} for number in range(count)]}


def skip(number):
    return [("$skip", str(number))] if number else []


def test_pages_make_the_records_of_a_stub(tmp_path):
    snapshot = Snapshot(tmp_path)
    for at, count in ((1000, 3), (0, 500), (500, 500)):
        snapshot.add(STOPS, skip(at), stops(at, count))
    assert snapshot.finish() == ({"stops.list": 1003}, [])
    codes = [stop["BusStopCode"] for stop in read_records(tmp_path).stops]
    assert codes == [f"{number:05d}" for number in range(1003)]
    assert len(BusStub(data=tmp_path).records.stops) == 1003


def test_list_that_may_go_on_is_called_incomplete(tmp_path):
    snapshot = Snapshot(tmp_path)
    snapshot.add(STOPS, [], stops(0, 500))
    assert snapshot.finish()[1] == ["stops.list: the page after 500 records did not pass, so there may be more"]
    snapshot.add(STOPS, skip(500), {"value": []})
    assert snapshot.finish() == ({"stops.list": 500}, [])


def test_page_that_follows_no_other_is_removed(tmp_path):
    snapshot = Snapshot(tmp_path)
    snapshot.add(STOPS, [], stops(0, 5))
    snapshot.add(STOPS, skip(3), stops(3, 5))
    snapshot.add(STOPS, skip(5), stops(5, 2))
    assert snapshot.finish()[0] == {"stops.list": 7}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["stops.list_0.json", "stops.list_5.json"]


def test_record_that_the_contract_forbids_is_left_out_and_named(tmp_path):
    snapshot = Snapshot(tmp_path)
    page = stops(0, 2)
    page["value"][1]["Latitude"] = "north"
    snapshot.add(STOPS, [], page)
    snapshot.add(STOPS, skip(2), {"value": []})
    counts, missing = snapshot.finish()
    assert (counts, missing) == ({"stops.list": 1}, ["stops.list: 1 records break the contract"])
    assert len(read_records(tmp_path).stops) == 1


def test_filtered_pages_and_other_answers_are_left_out(tmp_path):
    snapshot = Snapshot(tmp_path)
    assert snapshot.takes(STOPS, skip(500))
    assert not snapshot.takes(STOPS, [("BusStopCode", "00001")])
    assert not snapshot.takes(load("bus").operations["arrivals.get"], [])
    for odd in (5, {"value": 5}, {}):
        snapshot.add(STOPS, [], odd)
    snapshot.add(STOPS, [("$skip", "x")], stops(0, 1))
    assert snapshot.finish() == ({}, [])
    assert list(tmp_path.iterdir()) == []


def test_file_that_cannot_be_written_leaves_nothing(tmp_path, monkeypatch):
    write_whole(tmp_path / "a.json", b"1")
    full = OSError(errno.ENOSPC, "No space left on device")

    def replace(_self, _target):
        raise full

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "b.json", b"2")
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("umask", [0, 0o077])
def test_recording_is_readable_by_its_owner_only(bus_server, tmp_path, umask):
    before = os.umask(umask)
    try:
        with Proxy("bus", bus_server.url, record=tmp_path / "kept") as proxy:
            with BusClient(account_key=bus_server.stub.account_key, base_url=proxy.url) as bus:
                bus.arrivals.get("28009")
                bus.stops.list().all()
    finally:
        os.umask(before)
    paths = [tmp_path / "kept", *(tmp_path / "kept").rglob("*")]
    assert len(paths) >= 4
    assert {stat.filemode(path.stat().st_mode) for path in paths} == {"drwx------", "-rw-------"}


def test_folder_is_made_and_has_to_be_empty(tmp_path):
    prepare_folder(tmp_path / "a" / "b")
    prepare_folder(tmp_path / "a" / "b")
    with pytest.raises(ValueError, match=r"record: .* is not empty"):
        prepare_folder(tmp_path / "a")
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match=r"record: .*file"):
        prepare_folder(tmp_path / "file")


SPELLINGS = tomllib.loads((Path(__file__).parents[3] / "spec" / "secrets.toml").read_text("utf-8"))["spellings"]
TOKEN = 'pa/ss&"w+0'
SPELLED = [example for examples in SPELLINGS.values() for example in examples if not example.endswith("rd")]


class Echo(BaseHTTPRequestHandler):
    """Answers with the token of a request in every spelling: in JSON, in text and in headers."""

    def do_GET(self):
        self.rfile.read(int(self.headers.get("content-length", 0)))
        is_json = "json" in self.path
        text = json.dumps({"error": {"message": f"no {' and '.join(SPELLED)}"}, "x": SPELLED}) if is_json else SPELLED
        body = text.encode() if is_json else "\n".join(SPELLED).encode()
        self.send_response(200 if is_json else 404)
        self.send_header("content-type", "application/json" if is_json else "text/plain")
        self.send_header("content-disposition", f"attachment; filename={SPELLED[0]}")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        """Print nothing."""


@pytest.mark.long
def test_token_in_any_spelling_is_in_no_recording_and_no_report(tmp_path):
    upstream = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=upstream.serve_forever, args=(0.01,), daemon=True).start()
    with Proxy("chat", f"http://127.0.0.1:{upstream.server_port}", record=tmp_path / "kept") as proxy:
        for form in ("json", "text"):
            for spelled in SPELLED:
                headers = {"authorization": f"Bearer {TOKEN}", "x-note": spelled}
                path = f"/conversations/{form}?cursor={quote(spelled)}&otp=123456789"
                httpx.get(proxy.url + path, headers=headers, **PLAIN)
    upstream.shutdown()
    upstream.server_close()
    result = proxy.result
    assert result.recorded == {"exchanges": 2 * len(SPELLED)}
    assert result.findings
    written = [
        *files_of(tmp_path / "kept").values(),
        json.dumps(as_json(result)),
        as_junit(result),
        str(as_text(result)),
    ]
    for text in written:
        for reading in (text, html.unescape(text), text.encode().decode("unicode_escape")):
            assert [spelled for spelled in [*SPELLED, "123456789"] if spelled in reading] == []
