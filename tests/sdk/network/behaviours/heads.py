"""Heads of answers that are too long, malformed or contradictory."""

from __future__ import annotations

from tests.sdk.network.behaviours.registry import Fails, behaviour
from tests.sdk.network.raw_server import Conversation, head


@behaviour(fails="wire")
def informational_answers_without_end(talk: Conversation) -> None:
    talk.read_request()
    talk.flood(head("100 Continue"))


@behaviour()
def early_hints_before_the_answer(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(head("103 Early Hints", "link: </a.css>; rel=preload"), talk.answer())


@behaviour(fails="wire")
def status_line_without_end(talk: Conversation) -> None:
    talk.read_request()
    talk.send(b"HTTP/1.1 200 ")
    talk.flood(b"O")


@behaviour(fails="wire")
def headers_without_end(talk: Conversation) -> None:
    talk.read_request()
    talk.send(b"HTTP/1.1 200 OK\r\n")
    talk.flood(b"a: b\r\n")


@behaviour(fails="wire")
def header_line_without_end(talk: Conversation) -> None:
    talk.read_request()
    talk.send(b"HTTP/1.1 200 OK\r\na: ")
    talk.flood(b"b")


@behaviour()
def headers_ten_thousand(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(*(f"x-{number}: {number}" for number in range(10_000))))


@behaviour()
def header_of_one_megabyte(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer("x-long: " + "a" * 1_000_000))


def with_fields(name: str, *fields: str, fails: Fails = "", length: int | str | None = None) -> None:
    """Add the behaviour of a good answer with more fields, or another length."""

    def run(talk: Conversation) -> None:
        talk.read_request()
        talk.send(talk.answer(*fields, length=length))

    behaviour(name=name, fails=fails)(run)


with_fields("header_without_colon", "no colon here")
with_fields("header_with_nul", "x-nul: a\0b")
with_fields("header_name_with_space", "x name: a")
with_fields("header_name_with_control_characters", "x-\x1b[31m: a")
with_fields("header_value_with_terminal_codes", "x-request-id: \x1b[31mred\x07")
with_fields("header_without_a_name", ": a")
with_fields("header_folded", "x-folded: a", " b", "\tc")
with_fields("header_folded_first", " folded")
with_fields("header_duplicated", "content-type: text/html", "x-request-id: a", "x-request-id: b")
with_fields("header_not_ascii", "x-request-id: \xff\xfe caf\xc3\xa9")
with_fields("header_with_carriage_return", "x-split: a\rb")
with_fields("header_with_line_feed", "x-split: a\nb: c")
with_fields("content_lengths_conflict", "content-length: 1", fails="wire")
with_fields("content_length_with_transfer_encoding", "transfer-encoding: chunked", fails="wire")
with_fields("content_length_negative", length="-5")
with_fields("content_length_huge", length=10**30, fails="wire")
with_fields("content_length_of_5000_digits", length="9" * 5000, fails="wire")
with_fields("content_length_not_digits", length="ten")
with_fields("content_length_not_ascii", length="\xb2")
with_fields("content_length_with_sign", length="+5")
with_fields("content_length_empty", length="")
with_fields("content_length_too_small", length=1)
with_fields("content_length_too_large", length=10_000, fails="wire")
with_fields("content_length_zero", length=0)
with_fields("transfer_encoding_unknown", "transfer-encoding: snappy", length=-1)
with_fields("transfer_encoding_gzip_and_chunked", "transfer-encoding: gzip, chunked", length=-1, fails="wire")
with_fields(
    "transfer_encoding_twice", "transfer-encoding: chunked", "transfer-encoding: chunked", length=-1, fails="wire"
)
with_fields("connection_header_absurd", "connection: close, keep-alive, \x80, upgrade", "upgrade: h2c")
with_fields("dates_absurd", "date: yesterday", "last-modified: \xff", "age: -1")
with_fields("content_disposition_leaves_the_folder", 'content-disposition: attachment; filename="../../../etc/passwd"')


@behaviour()
def lines_end_in_line_feeds_alone(talk: Conversation) -> None:
    talk.read_request()
    raw, _, body = talk.answer().partition(b"\r\n\r\n")
    talk.send(raw.replace(b"\r\n", b"\n") + b"\n\n" + body)


@behaviour()
def blank_lines_before_the_answer(talk: Conversation) -> None:
    talk.read_request()
    talk.send(b"\r\n" * 1000 + talk.answer())


@behaviour(fails="wire")
def blank_lines_without_end(talk: Conversation) -> None:
    talk.read_request()
    talk.flood(b"\r\n")
