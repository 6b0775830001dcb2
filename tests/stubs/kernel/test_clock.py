"""Clocks."""

import asyncio
import threading
from datetime import UTC, datetime, timedelta, timezone

import pytest

from trivet_stubs import Clock, RunningClock


def test_clock_stands_still_until_it_is_advanced():
    clock = Clock()

    assert clock.now() == datetime(2025, 6, 16, 8, 0, tzinfo=timezone(timedelta(hours=8)))
    assert (clock.now(), clock.monotonic()) == (clock.now(), clock.monotonic())
    clock.advance(90)
    assert clock.now().minute == 1
    assert clock.monotonic() == 90


def test_sleeping_on_the_clock_only_moves_it():
    clock = Clock()
    clock.sleep(3600)
    asyncio.run(clock.asleep(3600))

    assert (clock.now().hour, clock.monotonic()) == (10, 7200)


def test_monotonic_time_follows_the_clock_forwards_only():
    clock = Clock()
    start = clock.now()
    clock.set(start + timedelta(minutes=1))
    clock.set(start)

    assert (clock.now(), clock.monotonic()) == (start, 60)


def test_time_without_offset_or_step_backwards_is_refused():
    with pytest.raises(ValueError, match="now: a time needs its UTC offset"):
        Clock().set(datetime(2025, 1, 1))
    with pytest.raises(ValueError, match=r"seconds: -1 is less than 0"):
        Clock().advance(-1)


def test_running_clock_moves_by_itself_and_can_be_set():
    clock = RunningClock(datetime(2025, 6, 16, tzinfo=UTC))
    first, ticks = clock.now(), clock.monotonic()
    assert any(clock.now() > first for _ in range(10_000_000))
    assert any(clock.monotonic() > ticks for _ in range(10_000_000))
    clock.set(datetime(2026, 1, 1, tzinfo=UTC))
    assert clock.now() >= datetime(2026, 1, 1, tzinfo=UTC)
    assert clock.now() < datetime(2026, 1, 2, tzinfo=UTC)
    clock.advance(86_400)
    assert clock.now() >= datetime(2026, 1, 2, tzinfo=UTC)


def test_standing_clock_runs_and_stops():
    clock = Clock()
    start = clock.now()
    clock.run()
    assert clock.running
    assert any(clock.now() > start for _ in range(10_000_000))
    clock.stop()
    stopped, ticks = clock.now(), clock.monotonic()
    assert not clock.running
    assert (clock.now(), clock.monotonic()) == (stopped, ticks)
    clock.advance(60)
    assert clock.now() == stopped + timedelta(seconds=60)


def test_wait_takes_real_time_only_while_the_clock_runs(monkeypatch):
    slept = []
    monkeypatch.setattr("trivet_stubs.kernel.clock.time.sleep", slept.append)
    clock = Clock()
    clock.sleep(5)
    clock.run()
    clock.sleep(7)
    clock.stop()

    assert slept == [7]
    assert 5 <= clock.monotonic() < 7


def test_setting_of_a_clock_is_restored():
    clock = RunningClock(datetime(2025, 6, 16, tzinfo=UTC))
    setting = clock.setting()
    clock.stop()
    clock.set(datetime(2030, 1, 1, tzinfo=UTC))
    clock.restore(setting)

    assert clock.running
    assert clock.now() < datetime(2025, 6, 17, tzinfo=UTC)


def test_function_is_called_once_when_the_clock_has_reached_its_time():
    clock, calls = Clock(), []
    clock.call_later(30, lambda: calls.append("late"))
    clock.call_later(10, lambda: calls.append("early"))
    clock.advance(9)
    assert calls == []
    clock.advance(1)
    assert calls == ["early"]
    clock.set(clock.now() + timedelta(seconds=25))
    clock.advance(100)
    assert calls == ["early", "late"]


def test_function_may_call_another_one_later():
    clock, calls = Clock(), []
    clock.call_later(5, lambda: clock.call_later(5, lambda: calls.append(clock.monotonic())))
    clock.advance(5)
    clock.advance(5)
    assert calls == [10]


def test_running_clock_calls_a_function_by_itself():
    clock, called = Clock(), threading.Event()
    clock.call_later(0.01, called.set)
    clock.run()
    assert called.wait(60)
    called.clear()
    clock.call_later(0.01, called.set)
    assert called.wait(60)
