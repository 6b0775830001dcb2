"""The clock of a client, which a test can replace."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Protocol

from .public import exported_from


def _running_clock() -> Callable[[], float]:
    """Return the monotonic clock of the system as an object that no library replaces.

    freezegun stops `time.monotonic`, also where a module has imported it, but no pause: a loop that sleeps until a
    moment has come would never end. It leaves `time.clock_gettime` alone, which Windows lacks.
    """
    if hasattr(time, "clock_gettime"):
        return partial(time.clock_gettime, time.CLOCK_MONOTONIC)
    return partial(time.monotonic)


monotonic = _running_clock()
"""Returns seconds that pass while a wait lasts, also in a test that has frozen the time."""

SLICE = 0.2
"""Seconds of each short wait of a thread, see `wait_in_slices`."""


@exported_from("trivet")
class Clock(Protocol):
    """The clock of a client: the time of day, and pauses. A stub's clock is one, too.

    >>> with BusStub() as stub:
    ...     client = BusClient(account_key="k", transport=stub.transport(), clock=stub.clock)
    """

    def now(self) -> datetime:
        """Return the time of day, with its zone."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never decrease."""
        ...

    def sleep(self, seconds: float, /) -> None:
        """Pause a thread; the sync client calls it."""
        ...

    async def asleep(self, seconds: float, /) -> None:
        """Pause a task; the async client calls it."""
        ...


class SystemClock:
    """The clock of the operating system."""

    def now(self) -> datetime:
        """Return the time of day in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return the seconds since a fixed moment; they pass while a test has frozen the time, as pauses do."""
        return monotonic()

    def sleep(self, seconds: float, /) -> None:
        """Pause a thread, in slices: a signal that comes right before a slice is handled after it."""
        while seconds > SLICE:
            time.sleep(SLICE)
            seconds -= SLICE
        time.sleep(seconds)

    async def asleep(self, seconds: float, /) -> None:
        """Pause a task."""
        import asyncio  # noqa: PLC0415  a sync program never needs it, and it takes a third as long as `import httpx`

        await asyncio.sleep(seconds)
