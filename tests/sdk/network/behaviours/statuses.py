"""Status lines that are wrong, other protocols, and statuses that no call expects."""

from __future__ import annotations

from tests.sdk.network.behaviours.registry import BROKEN, LATE, VALUE, Fails, behaviour
from tests.sdk.network.raw_server import Conversation, head


def with_bytes(name: str, data: bytes) -> None:
    """Add the behaviour of fixed bytes instead of an answer."""

    def run(talk: Conversation) -> None:
        talk.read_request()
        talk.send(data)

    behaviour(name=name, outcomes=BROKEN)(run)


with_bytes("speaks_http_0_9", b"<html>hello</html>")
with_bytes("speaks_http_2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0")
with_bytes("speaks_ssh", b"SSH-2.0-OpenSSH_9.6\r\n")
with_bytes("speaks_smtp", b"220 mail.example.com ESMTP\r\n")
with_bytes("speaks_tls", b"\x15\x03\x01\x00\x02\x02\x16")
with_bytes("speaks_icecast", b"ICY 200 OK\r\ncontent-type: application/json\r\n\r\n{}")
with_bytes("speaks_zeros", b"\0" * 1000)
with_bytes("status_line_empty", b"\r\n\r\n")
with_bytes("status_line_of_spaces", b"   \r\n\r\n")
with_bytes("status_line_without_status", b"HTTP/1.1\r\n\r\n")


def with_status(name: str, status: str, fails: Fails = "wire", *, version: str = "HTTP/1.1", body: str = "") -> None:
    """Add the behaviour of the good body under another status line."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests():
            talk.send(talk.answer(status=status, version=version, body=body.encode() or None))

    behaviour(name=name, fails=fails)(run)


with_status("status_0", "0 Zero")
with_status("status_000", "000 Zero")
with_status("status_99", "99 Low")
with_status("status_099", "099 Low")
with_status("status_299", "299 Odd", "")
with_status("status_399", "399 Odd")
with_status("status_499", "499 Odd")
with_status("status_600", "600 High")
with_status("status_999", "999 High")
with_status("status_1000", "1000 High")
with_status("status_negative", "-200 OK")
with_status("status_not_digits", "abc OK")
with_status("status_not_ascii", "\xb2\xb0\xb0 OK")
with_status("status_201_for_another", "201 Created", "")
with_status("status_202", "202 Accepted", "")
with_status("status_203", "203 Non-Authoritative", "")
with_status("status_205", "205 Reset Content", "")
with_status("status_206", "206 Partial Content", "")
with_status("status_204_with_body", "204 No Content", "")
with_status("status_304_with_body", "304 Not Modified")
with_status("status_100_as_the_answer", "100 Continue")
with_status("status_101", "101 Switching Protocols")
with_status("status_408", "408 Request Timeout")
with_status("status_411", "411 Length Required")
with_status("status_500", "500 Oops")
with_status("status_503", "503 Busy")
with_status("version_3_7", "200 OK", "", version="HTTP/3.7")
with_status("version_1_9", "200 OK", "", version="HTTP/1.9")
with_status("version_lower_case", "200 OK", "", version="http/1.1")
with_status("reason_missing", "200", "")
with_status("reason_not_ascii", "200 \xc3\xa9t\xe9", "")
with_status("reason_with_terminal_codes", "400 \x1b[31mred\x07")
with_status("reason_of_60_kilobytes", "400 " + "a" * 60_000)


@behaviour()
def http_1_0_without_length(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(version="HTTP/1.0", length=-1))


@behaviour()
def http_1_0_kept_alive_without_length(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer("connection: keep-alive", version="HTTP/1.0", length=-1))


@behaviour(fails="wire")
def switches_to_another_protocol(talk: Conversation) -> None:
    talk.read_request()
    talk.send(head("101 Switching Protocols", "upgrade: websocket", "connection: upgrade"))
    talk.flood(b"\x81\x05hello")


@behaviour(fails="wire")
def asks_for_basic_credentials(talk: Conversation) -> None:
    for request in talk.requests():
        if b"proxy-authorization" in request.head.lower():
            talk.fault("answered a proxy's challenge")
        challenge = "407 Proxy Authentication Required" if len(talk.server.arrivals) % 2 else "401 Unauthorized"
        talk.send(
            talk.answer(
                'www-authenticate: Basic realm="\x1b[31m"', 'proxy-authenticate: Basic realm="a"', status=challenge
            )
        )


def with_line(
    name: str, line: str, outcomes: tuple[str, ...], on_aiohttp: tuple[str, ...] = (), *, end: bytes = b"\r\n"
) -> None:
    """Add the behaviour of good answers under another status line, with the good status or its number plus 2^16."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests() if VALUE in (outcomes, on_aiohttp) else talk.only_request():
            raw = line.format(status=talk.good.status, overflowing=talk.good.status + 2**16).encode()
            talk.send(raw + end + talk.answer().partition(b"\r\n")[2])

    behaviour(name=name, calls=2, outcomes=outcomes, on_aiohttp=on_aiohttp)(run)


with_line("status_of_four_digits", "HTTP/1.1 {status}0 OK", BROKEN)
with_line("status_of_two_digits", "HTTP/1.1 20 OK", BROKEN)
with_line("status_with_sign", "HTTP/1.1 +{status} OK", BROKEN)
with_line("status_with_fraction", "HTTP/1.1 {status}.1 OK", BROKEN)
with_line("status_in_wide_digits", "HTTP/1.1 \uff12\uff10\uff10 OK", BROKEN)
with_line("status_plus_2_to_the_16", "HTTP/1.1 {overflowing} OK", BROKEN)
with_line("status_joined_to_its_reason", "HTTP/1.1 {status}OK", BROKEN)
with_line("status_after_two_spaces", "HTTP/1.1  {status} OK", BROKEN)
with_line("status_after_a_tab", "HTTP/1.1\t{status} OK", BROKEN)
with_line("status_199_and_no_other", "HTTP/1.1 199 Odd", LATE)
with_line("reason_with_nul", "HTTP/1.1 {status} O\0K", BROKEN, on_aiohttp=VALUE)
with_line("reason_with_carriage_return", "HTTP/1.1 {status} O\rK", BROKEN)
with_line("reason_is_another_status_line", "HTTP/1.1 {status} HTTP/1.1 500 Oops", VALUE)
with_line("version_0_9", "HTTP/0.9 {status} OK", VALUE)
with_line("version_1_10", "HTTP/1.10 {status} OK", BROKEN)
with_line("version_2_without_minor", "HTTP/2 {status} OK", BROKEN)
with_line("version_of_https", "HTTPS/1.1 {status} OK", BROKEN)
with_line("version_of_rtsp", "RTSP/1.0 {status} OK", BROKEN, on_aiohttp=VALUE)  # aiohttp does not say which it was
with_line("status_line_after_a_space", " HTTP/1.1 {status} OK", BROKEN)
with_line("status_line_after_a_byte_order_mark", "\ufeffHTTP/1.1 {status} OK", BROKEN)
with_line("status_line_ends_in_line_feed", "HTTP/1.1 {status} OK", VALUE, end=b"\n")
with_line("status_line_ends_in_carriage_return", "HTTP/1.1 {status} OK", BROKEN, end=b"\r")


@behaviour(calls=2, outcomes=LATE, on_aiohttp=BROKEN)
def speaks_http_0_9_and_stays_open(talk: Conversation) -> None:
    for _ in talk.only_request():
        talk.send(talk.good.body)


@behaviour(calls=2, outcomes=BROKEN)
def speaks_http_2_settings(talk: Conversation) -> None:
    for _ in talk.only_request():
        talk.send(b"\0\0\x06\4\0\0\0\0\0\0\3\0\0\0\x80")


@behaviour(calls=2, outcomes=BROKEN)
def repeats_the_request(talk: Conversation) -> None:
    for request in talk.only_request():
        talk.send(request.head + b"\r\n\r\n" + request.body)
