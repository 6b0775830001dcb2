"""The conditions for a verdict of `trivet-stub proxy`: its status, its reports, and its hints."""

import gzip
import json
import os
import subprocess
import zlib
from xml.etree import ElementTree

import httpx
import pytest

from tests.checks.proxy.upstreams import answering
from tests.stubs.serving.raw import HANGS, connect, rest
from trivet_stubs import ChatStub

PLAIN = {"trust_env": False, "verify": False, "timeout": HANGS, "follow_redirects": False}
UNKNOWN = "00000000-0000-4000-8000-ffffffffffff"
LIST = b'{"items": [], "total": 0}'


def answer(status, head, body=b""):
    return b"HTTP/1.1 %s\r\n%scontent-length: %d\r\n\r\n%s" % (status, head, len(body), body)


JSON = b"content-type: application/json\r\n"
NOT_JUDGED = {
    "brotli": (
        answer(b"200 OK", JSON + b"content-encoding: br\r\n", b"\x8b\x02\x80[]\x03"),
        "coding that is not unpacked",
    ),
    "zstd": (answer(b"200 OK", JSON + b"content-encoding: zstd\r\n", b"(\xb5/\xfd"), "coding that is not unpacked"),
    "gzip twice": (
        answer(b"200 OK", JSON + b"content-encoding: gzip, gzip\r\n", gzip.compress(gzip.compress(LIST))),
        "coding that is not unpacked",
    ),
    "9 MB": (answer(b"200 OK", JSON, b" " * 9_000_000), "too large"),
    "302": (answer(b"302 Found", b"location: /login?next=secret\r\n"), "redirected"),
    "304": (answer(b"304 Not Modified", b""), "redirected"),
    "503": (answer(b"503 Service Unavailable", b"", b"down"), "error of a gateway"),
    "500": (answer(b"500 Internal Server Error", JSON, b"{}"), "error of the server"),
    "429": (answer(b"429 Too Many Requests", JSON, b"{}"), "refused, reason not seen"),
    "404": (answer(b"404 Not Found", JSON, b"{}"), "refused, reason not seen"),
    "401": (answer(b"401 Unauthorized", JSON, b"{}"), "refused, reason not seen"),
    "403": (answer(b"403 Forbidden", JSON, b"{}"), "refused, reason not seen"),
    "422": (answer(b"422 Unprocessable Entity", JSON, b'{"detail": "no"}'), "refused, reason not seen"),
}


@pytest.fixture
def judge(run, capsys, tmp_path):
    """Run the proxy before an upstream; return the status, the JSON report, the JUnit report and standard error."""

    def judge(upstream, ask, *options, service="chat"):
        junit = tmp_path / "report.xml"
        arguments = ["proxy", service, "--upstream", upstream, "--json", "--junit", str(junit), "--force", *options]
        _, status = run(arguments, lambda output: ask(json.loads(output.splitlines()[0])["url"]))
        captured = capsys.readouterr()
        return status, json.loads(captured.out), ElementTree.parse(junit).getroot(), captured.err

    return judge


SIGNED_IN = b"GET /conversations HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer t\r\n\r\n"


def lists(url, token="token", times=1, path="/conversations"):
    for _ in range(times):
        httpx.get(f"{url}{path}", headers={"authorization": f"Bearer {token}"}, **PLAIN)


@pytest.mark.parametrize(("bytes_of_answer", "kind"), NOT_JUDGED.values(), ids=NOT_JUDGED)
@pytest.mark.parametrize("options", [[], ["--fail-on", "assumed", "--judge", "client"]], ids=["", "client"])
def test_traffic_of_which_no_answer_is_judged_exits_with_2(judge, bytes_of_answer, kind, options):
    def ask(url):
        with connect(url) as connection:
            connection.sendall(SIGNED_IN)
            rest(connection)

    with answering(bytes_of_answer) as server:
        status, report, junit, error = judge(server.url, ask, *options)
    assert (status, report["exit_status"], report["judged"], report["answers"]) == (2, 2, 0, 1)
    assert report["not_judged"][kind]["count"] == 1
    assert report["not_judged"][kind]["example"].startswith("GET /conversations: ")
    assert report["not_judged"][kind]["hint"]
    assert error == "trivet-stub proxy: none of 1 answers was judged\n"
    assert junit.get("errors") == "1"
    assert kind in junit.find("system-out").text
    assert (" (to /login)" in report["not_judged"][kind]["example"]) == (b"location" in bytes_of_answer)
    cases = {case.get("name"): [child.tag for child in case] for case in junit.iter("testcase")}
    assert cases["conversations.list (server)"] == ["skipped"]


@pytest.mark.parametrize("status_of_server", [b"404 Not Found", b"200 OK"])
def test_client_with_a_prefix_exits_with_2_and_names_the_prefix(judge, status_of_server):
    with answering(answer(status_of_server, JSON, LIST)) as server:
        status, report, junit, error = judge(
            server.url, lambda url: lists(url, path="/api/v1/conversations"), "--judge", "server"
        )
    assert status == 2
    assert "none of 1 answers was judged" in error
    found = report["not_judged"]["another prefix"]
    assert found["count"] == 1
    assert found["example"].startswith("GET /api/v1/conversations: ")
    assert "do not begin with /api/v1: remove it from the URL of the client" in found["hint"]
    assert f"--upstream {server.url}/api/v1" in found["hint"]
    assert "/api/v1" in junit.find("system-out").text


def test_client_without_the_prefix_of_the_contract_gets_it_in_the_hint(judge):
    with answering(answer(b"200 OK", JSON, b"{}")) as server:
        status, report, _, _ = judge(server.url, lambda url: lists(url, path="/session"), service="agent")
    assert status == 2
    assert report["not_judged"]["without the prefix"]["hint"].startswith("the paths of the contract begin with /api: ")
    assert report["answers"] == 0


def test_paths_that_a_server_has_beside_the_contract_do_not_count(judge):
    def ask(url):
        lists(url, path="/session", times=5)
        lists(url, path="/api/session")

    with answering(answer(b"200 OK", JSON, b'{"data": [], "cursor": {"previous": null, "next": null}}')) as server:
        status, report, _, _ = judge(server.url, ask, service="agent")
    assert (status, report["judged"], report["answers"]) == (0, 1, 1)


def test_path_that_is_the_servers_own_is_no_other_prefix(judge):
    with answering(answer(b"200 OK", JSON, LIST)) as server:
        status, report, _, error = judge(server.url, lambda url: lists(url, path="/admin/conversations"))
    assert (status, report["not_judged"]) == (2, {})
    assert error == "trivet-stub proxy: no answer of the contract passed\n"


def test_suite_of_refusals_exits_with_0(judge):
    with ChatStub() as stub, stub.serve() as served:
        alice, bob, admin = ({"authorization": f"Bearer {stub.token(name)}"} for name in ("alice", "bob", "admin"))

        def ask(url):
            def get(method, path, headers=alice, **options):
                return httpx.request(method, f"{url}{path}", headers=headers, **PLAIN, **options).status_code

            assert get("GET", "/conversations", {}) == 401
            assert get("GET", f"/conversations/{UNKNOWN}") == 404
            created = httpx.post(f"{url}/conversations", headers=alice, **PLAIN).json()
            assert get("GET", f"/conversations/{created['id']}", bob) == 404
            assert get("DELETE", f"/conversations/{created['id']}", bob) in (403, 404)
            assert get("DELETE", f"/conversations/{created['id']}") == 204
            assert get("GET", f"/conversations/{created['id']}") == 404
            assert get("GET", "/conversations?unknown=1") == 422
            assert get("GET", "/admin/users", admin) == 200
            assert get("GET", "/admin/users") == 403

        status, report, junit, error = judge(served.url, ask)
    assert (status, error) == (0, "")
    assert (report["judged"], report["answers"], report["not_judged"]) == (10, 10, {})
    assert junit.get("errors") == "0"


def test_ids_that_no_answer_has_shown_prove_nothing_alone(judge):
    with answering(answer(b"404 Not Found", JSON, b"{}")) as server:
        status, report, _, error = judge(server.url, lambda url: lists(url, path=f"/conversations/{UNKNOWN}"))
    assert (status, report["judged"]) == (2, 0)
    assert error.endswith("a 404 for an id that was never shown, as of a server without these paths\n")


@pytest.mark.parametrize(
    ("valid", "expired", "options", "expected"),
    [(4, 6, [], 2), (6, 4, [], 0), (6, 4, ["--min-judged", "90"], 2), (4, 6, ["--min-judged", "10%"], 0)],
)
def test_token_that_expires_before_half_of_the_answers_exits_with_2(judge, valid, expired, options, expected):
    with ChatStub() as stub, stub.serve() as served:

        def ask(url):
            lists(url, stub.token("alice"), valid)
            lists(url, "expired", expired)

        status, report, junit, error = judge(served.url, ask, *options)
    assert status == expected
    assert (report["judged"], report["answers"]) == (valid, 10)
    refused = report["not_judged"]["refused, reason not seen"]
    assert refused["count"] == expired
    assert refused["example"].startswith("GET /conversations: 401 ")
    assert "expired" in refused["hint"]
    assert error.startswith("trivet-stub proxy: ")
    assert f"warning: {expired} of 10 answers were not judged" in error if expected == 0 else "less than" in error
    assert junit.get("errors") == ("0" if expected == 0 else "1")


def test_rule_that_is_required_and_not_shown_exits_with_2(judge):
    with ChatStub() as stub, stub.serve() as served:
        for pattern, expected in (("chat.paging.limit-is-50*", 0), ("chat.shares.*", 2)):
            status, report, junit, error = judge(
                served.url, lambda url: lists(url, stub.token("alice")), "--require", pattern
            )
            assert status == expected, pattern
    assert "chat.shares.revoked-opens-nothing" in report["missing"]
    assert error == f"trivet-stub proxy: {len(report['missing'])} required rules were not shown\n"
    [case] = [case for case in junit.iter("testcase") if case.get("name") == "the traffic was judged"]
    assert "chat.shares.revoked-opens-nothing" in case.find("error").text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--require", "bus.*"], "require: 'bus.*' matches no rule of the chat service"),
        (["--min-judged", "some"], "min-judged: 'some' is not a percentage, such as 90"),
        (["--min-judged", "101"], "min-judged: '101' is not a percentage, such as 90"),
    ],
)
def test_demand_that_cannot_be_met_is_refused(refused, options, message):
    assert refused(["proxy", "chat", "--upstream", "http://127.0.0.1:1", *options]) == message


def post_packed(url, token, body, coding="gzip", pack=gzip.compress):
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json", "content-encoding": coding}
    return httpx.post(f"{url}/conversations", content=pack(body), headers=headers, **PLAIN).status_code


def test_packed_request_is_judged_unpacked_and_accuses_no_one(judge):
    with ChatStub() as stub, stub.serve() as served:

        def ask(url):
            assert post_packed(url, stub.token("alice"), b'{"title": "New"}') == 201

        status, report, _, error = judge(served.url, ask, "--fail-on", "assumed")
    assert (status, report["findings"], error) == (0, [], "")


def test_server_that_does_not_unpack_requests_is_not_accused(judge):
    with answering(answer(b"422 Unprocessable Entity", JSON, b'{"detail": "not JSON"}')) as server:
        status, report, _, _ = judge(
            server.url, lambda url: post_packed(url, "token", b'{"title": "New"}'), "--fail-on", "assumed"
        )
    assert (status, report["findings"]) == (2, [])
    assert report["not_judged"]["refused, reason not seen"]["count"] == 1
    with answering(answer(b"415 Unsupported Media Type", JSON, b"{}")) as server:
        status, report, _, _ = judge(server.url, lambda url: post_packed(url, "token", b'{"title": "New"}'))
    assert (status, report["judged"]) == (0, 1)  # the exchange shows the reason


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_curl_line_of_a_packed_request_sends_what_the_client_sent(judge, coding):
    pack = gzip.compress if coding == "gzip" else zlib.compress
    with ChatStub() as stub, stub.serve() as served:

        def ask(url):
            assert post_packed(url, stub.token("alice"), b'{"title": "It\'s", "x": 1}', coding, pack) == 422

        _, report, _, _ = judge(served.url, ask)
        [finding] = report["findings"]
        assert f"-H 'content-encoding: {coding}'" in finding["request"]
        environment = {**os.environ, "TRIVET_CHAT_TOKEN": stub.token("alice")}
        before = stub.requests[-1].body
        done = subprocess.run(["sh", "-c", finding["request"]], env=environment, capture_output=True, check=True)
        assert b" 422 " in done.stdout
        assert json.loads(stub.requests[-1].body) == json.loads(before)
