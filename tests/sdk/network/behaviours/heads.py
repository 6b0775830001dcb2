"""Heads of answers that are too long, malformed or contradictory."""

from __future__ import annotations

from collections.abc import Callable

from tests.sdk.network.behaviours.registry import BROKEN, LATE, VALUE, Fails, behaviour
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


def with_fields(
    name: str,
    *fields: str,
    fails: Fails = "",
    outcomes: tuple[str, ...] = (),
    length: int | str | None = None,
) -> None:
    """Add the behaviour of a good answer with more fields, or another length."""

    def run(talk: Conversation) -> None:
        talk.read_request()
        talk.send(talk.answer(*fields, length=length))

    behaviour(name=name, fails=fails, outcomes=outcomes)(run)


with_fields("header_without_colon", "no colon here", outcomes=BROKEN)
with_fields("header_with_nul", "x-nul: a\0b", outcomes=BROKEN)
with_fields("header_name_with_space", "x name: a", outcomes=BROKEN)
with_fields("header_name_with_control_characters", "x-\x1b[31m: a", outcomes=BROKEN)
with_fields("header_value_with_terminal_codes", "x-request-id: \x1b[31mred\x07", outcomes=VALUE)
with_fields("header_without_a_name", ": a", outcomes=BROKEN)
with_fields("header_folded", "x-folded: a", " b", "\tc", outcomes=VALUE)
with_fields("header_folded_first", " folded", outcomes=BROKEN)
with_fields("header_duplicated", "content-type: text/html", "x-request-id: a", "x-request-id: b")
with_fields("header_not_ascii", "x-request-id: \xff\xfe caf\xc3\xa9", outcomes=VALUE)
with_fields("header_with_carriage_return", "x-split: a\rb")
with_fields("header_with_line_feed", "x-split: a\nb: c")
with_fields("content_lengths_conflict", "content-length: 1", fails="wire")
with_fields("content_length_with_transfer_encoding", "transfer-encoding: chunked", fails="wire")
with_fields("content_length_negative", length="-5", outcomes=BROKEN)
with_fields("content_length_huge", length=10**30, outcomes=BROKEN)
with_fields("content_length_of_5000_digits", length="9" * 5000, outcomes=BROKEN)
with_fields("content_length_not_digits", length="ten", outcomes=BROKEN)
with_fields("content_length_not_ascii", length="\xb2", outcomes=BROKEN)
with_fields("content_length_with_sign", length="+5", outcomes=BROKEN)
with_fields("content_length_empty", length="", outcomes=BROKEN)
with_fields("content_length_too_small", length=1)
with_fields("content_length_too_large", length=10_000, fails="wire")
with_fields("content_length_zero", length=0)
with_fields("transfer_encoding_unknown", "transfer-encoding: snappy", length=-1, outcomes=BROKEN)
with_fields("transfer_encoding_gzip_and_chunked", "transfer-encoding: gzip, chunked", length=-1, fails="wire")
with_fields(
    "transfer_encoding_twice", "transfer-encoding: chunked", "transfer-encoding: chunked", length=-1, fails="wire"
)
with_fields("connection_header_absurd", "connection: close, keep-alive, \x80, upgrade", "upgrade: h2c", outcomes=VALUE)
with_fields("dates_absurd", "date: yesterday", "last-modified: \xff", "age: -1", outcomes=VALUE)
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


def with_length(
    name: str, length: Callable[[int], str], outcomes: tuple[str, ...], on_aiohttp: tuple[str, ...] = ()
) -> None:
    """Add the behaviour of good answers whose length is spelled in another way, on one line or several."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests() if VALUE in (outcomes, on_aiohttp) else talk.only_request():
            good = talk.good
            lines = [f"content-type: {good.media_type}", *length(len(good.body)).split("\n")]
            talk.send(head(f"{good.status} OK", *lines) + good.body)

    behaviour(name=f"content_length_{name}", calls=2, outcomes=outcomes, on_aiohttp=on_aiohttp)(run)


with_length("with_leading_zeros", lambda size: f"content-length: {size:018}", VALUE)
with_length("of_25_digits_with_leading_zeros", lambda size: f"content-length: {size:025}", BROKEN, on_aiohttp=VALUE)
with_length("between_blanks", lambda size: f"content-length:\t {size} \t", VALUE)
with_length("folded", lambda size: f"content-length:\n {size}", VALUE)
with_length("folded_within_its_digits", lambda size: f"content-length: {size // 10}\n {size % 10}", BROKEN)
with_length("hexadecimal", lambda size: f"content-length: {size:#x}", BROKEN)
with_length("with_underscore", lambda size: f"content-length: {size // 10}_{size % 10}", BROKEN)
with_length("with_space_within", lambda size: f"content-length: {size // 10} {size % 10}", BROKEN)
with_length("with_fraction", lambda size: f"content-length: {size}.0", BROKEN)
with_length("quoted", lambda size: f'content-length: "{size}"', BROKEN)
with_length("with_nul", lambda size: f"content-length: {size}\0", BROKEN)
with_length("in_wide_digits", lambda size: "content-length: " + wide(size), BROKEN)
# One value that is repeated may be taken or refused, another one must be refused (RFC 9112, 6.3).
with_length("list_of_equals", lambda size: f"content-length: {size}, {size}", VALUE)
with_length("list_of_others", lambda size: f"content-length: {size}, {size - 1}", BROKEN)
with_length("list_with_an_empty_member", lambda size: f"content-length: , {size}", BROKEN)
with_length("twice", lambda size: f"content-length: {size}\ncontent-length: {size}", VALUE)
with_length("twice_once_smaller", lambda size: f"content-length: {size - 1}\ncontent-length: {size}", BROKEN)
with_length("twice_once_empty", lambda size: f"content-length:\ncontent-length: {size}", BROKEN)
with_length("a_thousand_times", lambda size: "\n".join([f"content-length: {size}"] * 1000), VALUE)
with_length("before_a_space", lambda size: f"content-length : {size}", BROKEN, on_aiohttp=VALUE)
# A counter of 32 or 64 bits that overflows would find the body whole.
with_length("plus_2_to_the_32", lambda size: f"content-length: {2**32 + size}", LATE)
with_length("plus_2_to_the_64", lambda size: f"content-length: {2**64 + size}", LATE, on_aiohttp=BROKEN)
with_length("of_2_to_the_64_minus_1", lambda size: f"content-length: {2**64 - 1}", LATE, on_aiohttp=BROKEN)


def wide(number: int) -> str:
    """Return a number in full-width digits, as UTF-8."""
    return "".join(chr(0xFF10 + int(digit)) for digit in str(number)).encode().decode("latin-1")


def with_transfer_coding(
    name: str,
    *fields: str,
    version: str = "HTTP/1.1",
    outcomes: tuple[str, ...] = BROKEN,
    in_parts: tuple[str, ...] = (),
    on_aiohttp: tuple[str, ...] = (),
) -> None:
    """Add the behaviour of good answers in chunks, under these headers; no connection may be used again."""

    def run(talk: Conversation) -> None:
        for _ in talk.only_request():
            good = talk.good
            body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(good.body), good.body)
            lines = [line.format(body=len(body), content=len(good.body)) for line in fields]
            talk.send(head(f"{good.status} OK", f"content-type: {good.media_type}", *lines, version=version) + body)

    add = behaviour(
        name=f"transfer_encoding_{name}", calls=2, outcomes=outcomes, in_parts=in_parts, on_aiohttp=on_aiohttp
    )
    add(run)


CHUNKED = "transfer-encoding: chunked"
with_transfer_coding("after_the_length_of_the_content", "content-length: {content}", CHUNKED, outcomes=VALUE)
with_transfer_coding(
    "before_the_length_of_the_chunks",
    CHUNKED,
    "content-length: {body}",
    outcomes=VALUE,
    in_parts=VALUE + BROKEN,  # a file has to have the stated length
)
with_transfer_coding("of_http_1_0", CHUNKED, "connection: keep-alive", version="HTTP/1.0", outcomes=VALUE)
with_transfer_coding("identity_and_a_length", "transfer-encoding: identity", "content-length: {body}")
with_transfer_coding("chunked_in_chunked", "transfer-encoding: chunked, chunked")
with_transfer_coding("in_two_lines", CHUNKED, CHUNKED)
with_transfer_coding("chunked_before_gzip", "transfer-encoding: chunked, gzip")
with_transfer_coding("with_parameter", "transfer-encoding: chunked;q=1")
with_transfer_coding("with_vertical_tab", "transfer-encoding: \x0bchunked")
with_transfer_coding("empty", "transfer-encoding:")


def with_header(name: str, outcomes: tuple[str, ...], *fields: str, on_aiohttp: tuple[str, ...] = ()) -> None:
    """Add the behaviour of good answers with these headers before their own."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests() if VALUE in (outcomes, on_aiohttp) else talk.only_request():
            talk.send(talk.answer(*fields))

    behaviour(name=name, calls=2, outcomes=outcomes, on_aiohttp=on_aiohttp)(run)


with_header("header_name_of_64_kilobytes", VALUE, "x" * 65_000 + ": a")
with_header("header_name_of_one_megabyte", BROKEN, "x" * 1_000_000 + ": a")
with_header("headers_fifty_of_60_kilobytes", BROKEN, *["x-long: " + "a" * 60_000] * 50, on_aiohttp=VALUE)
with_header("header_folded_20_000_times", VALUE, "x-folded: a", *[" b"] * 20_000)
with_header("header_folded_around_a_length", VALUE, "x-folded: a", " content-length: 1")
with_header("header_name_with_nul", BROKEN, "x\0y: a")
with_header("header_ends_in_nul", BROKEN, "x: a\0")
with_header("header_name_not_ascii", BROKEN, "x-\xc3\xa9: a")
with_header("header_ends_in_carriage_return", BROKEN, "x: a\r")
with_header("header_hides_a_length_behind_a_line_feed", BROKEN, "x: a\ncontent-length: 1")
with_header("upgrade_to_other_services", VALUE, 'alt-svc: h2="localhost:1"', "strict-transport-security: max-age=9")


@behaviour(calls=2, outcomes=LATE, on_aiohttp=BROKEN)
def lines_end_in_carriage_returns_alone(talk: Conversation) -> None:
    for _ in talk.only_request():
        raw, _, body = talk.answer().partition(b"\r\n\r\n")
        talk.send(raw.replace(b"\r\n", b"\r") + b"\r\r" + body)


@behaviour(calls=2, outcomes=LATE, on_aiohttp=BROKEN)
def lines_end_in_two_carriage_returns(talk: Conversation) -> None:
    for _ in talk.only_request():
        raw, _, body = talk.answer().partition(b"\r\n\r\n")
        talk.send(raw.replace(b"\r\n", b"\r\r\n") + b"\r\r\n\r\r\n" + body)
