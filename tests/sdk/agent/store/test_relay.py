"""Events that wait for a reader who shares a stream."""

import pytest

from trivet.agent import FileEdited, FileEditedEvent, Reconnected
from trivet.agent._store.events import EventRelay

EVENTS = [FileEditedEvent(id=f"evt_{number}", type="file.edited", payload=FileEdited(file="a")) for number in range(9)]
MISSED = Reconnected(cause=None, attempts=1)


def taken(relay):
    batches = []
    while relay:
        batches.append(relay.take())
    return batches


def test_events_are_taken_in_the_order_of_their_arrival():
    relay = EventRelay(9)
    for event in EVENTS:
        relay.put(event)
    assert taken(relay) == EVENTS
    assert (bool(relay), relay.ended) == (False, False)


def test_events_that_were_missed_are_marked_where_they_were_missed():
    relay = EventRelay(9)
    relay.put(EVENTS[0])
    relay.put_gap()
    relay.put(EVENTS[1])
    assert taken(relay) == [EVENTS[0], MISSED, EVENTS[1]]


def test_slow_reader_gets_a_gap_in_place_of_too_many_events():
    relay = EventRelay(4)
    for event in EVENTS[:7]:
        relay.put(event)
    assert taken(relay) == [MISSED, *EVENTS[4:7]]
    for _ in range(1000):
        relay.put(EVENTS[0])
    assert 0 < len(taken(relay)) <= 4


def test_taking_without_events_raises():
    with pytest.raises(IndexError):
        EventRelay(4).take()
