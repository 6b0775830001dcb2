import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.pace import Pace


class Seconds:
    """A clock that a test moves."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def test_first_request_waits_for_nothing():
    assert Pace(0.001, Seconds(-5.0)).take() == 0.0


def test_requests_have_even_intervals():
    seconds = Seconds()
    pace = Pace(4, seconds)
    assert pace.take() == 0.0
    assert pace.take() == 0.25
    seconds.now = 0.125
    assert pace.take() == 0.125
    seconds.now = 0.25
    assert pace.take() == 0.0
    assert pace.take() == 0.25


def test_idle_time_is_not_saved_up_for_a_burst():
    seconds = Seconds()
    pace = Pace(1, seconds)
    assert pace.take() == 0.0
    seconds.now = 100.0
    assert pace.take() == 0.0
    assert pace.take() == 1.0


@given(st.floats(0.001, 1e6), st.floats(0, 1e9))
def test_wait_that_was_waited_for_is_enough(rate: float, start: float):
    seconds = Seconds(start)
    pace = Pace(rate, seconds)
    assert pace.take() == 0.0
    waits = 0
    while wait := pace.take():
        seconds.now += wait
        waits += 1
    assert waits <= 1


@pytest.mark.parametrize("threads", [2, 8])
def test_threads_share_a_pace(threads: int):
    pace, taken = Pace(1, Seconds()), list[float]()
    runs = [threading.Thread(target=lambda: taken.append(pace.take())) for _ in range(threads)]
    for each in runs:
        each.start()
    for each in runs:
        each.join(10)
    assert sorted(taken) == [0.0] + [1.0] * (threads - 1)
