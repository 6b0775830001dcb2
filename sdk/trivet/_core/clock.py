"""Where the time comes from, so that a test can hold it still."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol

from .public import exported_from

__all__ = ["Clock", "SystemClock"]


@exported_from("trivet")
class Clock(Protocol):
    """What a client asks of a clock; a stub's clock fits."""

    def now(self) -> datetime:
        """The time of day, with its zone."""
        ...

    def monotonic(self) -> float:
        """Seconds that never go back."""
        ...

    def sleep(self, seconds: float, /) -> None:
        """Wait, in a thread."""
        ...

    async def asleep(self, seconds: float, /) -> None:
        """Wait, in a task."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """The time of day, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()

    def sleep(self, seconds: float, /) -> None:
        """Wait, in a thread."""
        time.sleep(seconds)

    async def asleep(self, seconds: float, /) -> None:
        """Wait, in a task."""
        import asyncio  # noqa: PLC0415  a sync program never needs it, and it costs a third of importing httpx

        await asyncio.sleep(seconds)
