"""Clocks for stubs and for the clients that talk to them: one that stands still, and one that runs."""

import asyncio
import threading
import time
from datetime import datetime, timedelta, timezone

SINGAPORE = timezone(timedelta(hours=8))
DEFAULT_START = datetime(2025, 6, 16, 8, 0, tzinfo=SINGAPORE)


class Clock:
    """Wall time and monotonic time, settable from any thread; time stands still unless it is moved.

        clock = Clock(datetime(2025, 6, 16, 8, 0, tzinfo=SINGAPORE))
        clock.advance(60)
        clock.set(datetime(2025, 6, 17, 8, 0, tzinfo=SINGAPORE))

    A client takes it as its `clock`: it waits by `sleep` and `asleep`, which move the clock on instead of blocking.
    """

    __module__ = "trivet_stubs"

    def __init__(self, start: datetime = DEFAULT_START) -> None:
        self._lock = threading.Lock()
        self._now = _aware(start)
        self._monotonic = 0.0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.now().isoformat()})"

    def now(self) -> datetime:
        """The time of day, in the zone it was last set in."""
        with self._lock:
            return self._now + timedelta(seconds=self._passed())

    def monotonic(self) -> float:
        """Seconds that have passed on this clock; it never goes back."""
        with self._lock:
            return self._monotonic + self._passed()

    def set(self, now: datetime) -> None:
        """Move to a time; forwards counts as time passing, backwards leaves `monotonic` where it is.

        >>> stub.clock.set(datetime(2025, 6, 17, 8, 0, tzinfo=SINGAPORE))
        """
        _aware(now)
        with self._lock:
            start = now - timedelta(seconds=self._passed())
            self._monotonic += max(0.0, (start - self._now).total_seconds())
            self._now = start

    def advance(self, seconds: float) -> None:
        """Let time pass.

        >>> stub.clock.advance(60)
        """
        if seconds < 0:
            raise ValueError(f"seconds: time passes forwards, and {seconds} is less than 0")
        with self._lock:
            self._now += timedelta(seconds=seconds)
            self._monotonic += seconds

    def sleep(self, seconds: float) -> None:
        """Let time pass, as a caller's wait."""
        self.advance(seconds)

    async def asleep(self, seconds: float) -> None:
        """Let time pass, as a task's wait; other tasks may run meanwhile."""
        self.advance(seconds)
        await asyncio.sleep(0)

    def _passed(self) -> float:
        """Seconds that have passed by themselves."""
        return 0.0


class RunningClock(Clock):
    """A clock that runs by itself and can still be set; `sleep` and `asleep` take real time.

    >>> BusStub(clock=RunningClock())
    """

    __module__ = "trivet_stubs"

    def __init__(self, start: datetime | None = None) -> None:
        super().__init__(datetime.now(SINGAPORE) if start is None else start)
        self._begun = time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait, in a thread."""
        time.sleep(seconds)

    async def asleep(self, seconds: float) -> None:
        """Wait, in a task."""
        await asyncio.sleep(seconds)

    def _passed(self) -> float:
        return time.monotonic() - self._begun


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError(f"now: a time needs its UTC offset, and {moment.isoformat()} has none")
    return moment
