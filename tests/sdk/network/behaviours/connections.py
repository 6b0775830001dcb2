"""Connections that end before, within or after each part of a request and of an answer, by FIN or by RST; or stop."""

from __future__ import annotations

from tests.sdk.network.behaviours.registry import behaviour
from tests.sdk.network.raw_server import Conversation


def cut(talk: Conversation, data: bytes, before: bytes, extra: int = 0) -> bytes:
    """Return the data up to a mark, and this many bytes more."""
    return data[: data.index(before) + extra]


@behaviour()
def answers_as_the_contract_states(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer())


@behaviour()
def answers_in_chunks(talk: Conversation) -> None:
    for _ in talk.requests():
        body = talk.good.body
        talk.send(talk.chunked(), b"%x\r\n%b\r\n" % (len(body), body), b"0\r\n\r\n")


@behaviour(fails="wire")
def closes_at_accept(talk: Conversation) -> None:
    talk.finish()


@behaviour(fails="wire")
def resets_at_accept(talk: Conversation) -> None:
    talk.reset()


@behaviour(fails="wire")
def closes_within_request_head(talk: Conversation) -> None:
    talk.sock.recv(10)
    talk.finish()


@behaviour(fails="wire")
def resets_within_request_head(talk: Conversation) -> None:
    talk.sock.recv(10)
    talk.reset()


@behaviour(fails="wire")
def closes_after_request(talk: Conversation) -> None:
    talk.read_request()


@behaviour(fails="wire")
def resets_after_request(talk: Conversation) -> None:
    talk.read_request()
    talk.reset()


@behaviour(fails="wire")
def closes_within_status_line(talk: Conversation) -> None:
    talk.read_request()
    talk.send(b"HTTP/1.1 2")


@behaviour(fails="wire")
def resets_within_status_line(talk: Conversation) -> None:
    talk.read_request()
    talk.send(b"HTTP/1.1 2")
    talk.reset()


@behaviour(fails="wire")
def closes_after_status_line(talk: Conversation) -> None:
    talk.read_request()
    talk.send(b"HTTP/1.1 200 OK\r\n")


@behaviour(fails="wire")
def closes_within_headers(talk: Conversation) -> None:
    talk.read_request()
    talk.send(cut(talk, talk.answer(), b"content-length", 5))


@behaviour(fails="wire")
def resets_within_headers(talk: Conversation) -> None:
    talk.read_request()
    talk.send(cut(talk, talk.answer(), b"content-length", 5))
    talk.reset()


@behaviour(fails="wire")
def closes_after_headers(talk: Conversation) -> None:
    talk.read_request()
    talk.send(cut(talk, talk.answer(), b"\r\n\r\n", 4))


@behaviour(fails="wire")
def resets_after_headers(talk: Conversation) -> None:
    talk.read_request()
    talk.send(cut(talk, talk.answer(), b"\r\n\r\n", 4))
    talk.reset()


@behaviour(fails="wire")
def closes_within_body(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer()[:-1])


@behaviour(fails="wire")
def resets_within_body(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer()[:-1])
    talk.reset()


@behaviour(fails="wire")
def closes_within_chunk_size(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked() + b"1")


@behaviour(fails="wire")
def closes_after_chunk_size(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked() + b"%x\r\n" % len(talk.good.body))


@behaviour(fails="wire")
def closes_within_chunk(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked() + b"%x\r\n%b" % (len(talk.good.body), talk.good.body[:-1]))


@behaviour(fails="wire")
def resets_within_chunk(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked() + b"%x\r\n%b" % (len(talk.good.body), talk.good.body[:-1]))
    talk.reset()


@behaviour(fails="wire")
def closes_between_chunks(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked() + b"%x\r\n%b\r\n" % (len(talk.good.body), talk.good.body))


@behaviour(fails="wire")
def closes_within_trailer(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked() + b"%x\r\n%b\r\n0\r\nx-check" % (len(talk.good.body), talk.good.body))


@behaviour()
def resets_after_answering(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer())
    talk.reset()


@behaviour(fails="wire")
def never_answers(talk: Conversation) -> None:
    talk.read_request()
    talk.hold()


@behaviour(fails="wire")
def never_reads(talk: Conversation) -> None:
    talk.pause(2.5)  # longer than a call; only reading would show that the client has closed
    talk.hold()


@behaviour(fails="wire")
def stops_within_headers(talk: Conversation) -> None:
    talk.read_request()
    talk.send(cut(talk, talk.answer(), b"content-length", 5))
    talk.hold()


@behaviour(fails="wire")
def stops_within_body(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer()[:-1])
    talk.hold()


@behaviour(fails="wire")
def stops_before_the_last_chunk(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked() + b"%x\r\n%b\r\n" % (len(talk.good.body), talk.good.body))
    talk.hold()


@behaviour()
def answers_before_the_request(talk: Conversation) -> None:
    talk.send(talk.answer())
