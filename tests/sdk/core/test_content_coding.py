"""Compressed bodies, unpacked in chunks."""

import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.content_coding import STEP, CodingError, UnknownCodingError, decompressor


def raw_deflate(body: bytes) -> bytes:
    compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return compressor.compress(body) + compressor.flush()


COMPRESS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    " GZIP ": gzip.compress,
    "identity, gzip": gzip.compress,
    "deflate": zlib.compress,
    "identity": bytes,
    "": bytes,
}


def decompressed(coding: str, chunks: list[bytes]) -> bytes:
    decompressing = decompressor(coding)
    body = b"".join(part for chunk in chunks for part in decompressing.feed(chunk))
    decompressing.end()
    return body


@pytest.mark.parametrize("coding", COMPRESS)
@given(body=st.binary(max_size=300), cuts=st.lists(st.integers(1, 40), max_size=8))
def test_body_is_decompressed_alike_wherever_it_is_cut(coding: str, body: bytes, cuts: list[int]):
    compressed, chunks = COMPRESS[coding](body), []
    for cut in cuts:
        chunks.append(compressed[:cut])
        compressed = compressed[cut:]
    assert decompressed(coding, [*chunks, compressed]) == body


@given(st.lists(st.binary(max_size=50), min_size=1, max_size=4), st.integers(1, 20))
def test_members_of_gzip_are_joined(members: list[bytes], size: int):
    compressed = b"".join(map(gzip.compress, members))
    chunks = [compressed[at : at + size] for at in range(0, len(compressed), size)]
    assert decompressed("gzip", chunks) == b"".join(members)


def test_deflate_without_its_header_is_decompressed():
    assert decompressed("deflate", [raw_deflate(b"body" * 100)]) == b"body" * 100


def test_empty_body_is_complete_in_every_coding():
    assert [decompressed(coding, []) for coding in COMPRESS] == [b""] * len(COMPRESS)


def test_bomb_is_decompressed_in_bounded_parts():
    bomb = gzip.compress(bytes(50 * STEP))
    sizes = [len(part) for part in decompressor("gzip").feed(bomb)]
    assert len(bomb) < 60_000
    assert max(sizes) <= STEP
    assert sum(sizes) == 50 * STEP


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_body_that_is_cut_is_incomplete(coding: str):
    compressed = COMPRESS[coding](b"body" * 1000)
    decompressing = decompressor(coding)
    list(decompressing.feed(compressed[:-6]))
    with pytest.raises(CodingError, match=f"incomplete: its {coding} data has no end"):
        decompressing.end()


@pytest.mark.parametrize("compress", [zlib.compress, raw_deflate], ids=["zlib", "raw"])
@pytest.mark.parametrize("tail", [zlib.compress(b"{}"), bytes(3), b"garbage"], ids=["zlib", "zeros", "garbage"])
def test_bytes_after_the_end_of_deflate_raise(compress, tail: bytes):
    for chunks in ([compress(b"{}"), tail], [compress(b"{}") + tail]):
        with pytest.raises(CodingError, match="the body is not deflate: bytes follow its end"):
            decompressed("deflate", chunks)


@pytest.mark.parametrize("tail", [b"garbage", b"\x00" * 20 + b"{}", b"{}"])
def test_bytes_after_the_end_of_gzip_raise(tail: bytes):
    with pytest.raises(CodingError, match="the body is not gzip"):
        decompressed("gzip", [gzip.compress(b"{}") + tail])


def test_zeros_after_the_end_of_gzip_are_padding():
    assert decompressed("gzip", [gzip.compress(b"{}") + bytes(20), bytes(9)]) == b"{}"


@given(st.lists(st.integers(1, 3), max_size=8))
def test_deflate_without_its_header_is_decompressed_wherever_it_is_cut(cuts: list[int]):
    compressed, chunks = raw_deflate(b"body" * 9), []
    for cut in cuts:
        chunks.append(compressed[:cut])
        compressed = compressed[cut:]
    assert decompressed("deflate", [*chunks, compressed]) == b"body" * 9


@pytest.mark.parametrize("body", [b"{}", b"<html>", b"\x1f\x8b\x08"])
@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_body_in_another_coding_raises(coding: str, body: bytes):
    with pytest.raises(CodingError):
        decompressed(coding, [body, b"more of it" * 10])


@pytest.mark.parametrize("coding", ["br", "zstd", "compress", "gzip, gzip", "deflate, gzip", "gzip,br", "none"])
def test_coding_that_was_not_requested_is_refused(coding: str):
    with pytest.raises(UnknownCodingError, match=r"which was not requested"):
        decompressor(coding)


def test_error_names_the_coding_in_its_own_case():
    with pytest.raises(UnknownCodingError, match="compressed as Br-S3cret,"):
        decompressor("Br-S3cret")
