"""Proxies that refuse, lie or fail: in front of a service over TLS, of one without, and by SOCKS."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.sdk.network.behaviours.registry import behaviour
from tests.sdk.network.raw_server import Conversation, head
from tests.sdk.network.routes import certificates, enter_socks, read_connect

FAILED = ("APIConnectionError",)
LATE = ("APITimeoutError",)
VALUE = ("value",)
PAGE = b"<html><title>proxy</title>\x1b[31m</html>"

tunnel = partial(behaviour, via="tunnel")
forward = partial(behaviour, via="proxy")
socks = partial(behaviour, via="socks")


def instead_of_a_tunnel(name: str, *data: bytes, outcomes: tuple[str, ...] = FAILED, holds: bool = False) -> None:
    """Add the behaviour of these bytes as the answer to CONNECT."""

    def run(talk: Conversation) -> None:
        if read_connect(talk) is not None:
            talk.send(*data)
            if holds:
                talk.hold()

    tunnel(name=name, outcomes=outcomes, unsent=outcomes == FAILED)(run)


def page(status: str, *fields: str) -> bytes:
    """Return an answer with a web page."""
    return head(status, *fields, "content-type: text/html", f"content-length: {len(PAGE)}") + PAGE


instead_of_a_tunnel(
    "tunnel_refused_with_a_challenge", page("407 Proxy Authentication Required", 'proxy-authenticate: Basic realm="a"')
)
instead_of_a_tunnel("tunnel_refused_without_a_challenge", page("407 Proxy Authentication Required"), holds=True)
instead_of_a_tunnel("tunnel_refused_with_a_page", page("502 Bad Gateway"), holds=True)
instead_of_a_tunnel("tunnel_refused_with_retry_after", page("503 Busy", "retry-after: 1"))
instead_of_a_tunnel("tunnel_redirected", page("302 Found", "location: http://elsewhere.test/"), holds=True)
instead_of_a_tunnel(
    "tunnel_of_another_protocol", head("101 Switching Protocols", "upgrade: tls", "connection: upgrade")
)
instead_of_a_tunnel("tunnel_refused_with_status_999", head("999 No"))
instead_of_a_tunnel("tunnel_never_answered", outcomes=LATE, holds=True)
instead_of_a_tunnel("tunnel_closed_before_an_answer")
instead_of_a_tunnel("tunnel_cut_within_the_head", b"HTTP/1.1 200 Connec")
instead_of_a_tunnel("tunnel_stops_within_the_head", b"HTTP/1.1 200 Connected\r\nvia: a", outcomes=LATE, holds=True)
instead_of_a_tunnel("tunnel_answered_by_ssh", b"SSH-2.0-OpenSSH_9.6\r\n", outcomes=FAILED + LATE, holds=True)
instead_of_a_tunnel("tunnel_answered_by_socks", b"\5\0", outcomes=FAILED + LATE)
instead_of_a_tunnel("tunnel_with_a_status_not_ascii", b"HTTP/1.1 \xb2\xb0\xb0 OK\r\n\r\n")
instead_of_a_tunnel("tunnel_with_a_header_of_a_megabyte", head("200 OK", "via: " + "a" * 1_000_000))
instead_of_a_tunnel("tunnel_closed_once_it_is_open", head("200 Connected"))
instead_of_a_tunnel("tunnel_leads_nowhere", head("200 Connected"), outcomes=LATE, holds=True)
instead_of_a_tunnel("tunnel_to_plain_text", head("200 Connected"), page("503 No route"))
instead_of_a_tunnel("tunnel_to_socks", head("200 Connected") + b"\5\0", holds=True, outcomes=FAILED + LATE)


def with_refusal(name: str, make: Callable[[bytes], bytes]) -> None:
    """Add the behaviour of a refusal that repeats the request for a tunnel, with the credentials in it."""

    def run(talk: Conversation) -> None:
        raw = read_connect(talk)
        if raw is not None:
            talk.send(make(raw))

    tunnel(name=name, outcomes=FAILED, unsent=True)(run)


def in_one_line(raw: bytes) -> str:
    return raw.decode("latin-1").replace("\r\n", " ")


with_refusal(
    "tunnel_refused_with_the_request_in_a_page", lambda raw: head("403 No", f"content-length: {len(raw)}") + raw
)
with_refusal("tunnel_refused_with_the_request_as_reason", lambda raw: head(f"403 {in_one_line(raw)}"))
with_refusal("tunnel_refused_with_the_request_in_a_header", lambda raw: head("407 No", f"via: {in_one_line(raw)}"))
with_refusal("tunnel_answered_with_the_request", lambda raw: raw + b"\r\n\r\n")
with_refusal(
    "tunnel_answered_with_a_broken_head", lambda raw: b"HTTP/1.1 200 OK\r\n" + in_one_line(raw).encode() + b"\r\n\r\n"
)


def with_tunnel(name: str, *before: bytes, outcomes: tuple[str, ...] = VALUE) -> None:
    """Add the behaviour of a tunnel to the service after these bytes."""

    def run(talk: Conversation) -> None:
        if read_connect(talk) is not None:
            talk.send(*before)
            talk.secure(certificates("right"))
            for _ in talk.requests():
                talk.send(talk.answer())

    tunnel(name=name, outcomes=outcomes)(run)


with_tunnel("tunnel_as_it_should_be", head("200 Connected"))
with_tunnel("tunnel_by_http_1_0", head("200 Connected", version="HTTP/1.0"))
with_tunnel("tunnel_without_a_reason", b"HTTP/1.1 200\r\n\r\n")
with_tunnel("tunnel_after_informational_answers", head("100 Continue") + head("103 Early Hints"), head("200 Connected"))
with_tunnel("tunnel_with_a_length_of_zero", head("200 Connected", "content-length: 0"))
with_tunnel("tunnel_with_a_length", head("200 Connected", "content-length: 5"))
with_tunnel("tunnel_with_a_transfer_encoding", head("200 Connected", "transfer-encoding: chunked"))
with_tunnel("tunnel_with_connection_close", head("200 Connected", "connection: close"))
with_tunnel("tunnel_after_a_body", head("200 Connected", "content-length: 5") + b"hello", outcomes=VALUE + FAILED)


@tunnel(outcomes=FAILED, unsent=True)
def tunnel_to_another_host(talk: Conversation) -> None:
    if read_connect(talk) is not None:
        talk.send(head("200 Connected"))
        talk.secure(certificates("of another host"))


@tunnel(outcomes=FAILED, unsent=True)
def tunnel_leads_back_to_the_client(talk: Conversation) -> None:
    if read_connect(talk) is not None:
        talk.send(head("200 Connected"))
        while data := talk.receive():
            talk.send(data)


@tunnel(outcomes=FAILED, unsent=True)
def tunnel_reset_once_it_is_open(talk: Conversation) -> None:
    if read_connect(talk) is not None:
        talk.send(head("200 Connected"))
        talk.receive()
        talk.reset()


@tunnel(outcomes=FAILED, unsent=True)
def tunnel_with_headers_without_end(talk: Conversation) -> None:
    if read_connect(talk) is not None:
        talk.send(b"HTTP/1.1 200 Connected\r\n")
        talk.flood(b"a: b\r\n")


@tunnel(outcomes=FAILED, unsent=True)
def tunnel_refused_with_a_page_without_end(talk: Conversation) -> None:
    if read_connect(talk) is not None:
        talk.send(head("502 Bad Gateway", "content-type: text/html"))
        talk.flood(b"<p>")


@tunnel(outcomes=LATE)
def tunnel_drips_its_head(talk: Conversation) -> None:
    if read_connect(talk) is not None:
        talk.send(b"HTTP/1.1 200 Connected\r\n")
        talk.drip_without_end(b"a: b\r\n")


@tunnel(outcomes=LATE)
def tunnel_drips_informational_answers(talk: Conversation) -> None:
    if read_connect(talk) is not None:
        talk.drip_without_end(head("100 Continue"))


@behaviour(via="tunnel", outcomes=FAILED)
def tunnel_cut_within_the_body(talk: Conversation) -> None:
    talk.enter()
    talk.read_request()
    talk.send(talk.answer()[:-1])


@forward(outcomes=VALUE)
def proxy_as_it_should_be(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer())


@forward(outcomes=("APIStatusError",))
def proxy_refuses_with_a_challenge(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(page("407 Proxy Authentication Required", 'proxy-authenticate: Basic realm="a"'))


@forward(outcomes=("PermissionDeniedError",))
def proxy_refuses_with_the_request(talk: Conversation) -> None:
    for request in talk.requests():
        repeated = in_one_line(request.head)
        talk.send(talk.answer(f"via: {repeated}", status=f"403 {repeated}", body=request.head, media_type="text/html"))


@forward(outcomes=FAILED)
def proxy_answers_with_the_request(talk: Conversation) -> None:
    request = talk.read_request()
    if request is not None:
        talk.send(request.head + b"\r\n\r\n")


def with_socks(name: str, *replies: bytes, outcomes: tuple[str, ...] = FAILED, holds: bool = False) -> None:
    """Add the behaviour of these replies, each to a message of the client, and of the service after the third."""

    def run(talk: Conversation) -> None:
        for reply in replies:
            if not talk.receive():
                return
            talk.send(reply)
        if holds:
            talk.hold()

    socks(name=name, outcomes=outcomes, unsent=outcomes == FAILED)(run)


CHOICE, ACCEPTED = b"\5\2", b"\1\0"

with_socks("socks_4", b"\0\x5a\0\0\0\0\0\0")
with_socks("socks_of_another_version", b"\4\2")
with_socks("socks_refuses_every_method", b"\5\xff", holds=True)
with_socks("socks_chooses_a_method_not_offered", b"\5\0")
with_socks("socks_chooses_gssapi", b"\5\1")
with_socks("socks_sends_half_of_a_choice", b"\5")
with_socks("socks_never_answers", b"", outcomes=LATE, holds=True)
with_socks("socks_closes_at_once")
with_socks("socks_answers_by_http", head("400 Bad Request", "content-length: 0"), holds=True)
with_socks("socks_refuses_the_credentials", CHOICE, b"\1\1", holds=True)
with_socks("socks_closes_after_the_credentials", CHOICE, b"")
with_socks("socks_answers_credentials_in_another_version", CHOICE, b"\5\0")
with_socks("socks_stalls_after_the_credentials", CHOICE, b"", outcomes=LATE, holds=True)
for code in (*range(1, 10), 255):
    with_socks(f"socks_refuses_with_code_{code}", CHOICE, ACCEPTED, b"\5%c\0\1" % code + bytes(6))
with_socks("socks_replies_half", CHOICE, ACCEPTED, b"\5\0\0\1\0\0")
with_socks("socks_replies_nothing", CHOICE, ACCEPTED, b"")
with_socks("socks_replies_with_an_unknown_kind_of_address", CHOICE, ACCEPTED, b"\5\0\0\7" + bytes(6))
with_socks("socks_replies_with_half_of_a_name", CHOICE, ACCEPTED, b"\5\0\0\3\xff" + b"a" * 100)
with_socks("socks_stalls_after_the_request", CHOICE, ACCEPTED, b"", outcomes=LATE, holds=True)


def with_socks_reply(name: str, reply: bytes, outcomes: tuple[str, ...] = VALUE) -> None:
    """Add the behaviour of a connection to the service after a reply."""

    def run(talk: Conversation) -> None:
        enter_socks(talk, reply=reply)
        for _ in talk.requests():
            talk.send(talk.answer())

    socks(name=name, outcomes=outcomes)(run)


with_socks_reply("socks_as_it_should_be", b"\5\0\0\1" + bytes(6))
with_socks_reply("socks_replies_with_ipv6", b"\5\0\0\4" + bytes(18))
# The library socksio takes an address only if the reply has no name.
with_socks_reply("socks_replies_with_a_name_of_255_bytes", b"\5\0\0\3\xff" + b"a" * 255 + b"\0\x50", FAILED)
with_socks_reply("socks_replies_with_a_name_not_ascii", b"\5\0\0\3\4\xff\xfe\0\x1b\0\x50", FAILED)


@socks(outcomes=FAILED)
def socks_replies_and_closes(talk: Conversation) -> None:
    talk.enter()


@socks(outcomes=LATE + FAILED)
def socks_drips_its_replies(talk: Conversation) -> None:
    for reply in (CHOICE, ACCEPTED, b"\5\0\0\1" + bytes(6)):
        talk.receive()
        talk.drip(reply)
    talk.hold()


@socks(outcomes=FAILED)
def socks_reply_without_end(talk: Conversation) -> None:
    talk.receive()
    talk.flood(b"\5\2")
