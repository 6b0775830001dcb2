"""Compressed bodies, unpacked in chunks."""

import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.content_coding import STEP, CodingError, UnknownCodingError, unpacker


def raw_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


PACKED = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    " GZIP ": gzip.compress,
    "identity, gzip": gzip.compress,
    "deflate": zlib.compress,
    "identity": bytes,
    "": bytes,
}


def unpacked(coding: str, chunks: list[bytes]) -> bytes:
    unpacking = unpacker(coding)
    found = b"".join(part for chunk in chunks for part in unpacking.feed(chunk))
    unpacking.end()
    return found


@pytest.mark.parametrize("coding", PACKED)
@given(body=st.binary(max_size=300), cuts=st.lists(st.integers(1, 40), max_size=8))
def test_body_is_unpacked_alike_wherever_it_is_cut(coding: str, body: bytes, cuts: list[int]):
    packed, chunks = PACKED[coding](body), []
    for cut in cuts:
        chunks.append(packed[:cut])
        packed = packed[cut:]
    assert unpacked(coding, [*chunks, packed]) == body


@given(st.lists(st.binary(max_size=50), min_size=1, max_size=4), st.integers(1, 20))
def test_members_of_gzip_are_joined(members: list[bytes], size: int):
    packed = b"".join(map(gzip.compress, members))
    chunks = [packed[at : at + size] for at in range(0, len(packed), size)]
    assert unpacked("gzip", chunks) == b"".join(members)


def test_deflate_without_its_header_is_unpacked():
    assert unpacked("deflate", [raw_deflate(b"body" * 100)]) == b"body" * 100


def test_empty_body_is_whole_in_every_coding():
    assert [unpacked(coding, []) for coding in PACKED] == [b""] * len(PACKED)


def test_bomb_is_unpacked_in_bounded_parts():
    bomb = gzip.compress(bytes(50 * STEP))
    sizes = [len(part) for part in unpacker("gzip").feed(bomb)]
    assert len(bomb) < 60_000
    assert max(sizes) <= STEP
    assert sum(sizes) == 50 * STEP


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_body_that_is_cut_is_not_whole(coding: str):
    packed = PACKED[coding](b"body" * 1000)
    unpacking = unpacker(coding)
    list(unpacking.feed(packed[:-6]))
    with pytest.raises(CodingError, match=f"not whole: its {coding} data has no end"):
        unpacking.end()


@pytest.mark.parametrize("tail", [b"garbage", b"\x00" * 20 + b"{}", b"{}"])
def test_bytes_after_the_end_of_gzip_raise(tail: bytes):
    with pytest.raises(CodingError, match="the body is not gzip"):
        unpacked("gzip", [gzip.compress(b"{}") + tail])


def test_zeros_after_the_end_of_gzip_are_padding():
    assert unpacked("gzip", [gzip.compress(b"{}") + bytes(20), bytes(9)]) == b"{}"


@given(st.lists(st.integers(1, 3), max_size=8))
def test_deflate_without_its_header_is_unpacked_wherever_it_is_cut(cuts: list[int]):
    packed, chunks = raw_deflate(b"body" * 9), []
    for cut in cuts:
        chunks.append(packed[:cut])
        packed = packed[cut:]
    assert unpacked("deflate", [*chunks, packed]) == b"body" * 9


@pytest.mark.parametrize("body", [b"{}", b"<html>", b"\x1f\x8b\x08"])
@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_body_of_another_form_raises(coding: str, body: bytes):
    with pytest.raises(CodingError):
        unpacked(coding, [body, b"more of it" * 10])


@pytest.mark.parametrize("coding", ["br", "zstd", "compress", "gzip, gzip", "deflate, gzip", "gzip,br", "none"])
def test_coding_that_was_not_asked_for_is_refused(coding: str):
    with pytest.raises(UnknownCodingError, match=r"which was not asked for"):
        unpacker(coding)


def test_message_about_a_coding_keeps_its_case():
    with pytest.raises(UnknownCodingError, match="packed as Br-S3cret,"):
        unpacker("Br-S3cret")
