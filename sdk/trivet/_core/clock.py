"""The clock of a client, which a test can replace."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol

from .public import exported_from

__all__ = ["Clock", "SystemClock"]


@exported_from("trivet")
class Clock(Protocol):
    """What a client needs of a clock; a stub's clock has it.

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
        """Wait in a thread."""
        ...

    async def asleep(self, seconds: float, /) -> None:
        """Wait in a task."""
        ...


class SystemClock:
    """The clock of the operating system."""

    def now(self) -> datetime:
        """Return the time of day in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return the seconds since a fixed moment."""
        return time.monotonic()

    def sleep(self, seconds: float, /) -> None:
        """Wait in a thread."""
        time.sleep(seconds)

    async def asleep(self, seconds: float, /) -> None:
        """Wait in a task."""
        import asyncio  # noqa: PLC0415  a sync program never needs it, and it costs a third of importing httpx

        await asyncio.sleep(seconds)
