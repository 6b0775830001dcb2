"""Which requests may steer a stub."""

import pytest

from trivet_stubs.control.guard import refused


def asked(*hosts, method="GET", client=("127.0.0.1", 5), server=("127.0.0.1", 8080), **headers):
    named = {"host": "127.0.0.1:8080", **{name.replace("_", "-"): value for name, value in headers.items()}}
    raw = [(name.encode(), line.encode()) for name, value in named.items() for line in value.split("\n") if value]
    scope = {"type": "http", "method": method, "scheme": "http", "client": client, "server": server, "headers": raw}
    return refused(scope, hosts)


@pytest.mark.parametrize(
    "allowed",
    [
        {},
        {"host": "localhost:8080"},
        {"host": "[::1]:8080", "client": ("::1", 5, 0, 0), "server": ("::1", 8080, 0, 0)},
        {"host": "LOCALHOST:8080", "origin": "http://localhost:8080", "method": "POST"},
        {"client": ("::ffff:127.0.0.1", 5)},
        {"host": "0.0.0.0:8080"},  # as a stub on all addresses prints its URL
        {"host": "[::]:8080", "client": ("::1", 5, 0, 0), "server": ("::1", 8080, 0, 0)},
        {"host": "localhost", "server": ("localhost", None)},
        {"sec_fetch_site": "same-origin"},
        {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"},
    ],
)
def test_program_of_this_machine_may(allowed):
    assert asked(**allowed) is None


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({"host": "evil.test:8080"}, "Host: 'evil.test:8080' is not the bound host"),
        ({"host": "127.0.0.1:80"}, "Host"),
        ({"host": "127.0.0.1"}, "Host"),
        ({"host": "0.0.0.0:8081"}, "Host"),
        ({"host": "localhost.:8080"}, "Host"),
        ({"host": "127.0.0.1:8080.evil.test"}, "Host"),
        ({"host": "127.0.0.1:08080:8080"}, "Host"),
        ({"host": "localhost.evil.test:8080"}, "Host"),
        ({"host": ""}, "Host: the header is missing or repeated"),
        ({"host": "127.0.0.1:8080\nevil.test"}, "Host: the header is missing or repeated"),
        ({"origin": "http://evil.test"}, "Origin: 'http://evil.test' is another site"),
        ({"origin": "null"}, "Origin"),
        ({"origin": "https://127.0.0.1:8080"}, "Origin"),
        ({"origin": "http://127.0.0.1:8081"}, "Origin"),
        ({"origin": "http://127.0.0.1:8080\nhttp://evil.test"}, "Origin"),
        ({"origin": "http://localhost:8080"}, "Origin"),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors"}, "Sec-Fetch-Site"),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "method": "POST"}, "Sec-Fetch-Site"),
        ({"client": ("192.168.1.7", 5)}, "the control API answers programs of this machine only"),
        ({"client": ("127.0.0.1.evil.test", 5)}, "the control API"),
        ({"client": None}, "the control API"),
        ({"server": None}, "Host"),
    ],
)
def test_any_other_may_not(request_, sentence):
    assert str(asked(**request_)).startswith(sentence)


def test_named_host_may_be_reached_from_another_machine():
    peer = ("172.17.0.1", 5)
    assert asked("stub", client=peer, host="stub:8080") is None
    assert asked("stub:9000", client=peer, host="stub:9000", origin="http://stub:9000") is None
    assert asked("stub:9000", client=peer, host="stub:9001")
    assert asked("stub", client=peer)
    assert asked("stub", client=peer, host="stub:8080", origin="http://evil.test")
