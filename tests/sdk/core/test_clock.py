"""The system's clock, and its sleeps."""

import json
import time
from datetime import UTC, timedelta

import httpx

from trivet import ChatClient
from trivet._core.clock import SystemClock


def test_system_clock_has_a_time_zone():
    assert SystemClock().now().tzinfo is UTC


def test_system_clock_never_goes_back():
    clock = SystemClock()
    before, moment = clock.monotonic(), clock.now()
    assert clock.monotonic() >= before
    assert clock.now() - moment < timedelta(minutes=1)


def test_sleep_lasts_at_least_as_long_as_given():
    started = time.monotonic()
    SystemClock().sleep(0.01)
    assert time.monotonic() - started >= 0.009


async def test_asleep_lasts_at_least_as_long_as_given():
    started = time.monotonic()
    await SystemClock().asleep(0.01)
    assert time.monotonic() - started >= 0.009


def test_monotonic_clock_runs_while_the_time_is_frozen(monkeypatch):
    monkeypatch.setattr("time.monotonic", lambda: 1000.0)
    clock = SystemClock()
    before = clock.monotonic()
    clock.sleep(0.001)
    assert clock.monotonic() > before


def test_long_pause_consists_of_short_ones_between_which_signals_are_handled(monkeypatch):
    pauses = []
    answers = iter([(429, {"Retry-After": "5"}, {}), (200, {}, {"items": [], "total": 0})])

    def respond(_):
        status, headers, body = next(answers)
        return httpx.Response(status, headers=headers, content=json.dumps(body))

    monkeypatch.setattr("time.sleep", pauses.append)
    with ChatClient(token="t", transport=httpx.MockTransport(respond), base_url="http://chat.test") as chat:
        assert chat.conversations.list().all() == []
    assert max(pauses) <= 0.2
    assert 5 <= round(sum(pauses), 6) < 7
