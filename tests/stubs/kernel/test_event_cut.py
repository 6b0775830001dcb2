"""Where an event stream is cut."""

import pytest

from trivet_stubs.kernel.event_cut import EventCut

ONE, BEAT, TWO, THREE = b"data: one\n\n", b": beat\n\n", b"event: x\r\ndata: two\r\n\r\n", b"data: three\n\n"
STREAM = ONE + BEAT + TWO + THREE


def fed(cut, size):
    passed = b""
    for start in range(0, len(STREAM), size):
        piece, end = cut.feed(STREAM[start : start + size])
        passed += piece
        if end:
            return passed, True
    return passed, False


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    ("events", "mid_frame", "passed"),
    [
        (0, False, b""),
        (1, False, ONE),
        (2, False, ONE + BEAT + TWO),
        (0, True, ONE[:5]),
        (1, True, ONE + BEAT + TWO[: len(TWO) // 2]),
    ],
)
def test_stream_is_cut_at_the_same_byte_however_it_is_written(events, mid_frame, passed, size):
    assert fed(EventCut(events, mid_frame=mid_frame), size) == (passed, True)


def test_shorter_stream_passes_whole():
    assert fed(EventCut(4), 5) == (STREAM, False)
