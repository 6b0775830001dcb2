"""Trailers: header fields after the last chunk, which are read and dropped (RFC 9110, 6.5.1)."""

from __future__ import annotations

from tests.sdk.network.behaviours.keep_alive import UNASKED
from tests.sdk.network.behaviours.registry import BROKEN, LATE, VALUE, behaviour
from tests.sdk.network.raw_server import Conversation, field


def in_chunks(talk: Conversation, *trailers: str, end: bytes = b"\r\n") -> bytes:
    """Return the good body as a chunk and the last chunk, with lines after them."""
    lines = "".join(f"{line}\r\n" for line in trailers).encode("latin-1")
    return b"%x\r\n%b\r\n0\r\n%b%b" % (len(talk.good.body), talk.good.body, lines, end)


def with_trailers(
    name: str, outcomes: tuple[str, ...], *trailers: str, on_aiohttp: tuple[str, ...] = (), announced: str = ""
) -> None:
    """Add the behaviour of good answers with these trailers. After trailers that are not valid, a connection ends."""
    announcement = (f"trailer: {announced}",) if announced else ()

    def run(talk: Conversation) -> None:
        for _ in talk.requests() if VALUE in (outcomes, on_aiohttp) else talk.only_request():
            talk.send(talk.chunked(*announcement) + in_chunks(talk, *trailers))

    behaviour(name=name, calls=2, outcomes=outcomes, on_aiohttp=on_aiohttp)(run)


with_trailers("trailers_announced_and_sent", VALUE, "x-checksum: 0", announced="x-checksum")
with_trailers("trailers_announced_and_missing", VALUE, announced="x-checksum")
# Each of these would make the answer unreadable if it became a header.
with_trailers("trailer_with_a_content_coding", VALUE, "content-encoding: gzip", announced="content-encoding")
with_trailers("trailer_with_a_media_type", VALUE, "content-type: text/html")
with_trailers("trailer_with_a_transfer_coding", VALUE, "transfer-encoding: chunked")
with_trailers("trailer_with_a_place_and_a_range", VALUE, "location: /loop", "content-range: bytes 5-6/7")
with_trailers("trailer_with_a_length", VALUE, "content-length: 1", on_aiohttp=BROKEN)
with_trailers("trailer_folded", VALUE, "x-folded: a", " b")
with_trailers("trailer_name_of_60_kilobytes", VALUE, "x" * 60_000 + ": a")
with_trailers("trailers_ten_thousand", VALUE, *(f"x-{number}: a" for number in range(10_000)), on_aiohttp=BROKEN)
with_trailers("trailer_of_one_megabyte", BROKEN, "x-long: " + "a" * 1_000_000)
with_trailers("trailer_without_colon", BROKEN, "no colon here")
with_trailers("trailer_with_nul", BROKEN, "x-nul: a\0b", on_aiohttp=VALUE)
with_trailers("trailer_name_with_space", BROKEN, "x name: a")
with_trailers("trailer_folded_first", BROKEN, " folded")
with_trailers("trailer_is_a_status_line", BROKEN, f"HTTP/1.1 {UNASKED}")


@behaviour(calls=2, outcomes=VALUE)
def trailers_set_credentials(talk: Conversation) -> None:
    credentials = []
    for request in talk.requests():
        credentials.append(field(request.head, b"authorization"))
        if b"\r\ncookie:" in request.head.lower() or len(set(credentials)) > 1:
            talk.fault("sent what a trailer has set")
        talk.send(talk.chunked() + in_chunks(talk, "set-cookie: user=alice; path=/", "authorization: Basic YTpi"))


@behaviour(outcomes=("InternalServerError",), attempts=1)
def trailer_with_another_retry_after(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.chunked("retry-after: 3600", status="503 Busy") + in_chunks(talk, "retry-after: 0"))


@behaviour(calls=3, outcomes=VALUE)
def trailers_then_the_next_answer(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.chunked() + in_chunks(talk, "x-checksum: 0") + talk.answer(status=UNASKED))


@behaviour(calls=2, outcomes=VALUE, on_aiohttp=BROKEN)
def trailers_after_a_length(talk: Conversation) -> None:
    for _ in talk.only_request():
        talk.send(talk.answer() + b"x-checksum: 0\r\n\r\n")


def with_cut(name: str, *trailers: str, end: bytes = b"", holds: bool = False) -> None:
    """Add the behaviour of trailers that end early, with the connection or with silence."""

    def run(talk: Conversation) -> None:
        talk.read_request()
        talk.send(talk.chunked() + in_chunks(talk, *trailers, end=end))
        if holds:
            talk.hold()

    behaviour(name=name, outcomes=LATE if holds else BROKEN)(run)


with_cut("trailers_missing_with_the_last_line")
with_cut("trailers_cut_after_a_line", "x-checksum: 0")
with_cut("trailers_cut_within_the_last_line", "x-checksum: 0", end=b"\r")
with_cut("trailers_stop_before_the_first", holds=True)
with_cut("trailers_stop_within_a_line", end=b"x-check", holds=True)


@behaviour(outcomes=VALUE)
def trailers_end_in_line_feeds(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.chunked() + in_chunks(talk, end=b"x-checksum: 0\n\n"))
