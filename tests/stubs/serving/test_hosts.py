"""The names under which a port answers: its own ones, and no name of a foreign web page."""

import json

import pytest

from tests.stubs.serving.raw import connect, rest, status
from trivet_checks import Proxy
from trivet_stubs import BusStub, Control, serve
from trivet_stubs.serving.hosts import check_hosts, split_host

BROWSER = "origin: http://evil.example\r\nsec-fetch-site: same-origin\r\nreferer: http://evil.example/\r\n"
"""More headers of a page whose host name now resolves to this machine."""


def ask(url, *hosts, path="/BusStops", method="GET", more=""):
    """Send a request with these Host headers; return the answer's status and its body."""
    head = "".join(f"host: {host}\r\n" for host in hosts)
    with connect(url) as connection:
        request = f"{method} {path} HTTP/1.1\r\n{head}{more}accountkey: stub-key\r\nconnection: close\r\n\r\n"
        connection.sendall(request.encode("latin-1"))
        answer = rest(connection)
    return status(answer), answer.partition(b"\r\n\r\n")[2]


@pytest.fixture(params=["stub", "stub with control", "proxy"])
def port(request):
    """A stub, and the URL of a port that leads to it, with the name `stubs`, and `stubs-2` with one port of its own."""
    hosts = ("stubs", "Stubs-2:8080")
    with BusStub() as stub:
        if request.param == "proxy":
            with serve(stub) as upstream, Proxy("bus", upstream.url, hosts=hosts) as proxy:
                yield stub, proxy.url
        else:
            control = Control() if request.param == "stub with control" else None
            with serve(stub, hosts=hosts, control=control) as served:
                yield stub, served.url


FOREIGN = [
    "evil.example",
    "evil.example:{port}",
    "localhost.evil.example:{port}",
    "127.0.0.1.evil.example:{port}",
    "evil.example:{port}:{port}",
    "127.0.0.1:x",
    "127.1:{port}",
    "0x7f.0.0.1:{port}",
    "[::1].evil.example:{port}",
    "[evil.example]:{port}",
    "stubs.evil.example",
    "stubs-2",
    "stubs-2:8081",
    "user@127.0.0.1:{port}",
    "\xe9vil.example",
]


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("more", ["", BROWSER], ids=["plain", "browser"])
def test_foreign_name_is_refused_before_the_service_sees_it(port, host, more):
    stub, url = port
    host = host.format(port=url.rpartition(":")[2])
    code, body = ask(url, host, more=more)
    assert code == 421
    assert json.loads(body)["error"].startswith(f"Host: {host!r} is not a name of this port; --allow-host")
    assert not stub.requests


@pytest.mark.parametrize(("hosts", "code"), [((), 400), (("localhost", "localhost"), 400), (("",), 421)])
def test_missing_or_repeated_name_is_refused(port, hosts, code):
    stub, url = port
    assert ask(url, *hosts)[0] == code, "uvicorn itself refuses the first two"
    assert not stub.requests


def test_body_of_a_refused_request_is_not_read_as_another_request(port):
    stub, url = port
    inner = "GET /BusStops HTTP/1.1\r\nhost: localhost\r\naccountkey: stub-key\r\n\r\n"
    with connect(url) as connection:
        head = f"POST /BusStops HTTP/1.1\r\nhost: evil.example\r\ncontent-length: {len(inner)}\r\n\r\n"
        connection.sendall((head + inner).encode())
        answer = rest(connection)
    assert status(answer) == 421
    assert answer.count(b"HTTP/1.1 ") == 1
    assert not stub.requests


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1:{port}", "localhost:{port}", "LOCALHOST", "127.0.0.1", "[::1]:{port}", "0.0.0.0:{port}"),
        *("10.1.2.3:8080", "localhost:9000", "stubs", "STUBS:{port}", "stubs:1", "stubs-2:8080"),
    ],
)
def test_address_and_named_host_reach_the_service(port, host):
    stub, url = port
    assert ask(url, host.format(port=url.rpartition(":")[2]))[0] == 200
    assert len(stub.requests) == 1


def test_name_that_the_port_is_bound_to_needs_no_other_option():
    with BusStub() as stub, stub.serve(host="localhost") as served:
        assert ask(served.url, "localhost:1")[0] == 200
    with BusStub() as stub, stub.serve(control=Control(hosts=("stub",))) as served:
        assert ask(served.url, "stub:8080")[0] == 200, "a name that may steer the stub may also call it"


def test_control_api_refuses_a_foreign_name_itself():
    with BusStub() as stub, stub.serve(control=Control(), hosts=("stubs",)) as served:
        for host in ("evil.example", "stubs"):  # a name of the port may call the service, and steers nothing
            assert ask(served.url, host, path="/_trivet/reset", method="POST")[0] == 403


@pytest.mark.parametrize("host", ["", "http://stub", "stub/", "*", "a b", "st\u00fcb"])
def test_text_that_is_not_a_host_is_refused(host):
    with pytest.raises(ValueError, match=r"hosts: .* is not a host, such as stub or stub:8080"):
        check_hosts([host])
    with pytest.raises(ValueError, match="is not a host"):
        serve(BusStub(), hosts=[host])


def test_port_of_a_host_is_a_number_or_invalid():
    hosts = ("a", "a:1", "[::1]", "[::1]:8", "a:x", "a:123456", "a:\u0661")
    assert [split_host(host)[1] for host in hosts] == [80, 1, 80, 8, -1, -1, -1]
