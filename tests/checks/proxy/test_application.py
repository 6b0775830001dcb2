"""The proxy between clients and servers that behave badly: what passes, what each of them sees, and what is counted."""

import contextlib
import gzip
import select
import threading

import httpx
import pytest

from tests.checks.proxy.upstreams import RawServer, answering
from tests.stubs.serving.raw import HANGS, connect, rest, status
from trivet_checks import Patience, Proxy
from trivet_checks.proxy.application import as_text, end_to_end, for_upstream, has_body
from trivet_stubs.serving.limits import Limits

OK = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
PLAIN = {"trust_env": False, "verify": False, "timeout": HANGS}  # a context for TLS takes 20 ms
PAGE = b'{"value": []}'


def sized(body, head=OK):
    return head + b"content-length: %d\r\n\r\n" % len(body) + body


def only(result, name="stops.list"):
    """The fault in the form of an answer; the rules that it breaks have findings of their own."""
    [finding] = [finding for finding in result.findings if finding.verdict.kind == "operation"]
    assert finding.operation == name
    return finding


def raw(proxy, request=b"GET /BusStops HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"):
    with connect(proxy.url) as connection:
        connection.sendall(request)
        return rest(connection)


def test_pieces_of_a_body_pass_as_they_come():
    proceed, pieces = threading.Semaphore(0), [b'{"odata.metadata": "", "val', b'ue": ', b"[]}"]

    def drip(connection, _rest):
        connection.sendall(OK + b"transfer-encoding: chunked\r\n\r\n")
        for piece in pieces:
            assert proceed.acquire(timeout=HANGS)
            connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
        connection.sendall(b"0\r\nx-trailer: ignored\r\n\r\n")

    with RawServer(drip) as server, Proxy("bus", server.url) as proxy:
        headers = {"accountkey": "key"}
        with httpx.stream("GET", f"{proxy.url}/BusStops", headers=headers, **PLAIN) as answer:
            got = []
            chunks = answer.iter_raw()
            for _ in pieces:
                proceed.release()  # each is sent only after the one before it has been read
                got.append(next(chunks))
            assert list(chunks) == []
        assert got == pieces
    assert proxy.result.operations["stops.list"].judged == 1
    assert proxy.result.exit_status() == 0


@pytest.mark.parametrize(
    ("head", "sent"),
    [(b"content-length: 100\r\n\r\n", PAGE), (b"transfer-encoding: chunked\r\n\r\n", b"d\r\n" + PAGE + b"\r\n")],
)
def test_answer_that_is_cut_is_cut_for_the_client_and_counted_for_the_server(head, sent):
    with answering(OK + head + sent) as server, Proxy("bus", server.url) as proxy:
        with pytest.raises(httpx.RemoteProtocolError):
            httpx.get(f"{proxy.url}/BusStops", **PLAIN)
        finding = only(proxy.result)
    assert (finding.side, finding.verdict.basis) == ("server", "stated")
    assert "the answer breaks off after 13 bytes" in finding.verdict.reason
    assert proxy.result.exit_status() == 1
    assert proxy.result.exit_status("client") == 2  # no answer was judged
    assert proxy.result.not_judged["cut off"].count == 1


@pytest.mark.parametrize(
    "answer", [b"", b"SSH-2.0\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n"]
)
def test_no_answer_is_a_502_and_a_fault_of_the_server(answer):
    with answering(answer) as server, Proxy("bus", server.url) as proxy:
        got = httpx.get(f"{proxy.url}/BusStops", **PLAIN)
        finding = only(proxy.result)
    assert got.status_code == 502
    assert got.json()["error"].startswith("trivet proxy: the upstream gave no answer: ")
    assert "there is no answer" in finding.verdict.reason


def test_status_that_cannot_be_passed_on_is_a_502():
    with answering(b"HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n") as server, Proxy("bus", server.url) as proxy:
        assert httpx.get(f"{proxy.url}/BusStops", **PLAIN).status_code == 502


def test_server_that_sends_no_head_is_a_504():
    release = threading.Event()

    def hang(connection, _rest):
        while not release.wait(0.02):
            connection.sendall(b"HTTP/1.1 103 Early Hints\r\n\r\n")  # an interim answer does not count

    with RawServer(hang) as server, Proxy("bus", server.url, patience=Patience(answer_timeout=0.2)) as proxy:
        assert httpx.get(f"{proxy.url}/BusStops", **PLAIN).status_code == 504
        release.set()
    assert only(proxy.result).verdict.reason.endswith("none within 0.2 seconds")


def test_server_that_stops_within_a_body_is_cut():
    release = threading.Event()

    def stop(connection, _rest):
        connection.sendall(OK + b"content-length: 100\r\n\r\n{")
        release.wait(HANGS)

    with RawServer(stop) as server, Proxy("bus", server.url, patience=Patience(silence_timeout=0.2)) as proxy:
        with pytest.raises(httpx.RemoteProtocolError):
            httpx.get(f"{proxy.url}/BusStops", **PLAIN)
        release.set()
    assert only(proxy.result).verdict.reason.endswith("no data within 0.2 seconds")


def test_server_that_is_not_there_is_a_502_and_nothing_can_be_said(closed_url):
    with Proxy("bus", closed_url) as proxy:
        assert httpx.get(f"{proxy.url}/BusStops", **PLAIN).status_code == 502
    assert proxy.result.unreachable
    assert proxy.result.exit_status() == 2


def test_packed_answer_passes_packed_and_is_judged_unpacked():
    packed = gzip.compress(b'{"value": 5}')
    with (
        answering(sized(packed, OK + b"content-encoding: gzip\r\n")) as server,
        Proxy("bus", server.url) as proxy,
    ):
        answer = raw(proxy)
    assert answer.endswith(b"\r\n\r\n" + packed)
    assert "value: 5 is not of type" in only(proxy.result).verdict.reason


def test_gzip_bomb_passes_and_is_not_judged():
    bomb = gzip.compress(bytes(33 * 1024 * 1024), 1)
    with (
        answering(sized(bomb, OK + b"content-encoding: gzip\r\n")) as server,
        Proxy("bus", server.url) as proxy,
    ):
        assert raw(proxy).endswith(bomb)
    assert list(proxy.result.operations["stops.list"].unjudged) == ["the body unpacks to more than 33554432 bytes"]


@pytest.mark.parametrize(
    ("method", "answer", "expected"),
    [
        (b"HEAD", OK + b"content-length: 500\r\n\r\n", b"content-length: 500\r\n"),
        (b"GET", b"HTTP/1.1 204 No Content\r\n\r\n", b" 204 "),
        (b"GET", b"HTTP/1.1 304 Not Modified\r\netag: x\r\ncontent-length: 9\r\n\r\n", b"etag: x\r\n"),
        (b"GET", b"HTTP/1.1 103 Early Hints\r\n\r\n" + sized(PAGE), PAGE),
        (b"GET", b"HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n" + PAGE, PAGE),
    ],
)
def test_answer_without_a_body_or_a_length_passes(method, answer, expected):
    with answering(answer) as server, Proxy("bus", server.url) as proxy:
        got = raw(proxy, method + b" /BusStops HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    assert expected in got
    if b"204" in expected or method == b"HEAD" or b"etag" in expected:
        assert got.endswith(b"\r\n\r\n")


def test_request_passes_unchanged_but_for_headers_of_the_connection():
    bodies = []

    def read(connection, body):
        while not body.endswith(b"0\r\n\r\n"):
            body += connection.recv(65_536)
        bodies.append(body)
        connection.sendall(sized(PAGE))

    request = (
        b"POST /BusStops?a=%2f&&b=+ HTTP/1.1\r\nHost: localhost\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nX-End: 2\r\n"
        b"Transfer-Encoding: chunked\r\nTE: trailers\r\nExpect: 100-continue\r\n\r\n"
    )
    with RawServer(read) as server, Proxy("bus", f"{server.url}/v1/") as proxy:
        with connect(proxy.url) as connection:
            connection.sendall(request)
            assert status(connection.recv(1000)) == 100
            connection.sendall(b"3\r\nabc\r\n0\r\n\r\n")
            assert rest(connection).endswith(PAGE)
        line, *headers = server.heads[0].decode().lower().split("\r\n")
    assert line == "post /v1/busstops?a=%2f&&b=+ http/1.1"
    assert f"host: {server.url.removeprefix('http://')}" in headers
    assert "x-end: 2" in headers
    assert "transfer-encoding: chunked" in headers
    assert [name for name in headers if name.startswith(("x-hop", "te:", "connection"))] == []
    assert bodies == [b"3\r\nabc\r\n0\r\n\r\n"]


def test_client_that_leaves_ends_the_request_to_the_server():
    def endless(connection, _rest):
        connection.sendall(OK + b"transfer-encoding: chunked\r\n\r\n")
        while True:
            connection.sendall(b"1\r\n \r\n")
            if select.select([connection], [], [], 0.001)[0]:
                return

    with RawServer(endless) as server, Proxy("bus", server.url) as proxy:
        with httpx.stream("GET", f"{proxy.url}/BusStops", **PLAIN) as answer:
            next(answer.iter_raw())
        assert server.ended.wait(HANGS)
    assert proxy.result.operations["stops.list"].left == 1
    assert proxy.result.findings == []


def test_client_that_leaves_before_the_answer_or_in_its_request_is_no_fault():
    arrived = threading.Event()

    def wait(connection, _rest):
        arrived.set()
        while connection.recv(1000):
            pass

    with RawServer(wait) as server, Proxy("bus", server.url) as proxy:
        with connect(proxy.url) as connection:
            connection.sendall(b"GET /BusStops HTTP/1.1\r\nhost: localhost\r\n\r\n")
            assert arrived.wait(HANGS)
        assert server.ended.wait(HANGS)
        arrived.clear()
        server.ended.clear()
        with connect(proxy.url) as connection:
            connection.sendall(b"GET /BusStops HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nabc")
            assert arrived.wait(HANGS)
        assert server.ended.wait(HANGS)
    assert proxy.result.operations["stops.list"].left == 2
    assert proxy.result.findings == []


def test_slow_reader_slows_the_server():
    sent = []

    def much(connection, _rest):
        connection.sendall(OK + b"content-length: 1000000000\r\n\r\n")
        connection.settimeout(0.3)
        piece = bytes(65_536)
        try:
            while True:
                sent.append(connection.send(piece))
        except TimeoutError:
            pass  # as much as all buffers on the way take

    with RawServer(much) as server, Proxy("bus", server.url) as proxy:
        with connect(proxy.url, SO_RCVBUF=4096) as connection:
            connection.sendall(b"GET /BusStops HTTP/1.1\r\nhost: localhost\r\n\r\n")
            assert server.ended.wait(HANGS)
    assert sum(sent) < 40_000_000


def test_slow_server_slows_the_client_and_gets_every_byte():
    content = bytes(range(256)) * 120_000  # more than all buffers on the way take
    proceed, received = threading.Event(), []

    def slow(connection, body):
        proceed.wait(HANGS)
        whole = bytearray(body)
        while len(whole) < len(content):
            whole += connection.recv(1_000_000)
        received.append(whole == content)
        connection.sendall(sized(PAGE))

    head = b"POST /BusStops HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(
        content
    )
    with RawServer(slow) as server, Proxy("bus", server.url) as proxy:
        with connect(proxy.url) as connection:
            connection.sendall(head)
            connection.settimeout(0.3)
            sent = 0
            with contextlib.suppress(TimeoutError):
                while sent < len(content):
                    sent += connection.send(content[sent : sent + 65_536])
            assert sent < len(content)
            connection.settimeout(HANGS)
            proceed.set()
            connection.sendall(content[sent:])
            assert rest(connection).endswith(PAGE)
    assert received == [True]


def test_endless_stream_passes_and_its_events_are_judged_as_they_come():
    event = b'{"id": "evt_1", "type": "%s", "payload": {}}'

    def stream(connection, _rest):
        connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: hello\n\n")
        connection.sendall(b"data: " + event % b"unknown.kind" + b"\n\nda")
        connection.sendall(b"ta: " + event % b"message.part.delta" + b"\r\n\r\n")
        while connection.recv(1000):
            pass

    patience = Patience(silence_timeout=0.05)  # a stream may be silent
    with RawServer(stream) as server, Proxy("agent", server.url, patience=patience) as proxy:
        with httpx.stream("GET", f"{proxy.url}/api/event", **PLAIN) as answer:
            lines = answer.iter_lines()
            assert next(lines) == ": hello"
            while "message.part.delta" not in next(lines):
                pass
            finding = only(proxy.result, "event.subscribe")
            assert proxy.result.operations["event.subscribe"].events == 2
    assert finding.verdict.basis == "stated"
    assert finding.verdict.reason.startswith("the event message.part.delta: ")


def test_fifty_requests_at_once_pass(bus_server):
    request = b"GET /BusStops HTTP/1.1\r\nhost: localhost\r\naccountkey: stub-key\r\nconnection: close\r\n\r\n"
    with Proxy("bus", bus_server.url, limits=Limits(connections=60)) as proxy, contextlib.ExitStack() as stack:
        connections = [stack.enter_context(connect(proxy.url)) for _ in range(50)]
        for connection in connections:
            connection.sendall(request)
        bodies = {rest(connection).partition(b"\r\n\r\n")[2] for connection in connections}
        assert bodies == {raw(bus_server, request).partition(b"\r\n\r\n")[2]}
    assert proxy.result.operations["stops.list"].judged == 50
    assert proxy.result.exit_status() == 0


def test_closing_ends_open_streams(agent_server):
    with Proxy("agent", agent_server.url) as proxy:
        with httpx.Client(trust_env=False, timeout=HANGS) as client:
            request = client.build_request("GET", f"{proxy.url}/api/event")
            stream = client.send(request, stream=True)
            pieces = stream.iter_raw()
            assert next(pieces)
            proxy.__exit__()
            with pytest.raises(httpx.TransportError):
                list(pieces)
    assert proxy.result.operations["event.subscribe"].statuses == {200: 1}


def test_headers_of_one_connection_are_left_out():
    headers = [
        (b"Connection", b"Keep-Alive, X-Hop"),
        (b"Keep-Alive", b"timeout=5"),
        (b"X-Hop", b"1"),
        (b"Proxy-Authorization", b"Basic x"),
        (b"TE", b"trailers"),
        (b"Upgrade", b"h2c"),
        (b"X-End", b"2"),
        (b"X-End", b"3"),
    ]
    assert end_to_end(headers) == [(b"X-End", b"2"), (b"X-End", b"3")]


def test_connection_cannot_remove_what_frames_the_message():
    headers = [(b"connection", b"content-length, host"), (b"host", b"a"), (b"content-length", b"3")]
    assert end_to_end(headers) == headers[1:]


def test_upstream_gets_its_own_host_unless_the_clients_is_kept():
    headers = [(b"host", b"client"), (b"accept", b"*/*")]
    assert for_upstream(headers, b"server") == [(b"host", b"server"), (b"accept", b"*/*")]
    assert for_upstream(headers, None) == headers
    assert for_upstream(headers[1:], b"server") == [(b"Host", b"server"), (b"accept", b"*/*")]


def test_body_without_a_length_stays_chunked():
    chunked = [(b"host", b"a"), (b"Transfer-Encoding", b"chunked")]
    assert for_upstream(chunked, None) == [(b"host", b"a"), (b"Transfer-Encoding", b"chunked")]
    twice = [*chunked, (b"content-length", b"3")]
    assert for_upstream(twice, None) == for_upstream(chunked, None)
    assert [has_body(chunked), has_body([(b"Content-Length", b"0")]), has_body([(b"host", b"a")])] == [
        True,
        True,
        False,
    ]


def test_text_of_repeated_headers_is_joined():
    assert as_text([(b"Accept", b"a"), (b"accept", b"\xe9")]) == {"accept": "a, é"}


REQUEST = b"host: localhost\r\nX-One: 1\r\naccept: a\r\nx-TWO: 2\r\nAccept: b\r\nX-One: 3\r\nconnection: close\r\n\r\n"


@pytest.mark.parametrize(
    "line",
    [
        b"patch /conversations/1",
        b"get /conversations?a=%2f&&b=+",
        b"Delete //conversations/../x/%7e",
        b"GET /conversations?",
        b"GET /a/./b;c=1?q=[]{}|^'\"<>&q=%zz",
        b"X-ODD! /conversations",
    ],
)
def test_method_target_and_headers_go_on_as_they_came(line):
    with answering(sized(PAGE)) as server, Proxy("chat", server.url) as proxy:
        assert raw(proxy, line + b" HTTP/1.1\r\n" + REQUEST).endswith(PAGE)
        first, *headers = server.heads[0].split(b"\r\n")
    assert first == line + b" HTTP/1.1"
    sent = [header for header in REQUEST.split(b"\r\n") if header and not header.startswith(b"connection")]
    sent[0] = b"host: " + server.url.removeprefix("http://").encode()
    assert headers == sent


@pytest.mark.parametrize(
    "code", [b"400 Bad Request", b"404 Not Found", b"405 Method Not Allowed", b"501 Not Implemented"]
)
def test_method_in_lower_case_that_is_refused_is_a_fault_of_the_client(code):
    with answering(sized(b"{}", b"HTTP/1.1 " + code + b"\r\n")) as server, Proxy("chat", server.url) as proxy:
        raw(proxy, b"patch /conversations/1 HTTP/1.1\r\n" + REQUEST)
    [finding] = proxy.result.of("client")
    assert finding.verdict.id == "chat.requests.only-these-routes-and-methods"
    assert "method: patch is not allowed" in finding.verdict.reason
    assert "curl -i -X patch" in finding.verdict.evidence.request


def test_answer_keeps_the_order_and_the_spelling_of_its_headers():
    head = b"HTTP/1.1 200 OK\r\nX-One: 1\r\nset-cookie: a\r\nx-TWO: 2\r\nSet-Cookie: b\r\ncontent-length: 0\r\n\r\n"
    with answering(head) as server, Proxy("bus", server.url) as proxy:
        got = raw(proxy)
    assert got.split(b"\r\n")[1:6] == head.split(b"\r\n")[1:6]


@pytest.mark.parametrize("prefix", ["", "/api/v1"])
def test_client_that_uses_the_proxy_as_http_proxy_reaches_the_upstream(prefix):
    with answering(sized(PAGE)) as server, Proxy("bus", f"{server.url}{prefix}") as proxy:
        answer = httpx.get(
            f"{server.url}{prefix}/BusStops?a=1", proxy=proxy.url, headers={"accountkey": "key"}, **PLAIN
        )
    assert answer.status_code == 200
    assert server.heads[0].startswith(f"GET {prefix}/BusStops?a=1 HTTP/1.1\r\n".encode())
    assert proxy.result.judged == 1


@pytest.mark.parametrize(
    ("line", "code", "reason"),
    [
        (b"GET http://127.0.0.1:1/BusStops", 421, b"requests go to "),
        (b"GET http://127.0.0.1:1/api/BusStops", 421, b"requests go to "),
        (b"GET http://other.example/BusStops", 421, b"is not a name of this port"),
        (b"CONNECT 127.0.0.1:1", 501, b"CONNECT opens no tunnel"),
        (b"OPTIONS *", 400, b"means no path"),
        (b"GET /BusStops#a", 400, b"fragment"),
        (b"GET BusStops", 400, b"without a slash"),
    ],
)
def test_target_that_is_not_passed_on_gets_the_reason(line, code, reason):
    with answering(sized(PAGE)) as server, Proxy("bus", f"{server.url}/api") as proxy:
        answer = raw(proxy, line + b" HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    assert status(answer) == code
    assert reason in answer
    assert (server.heads, proxy.result.requests, proxy.result.exit_status()) == ([], 0, 2)
    assert proxy.result.incomplete() == "no request passed, and 1 was refused"
    [refused] = proxy.result.refused
    assert reason.decode() in refused


@pytest.mark.parametrize("authority", ["localhost", "127.0.0.1", "127.0.0.1:{port}"])
def test_absolute_target_of_the_proxy_itself_is_passed_on(authority):
    with answering(sized(PAGE)) as server, Proxy("bus", f"{server.url}/api") as proxy:
        host = authority.format(port=httpx.URL(proxy.url).port)
        line = f"GET http://{host}/BusStops HTTP/1.1\r\nhost: elsewhere\r\nconnection: close\r\n\r\n"
        assert raw(proxy, line.encode()).endswith(PAGE)
    assert server.heads[0].startswith(b"GET /api/BusStops HTTP/1.1\r\n")


def test_prefix_that_only_begins_like_the_upstreams_is_not_passed_on():
    with answering(sized(PAGE)) as server, Proxy("bus", f"{server.url}/api") as proxy:
        for path in ("/apis/BusStops", "/BusStops"):
            assert httpx.get(f"{server.url}{path}", proxy=proxy.url, **PLAIN).status_code == 421
    assert server.heads == []
