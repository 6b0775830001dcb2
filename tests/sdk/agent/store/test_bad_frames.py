"""How many unreadable events in which time are too many."""

import pytest

from trivet.agent._store.events import MOST, STRETCH, BadFrames


@pytest.mark.parametrize("now", [0.0, 1000 * STRETCH])
def test_more_than_a_few_in_a_stretch_are_too_many(now):
    frames = BadFrames()
    assert [frames.add(now) for _ in range(MOST + 2)] == [False] * MOST + [True, True]


def test_those_of_an_earlier_stretch_do_not_count():
    frames = BadFrames()
    apart = STRETCH / MOST + 0.1
    assert not any(frames.add(apart * number) for number in range(1000))
