"""Content codings that are cut, wrong, nested, not requested, or decompress to far more than was sent."""

from __future__ import annotations

import gzip
import struct
import zlib
from functools import cache

from tests.sdk.network.behaviours.registry import Fails, behaviour
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
    return compress(b"")[:10] + block * 100 + compressor.flush() + struct.compress("<LL", checksum, 100 * len(megabyte))


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


@behaviour(fails="json", heavy=True)
def gzip_bomb(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", bomb())


@behaviour(fails="json", heavy=True)
def gzip_bomb_in_two_codings(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip, gzip", bomb(2))


@behaviour(fails="json", heavy=True)
def gzip_bomb_in_three_codings(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip, gzip, gzip", bomb(3))


@behaviour(fails="wire", heavy=True)
def gzip_bomb_in_an_error_body(talk: Conversation) -> None:
    talk.read_request()
    send_coded(talk, "gzip", bomb(), status="400 Bad Request")


@behaviour(fails="wire", heavy=True)
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
