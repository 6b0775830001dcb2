"""A clock that moves only when told to, for stubs and for the clients that talk to them."""

import asyncio
import threading
from datetime import datetime, timedelta, timezone

SINGAPORE = timezone(timedelta(hours=8))
DEFAULT_START = datetime(2025, 6, 16, 8, 0, tzinfo=SINGAPORE)


class Clock:
    """Wall time and monotonic time, settable from any thread.

    A client takes it as its `clock`: it waits by `sleep` and `asleep`, which move the clock on instead of blocking.
    """

    def __init__(self, start: datetime = DEFAULT_START) -> None:
        self._lock = threading.Lock()
        self._now = _aware(start)
        self._monotonic = 0.0

    def __repr__(self) -> str:
        return f"Clock({self.now().isoformat()})"

    def now(self) -> datetime:
        """The time of day, in the zone it was last set in."""
        with self._lock:
            return self._now

    def monotonic(self) -> float:
        """Seconds that have passed on this clock; it never goes back."""
        with self._lock:
            return self._monotonic

    def set(self, now: datetime) -> None:
        """Move to a time; forwards counts as time passing, backwards leaves `monotonic` where it is."""
        _aware(now)
        with self._lock:
            self._monotonic += max(0.0, (now - self._now).total_seconds())
            self._now = now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        if seconds < 0:
            raise ValueError(f"seconds: time passes forwards, and {seconds} is less than 0")
        with self._lock:
            self._now += timedelta(seconds=seconds)
            self._monotonic += seconds

    def sleep(self, seconds: float) -> None:
        """Let time pass, as a caller's wait."""
        self.advance(seconds)

    async def asleep(self, seconds: float) -> None:
        """Let time pass, as a task's wait; other tasks get their turn."""
        self.advance(seconds)
        await asyncio.sleep(0)


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError(f"now: a time needs its UTC offset, and {moment.isoformat()} has none")
    return moment
