"""Content codings that are cut, wrong, nested, not requested, or decompress to far more than was sent."""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Callable
from functools import cache

from tests.sdk.network.behaviours.registry import BROKEN, UNDECODABLE, VALUE, Fails, behaviour
from tests.sdk.network.raw_server import Conversation


def send_coded(talk: Conversation, coding: str, body: bytes, status: str = "") -> None:
    """Send a body under the name of a coding."""
    talk.send(talk.answer(f"content-encoding: {coding}", body=body, status=status))


def compress(body: bytes) -> bytes:
    """Compress with gzip, to the same bytes each time."""
    return gzip.compress(body, mtime=0)


@cache
def bomb(times: int = 1) -> bytes:
    """Return 100 MB of spaces, compressed this many times."""
    if times > 1:
        return compress(bomb(times - 1))
    compressor = zlib.compressobj(9, wbits=-15)
    megabyte, checksum = b" " * 1_000_000, 0
    block = compressor.compress(megabyte) + compressor.flush(
        zlib.Z_FULL_FLUSH
    )  # can be repeated, which is quicker than to compress everything
    for _ in range(100):
        checksum = zlib.crc32(megabyte, checksum)
    return compress(b"")[:10] + block * 100 + compressor.flush() + struct.pack("<LL", checksum, 100 * len(megabyte))


@behaviour()
def gzip_as_it_should_be(talk: Conversation) -> None:
    for _ in talk.requests():
        send_coded(talk, "gzip", compress(talk.good.body))


@behaviour(fails="json")
def gzip_cut(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", compress(talk.good.body)[:-12])


@behaviour(fails="json")
def gzip_cut_before_its_checksum(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", compress(talk.good.body)[:-8])


@behaviour(fails="json")
def gzip_with_wrong_checksum(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", compress(talk.good.body)[:-8] + b"checksum")


@behaviour(fails="empty")
def gzip_of_nothing(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", compress(b""))


@behaviour(fails="empty")
def gzip_without_a_byte(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", b"")


@behaviour(fails="json")
def gzip_is_plain_text(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", talk.good.body)


@behaviour()
def coding_unknown(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "snappy", talk.good.body)


@behaviour()
def coding_with_terminal_codes(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "\x1b[31m", talk.good.body)


@behaviour()
def gzip_twice(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip, gzip", compress(compress(talk.good.body)))


@behaviour(fails="json")
def gzip_a_hundred_times(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, ", ".join(["gzip"] * 100), compress(talk.good.body))


@behaviour()
def deflate_raw(talk: Conversation) -> None:
    talk.read_request()
    compressor = zlib.compressobj(wbits=-15)
    send_coded(talk, "deflate", compressor.compress(talk.good.body) + compressor.flush())


@behaviour()
def deflate_zlib(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "deflate", zlib.compress(talk.good.body))


@behaviour(fails="json")
def brotli_unasked(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "br", b"\x8b\x00\x80{}\x03")


@behaviour(fails="json")
def zstd_unasked(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "zstd", b"\x28\xb5\x2f\xfd\x04\x58\x11\x00\x00{}\x99\xe9\xd8\x51")


@behaviour(outcomes=UNDECODABLE, heavy=True)
def gzip_bomb(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", bomb())


@behaviour(outcomes=UNDECODABLE, heavy=True)
def gzip_bomb_in_two_codings(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip, gzip", bomb(2))


@behaviour(outcomes=UNDECODABLE, heavy=True)
def gzip_bomb_in_three_codings(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip, gzip, gzip", bomb(3))


@behaviour(outcomes=("BadRequestError",), heavy=True)
def gzip_bomb_in_an_error_body(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", bomb(), status="400 Bad Request")


@behaviour(outcomes=("InternalServerError",), heavy=True)
def gzip_bomb_in_a_server_error(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", bomb(), status="503 Busy")


@behaviour()
def gzip_with_garbage_after_its_end(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", compress(talk.good.body) + b"garbage" * 100)


@behaviour()
def gzip_of_several_members(talk: Conversation) -> None:
    talk.read_request()
    body = talk.good.body
    send_coded(talk, "gzip", compress(body[:9]) + compress(body[9:]))


@behaviour(heavy=True)
def gzip_members_without_end(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer("content-encoding: gzip", body=compress(talk.good.body), length=-1))
    talk.flood(compress(b""))


def coded(name: str, coding: str, body: bytes, fails: Fails = "json") -> None:
    """Add the behaviour of fixed bytes under the name of a coding."""

    def run(talk: Conversation) -> None:
        talk.read_request()
        send_coded(talk, coding, body)

    behaviour(name=name, fails=fails)(run)


coded("gzip_header_alone", "gzip", b"\x1f\x8b\x08")
coded("gzip_with_a_name_without_end", "gzip", b"\x1f\x8b\x08\x08\0\0\0\0\0\xff" + b"a" * 500_000)
coded("deflate_is_gzip", "deflate", compress(b"{}"))


def deflated(body: bytes, *, raw: bool = False, words: bytes = b"") -> bytes:
    """Compress as deflate, with zlib's header or without, and with a dictionary of words."""
    compressor = zlib.compressobj(zdict=words) if words else zlib.compressobj(wbits=-15 if raw else 15)
    return compressor.compress(body) + compressor.flush()


def without_final_block(body: bytes) -> bytes:
    """Compress with gzip, but without an end."""
    compressor = zlib.compressobj(wbits=31)
    return compressor.compress(body) + compressor.flush(zlib.Z_SYNC_FLUSH)


def with_coding(
    name: str,
    codings: str,
    encode: Callable[[bytes], bytes],
    outcomes: tuple[str, ...],
    in_parts: tuple[str, ...] = UNDECODABLE,
    *,
    fails: Fails = "",
) -> None:
    """Add the behaviour of good answers that are encoded, under the names of codings, on one line or several.

    A body that is read in parts must not be encoded.
    """

    def run(talk: Conversation) -> None:
        for _ in talk.requests():
            lines = [f"content-encoding: {coding}" for coding in codings.split("\n")]
            talk.send(talk.answer(*lines, body=encode(talk.good.body)))

    behaviour(name=name, fails=fails, outcomes=outcomes, in_parts=in_parts)(run)


with_coding("coding_by_its_old_name", "x-gzip", compress, VALUE)
with_coding("coding_in_capitals", "GZip", compress, VALUE)
with_coding("coding_between_commas", ", gzip,", compress, VALUE)
with_coding("coding_after_identity", "identity\ngzip", compress, VALUE)
with_coding("coding_identity_in_capitals", "IDENTITY", bytes, VALUE, VALUE)
with_coding("coding_identity_a_thousand_times", "identity, " * 999 + "identity", bytes, VALUE, VALUE)
with_coding("coding_empty", "", bytes, VALUE, VALUE)
with_coding("coding_of_commas", ",,", bytes, VALUE, VALUE)
with_coding("coding_with_parameter", "gzip;q=1", compress, UNDECODABLE)
with_coding("coding_quoted", '"gzip"', compress, UNDECODABLE)
with_coding("coding_is_a_charset", "utf-8", bytes, UNDECODABLE, VALUE + UNDECODABLE)  # a file is checked by itself
with_coding("coding_is_a_transfer_coding", "chunked", bytes, UNDECODABLE, VALUE + UNDECODABLE)
with_coding("codings_unknown_within_gzip", "snappy, gzip", compress, UNDECODABLE)
with_coding("codings_brotli_within_gzip", "br, gzip", lambda body: compress(b"\x8b\x00\x80{}\x03"), UNDECODABLE)
with_coding("codings_gzip_within_deflate", "gzip, deflate", lambda body: deflated(compress(body)), UNDECODABLE)
with_coding("codings_in_two_lines", "gzip\ngzip", lambda body: compress(compress(body)), UNDECODABLE)
with_coding("codings_with_a_cut_inside", "gzip, gzip", lambda body: compress(compress(body)[:-9]), UNDECODABLE)
with_coding("codings_a_thousand", "gzip, " * 999 + "gzip", compress, UNDECODABLE)
with_coding("coding_applied_twice", "gzip", lambda body: compress(compress(body)), VALUE + UNDECODABLE, fails="json")
with_coding("gzip_members_of_one_byte", "gzip", lambda body: b"".join(compress(bytes([byte])) for byte in body), VALUE)
with_coding("gzip_members_cut_in_the_second", "gzip", lambda body: compress(body) + compress(b" ")[:-3], BROKEN)
with_coding("gzip_members_cut_after_a_byte", "gzip", lambda body: compress(body) + b"\x1f", BROKEN)
with_coding("gzip_padded_with_zeros", "gzip", lambda body: compress(body) + bytes(600), VALUE)
with_coding("gzip_before_a_line_feed", "gzip", lambda body: compress(body) + b"\n", BROKEN)
with_coding("gzip_with_wrong_size", "gzip", lambda body: compress(body)[:-4] + bytes(4), BROKEN)
with_coding("gzip_with_reserved_flags", "gzip", lambda body: b"\x1f\x8b\x08\xe0" + compress(body)[4:], BROKEN)
with_coding("gzip_without_final_block", "gzip", without_final_block, BROKEN)
with_coding("gzip_is_deflate", "gzip", deflated, BROKEN)
with_coding("deflate_twice", "deflate", lambda body: deflated(body[:5]) + deflated(body[5:]), BROKEN)
with_coding("deflate_raw_then_zlib", "deflate", lambda body: deflated(body[:5], raw=True) + deflated(body[5:]), BROKEN)
with_coding("deflate_before_zeros", "deflate", lambda body: deflated(body) + bytes(3), BROKEN)
with_coding("deflate_cut", "deflate", lambda body: deflated(body)[:-1], BROKEN)
with_coding("deflate_with_wrong_checksum", "deflate", lambda body: deflated(body)[:-4] + b"sums", BROKEN)
with_coding("deflate_with_a_dictionary", "deflate", lambda body: deflated(body, words=b'{"data"'), BROKEN)


@behaviour(outcomes=BROKEN, in_parts=UNDECODABLE)
def gzip_cut_in_whole_chunks(talk: Conversation) -> None:
    for _ in talk.requests():
        body = compress(talk.good.body)[:-6]
        talk.send(talk.chunked("content-encoding: gzip") + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body))


@behaviour(calls=2, outcomes=BROKEN, in_parts=BROKEN + UNDECODABLE)
def gzip_longer_than_its_length(talk: Conversation) -> None:
    for _ in talk.only_request():
        body = compress(talk.good.body)
        talk.send(talk.answer("content-encoding: gzip", body=body, length=len(body) - 4))


@behaviour(outcomes=("BadRequestError",), attempts=1)
def gzip_cut_in_an_error(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer("content-encoding: gzip", body=compress(b'{"message": "no"}')[:-9], status="400 Bad"))


@cache
def deflate_bomb() -> bytes:
    """Return 60 MB of spaces, compressed."""
    return deflated(b" " * 60_000_000)


@behaviour(outcomes=UNDECODABLE, heavy=True)
def deflate_that_unpacks_to_60_megabytes(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "deflate", deflate_bomb())


@behaviour(outcomes=UNDECODABLE, heavy=True)
def gzip_bomb_of_a_hundred_members(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", compress(b" " * 1_000_000) * 100)
