"""The clock of a client, which a test can replace."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol

from .public import exported_from


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
        """Return the seconds since a fixed moment."""
        return time.monotonic()

    def sleep(self, seconds: float, /) -> None:
        """Pause a thread."""
        time.sleep(seconds)

    async def asleep(self, seconds: float, /) -> None:
        """Pause a task."""
        import asyncio  # noqa: PLC0415  a sync program never needs it, and it takes a third as long as `import httpx`

        await asyncio.sleep(seconds)
