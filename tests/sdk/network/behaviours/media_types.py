"""Media types and charsets that do not fit the body."""

from __future__ import annotations

from tests.sdk.network.behaviours.registry import UNDECODABLE, VALUE, Fails, behaviour
from tests.sdk.network.raw_server import Conversation


def with_media(name: str, media_type: str, body: bytes | None = None, fails: Fails = "") -> None:
    """Add the behaviour of a media type, and of another body."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests():
            talk.send(talk.answer(media_type=media_type, body=body))

    behaviour(name=name, fails=fails)(run)


with_media("html_for_a_success", "text/html", b"<html><title>Log in</title></html>", "wire")
with_media("html_of_3_megabytes", "text/html", b"<p>" * 1_000_000, "wire")
with_media("media_type_missing", "")
with_media("media_type_empty", " ")
with_media("media_type_garbage", "\xff/;;;=,", fails="json")
with_media("media_type_with_terminal_codes", "\x1b[31m/json", fails="json")
with_media("media_type_of_50_kilobytes", "a" * 50_000, fails="json")
with_media("media_type_with_many_parameters", "application/json" + "; a=b" * 9000, fails="")
with_media("media_type_of_another_kind", "image/png", fails="json")
with_media("charset_unknown", "application/json; charset=klingon")
with_media("charset_runs_code", "application/json; charset=unicode_escape")
with_media("charset_utf_16_of_utf_8", "application/json; charset=utf-16")
with_media("utf_16_with_byte_order_mark", "application/json; charset=utf-16", '{"é": 1}'.encode("utf-16"), "json")
with_media("utf_32", "application/json", "{}".encode("utf-32"), "json")
with_media("utf_7", "application/json; charset=utf-7", b'+AHsAfQ-"', "json")


@behaviour()
def utf_8_with_byte_order_mark(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(body=b"\xef\xbb\xbf" + talk.good.body))


@behaviour(fails="json")
def utf_8_invalid(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(body=b'{"a\xff\xc0\x80": "\xed\xa0\x80"}'))


@behaviour(calls=2, outcomes=UNDECODABLE, in_parts=VALUE + UNDECODABLE)
def media_type_after_another(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer("content-type: text/html"))
