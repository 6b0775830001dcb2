"""TLS that fails or lies at each stage: the handshake, the certificate, the records of an answer, its end."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import partial

from tests.sdk.network.behaviours.registry import behaviour
from tests.sdk.network.raw_server import Conversation, TLSSocket, head
from tests.sdk.network.routes import certificates

FAILED = ("APIConnectionError",)
LATE = ("APITimeoutError",)

over_tls = partial(behaviour, via="tls")


def record(kind: int, content: bytes, version: bytes = b"\3\3") -> bytes:
    """Return a record of TLS that is not encrypted."""
    return struct.pack(">B2sH", kind, version, len(content)) + content


def alert(number: int, level: int = 2) -> bytes:
    """Return a record with an alert that is not encrypted."""
    return record(21, bytes([level, number]))


def server_hello(*, version: bytes = b"\3\3", cipher: bytes = b"\xc0\x2b", extensions: bytes = b"") -> bytes:
    """Return a record with the server's first message of TLS 1.2."""
    extensions = b"\xff\1\0\1\0" + extensions  # secure renegotiation, without which clients refuse
    content = version + bytes(32) + b"\0" + cipher + b"\0" + struct.pack(">H", len(extensions)) + extensions
    return record(22, b"\2" + len(content).to_bytes(3, "big") + content, version)


def instead_of_a_handshake(name: str, *data: bytes, outcomes: tuple[str, ...] = FAILED, holds: bool = False) -> None:
    """Add the behaviour of these bytes as the answer to the client's first message."""

    def run(talk: Conversation) -> None:
        talk.receive()
        talk.send(*data)
        if holds:
            talk.hold()

    over_tls(name=name, outcomes=outcomes, unsent=outcomes == FAILED)(run)


instead_of_a_handshake("tls_stalls_after_the_client_hello", outcomes=LATE, holds=True)
instead_of_a_handshake("tls_closes_after_the_client_hello")
instead_of_a_handshake("tls_answers_in_plain_text", head("200 OK", "content-length: 2") + b"{}")
instead_of_a_handshake("tls_answers_with_an_error_in_plain_text", head("400 Use TLS", "content-length: 0"))
instead_of_a_handshake("tls_refuses_the_handshake", alert(40))
instead_of_a_handshake("tls_refuses_the_version", alert(70))
instead_of_a_handshake("tls_does_not_know_the_host", alert(112))
instead_of_a_handshake("tls_warns_and_stalls", alert(112, 1), outcomes=LATE, holds=True)
instead_of_a_handshake("tls_ends_before_its_handshake", alert(0, 1))
instead_of_a_handshake("tls_1_0_alone", server_hello(version=b"\3\1"))
instead_of_a_handshake("tls_with_a_cipher_not_offered", server_hello(cipher=b"\0\5"))
instead_of_a_handshake("tls_stalls_after_the_server_hello", server_hello(), outcomes=LATE, holds=True)
instead_of_a_handshake("tls_with_http_2_not_offered", server_hello(extensions=b"\0\x10\0\5\0\3\2h2"))
instead_of_a_handshake("tls_record_longer_than_allowed", b"\x16\3\3\xff\xff" + bytes(70_000))
instead_of_a_handshake("tls_record_of_another_kind", record(23, bytes(100)))


@over_tls(outcomes=LATE)
def tls_drips_its_handshake(talk: Conversation) -> None:
    talk.receive()
    talk.send(b"\x16\3\3\x40\0\2\0\x3f\xfc\3\3")
    talk.drip_without_end(b"\0")


@over_tls(outcomes=LATE + FAILED)
def tls_warns_without_end(talk: Conversation) -> None:
    talk.receive()
    talk.drip_without_end(alert(112, 1)[:3], alert(112, 1)[3:])


def with_certificate(name: str, kind: str) -> None:
    """Add the behaviour of a good server with a certificate that must be refused."""

    def run(talk: Conversation) -> None:
        talk.secure(certificates(kind))
        talk.fault(f"accepted a certificate {kind}")

    over_tls(name=name, outcomes=FAILED, unsent=True)(run)


with_certificate("tls_certificate_expired", "expired")
with_certificate("tls_certificate_of_tomorrow", "of tomorrow")
with_certificate("tls_certificate_of_another_host", "of another host")
with_certificate("tls_certificate_of_a_subdomain", "of a subdomain")
with_certificate("tls_certificate_without_a_host", "without a host")
with_certificate("tls_certificate_of_an_unknown_authority", "of an unknown authority")


def after_a_handshake(
    name: str, serve: Callable[[Conversation, TLSSocket], None], outcomes: tuple[str, ...] = FAILED, kind: str = "right"
) -> None:
    """Add the behaviour of a good handshake, a request, and what follows."""

    def run(talk: Conversation) -> None:
        tls = talk.secure(certificates(kind))
        if talk.read_request() is not None:
            serve(talk, tls)

    over_tls(name=name, outcomes=outcomes)(run)


def good_answers(talk: Conversation, tls: TLSSocket) -> None:
    talk.send(talk.answer())
    for _ in talk.requests():
        talk.send(talk.answer())


after_a_handshake("tls_as_it_should_be", good_answers, ("value",))
after_a_handshake("tls_1_2_as_it_should_be", good_answers, ("value",), "1.2")
after_a_handshake("tls_with_a_hundred_tickets", good_answers, ("value",), "many tickets")
# In TLS 1.3, the server refuses after the client has sent its request.
after_a_handshake("tls_1_3_asks_for_a_certificate", good_answers, kind="asking")
after_a_handshake("tls_1_2_asks_for_a_certificate", good_answers, kind="asking in 1.2")


def sends(*make: Callable[[Conversation, TLSSocket], bytes]) -> Callable[[Conversation, TLSSocket], None]:
    """Return a function that sends some bytes below TLS, one after the other, and then a FIN."""

    def serve(talk: Conversation, tls: TLSSocket) -> None:
        for part in make:
            tls.plain.sendall(part(talk, tls))

    return serve


def whole(talk: Conversation, tls: TLSSocket) -> bytes:
    return tls.records(talk.answer())


def half(talk: Conversation, tls: TLSSocket) -> bytes:
    return tls.records(talk.answer()[:-1])


def whole_without_length(talk: Conversation, tls: TLSSocket) -> bytes:
    return tls.records(talk.answer(length=-1))


def cut_record(talk: Conversation, tls: TLSSocket) -> bytes:
    return tls.records(talk.answer())[:-1]


def corrupted(talk: Conversation, tls: TLSSocket) -> bytes:
    data = tls.records(talk.answer())
    return data[:-1] + bytes([data[-1] ^ 1])


def repeated(talk: Conversation, tls: TLSSocket) -> bytes:
    return 2 * tls.records(talk.answer()[:-1])


def reordered(talk: Conversation, tls: TLSSocket) -> bytes:
    first, second = tls.records(talk.answer()[:-1]), tls.records(talk.answer()[-1:])
    return second + first


def in_records_of_a_byte(talk: Conversation, tls: TLSSocket) -> bytes:
    return b"".join(tls.records(bytes([byte])) for byte in talk.answer())


def end(talk: Conversation, tls: TLSSocket) -> bytes:
    return tls.close_notify()


def plain(data: bytes) -> Callable[[Conversation, TLSSocket], bytes]:
    return lambda talk, tls: data


def plain_answer(talk: Conversation, tls: TLSSocket) -> bytes:
    return talk.answer()


after_a_handshake("tls_cut_before_the_answer", sends())
after_a_handshake("tls_ends_before_the_answer", sends(end))
after_a_handshake("tls_cut_within_the_body", sends(half))
after_a_handshake("tls_ends_within_the_body", sends(half, end))
after_a_handshake("tls_cut_after_the_body", sends(whole), ("value",))
after_a_handshake("tls_ends_after_the_body", sends(whole, end), ("value",))
after_a_handshake("tls_cut_after_a_body_without_length", sends(whole_without_length))
after_a_handshake("tls_ends_after_a_body_without_length", sends(whole_without_length, end), ("value",))
after_a_handshake("tls_ends_within_the_body_and_goes_on", sends(half, end, plain_answer))
after_a_handshake("tls_cut_within_a_record", sends(cut_record))
after_a_handshake("tls_record_corrupted", sends(corrupted))
after_a_handshake("tls_record_repeated", sends(repeated))
after_a_handshake("tls_records_reordered", sends(reordered))
after_a_handshake("tls_records_of_a_byte", sends(in_records_of_a_byte), ("value",))
after_a_handshake("tls_plain_answer_after_the_request", sends(plain_answer))
after_a_handshake("tls_plain_alert_after_the_request", sends(plain(alert(80))))
after_a_handshake("tls_plain_alert_within_the_body", sends(half, plain(alert(80))))
after_a_handshake("tls_plain_handshake_after_the_request", sends(plain(server_hello())))


@over_tls(outcomes=LATE)
def tls_drips_a_record(talk: Conversation) -> None:
    tls = talk.secure(certificates("right"))
    talk.read_request()
    talk.sock = tls.plain
    talk.send(b"\x17\3\3\x40\0")
    talk.drip_without_end(b"\0")


@over_tls(outcomes=("value",), calls=3, pause=0.1)
def tls_ends_a_kept_connection(talk: Conversation) -> None:
    tls = talk.secure(certificates("right"))
    talk.read_request()
    talk.send(talk.answer())
    tls.plain.sendall(tls.close_notify())
