"""Events cut out of a stream."""

import pytest

from trivet_stubs.proxy.capture import Unjudged
from trivet_stubs.proxy.events import EventCutter

STREAM = (
    b"\xef\xbb\xbf: hi\nid: 1\ndata: a\r\ndata:b\r\n\r\n\n\rdata:  c\r\r:\nevent: x\n\ndata\n\ndata: \xe2\x80\xa8\n\nda"
)


def test_events_are_the_same_however_the_stream_is_cut():
    expected = [b"a\nb", b" c", b"", b"\xe2\x80\xa8"]
    assert list(EventCutter().feed(STREAM)) == expected
    for size in (1, 2, 3, 7):
        cutter = EventCutter()
        pieces = [STREAM[at : at + size] for at in range(0, len(STREAM), size)]
        assert [each for piece in pieces for each in cutter.feed(piece)] == expected


@pytest.mark.parametrize("piece", [b"data: aaaa\n", b"a", b"data: " + bytes(2000) + b"\n"])
def test_event_beyond_the_bound_is_not_judged(piece):
    cutter = EventCutter(limit=1000)

    def feed():
        for _ in range(2000):
            list(cutter.feed(piece))

    with pytest.raises(Unjudged, match="an event has more than 1000 bytes"):
        feed()
