"""Interim answers (1xx): they have no body, and precede the answer or a switch of protocols (RFC 9110, 15.2)."""

from __future__ import annotations

from tests.sdk.network.behaviours.registry import BROKEN, LATE, VALUE, behaviour
from tests.sdk.network.raw_server import Conversation, head


def with_interim(
    name: str, outcomes: tuple[str, ...], *interim: bytes, on_aiohttp: tuple[str, ...] = (), in_pieces: bool = False
) -> None:
    """Add the behaviour of interim answers before each good answer. After a broken one, a connection ends."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests() if VALUE in (outcomes, on_aiohttp) else talk.only_request():
            talk.send(*(interim if in_pieces else (b"".join(interim),)))
            talk.send(talk.answer())

    behaviour(name=name, calls=2, outcomes=outcomes, on_aiohttp=on_aiohttp)(run)


CONTINUE = head("100 Continue")
STATUSES = ("100 Continue", "102 Processing", "103 Early Hints", "104 Upload Resumption", "199 Odd")
HEADERS_OF_ANOTHER = (
    "content-type: text/html",
    "content-encoding: gzip",
    "location: /loop",
    "retry-after: 3600",
    "set-cookie: a=b",
)

with_interim("interim_of_five_statuses", VALUE, *map(head, STATUSES), in_pieces=True)
with_interim("interim_five_hundred", VALUE, *[CONTINUE] * 500)
with_interim("interim_three_hundred_in_pieces", VALUE, *[CONTINUE] * 300, in_pieces=True)
with_interim("interim_with_the_headers_of_another_answer", VALUE, head("103 Early Hints", *HEADERS_OF_ANOTHER))
with_interim("interim_that_states_a_length", VALUE, head("100 Continue", "content-length: 5"))
with_interim("interim_that_states_chunks", VALUE, head("103 Early Hints", "transfer-encoding: chunked"))
with_interim("interim_with_a_body", BROKEN, head("100 Continue", "content-length: 5"), b"hello")
with_interim(
    "interim_with_chunks", BROKEN, head("103 Early Hints", "transfer-encoding: chunked"), b"1\r\na\r\n0\r\n\r\n"
)
with_interim("interim_of_60_kilobytes_times_20", VALUE, *[head("103 Early Hints", "x: " + "a" * 60_000)] * 20)
with_interim("interim_of_one_megabyte", BROKEN, head("103 Early Hints", "x: " + "a" * 1_000_000))
with_interim("interim_without_colon", BROKEN, head("103 Early Hints", "no colon here"))
with_interim("interim_with_nul", BROKEN, head("103 Early Hints", "x-nul: a\0b"))
with_interim("interim_with_a_negative_length", BROKEN, head("103 Early Hints", "content-length: -5"))
with_interim("interim_that_says_close", VALUE, head("100 Continue", "connection: close"))
with_interim("interim_of_http_1_0", VALUE, head("100 Continue", version="HTTP/1.0"))
with_interim("interim_in_line_feeds", VALUE, b"HTTP/1.1 100 Continue\n\n")
# Nothing here has asked for another protocol, so that what follows is not known.
with_interim("switches_without_a_protocol", BROKEN, head("101 Switching Protocols"))
with_interim("switches_after_a_continue", BROKEN, CONTINUE, head("101 Switching Protocols"))
for _name, _protocol in (("http_2", "h2c"), ("websocket", "websocket"), ("tls", "TLS/1.0, HTTP/1.1")):
    _switch = head("101 Switching Protocols", f"upgrade: {_protocol}", "connection: upgrade")
    with_interim(f"switches_to_{_name}", BROKEN, _switch)


@behaviour(calls=2, outcomes=("BadRequestError",))
def interim_whose_body_is_an_answer(talk: Conversation) -> None:
    for _ in talk.only_request():
        within = talk.answer(status="400 Within", body=b"{}", media_type="application/json")
        talk.send(head("103 Early Hints", f"content-length: {len(within)}") + within + talk.answer())


@behaviour(outcomes=("APIStatusError",), attempts=1)
def interim_before_a_refusal(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(CONTINUE, talk.answer(status="417 Expectation Failed"))


@behaviour(calls=3, outcomes=VALUE)
def interim_after_the_answer(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer() + CONTINUE)


@behaviour(calls=2, outcomes=VALUE)
def upgrade_offered_with_the_answer(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer("upgrade: h2c, websocket", "connection: upgrade", 'alt-svc: h2=":1"; persist=1'))


@behaviour(outcomes=BROKEN)
def interim_then_the_end(talk: Conversation) -> None:
    talk.read_request()
    talk.send(CONTINUE)


@behaviour(outcomes=BROKEN)
def interim_cut(talk: Conversation) -> None:
    talk.read_request()
    talk.send(CONTINUE + b"HTTP/1.1 103 Early Hints\r\nlink")


@behaviour(outcomes=LATE)
def interim_then_silence(talk: Conversation) -> None:
    talk.read_request()
    talk.send(CONTINUE)
    talk.hold()
