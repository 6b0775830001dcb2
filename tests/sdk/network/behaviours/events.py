"""Streams of events that are silent, never end a line, or are malformed."""

from __future__ import annotations

import json

from tests.sdk.network.behaviours.error_bodies import whole
from tests.sdk.network.behaviours.registry import behaviour
from tests.sdk.network.raw_server import Conversation

EVENT = b'data: {"id": "evt_1", "type": "server.connected", "properties": {}}'


def begin(talk: Conversation, *fields: str) -> None:
    """Read the request, and send the head of a stream of events."""
    talk.read_request()
    talk.send(talk.answer(*fields, body=b"", length=-1))


def with_stream(name: str, *parts: bytes, then_holds: bool = True) -> None:
    """Add the behaviour of a stream that sends these bytes, and then ends or stays silent."""

    def run(talk: Conversation) -> None:
        begin(talk)
        talk.send(*parts)
        if then_holds:
            talk.hold()

    behaviour(name=name, events=True)(run)


with_stream("events_end_at_once", then_holds=False)
with_stream("events_are_never_sent")
with_stream("events_end_in_the_middle", EVENT, then_holds=False)
with_stream("events_with_retry_huge", b"retry: " + b"9" * 400 + b"\n\n", EVENT + b"\n\n", then_holds=False)
with_stream("events_with_retry_of_a_day", b"retry: 86400000\n\n", EVENT + b"\n\n", then_holds=False)
with_stream("events_with_retry_not_ascii", "retry: ²\n\nretry: ٣\n\n".encode(), EVENT + b"\n\n", then_holds=False)
with_stream("events_with_byte_order_mark", b"\xef\xbb\xbf" + EVENT + b"\n\n")
with_stream("events_in_carriage_returns", EVENT + b"\r\r" + EVENT + b"\r\r")
with_stream("events_with_nul_in_the_id", b"id: a\0b\n" + EVENT + b"\n\n")
with_stream("events_with_secrets_as_ids", b"id: " + b"\r".join([b"a"] * 1000) + b"\n" + EVENT + b"\n\n")
with_stream("events_not_json", b"data: hello\n\n" * 20)
with_stream("events_of_deep_json", b"data: " + b"[" * 100_000 + b"\n\n")
with_stream(
    "events_of_other_json", *(b"data: %b\n\n" % body for body in (b"null", b"1", b'"a"', b"[]", b"{}", b'{"type": 7}'))
)
with_stream("events_of_unknown_kind", b'data: {"id": "evt_2", "type": "nothing.known", "properties": []}\n\n')
with_stream("events_with_lone_surrogates", rb'data: {"id": "\ud800", "type": "\udfff", "properties": {}}' + b"\n\n")
with_stream("events_not_utf_8", b"event: \xff\ndata: \xff\xfe\n\n")
with_stream("events_with_a_name_of_1_megabyte", b"event: " + b"a" * 1_000_000 + b"\n" + EVENT + b"\n\n")


@behaviour(events=True)
def events_that_echo_the_request(talk: Conversation) -> None:
    request = talk.read_request()
    if request is None:
        return
    talk.send(talk.answer(body=b"", length=-1), EVENT, b"\n\n")
    for line in whole(request).splitlines():
        text = json.dumps(line.decode("latin-1")).encode()
        talk.send(b'data: %b\n\ndata: %b\n\ndata: {"id": %b, "type": 7}\n\n' % (line or b"-", text, text))
    talk.hold()


@behaviour(events=True)
def events_are_comments_alone(talk: Conversation) -> None:
    begin(talk)
    talk.drip_without_end(b": heartbeat\n\n")


@behaviour(events=True)
def events_without_a_line_end_in_drips(talk: Conversation) -> None:
    begin(talk)
    talk.drip_without_end(b"data: a", b"b")


@behaviour(events=True, heavy=True)
def events_without_a_line_end_in_floods(talk: Conversation) -> None:
    begin(talk)
    talk.send(b"data: ")
    talk.flood(b"a")


@behaviour(events=True, heavy=True)
def events_of_endless_data_lines(talk: Conversation) -> None:
    begin(talk)
    talk.flood(b"data: a\n")


@behaviour(events=True, heavy=True)
def events_of_empty_lines(talk: Conversation) -> None:
    begin(talk)
    talk.flood(b"\n")


@behaviour(events=True, heavy=True)
def events_of_comments_in_floods(talk: Conversation) -> None:
    begin(talk)
    talk.flood(b":\n")


@behaviour(events=True)
def events_in_gzip(talk: Conversation) -> None:
    begin(talk, "content-encoding: gzip")
    talk.send(b"\x1f\x8b\x08\0\0\0\0\0\0\xff")
    talk.hold()


def numbered(number: int, more: bytes = b"") -> bytes:
    """Return the line of an event that differs from others by its id."""
    return b'data: {"id": "evt_%d", "type": "server.connected", "properties": {}%b}' % (number, more)


def unknown(number: int) -> bytes:
    """Return the line of an event of an unknown type."""
    return b'data: {"id": "evt_%d", "type": "nothing.known", "properties": {"a": [%d]}}' % (number, number)


MIXED = numbered(1) + b"\r\n\r" + numbered(2) + b"\r\r\n" + numbered(3) + b"\n\n"
CUT_IN_CHARACTERS = numbered(1, ', "\u20ac\U0001f600": "\u20ac\U0001f600"'.encode()) + b"\n\n"

with_stream("events_in_mixed_line_ends", MIXED)
with_stream("events_in_mixed_line_ends_byte_by_byte", *(bytes([byte]) for byte in MIXED))
with_stream("events_in_characters_byte_by_byte", *(bytes([byte]) for byte in CUT_IN_CHARACTERS))
with_stream("events_with_a_character_cut_off", numbered(1, b', "a": "\xf0\x9f'), b'"}\n\n', numbered(2) + b"\n\n")
with_stream("events_of_fields_without_colons", b"data\nid\nevent\nretry\n\n" * 100 + numbered(1) + b"\n\n")
with_stream("events_with_unknown_fields", b"\0: a\n: b\nDATA: c\n data: d\n" + numbered(1) + b"\n\n")
with_stream("events_of_unknown_kind_with_bad_json", b"event: nothing.known\ndata: {bad\n\n" + numbered(1) + b"\n\n")
with_stream("events_that_are_empty_100_000_times", b"data:\n\n" * 100_000 + numbered(1) + b"\n\n")
with_stream("events_with_one_id_10_000_times", (numbered(1) + b"\n\n") * 10_000 + numbered(2) + b"\n\n")
with_stream("events_in_many_data_lines", b"\n".join([b"data: " + b" " * 90] * 1000) + b"\n" + numbered(1) + b"\n\n")
with_stream("events_after_two_byte_order_marks", b"\xef\xbb\xbf" * 2 + numbered(1) + b"\n\n" + numbered(2) + b"\n\n")
with_stream("events_in_utf_16", (numbered(1) + b"\n\n").decode().encode("utf-16"))
with_stream(
    "events_of_a_deep_value", numbered(1, b', "a": ' + b"[" * 2000 + b"]" * 2000) + b"\n\n" + numbered(2) + b"\n\n"
)
with_stream("events_with_a_number_of_100_000_digits", numbered(1, b', "a": ' + b"9" * 100_000) + b"\n\n")
with_stream("events_of_unknown_kinds", *(unknown(number) + b"\n\n" for number in range(3)))


@behaviour(events=True, heavy=True)
def events_of_a_million_values(talk: Conversation) -> None:
    begin(talk)
    talk.send(numbered(1, b', "a": [' + b"[]," * 1_000_000 + b"[]]") + b"\n\n" + numbered(2) + b"\n\n")
    talk.hold()


@behaviour(events=True, heavy=True)
def events_of_20_megabytes_in_data_lines(talk: Conversation) -> None:
    begin(talk)
    for _ in range(2000):
        talk.send((b"data: " + b" " * 94 + b"\n") * 100)
    talk.send(numbered(1) + b"\n\n")
    talk.hold()
