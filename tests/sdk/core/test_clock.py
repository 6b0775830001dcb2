import time
from datetime import UTC, timedelta

from trivet._core.clock import SystemClock


def test_the_machine_s_clock_knows_its_zone():
    assert SystemClock().now().tzinfo is UTC


def test_the_machine_s_clock_goes_forward():
    clock = SystemClock()
    before, moment = clock.monotonic(), clock.now()
    assert clock.monotonic() >= before
    assert clock.now() - moment < timedelta(minutes=1)


def test_a_thread_waits_at_least_as_long_as_it_is_told():
    started = time.monotonic()
    SystemClock().sleep(0.01)
    assert time.monotonic() - started >= 0.009


async def test_a_task_waits_at_least_as_long_as_it_is_told():
    started = time.monotonic()
    await SystemClock().asleep(0.01)
    assert time.monotonic() - started >= 0.009
