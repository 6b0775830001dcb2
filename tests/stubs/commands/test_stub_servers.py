"""Stubs on ports until an interruption, in a process of their own."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.stubs.serving.raw import HANGS
from trivet_stubs import BusStub
from trivet_stubs.commands.options import SERVED
from trivet_stubs.commands.stub_servers import allow_origins, fault_of

PLAIN = {"trust_env": False, "timeout": 60}


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
def test_interruption_ends_all_services_with_open_streams():
    command = [sys.executable, "-m", "trivet_stubs", "all", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            started = {service["service"]: service for service in json.loads(process.stdout.readline())["services"]}
            with httpx.Client(trust_env=False, timeout=HANGS) as client:
                url = started["agent"]["url"]
                stream = client.send(client.build_request("GET", f"{url}/api/event"), stream=True)
                live = client.send(client.build_request("GET", f"{url}/_trivet/requests/live"), stream=True)
                pieces = stream.iter_raw()
                assert (next(pieces)[:5], live.status_code) == (b"data:", 200)
                process.send_signal(signal.SIGTERM)
                with pytest.raises(httpx.TransportError):
                    list(pieces)
            assert process.wait(HANGS) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()


def test_port_that_is_taken_is_a_message(refused, bus_server):
    port = bus_server.url.rpartition(":")[2]
    assert refused(["all", "--chat-port", port]) == f"cannot listen on 127.0.0.1 port {port}"


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (["--port", "70000"], "port: 70000 is not between 0 and 65535"),
        (["--port=-1"], "port: -1 is not between 0 and 65535"),
        (["--host", ""], "host: is empty; 0.0.0.0 is every address"),
    ],
)
def test_option_out_of_its_bounds_is_a_message(refused, option, sentence):
    assert refused(["bus", *option]).startswith(sentence)


@pytest.mark.parametrize("service", SERVED)
@pytest.mark.parametrize("time", ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59-14:00"])
def test_clock_out_of_its_years_is_a_message(refused, service, time):
    assert refused([service, "--clock", time]) == "clock: now: the clock shows the years from 1970 to 2999"


def test_long_value_out_of_its_bounds_is_cut_and_its_reason_is_not(refused):
    message = refused(["bus", "--quota", "1e300"])  # 301 digits since jsonschema-rs 0.61, 1e+300 before
    assert message.startswith("settings: quota: 1")
    assert " is not valid under any of the schemas" in message
    assert len(message) < 400


@pytest.mark.skipif(os.name == "nt", reason="there is no such shell")
def test_shell_reads_the_variables_as_they_are(run):
    def ask(text):
        exports = [line for line in text.splitlines() if line.startswith("  export ")]
        script = "\n".join([*exports, "printenv TRIVET_AGENT_TOKEN"])
        return subprocess.run(["sh", "-c", script], check=True, capture_output=True)

    shell, _ = run(["agent", "--token", "a b;$(echo c)'"], ask)
    assert shell.stdout == b"a b;$(echo c)'\n"


@pytest.mark.parametrize(("arguments", "consoles"), [([], 1), (["--no-control"], 0)])
def test_output_names_the_console_unless_it_is_off(arguments, consoles, run):
    def ask(text):
        pages = [line.removeprefix("  console at ") for line in text.splitlines() if line.startswith("  console at ")]
        return [httpx.get(page, trust_env=False).headers["content-type"] for page in pages]

    assert run(["bus", *arguments], ask) == (["text/html; charset=utf-8"] * consoles, 0)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("stops.list status=503 times=2", {"operation": "stops.list", "status": 503, "times": 2}),
        ("/files/ drop", {"operation": "/files/", "drop": True}),
        ("hang", {"hang": True}),
        ("delay=0.5 times=null", {"delay": 0.5, "times": None}),
        ("missing_field=/value/0/RoadName", {"missing_field": "/value/0/RoadName"}),
        ("""status=429 'headers={"Retry-After": "3"}'""", {"status": 429, "headers": {"Retry-After": "3"}}),
        ('{"operation": "stops.list", "body": "busy"}', {"operation": "stops.list", "body": "busy"}),
        ("'body=so busy'", {"body": "so busy"}),
    ],
)
def test_fault_is_read_as_words_or_as_json(text, fault):
    assert fault_of(text) == fault


def test_fault_that_is_not_a_json_object_raises():
    with pytest.raises(ValueError, match="fault: not JSON"):
        fault_of("{}x")


def test_allowed_origin_reads_refusals_and_faults_too():
    with BusStub() as stub:
        allow_origins(stub.app, ["https://app.test:8443"])
        stub.faults.add("stops.list", status=503)
        with httpx.Client(transport=stub.transport(), base_url="http://bus.test") as client:
            answers = [client.get("/BusStops", headers={"origin": "https://app.test:8443"}) for _ in range(2)]
            foreign = client.get("/BusStops", headers={"origin": "https://other.test"})
    assert [answer.status_code for answer in answers] == [503, 401]
    assert {answer.headers["access-control-allow-origin"] for answer in answers} == {"https://app.test:8443"}
    assert "access-control-allow-origin" not in foreign.headers


def test_preflight_is_answered_and_not_logged():
    with BusStub() as stub:
        allow_origins(stub.app, ["*"])
        preflight = {"origin": "http://any.test", "access-control-request-method": "GET"}
        with httpx.Client(transport=stub.transport(), base_url="http://bus.test") as client:
            answer = client.options("/BusStops", headers=preflight)
        assert (answer.status_code, answer.headers["access-control-allow-origin"], len(stub.requests)) == (200, "*", 0)


@pytest.mark.parametrize("origin", ["", "localhost:80", "http://x/", "http://x:y", "null", "http://a b"])
def test_text_that_is_not_an_origin_raises(origin):
    with BusStub() as stub, pytest.raises(ValueError, match="is neither an origin"):
        allow_origins(stub.app, [origin])


def test_state_is_saved_at_the_end_and_loaded_at_the_next_start(run, tmp_path):
    path = tmp_path / "state.json"
    headers = {"authorization": "Bearer stub-token-alice"}

    def create(output):
        url = json.loads(output)["services"][0]["url"]
        assert httpx.post(f"{url}/conversations", json={"title": "Trip"}, headers=headers, **PLAIN).status_code == 201
        return not path.exists()

    def titles(output):
        url = json.loads(output)["services"][0]["url"]
        rows = httpx.get(f"{url}/conversations", headers=headers, **PLAIN).json()["items"]
        return [row["title"] for row in rows]

    assert run(["chat", "--json", "--state", str(path)], create) == (True, 0)
    assert "Trip" in run(["chat", "--json", "--state", str(path)], titles)[0]
    assert "Trip" not in run(["chat", "--json"], titles)[0]
    assert [entry.name for entry in tmp_path.iterdir()] == ["state.json"]
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


def test_integers_of_any_size_are_saved_and_loaded_exactly(run, tmp_path):
    path = tmp_path / "state.json"

    def create(output):
        url = json.loads(output)["services"][0]["url"]
        body = {"type": "worktree", "metadata": {"balance": 10**30}}
        return httpx.post(f"{url}/api/workspace", json=body, **PLAIN).status_code

    def metadata(output):
        url = json.loads(output)["services"][0]["url"]
        return httpx.get(f"{url}/api/workspace", **PLAIN).json()["data"][0]["metadata"]

    assert run(["agent", "--json", "--state", str(path)], create) == (200, 0)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())  # as an editor on Windows saves it
    assert run(["agent", "--json", "--state", str(path)], metadata) == ({"balance": 10**30}, 0)


def test_states_of_several_services_are_files_of_their_own(run, tmp_path):
    run(["all", "--json", "--state", str(tmp_path / "state.json")], lambda _: None)

    written = {entry.name: json.loads(entry.read_text("utf-8"))["service"] for entry in tmp_path.iterdir()}
    assert written == {f"state.{service}.json": service for service in SERVED}
    assert {"agent", "bus", "chat"} <= set(SERVED)


def test_state_that_cannot_be_written_keeps_back_none_of_the_others(run, tmp_path):
    with pytest.raises(SystemExit):  # the first name is taken while the stubs run
        run(
            ["all", "--json", "--state", str(tmp_path / "state.json")],
            lambda _: (tmp_path / "state.agent.json").mkdir(),
        )

    written = {entry.name for entry in tmp_path.iterdir() if entry.is_file()}
    assert written == {f"state.{service}.json" for service in SERVED if service != "agent"}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[]", "not a JSON object"),
        (b'{"data": {"loss": [1, NaN]}}', "data.loss.1: NaN is not a number of JSON"),
        ("{}".encode("utf-16"), "not JSON: it is UTF-16, not UTF-8"),
        (b"{}", "version: is required"),
        (b'{"version": 1, "service": "bus", "data": {}}', "service: the state is of 'bus', and not of 'chat'"),
    ],
)
def test_file_without_a_state_of_the_service_is_refused_and_kept(refused, tmp_path, content, sentence):
    path = tmp_path / "state.json"
    path.write_bytes(content)

    assert sentence in refused(["chat", "--state", str(path)])
    assert path.read_bytes() == content
    assert [entry.name for entry in tmp_path.iterdir()] == ["state.json"]


def test_state_that_has_no_end_is_refused(refused, tmp_path, monkeypatch):
    monkeypatch.setattr("trivet_stubs.commands.stub_servers.LARGEST_STATE", 1_000_000)
    path = Path("/dev/zero")
    if not path.exists():
        path = tmp_path / "state.json"
        path.write_bytes(bytes(1_000_001))
    assert f"state: {path}: it is larger than 1 MB" in refused(["chat", "--state", str(path)])


def test_stub_that_is_refused_after_its_state_was_loaded_leaves_the_file_alone(refused, tmp_path, run):
    path = tmp_path / "state.json"
    run(["chat", "--state", str(path)], lambda _: None)
    before = path.read_bytes()

    assert refused(["chat", "--state", str(path), "--clock", "tomorrow"])
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["state.json"]


@pytest.mark.parametrize("records", [False, True], ids=["seed", "records"])
def test_data_is_older_than_the_time_of_the_clock(run, tmp_path, records):
    file = tmp_path / "records.json"
    file.write_text(json.dumps({"seed": "small", "records": {"users": [{"name": "zoe"}]}}))

    def created(output):
        [service] = json.loads(output)["services"]
        headers = {"Authorization": f"Bearer {service['environment']['TRIVET_CHAT_ADMIN_TOKEN']}"}
        users = httpx.get(f"{service['url']}/admin/users", headers=headers, **PLAIN).json()
        return max(user["created_at"] for user in users["items"])

    options = ["--clock", "2001-06-16T08:00:00Z", "--clock-stopped", *(["--records", str(file)] if records else [])]
    newest, _ = run(["chat", "--json", "--users", "3", *options], created)
    assert newest[:4] == "2001"


def test_state_of_a_file_is_kept_at_another_time_of_the_clock(run, tmp_path):
    path = tmp_path / "state.json"
    run(["chat", "--json", "--state", str(path)], lambda _: None)
    before = json.loads(path.read_bytes())["data"]

    run(["chat", "--json", "--state", str(path), "--clock", "2001-06-16T08:00:00Z"], lambda _: None)
    assert json.loads(path.read_bytes())["data"] == before
