"""Answers that arrive in small pieces, one every 0.05 s, and never end: no single wait is long."""

from __future__ import annotations

import zlib

from tests.sdk.network.behaviours.registry import behaviour
from tests.sdk.network.raw_server import Conversation, head


@behaviour(fails="wire")
def drips_status_line(talk: Conversation) -> None:
    talk.read_request()
    talk.send(b"HTTP/1.1 200 ")
    talk.drip_without_end(b"O", b"K")


@behaviour(fails="wire")
def drips_one_header(talk: Conversation) -> None:
    talk.read_request()
    talk.send(b"HTTP/1.1 200 OK\r\nx-long: ")
    talk.drip_without_end(b"a")


@behaviour(fails="wire")
def drips_headers(talk: Conversation) -> None:
    talk.read_request()
    talk.send(b"HTTP/1.1 200 OK\r\n")
    talk.drip_without_end(b"a: b\r\n")


@behaviour(fails="wire")
def drips_informational_answers(talk: Conversation) -> None:
    talk.read_request()
    talk.drip_without_end(head("100 Continue"))


@behaviour(fails="wire")
def drips_body(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(length=100_000_000))
    talk.drip_without_end(b" ")


@behaviour(fails="wire")
def drips_body_without_length(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(length=-1))
    talk.drip_without_end(b" ")


@behaviour(fails="wire")
def drips_error_body(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(status="400 Bad Request", length=100_000_000))
    talk.drip_without_end(b" ")


@behaviour(fails="wire")
def drips_body_of_a_server_error(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(status="503 Busy", length=-1))
    talk.drip_without_end(b" ")


@behaviour(fails="wire")
def drips_body_of_another_media_type(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(media_type="text/html", length=-1))
    talk.drip_without_end(b"<p>")


@behaviour(fails="wire")
def drips_chunks(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked())
    talk.drip_without_end(b"1\r\n \r\n")


@behaviour(fails="wire")
def drips_chunk_size(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked())
    talk.drip_without_end(b"0")


@behaviour(fails="wire")
def drips_chunk_extension(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked(), b"5;")
    talk.drip_without_end(b"a")


@behaviour(fails="wire")
def drips_trailers(talk: Conversation) -> None:
    talk.read_request()
    body = talk.good.body
    talk.send(talk.chunked(), b"%x\r\n%b\r\n0\r\n" % (len(body), body))
    talk.drip_without_end(b"a: b\r\n")


@behaviour(fails="wire")
def drips_gzip_that_unpacks_to_nothing(talk: Conversation) -> None:
    talk.read_request()
    packer = zlib.compressobj(wbits=31)
    talk.send(talk.answer("content-encoding: gzip", body=b"", length=-1), packer.compress(b""))
    while True:
        talk.send(packer.flush(zlib.Z_FULL_FLUSH) or b"\x00\x00\x00\xff\xff")
        talk.pause()


@behaviour()
def drips_the_good_answer(talk: Conversation) -> None:
    talk.read_request()
    talk.drip(talk.answer())
