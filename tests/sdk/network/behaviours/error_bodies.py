"""Error bodies that are large, deep, odd, or echo the request with its secrets."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable
from urllib.parse import quote

from tests.sdk.network.behaviours.registry import Fails, behaviour
from tests.sdk.network.raw_server import Arrival, Conversation, field

DEPTH = 100_000


def with_error(
    name: str, status: str, body: bytes, media_type: str = "application/json", *, heavy: bool = False
) -> None:
    """Add the behaviour of one error body for every call."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests():
            talk.send(talk.answer(status=status, body=body, media_type=media_type))

    behaviour(name=name, fails="wire", heavy=heavy)(run)


def problem(text: str) -> bytes:
    """Return an error body in the forms of all three services at once."""
    return json.dumps(
        {
            "fault": {"faultstring": text, "detail": {"errorcode": text}},
            "error": {"code": text, "message": text, "details": text},
            "detail": [{"loc": [text], "msg": text, "type": text}],
            "message": text,
            "name": text,
            "data": {"message": text},
        }
    ).encode()


with_error("error_body_of_11_megabytes", "400 Bad Request", b"x" * 11_000_000, "text/plain", heavy=True)
with_error("error_message_of_900_kilobytes", "400 Bad Request", problem("x" * 90_000))
with_error("error_body_empty", "400 Bad Request", b"")
with_error("error_body_html", "404 Not Found", b"<html><script>alert(1)</script></html>", "text/html")
with_error("error_body_deep", "400 Bad Request", b"[" * DEPTH + b"]" * DEPTH)
with_error("error_body_deep_in_its_fields", "422 Odd", b'{"detail":' + b"[" * 900 + b"]" * 900 + b"}")
with_error("error_body_wide", "422 Odd", b'{"detail": [' + b'{"loc": [], "msg": "a"},' * 20_000 + b"{}]}")
with_error(
    "error_body_of_other_types", "400 Bad Request", b'{"error": [1], "detail": {"a": 1}, "message": 7, "fault": "x"}'
)
with_error("error_body_of_nulls", "400 Bad Request", b'{"error": null, "detail": null, "message": null, "fault": null}')
with_error("error_body_not_utf_8", "400 Bad Request", b'{"message": "\xff\xfe"}')
with_error(
    "error_body_with_surrogates",
    "400 Bad Request",
    rb'{"message": "\ud800", "detail": "\udfff", "error": {"message": "\ud8"}}',
)
with_error(
    "error_body_with_terminal_codes",
    "400 Bad Request",
    problem("\x1b[2J\x1b]0;title\x07\r\nERROR root: forged line\x00\u2028\u202e"),
)
with_error("error_body_of_raw_terminal_codes", "400 Bad Request", b"\x1b[2J\r\nforged\x9b31m\x00", "text/plain")


def with_echo(
    name: str, status: str, spell: Callable[[Arrival], bytes], media_type: str = "text/plain", fails: Fails = "wire"
) -> None:
    """Add the behaviour of an answer that repeats the request."""

    def run(talk: Conversation) -> None:
        for request in talk.requests():
            talk.send(talk.answer(status=status, body=spell(request), media_type=media_type))

    behaviour(name=name, fails=fails)(run)


def whole(request: Arrival) -> bytes:
    """Return a request as it arrived, and its credentials also decoded from Base64."""
    scheme, _, coded = (field(request.head, b"authorization") or b"").partition(b" ")
    clear = base64.b64decode(coded + b"==", validate=False) if scheme.lower() == b"basic" else b""
    return request.head + b"\r\n\r\n" + request.body + b"\r\n" + clear


def text_of(request: Arrival) -> str:
    """Return a request as text: UTF-8 if it is, else Latin-1."""
    raw = whole(request)
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def broken_json(request: Arrival) -> bytes:
    """Return a request within JSON that is not valid."""
    return b'{"value": "' + whole(request)


def every_character_escaped(request: Arrival) -> bytes:
    """Return a JSON error body whose every character is an escape."""
    return b'{"message": "' + "".join(f"\\u{ord(char):04x}" for char in text_of(request)).encode() + b'"}'


with_echo("echoes_the_request", "401 Unauthorized", whole)
with_echo("echoes_the_request_after_a_long_text", "400 Bad Request", lambda request: b"x" * 480 + whole(request))
with_echo(
    "echoes_the_request_at_many_places",
    "400 Bad Request",
    lambda request: b"".join(whole(request)[skip:] + b" " for skip in range(0, 60)),
)
with_echo("echoes_the_request_in_json", "403 Forbidden", lambda request: problem(text_of(request)), "application/json")
with_echo("echoes_the_request_in_escapes", "400 Bad Request", every_character_escaped, "application/json")
with_echo(
    "echoes_the_request_in_percent_escapes", "400 Bad Request", lambda request: quote(whole(request), safe="").encode()
)
with_echo(
    "echoes_the_request_in_html", "400 Bad Request", lambda request: html.escape(text_of(request)).encode(), "text/html"
)
with_echo("echoes_the_request_with_500", "500 Oops", whole)
with_echo("echoes_the_request_as_a_web_page", "200 OK", whole, "text/html")
with_echo(
    "echoes_the_request_as_broken_json",
    "200 OK",
    lambda request: b'{"value": "' + whole(request),
    "application/json",
    fails="json",
)


@behaviour()
def echoes_the_request_in_a_wrong_field(talk: Conversation) -> None:
    for request in talk.requests():
        text = text_of(request)
        fields = dict.fromkeys(("value", "items", "data", "ratings"), text) | {"id": [text], "BusStopCode": [text]}
        talk.send(talk.answer(body=json.dumps(fields).encode(), media_type="application/json"))


@behaviour()
def echoes_the_request_after_a_good_answer(talk: Conversation) -> None:
    for number, request in enumerate(talk.requests()):
        echo = broken_json(request) if number % 2 else whole(request)
        talk.send(talk.answer() if not number else talk.answer(body=echo))


@behaviour(fails="wire")
def echoes_the_request_in_headers(talk: Conversation) -> None:
    for request in talk.requests():
        lines = [line.decode("latin-1") for line in whole(request).split(b"\r\n") if line]
        fields = [f"x-echo-{number}: {line}" for number, line in enumerate(lines)]
        talk.send(
            talk.answer(*fields, f"x-request-id: {lines[-1]}", f"location: {lines[-1]}", status="400 Bad Request")
        )


@behaviour(fails="wire")
def echoes_the_request_in_the_reason(talk: Conversation) -> None:
    for request in talk.requests():
        line = whole(request).replace(b"\r\n", b" ").decode("latin-1")
        talk.send(talk.answer(status=f"400 {line}"))


@behaviour(fails="wire")
def echoes_the_request_in_a_broken_head(talk: Conversation) -> None:
    request = talk.read_request()
    if request is not None:
        talk.send(b"HTTP/1.1 200 OK\r\n" + whole(request) + b"\r\nbroken\0 header\r\n\r\n")


@behaviour(fails="wire")
def echoes_the_request_in_a_broken_chunk(talk: Conversation) -> None:
    request = talk.read_request()
    if request is not None:
        talk.send(talk.chunked(), whole(request).replace(b"\r\n", b" ") + b"\r\n")


@behaviour(fails="json")
def echoes_the_request_in_the_media_type(talk: Conversation) -> None:
    for request in talk.requests():
        line = whole(request).replace(b"\r\n", b" ").decode("latin-1")
        talk.send(talk.answer(media_type=f"text/{line}"))


@behaviour(fails="wire")
def echoes_the_request_in_the_coding(talk: Conversation) -> None:
    for request in talk.requests():
        line = whole(request).replace(b"\r\n", b" ").decode("latin-1")
        talk.send(talk.answer(f"content-encoding: {line}", status="400 Bad Request"))
