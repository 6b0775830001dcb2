"""Who may steer a stub, as an option of serving."""

import json
import re
from pathlib import Path

import httpx
import pytest

from tests.stubs.serving.raw import connect
from trivet_stubs import AgentStub, BusStub, ChatStub, Control, control, serve
from trivet_stubs.control.app import page_file


def test_control_is_off_unless_asked_for():
    with BusStub() as stub, stub.serve() as served:
        assert httpx.get(f"{served.url}/_trivet/ready", trust_env=False).status_code == 404
        assert stub.requests[-1].path == "/_trivet/ready"


def test_each_of_several_stubs_is_steered_on_its_port():
    with serve(BusStub(), BusStub(), control=Control()) as served, httpx.Client(trust_env=False) as http:
        first, second = served.urls
        assert http.post(f"{first}/_trivet/faults", json={"status": 503}).json()["id"] == 1
        assert http.get(f"{second}/_trivet/faults").json() == {"items": []}


@pytest.mark.parametrize("host", ["", "http://stub", "stub/", "*", "a b", "stüb"])
def test_text_that_is_no_host_is_refused(host):
    with pytest.raises(ValueError, match="hosts: "):
        Control(hosts=(host,))


KEY = {"AccountKey": "stub-key"}


def test_control_is_neither_logged_nor_counted_nor_faulted(any_steer):
    with BusStub() as stub:
        control = any_steer(stub)
        stub.faults.add(times=None, status=503)
        stub.quota = 0
        assert [control.get(path).status_code for path in ("ready", "clock", "rules", "")] == [200] * 4
        assert (len(stub.requests), next(iter(stub.faults)).struck) == (0, 0)
        for path in ("/BusStops", "/BusStops/_trivet/ready"):
            assert control.get(str(control.base_url.copy_with(path=path)), headers=KEY).status_code == 503
        assert [request.path for request in stub.requests] == ["/BusStops", "/BusStops/_trivet/ready"]


@pytest.mark.parametrize("spelling", ["/%5Ftrivet/ready", "/_trivet//ready", "/_trivet/../_trivet/ready"])
def test_other_spelling_of_the_path_is_guarded_too(steer, spelling):
    with BusStub() as stub:
        answer = steer(stub).get(f"http://127.0.0.1{spelling}", headers={"host": "evil.test"})
        assert answer.status_code in (403, 404)


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "nothing", 404, "path: 'nothing' does not exist below /_trivet/; there are clock, contract, "),
        ("GET", "console/../app.py", 404, "path: "),
        ("GET", "console/%2e%2e/app.py", 404, "path: "),
        ("PUT", "clock", 405, "method: PUT is not allowed here; allowed: GET, PATCH"),
        ("HEAD", "clock", 405, ""),
        ("OPTIONS", "faults", 405, "method: OPTIONS"),
        ("POST", "turns", 404, "path: 'turns' does not exist"),
        ("GET", "clock?x=1", 400, "x: is not a parameter here; there are no parameters"),
        ("GET", f"clock?{'x&' * 1000}", 400, "query: has more than 20 parameters"),
        ("GET", "requests?limit=-1", 400, "limit: '-1' is not a whole number from 0 to 1000"),
        ("GET", "requests?limit=1e9", 400, "limit: "),
        ("GET", "requests?operation=stops", 400, "operation: 'stops' is not an operation of the contract"),
        ("GET", "records?kind=x", 400, "kind: 'x' is not one of users, "),
        ("DELETE", "faults/1", 404, "id: no fault '1' waits"),
        ("DELETE", "faults/x", 404, "id: no fault 'x' waits"),
    ],
)
def test_wrong_request_is_refused_by_a_sentence(steer, method, path, status, sentence):
    with ChatStub() as stub:
        answer = steer(stub).request(method, path)
        assert answer.status_code == status
        assert answer.json()["error"].startswith(sentence)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"1",
        b'"text"',
        b"null",
        b"\xff",
        b'{"latency": NaN}',
        b'{"latency": 1e999}',
        b"{\0",
        b'{"a": 1' + b"0" * 5000,
        b"[" * 100_000,
    ],
)
def test_malformed_body_is_refused_and_changes_nothing(steer, body):
    with ChatStub() as stub:
        control = steer(stub)
        before = control.get("settings").json()
        for method, path in (("PATCH", "settings"), ("PATCH", "clock"), ("POST", "seed"), ("POST", "faults")):
            answer = control.request(method, path, content=body)
            assert answer.status_code == 400, path
            assert answer.json()["error"].isprintable()
        assert control.get("settings").json() == before


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b'{"body": {"scores": [1, NaN]}}', "body.scores.1: NaN is not a number of JSON"),
        (b'{"delay": -1e999}', "delay: -Infinity is not a number of JSON"),
        ('{"status": 418}'.encode("utf-16"), "body: is not JSON: it is UTF-16, not UTF-8"),
    ],
)
def test_body_that_json_does_not_have_is_refused_by_its_path(any_steer, body, sentence):
    with ChatStub() as stub:
        answer = any_steer(stub).post("faults", content=body)
        assert (answer.status_code, answer.json()) == (400, {"error": sentence})


def test_fault_sends_what_a_test_gives_it_exactly(any_steer):
    with AgentStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://agent.test") as http:
        body = rb'{"title": "A \ud83d", "balance": 123456789012345678901234}'
        assert any_steer(stub).post("faults", content=b'{"body": %b}' % body).status_code == 200
        stub.faults.add(body={"title": "A \ud83d", "balance": 123456789012345678901234})

        first, second = http.get("/api/session"), http.get("/api/session")
        assert first.content == second.content == body.replace(b": ", b":").replace(b", ", b",")


def test_deep_body_and_whole_floats_do_no_harm(steer):
    with AgentStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://agent.test") as http:
        control = steer(stub)
        deep = b'{"a":' * 500 + b"1" + b"}" * 500
        step = b'{"type": "tool", "name": "x", "input": %s}'
        for path, body in (("faults", b'{"body": %s}'), ("turns", b'{"steps": [' + step + b"]}")):
            answer = control.post(path, content=body % deep)
            assert (answer.status_code, answer.json()) == (400, {"error": "body: is nested deeper than 100"})
        http.post("/api/session", content=deep, headers={"content-type": "application/json"})
        assert "not shown" in control.get("requests").json()["items"][0]["body"]
        assert control.post("faults", content=b'{"status": 418.0, "times": 1.0}').json()["status"] == 418
        assert http.get("/api/session").status_code == 418


def test_defect_of_the_stub_is_a_500_with_a_sentence(steer, monkeypatch):
    with ChatStub() as stub:
        monkeypatch.setattr(stub.steering, "counts", lambda: 1 // 0)
        answer = steer(stub).get("records")
        assert (answer.status_code, answer.json()["error"][:28]) == (500, "STUB BUG: ZeroDivisionError:")


def test_huge_body_is_refused(any_steer):
    with ChatStub() as stub:
        answer = any_steer(stub).post("seed", content=bytes(16 * 1024 * 1024 + 1))
        assert (answer.status_code, answer.json()) == (413, {"error": f"body: has more than {16 * 1024 * 1024} bytes"})


def test_client_that_leaves_within_its_body_steers_nothing():
    with BusStub() as stub, stub.serve(control=Control()) as served:
        host, port = served.url.removeprefix("http://").split(":")
        head = f"POST /_trivet/reset HTTP/1.1\r\nhost: {host}:{port}\r\ncontent-length: 10\r\n\r\n"
        stub.faults.add(status=503)
        with connect(served.url) as connection:
            connection.sendall(head.encode() + b"{")
        with httpx.Client(base_url=f"{served.url}/_trivet/", trust_env=False) as control:
            assert len(control.get("faults").json()["items"]) == 1


@pytest.mark.parametrize("headers", [{"host": "evil.test"}, {"origin": "http://evil.test"}, {"origin": "null"}])
def test_page_of_another_site_steers_nothing(any_steer, headers):
    with BusStub() as stub:
        control = any_steer(stub)
        stub.faults.add(status=503)
        for method, path in (("POST", "reset"), ("DELETE", "faults"), ("GET", "requests"), ("GET", "")):
            answer = control.request(method, path, headers=headers)
            assert (answer.status_code, set(answer.json())) == (403, {"error"})
        assert len(stub.faults) == 1


def test_forwarded_headers_do_not_make_a_peer(any_steer):
    with BusStub() as stub:
        control = any_steer(stub)
        for peer in ("127.0.0.1", "10.0.0.1"):
            assert control.get("ready", headers={"x-forwarded-for": peer, "x-forwarded-host": "x"}).status_code == 200


def test_every_answer_is_json_but_the_console(steer):
    with BusStub() as stub:
        control = steer(stub)
        for path in ("ready", "clock", "faults", "settings", "requests", "rules", "records", "contract"):
            answer = control.get(path)
            assert answer.headers["content-type"] == "application/json"
            assert isinstance(json.loads(answer.content), dict)


FOLDER = Path(control.__file__).parent / "console"
FILES = sorted(path.name for path in FOLDER.iterdir())


def test_every_file_is_served_under_a_policy(steer):
    with BusStub() as stub:
        client = steer(stub)
        answers = [client.get("" if name == "index.html" else f"console/{name}") for name in FILES]

    assert {"console.css", "console.js", "icon.svg", "index.html"} <= set(FILES)
    for name, answer in zip(FILES, answers, strict=True):
        policy = answer.headers["content-security-policy"].split("; ")
        assert answer.status_code == 200
        assert answer.content == (FOLDER / name).read_bytes()
        assert {"default-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"} <= set(policy)
        assert "unsafe" not in str(policy)
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_path_without_its_slash_leads_to_the_page(steer):
    with BusStub() as stub:
        answer = steer(stub).get("http://127.0.0.1/_trivet")
        assert (answer.status_code, answer.headers["location"]) == (307, "/_trivet/")


@pytest.mark.parametrize(
    "path", ["/console/", "/console/index.htm", "/console/../app.py", "/index.html", "/console.js"]
)
def test_any_other_path_is_no_file(path):
    assert page_file(path) is None


@pytest.mark.parametrize("name", FILES)
def test_file_sets_text_only_as_text_and_loads_nothing_from_elsewhere(name):
    text = (FOLDER / name).read_text("utf-8")
    unsafe = (
        r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function|srcdoc|javascript:|createContextual"
    )
    assert re.findall(unsafe, text) == []
    assert [link for link in re.findall(r"(?:https?:)?//[\w.]+", text) if link != "http://www.w3.org"] == []
    if name == "index.html":
        assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*src=)", text) == []


def test_ids_that_the_program_needs_are_in_the_page():
    page = (FOLDER / "index.html").read_text("utf-8")
    program = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.js"))
    ids = set(re.findall(r"\bby\(\"([\w-]+)\"\)", program))
    assert len(ids) > 30
    assert ids <= set(re.findall(r'id="([\w-]+)"', page))
