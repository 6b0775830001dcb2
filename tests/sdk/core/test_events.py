"""Events of a stream: decoded from their data, without repeated ones, which are recognised by what is remembered."""

import tracemalloc
from collections import deque
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet import Unknown
from trivet._core.events import (
    MOST_UNREADABLE,
    MOST_WAITING,
    STRETCH,
    Delta,
    RecentEvents,
    SplitPairs,
    UnreadableCount,
    read,
)

WINDOW = 100


def test_same_id_with_same_data_is_new_once():
    recent = RecentEvents(WINDOW)
    assert recent.is_new("1", b"a")
    assert recent.is_new("2", b"a")
    assert not recent.is_new("1", b"a")


def test_known_id_with_other_data_forgets_everything():
    recent = RecentEvents(WINDOW)
    for number in range(50):
        assert recent.is_new(str(number), b"before")
    assert recent.is_new("0", b"after")
    assert not recent.is_new("0", b"after")
    assert all(recent.is_new(str(number), b"before") for number in range(1, 50)), "the numbers mean other events now"


def test_event_is_new_again_after_the_window():
    recent = RecentEvents(WINDOW)
    assert all(recent.is_new(str(number), b"x") for number in range(2 * WINDOW))
    assert not any(recent.is_new(str(number), b"x") for number in range(WINDOW, 2 * WINDOW)), "the latest are known"
    assert recent.is_new("0", b"x"), "the oldest made way for the newest"


def test_long_ids_and_data_are_not_kept():
    recent = RecentEvents(WINDOW)
    tracemalloc.start()
    try:
        for number in range(10 * WINDOW):
            recent.is_new(str(number).zfill(20_000), str(number).encode().zfill(20_000))
        assert tracemalloc.get_traced_memory()[0] < 200_000
    finally:
        tracemalloc.stop()


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from([b"1", b"2"])), max_size=60))
def test_no_event_is_dropped_that_is_not_a_repetition(events):
    recent, latest = RecentEvents(4), deque(maxlen=8)
    for event in events:
        if recent.is_new(*event):
            latest.append(event)
        else:
            assert event in latest


def decoded(*frames: bytes, **options: Any) -> list[Any]:
    return read(frames, RecentEvents(WINDOW), lambda wire: wire["n"], **options)


def test_event_that_cannot_be_decoded_is_unknown():
    assert decoded(b'{"n":1}', b'{"m":1}') == [1, Unknown(data={"m": 1})]


def test_data_that_is_not_an_object_is_a_failure():
    [listed, cut] = decoded(b"[1]", b'{"n":')
    assert listed == (b"[1]", "an event is not a JSON object: it is list")
    assert cut[0] == b'{"n":'


def test_repeated_event_is_dropped_unless_it_begins_a_connection():
    first, second = b'{"id":"1","n":1}', b'{"id":"2","n":2}'
    assert decoded(first, second, first) == [1, 2]
    assert decoded(first, second, first, second, restarts=lambda wire: wire["n"] == 1) == [1, 2, 1, 2]


def test_faults_of_an_event_make_a_failure_of_it():
    frame = b'{"n":1}'
    assert decoded(frame, faults=lambda wire: ["$.n is odd"]) == [(frame, "an event does not fit: $.n is odd")]
    assert decoded(frame, faults=lambda wire: []) == [1]


@pytest.mark.parametrize("now", [0.0, 1000 * STRETCH])
def test_more_than_a_few_unreadable_events_in_a_stretch_are_too_many(now: float):
    count = UnreadableCount()
    few = MOST_UNREADABLE
    assert [count.add(now) for _ in range(few + 2)] == [False] * few + [True, True]


def test_unreadable_events_of_an_earlier_stretch_do_not_count():
    count = UnreadableCount()
    apart = STRETCH / MOST_UNREADABLE + 0.1
    assert not any(count.add(apart * number) for number in range(1000))


def texts(pairs: SplitPairs, *frames: str) -> list[Any]:
    """The texts of deltas, whose part is `p` and whose text is `t`."""
    data = [frame.encode() for frame in frames]
    return read(data, RecentEvents(WINDOW), lambda wire: wire["t"], pairs=pairs)


def by_part(wire: dict[str, Any]) -> Delta | None:
    return Delta(wire["p"], wire, "t") if "p" in wire else None


def test_pair_split_between_two_deltas_is_joined():
    pairs = SplitPairs(by_part)
    assert texts(pairs, r'{"p": 1, "t": "A \ud83d"}', r'{"p": 1, "t": "\ude00 B"}') == ["A ", "\U0001f600 B"]
    assert not pairs.waiting


def test_half_waits_for_the_next_delta_of_its_own_text():
    frames = [r'{"p": 1, "t": "A \ud83d"}', '{"p": 2, "t": "B"}', '{"t": "C"}', r'{"p": 1, "t": "\ude00"}']
    assert texts(SplitPairs(by_part), *frames) == ["A ", "B", "C", "\U0001f600"]


def test_half_that_the_next_delta_does_not_complete_is_replaced():
    frames = [r'{"p": 1, "t": "A \ud83d"}', '{"p": 1, "t": "B"}', r'{"p": 1, "t": "\ude00 \ud83d C"}']
    assert texts(SplitPairs(by_part), *frames) == ["A ", "\ufffdB", "\ufffd \ufffd C"]


def test_halves_of_many_texts_are_bounded():
    pairs = SplitPairs(by_part)
    texts(pairs, *(rf'{{"p": {number}, "t": "\ud83d"}}' for number in range(2 * MOST_WAITING)))
    assert len(pairs.waiting) == MOST_WAITING


def test_integers_of_an_unknown_event_are_exact():
    body = b'{"m": 123456789012345678901234}'
    assert decoded(body) == [Unknown(data={"m": 123456789012345678901234})]
