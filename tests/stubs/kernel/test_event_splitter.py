"""Events cut out of a stream."""

import pytest

from trivet_stubs.kernel.event_splitter import EventCut, EventCutter, EventTooLarge

MIXED = (
    b"\xef\xbb\xbf: hi\nid: 1\ndata: a\r\ndata:b\r\n\r\n\n\rdata:  c\r\r:\nevent: x\n\ndata\n\ndata: \xe2\x80\xa8\n\nda"
)


def test_events_are_the_same_however_the_stream_is_cut():
    expected = [b"a\nb", b" c", b"", b"\xe2\x80\xa8"]
    for size in (1, 2, 3, 7, len(MIXED)):
        cutter = EventCutter()
        pieces = [MIXED[at : at + size] for at in range(0, len(MIXED), size)]
        frames = [frame for piece in pieces for frame in cutter.feed(piece)]
        assert [frame.data for frame in frames if frame.data is not None] == expected
        assert [frame.id for frame in frames if frame.id is not None] == [b"1"]
        assert b"".join(frame.raw for frame in frames) == MIXED.removesuffix(b"da")


@pytest.mark.parametrize("piece", [b"data: aaaa\n", b"a", b"data: " + bytes(2000) + b"\n"])
def test_event_beyond_the_bound_raises(piece):
    cutter = EventCutter(limit=1000)

    def feed():
        for _ in range(2000):
            list(cutter.feed(piece))

    with pytest.raises(EventTooLarge, match="an event has more than 1000 bytes"):
        feed()


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
