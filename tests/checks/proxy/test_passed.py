"""One exchange that passed."""

import gzip
import zlib

import pytest

from trivet_checks.proxy.passed import BrokenCoding, Capture, Passed, Room, Unjudged, Unpacker, unpack


def test_repr_holds_no_secret_and_headers_are_read():
    passed = Passed(method="GET", path="/secret", query=b"code=secret", request_headers={"authorization": "secret"})
    passed.status, passed.headers = 200, {"content-type": "Application/JSON; charset=utf-8", "content-encoding": "gzip"}
    passed.body.add(b"secret")
    passed.reason = "secret"
    assert "secret" not in repr(passed)
    assert (passed.media_type, passed.coding) == ("application/json", "gzip")
    assert passed.pairs() == [("code", "secret")]


def test_query_that_cannot_be_read_has_no_pairs():
    assert Passed(method="GET", path="/", query=b"a=%ff", request_headers={}).pairs() == []


BODY = b'{"value": []}' * 100
PACKED = gzip.compress(BODY, mtime=0)  # the time of day would give each worker another test id


def test_body_beyond_the_bound_is_not_kept_at_all():
    room = Room(5)
    capture = Capture(limit=5, room=room)
    capture.add(b"abcde")
    assert capture.content() == b"abcde"
    capture.add(b"f")
    assert (capture.size, room.take(5)) == (6, True)
    with pytest.raises(Unjudged, match="the body has more than 5 bytes"):
        capture.content()


def test_copies_share_a_room_and_give_back_what_they_took():
    room = Room(8)
    first, second = Capture(room=room), Capture(room=room)
    first.add(b"abcd")
    for _ in range(3):
        second.add(b"efg")
    with pytest.raises(Unjudged, match="too many bytes passed at once"):
        second.content()
    first.release()
    assert room.take(8)
    assert not room.take(1)


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("", BODY),
        ("identity", BODY),
        ("GZIP", PACKED),
        ("gzip", gzip.compress(BODY[:50], mtime=0) + gzip.compress(BODY[50:], mtime=0)),
        ("deflate", zlib.compress(BODY)),
        ("deflate", zlib.compress(BODY)[2:-4]),
        ("gzip", b""),
    ],
)
def test_body_is_unpacked_as_its_header_says(coding, packed):
    assert unpack(packed, coding) == (BODY if packed else b"")


@pytest.mark.parametrize("packed", [b"not packed", PACKED[:-9], PACKED[:20]])
def test_body_that_is_not_packed_so_is_broken(packed):
    with pytest.raises(BrokenCoding, match="not packed as gzip"):
        unpack(packed, "gzip")


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip, gzip"])
def test_unknown_coding_is_not_judged(coding):
    with pytest.raises(Unjudged, match="is not unpacked"):
        unpack(BODY, coding)


def test_bomb_is_unpacked_up_to_the_bound_and_no_further():
    bomb = gzip.compress(bytes(1_000_000))
    with pytest.raises(Unjudged, match="unpacks to more than 1000 bytes"):
        unpack(bomb, "gzip", 1000)
    with pytest.raises(Unjudged, match="unpacks to more than 1000 bytes"):
        unpack(gzip.compress(bytes(600)) * 3, "gzip", 1000)
    with pytest.raises(Unjudged, match="a chunk of the stream unpacks to more than 1000 bytes"):
        Unpacker("gzip", 1000).feed(bomb)


def test_stream_is_unpacked_piece_by_piece():
    packed = gzip.compress(BODY, mtime=0)
    unpacker = Unpacker("gzip")
    assert b"".join(unpacker.feed(packed[at : at + 7]) for at in range(0, len(packed), 7)) == BODY
    assert Unpacker("").feed(b"as it is") == b"as it is"
    with pytest.raises(BrokenCoding):
        Unpacker("gzip").feed(b"not packed at all")
    with pytest.raises(Unjudged, match="is not unpacked in a stream"):
        Unpacker("br")
