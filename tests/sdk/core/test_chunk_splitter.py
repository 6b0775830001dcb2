"""Chunks in pieces of a limited size."""

from hypothesis import given
from hypothesis import strategies as st

from trivet._core.chunk_splitter import PIECE, pieces


@given(st.integers(0, 5 * PIECE) | st.sampled_from([PIECE - 1, PIECE, PIECE + 1, 3 * PIECE]))
def test_pieces_are_limited_and_make_up_the_chunk(size: int):
    chunk = (b"0123456789" * (size // 10 + 1))[:size]
    parts = pieces(chunk)
    assert b"".join(parts) == chunk
    assert all(0 < len(piece) <= PIECE for piece in parts) or parts == [b""]


def test_chunk_of_the_usual_size_is_not_copied():
    chunk = bytes(PIECE)
    [piece] = pieces(chunk)
    assert piece is chunk
