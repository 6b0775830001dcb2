"""Kept connections that end or hold an answer to no request, and cookies."""

from __future__ import annotations

import socket

from tests.sdk.network.behaviours.registry import BROKEN, VALUE, behaviour
from tests.sdk.network.raw_server import Conversation, head

UNASKED = "418 Unasked"
"""The status of an answer to no request: a call that ends with it has taken that answer for its own."""


@behaviour(calls=3)
def sets_a_cookie(talk: Conversation) -> None:
    for request in talk.requests():
        if b"\r\ncookie:" in request.head.lower():
            talk.fault("sent a cookie")
        talk.send(talk.answer("set-cookie: user=alice; path=/", "set-cookie: \xff"))


@behaviour(calls=3)
def closes_after_answering(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer("connection: keep-alive"))


@behaviour(calls=3, pause=0.3)
def resets_a_kept_connection(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer("connection: keep-alive"))
    talk.pause()
    talk.reset()


@behaviour(calls=3)
def says_close_and_stays_open(talk: Conversation) -> None:
    for number, _ in enumerate(talk.requests()):
        if number:
            talk.fault("used a connection that was to be closed")
        talk.send(talk.answer("connection: close"))


@behaviour(calls=3)
def keep_alive_for_no_time(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer("keep-alive: timeout=0, max=-1"))


@behaviour(calls=3)
def sends_the_next_answer_unasked(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer() + talk.answer(status=UNASKED))


@behaviour(calls=3, pause=0.3)
def sends_the_next_answer_unasked_a_moment_later(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer())
        talk.pause(0.01)
        talk.send(talk.answer(status=UNASKED))


@behaviour(calls=3)
def sends_the_next_answer_unasked_in_chunks(talk: Conversation) -> None:
    for _ in talk.requests():
        body = talk.good.body
        talk.send(talk.chunked() + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body) + talk.answer(status=UNASKED))


@behaviour(calls=3)
def sends_bytes_after_the_body(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer() + b"more" * 10)


@behaviour(calls=3)
def sends_half_of_the_next_answer(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer() + b"HTTP/1.1 418 Un")


@behaviour(calls=2)
def answers_after_the_deadline(talk: Conversation) -> None:
    for _ in talk.requests():
        if talk.number == talk.server.prologue:
            talk.pause(2.5)  # longer than a call
            talk.send(talk.answer(status=UNASKED))
        else:
            talk.send(talk.answer())


@behaviour(calls=2, fails="wire")
def crashes_after_a_500(talk: Conversation) -> None:
    for number, _ in enumerate(talk.requests()):
        if number:
            talk.fault("used a connection again after a 5xx")
        talk.send(talk.answer(status="500 Oops"))


@behaviour(calls=2, fails="wire")
def crashes_after_a_503(talk: Conversation) -> None:
    for number, _ in enumerate(talk.requests()):
        if number:
            talk.fault("used a connection again after a 5xx")
        talk.send(talk.answer(status="503 Busy"))


@behaviour(calls=3, outcomes=VALUE)
def sends_a_thousand_answers(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer() + talk.answer(status=UNASKED) * 1000)


@behaviour(calls=3, outcomes=VALUE)
def sends_its_answer_twice(talk: Conversation) -> None:
    for _ in talk.only_request():
        talk.send(talk.answer() * 2)


@behaviour(calls=3, outcomes=VALUE)
def sends_blank_lines_after_the_answer(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer() + b"\r\n" * 100)


@behaviour(calls=3, outcomes=VALUE, on_aiohttp=BROKEN)
def sends_nul_after_the_answer(talk: Conversation) -> None:
    for _ in talk.only_request():
        talk.send(talk.answer() + b"\0")


@behaviour(calls=3, outcomes=("BadRequestError",), attempts=1)
def sends_the_next_answer_after_a_refusal(talk: Conversation) -> None:
    for _ in talk.only_request():
        talk.send(talk.answer(status="400 Bad Request") + talk.answer(status=UNASKED))


@behaviour(calls=2, outcomes=("InternalServerError",), attempts=2)
def sends_a_success_after_a_503(talk: Conversation) -> None:
    for _ in talk.only_request():
        talk.send(talk.answer(status="503 Busy") + talk.answer())


@behaviour(calls=3, outcomes=VALUE, on_aiohttp=BROKEN)
def says_close_and_sends_the_next_answer(talk: Conversation) -> None:
    for _ in talk.only_request():
        talk.send(talk.answer("connection: close") + talk.answer(status=UNASKED))


@behaviour(calls=3, outcomes=VALUE, on_aiohttp=BROKEN)
def speaks_http_1_0_and_sends_the_next_answer(talk: Conversation) -> None:
    for _ in talk.only_request():
        talk.send(talk.answer(version="HTTP/1.0") + talk.answer(status=UNASKED))


@behaviour(calls=3, outcomes=VALUE)
def ends_an_idle_connection_with_a_408(talk: Conversation) -> None:
    for _ in talk.only_request():
        talk.send(talk.answer() + head("408 Request Timeout", "connection: close"))
        talk.sock.shutdown(socket.SHUT_WR)
