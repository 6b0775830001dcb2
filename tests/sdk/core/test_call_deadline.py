"""The moment by which a call has to end."""

from datetime import UTC, datetime

import pytest

from trivet import APITimeoutError
from trivet._core import call_deadline
from trivet._core.call_deadline import CallEnd
from trivet._core.clock import SystemClock


class Clock(SystemClock):
    """A clock that a test moves."""

    seconds = 0.0

    def now(self) -> datetime:
        return datetime(2026, 3, 1, tzinfo=UTC)

    def monotonic(self) -> float:
        return self.seconds


def test_call_without_a_limit_has_no_end():
    end = CallEnd("stops.list", None, Clock())
    assert (end.left(), end.has_passed(), end.least(None), end.least(3)) == (None, False, None, 3)


def test_time_that_is_left_is_counted_by_the_clients_clock():
    clock = Clock()
    end = CallEnd("stops.list", 60, clock)
    clock.seconds = 50
    left = end.left()
    assert left is not None
    assert 9 < left <= 10
    assert (end.least(3), end.has_passed()) == (3, False)
    assert end.least(None) == end.least(30) or end.least(30) < 10
    clock.seconds = 61
    assert (end.left(), end.least(None), end.least(3), end.has_passed()) == (0, 0, 0, True)


def test_clock_that_stands_still_does_not_prolong_a_call():
    end = CallEnd("stops.list", 1e-9, Clock())
    while not end.has_passed():  # the system's clock continues
        pass
    assert end.left() == 0


def test_clock_that_is_moved_by_the_time_left_ends_a_call(monkeypatch: pytest.MonkeyPatch):
    system, clock = Clock(), Clock()
    monkeypatch.setattr(call_deadline, "monotonic", system.monotonic)
    end = CallEnd("stops.list", 20, clock)
    system.seconds = 3  # on a busy machine, while the client's clock stands still
    left = end.left()
    assert left == 17
    clock.seconds += left
    assert end.explains_timeout()


def test_clock_that_is_moved_by_less_than_the_time_left_does_not_end_a_call(monkeypatch: pytest.MonkeyPatch):
    system, clock = Clock(), Clock()
    monkeypatch.setattr(call_deadline, "monotonic", system.monotonic)
    end = CallEnd("stops.list", 20, clock)
    system.seconds = 3
    for _ in range(3):
        assert end.least(5) == 5
        clock.seconds += 5
        assert not end.explains_timeout(), "the timeout was another one"


def test_end_that_was_removed_never_passes():
    clock = Clock()
    end = CallEnd("event.subscribe", 2, clock)
    clock.seconds = 3
    end.remove()
    assert (end.left(), end.has_passed()) == (None, False)


def test_error_names_the_operation_and_the_limit():
    error = CallEnd("stops.list", 2, Clock()).error()
    assert isinstance(error, APITimeoutError)
    assert str(error) == "stops.list: no answer within the deadline of 2 s"
    error = CallEnd("event.subscribe", 0.5, Clock(), "timeout").error()
    assert str(error) == "event.subscribe: no answer within the timeout of 0.5 s"
