import signal
import threading
import time

import pytest

from trivet._concurrency.slices import SLICE, wait_in_slices


def test_wait_ends_with_the_first_true_result():
    results = iter([False, None, True])
    assert wait_in_slices(lambda _: next(results)) is True
    assert list(results) == []


def test_untimed_wait_is_cut_into_slices():
    waits: list[float] = []
    wait_in_slices(lambda seconds: waits.append(seconds) or len(waits) == 3)
    assert waits == [SLICE] * 3


def test_timed_wait_ends_when_its_time_is_up():
    event, begun = threading.Event(), time.monotonic()
    assert wait_in_slices(event.wait, 0.3) is False
    assert 0.3 <= time.monotonic() - begun < 5


def test_timeout_of_zero_looks_once():
    waits: list[float] = []
    assert wait_in_slices(waits.append, 0) is False
    assert waits == [0.0]


def test_signal_that_does_not_end_the_system_call_ends_the_wait_within_a_slice():
    """A wait during which the flag of a signal is set, and no system call is interrupted, is the race itself."""
    waits: list[float] = []

    def wait(seconds: float) -> bool:
        waits.append(seconds)
        if len(waits) == 2:
            signal.raise_signal(signal.SIGINT)
        return False

    with pytest.raises(KeyboardInterrupt):
        wait_in_slices(wait)
    assert len(waits) == 2
