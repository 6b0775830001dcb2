"""Clocks for stubs and for the clients that talk to them: they stand still or run, and can be set."""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

SINGAPORE = timezone(timedelta(hours=8))
DEFAULT_START = datetime(2025, 6, 16, 8, 0, tzinfo=SINGAPORE)


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """The time of a clock, and whether it was running."""

    now: datetime | None
    """The time; None stands for the real time."""
    running: bool


class Clock:
    """Wall time and monotonic time, settable from any thread; time stands still unless it is moved.

        clock = Clock(datetime(2025, 6, 16, 8, 0, tzinfo=SINGAPORE))
        clock.advance(60)
        clock.set(datetime(2025, 6, 17, 8, 0, tzinfo=SINGAPORE))
        clock.run()
        clock.stop()

    Pass it to a client as its `clock`. The client then waits by `sleep` and `asleep`, which advance a clock that stands
    still instead of blocking.
    """

    __module__ = "trivet_stubs"

    def __init__(self, start: datetime = DEFAULT_START) -> None:
        self._lock = threading.Lock()
        self._now = _aware(start)
        self._monotonic = 0.0
        self._running_since: float | None = None
        self._is_real = False
        self._later: list[tuple[float, Callable[[], object]]] = []

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.now().isoformat()})"

    @property
    def running(self) -> bool:
        """Whether time passes by itself."""
        return self._running_since is not None

    def now(self) -> datetime:
        """The date and time, in the time zone of the last time that was set."""
        with self._lock:
            return self._now if self._running_since is None else self._now + timedelta(seconds=self._passed())

    def monotonic(self) -> float:
        """Seconds that have passed on this clock; it never goes back."""
        with self._lock:
            return self._monotonic + self._passed()

    def set(self, now: datetime) -> None:
        """Set the time. A later time advances `monotonic` as well; an earlier one leaves it unchanged.

        >>> stub.clock.set(datetime(2025, 6, 17, 8, 0, tzinfo=SINGAPORE))
        """
        _aware(now)
        with self._lock:
            start = now - timedelta(seconds=self._passed())
            self._monotonic += max(0.0, (start - self._now).total_seconds())
            self._now = start
            self._is_real = False
        self._call_due()

    def advance(self, seconds: float) -> None:
        """Let time pass.

        >>> stub.clock.advance(60)
        """
        if seconds < 0:
            raise ValueError(f"seconds: {seconds} is less than 0")
        with self._lock:
            self._now += timedelta(seconds=seconds)
            self._monotonic += seconds
            self._is_real = False
        self._call_due()

    def run(self) -> None:
        """Let time pass by itself from now on.

        >>> stub.clock.run()
        """
        with self._lock:
            if self._running_since is None:
                self._running_since = time.monotonic()
        self._call_due()

    def stop(self) -> None:
        """Let time stand still from now on.

        >>> stub.clock.stop()
        """
        with self._lock:
            passed = self._passed()
            self._now += timedelta(seconds=passed)
            self._monotonic += passed
            self._running_since = None
            self._is_real = False

    def call_later(self, seconds: float, function: Callable[[], object]) -> None:
        """Call a function once so many seconds have passed, in the thread that moves the clock, or in a timer's.

        >>> stub.clock.call_later(60, lambda: stub.resume("ses_000001"))
        """
        with self._lock:
            self._later.append((self._monotonic + self._passed() + seconds, function))
        self._start_timer()

    def setting(self) -> ClockSetting:
        """Return the current setting, for `restore`.

        >>> setting = stub.clock.setting()
        """
        return ClockSetting(None if self._is_real else self.now(), self.running)

    def restore(self, setting: ClockSetting) -> None:
        """Return to a setting; a clock that followed the real time follows it again.

        >>> stub.clock.restore(setting)
        """
        self.stop()
        self.set(datetime.now(SINGAPORE) if setting.now is None else setting.now)
        if setting.running:
            self.run()
        self._is_real = setting.now is None

    def sleep(self, seconds: float) -> None:
        """Wait: in real time if the clock runs, otherwise by advancing it."""
        if self.running:
            time.sleep(seconds)
        else:
            self.advance(seconds)

    async def asleep(self, seconds: float) -> None:
        """Wait like `sleep`, in a task; other tasks may run meanwhile."""
        if self.running:
            await asyncio.sleep(seconds)
        else:
            self.advance(seconds)
            await asyncio.sleep(0)

    def _call_due(self) -> None:
        """Call the functions whose time has come."""
        while (due := self._take_due()) is not None:
            due()
        self._start_timer()

    def _take_due(self) -> Callable[[], object] | None:
        with self._lock:
            now = self._monotonic + self._passed()
            for call in self._later:
                if call[0] <= now:
                    self._later.remove(call)
                    return call[1]
        return None

    def _start_timer(self) -> None:
        """While the clock runs, let a timer call the next function."""
        with self._lock:
            if self._running_since is None or not self._later:
                return
            seconds = min(moment for moment, _ in self._later) - self._monotonic - self._passed()
        timer = threading.Timer(max(seconds, 0.0), self._call_due)
        timer.daemon = True
        timer.start()

    def _passed(self) -> float:
        """Seconds that have passed by themselves."""
        return 0.0 if self._running_since is None else time.monotonic() - self._running_since


class RunningClock(Clock):
    """A clock that runs from the start, and shows the real time unless it begins with another.

    >>> BusStub(clock=RunningClock())
    """

    __module__ = "trivet_stubs"

    def __init__(self, start: datetime | None = None) -> None:
        super().__init__(datetime.now(SINGAPORE) if start is None else start)
        self.run()
        self._is_real = start is None


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError(f"now: a time needs its UTC offset, and {moment.isoformat()} has none")
    return moment
