"""Time and requests of a run: their bounds, and for how long a check waits for a change that a server shows late.

A check that waits for a change and one that watches for none need the same time. If the first waited longer, a server
that stores a refused write late would pass the second.
"""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager

from trivet_checks.checks.verdict import CouldNotRun
from trivet_checks.exchanges.evidence import NotTried

_TO_REMOVE = 60.0
_LONGEST_PAUSE_TO_REMOVE = 1.0


LEAST = 3.2
"""The least seconds of a wait: as long as it takes to see a write that a replica shows a second or two later."""
LONGEST = 10.0
"""The most seconds that a first write is waited for, to learn how late the server is."""
MARGIN = 2.0
"""A wait is the lateness of the slowest write times this: the next write may be slower."""
SHORT = 0.35
"""The seconds of a wait while no late write was seen: a server that commits after its answer is mostly late by
milliseconds, and the writes so far may have been none of them."""
_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 1.6


class Budget:
    """Counts the requests of a run, and waits before one that would come too early.

        budget = Budget(requests=2000, seconds=600.0, rate=20.0)

    Args:
        requests: How many requests may be sent.
        seconds: How long the run may take.
        rate: How many requests may be sent in a second; None does not limit it.
        longest_wait: The seconds that a check may wait until something expires.
        monotonic: Returns the seconds of a clock that never goes back.
        pause: Waits some seconds.

    Raises:
        ValueError: A bound is not greater than 0.
    """

    __module__ = "trivet_checks"

    def __init__(
        self,
        *,
        requests: int = 5000,
        seconds: float = 900.0,
        rate: float | None = None,
        longest_wait: float = 10.0,
        monotonic: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        for name, bound in (("requests", requests), ("seconds", seconds), ("rate", rate)):
            if bound is not None and not bound > 0:
                raise ValueError(f"{name}: {bound} is not greater than 0")
        self.sent: int = 0
        self.pause = pause
        self._requests = requests
        self._kept = 0
        self._seconds = seconds
        self._longest_wait = longest_wait
        self._every = 0.0 if rate is None else 1 / rate
        self._monotonic = monotonic
        self._begun = self._next = monotonic()

    @property
    def requests(self) -> int:
        """How many requests may be sent."""
        return self._requests

    @contextmanager
    def keeping(self, requests: int) -> Generator[None, None, None]:
        """Keep some requests for a later part of the run: without them, the bound is lower in the block.

        >>> with budget.keeping(500):
        ...     budget.spend()
        """
        self._kept = requests
        try:
            yield
        finally:
            self._kept = 0

    @property
    def elapsed(self) -> float:
        """The seconds since the run began."""
        return self._monotonic() - self._begun

    @property
    def share_used(self) -> float:
        """The part of the requests or of the time that is used up, whichever is the larger one: from 0 to 1."""
        return max(self.sent / self._requests, self.elapsed / self._seconds)

    def spend(self, *, removing: bool = False) -> None:
        """Count a request that is about to be sent, and wait until it may be.

        >>> budget.spend()

        Args:
            removing: The request removes a record of the run, which is never refused.

        Raises:
            CouldNotRun: A bound is used up.
        """
        if not removing:
            if self.sent >= self._requests - self._kept:
                raise CouldNotRun(f"the run has sent {self.sent} requests, as many as it may")
            self.check_time()
        wait = self._next - self._monotonic()
        if wait > 0:
            if not removing and self.elapsed + wait > self._seconds:
                raise CouldNotRun(f"the next request may be sent in {wait:g} s, and the run ends before")
            self.pause(min(wait, _LONGEST_PAUSE_TO_REMOVE) if removing else wait)
        self.sent += 1
        self._next = max(self._next, self._monotonic()) + self._every

    def check_time(self) -> None:
        """Raise `CouldNotRun` if the run has taken as long as it may.

        >>> budget.check_time()
        """
        if self.elapsed >= self._seconds:
            raise CouldNotRun(f"the run has taken {self._seconds:g} s, as long as it may")

    @property
    def may_remove(self) -> bool:
        """Whether there is time to remove a record: a minute more than for anything else."""
        return self.elapsed < self._seconds + _TO_REMOVE

    def wait(self, seconds: float) -> None:
        """Wait until something has expired.

        >>> target.budget.wait(token["expires_in"])

        Raises:
            NotTried: That is longer than a check may wait.
        """
        if seconds > self._longest_wait:
            raise NotTried(f"takes {seconds:g} s, and a check may wait for {self._longest_wait:g} s")
        self.pause(seconds)


class Lateness:
    """The largest delay between a write and the first answer that shows it.

    >>> lateness = Lateness()
    >>> lateness.observe(4.0)
    >>> lateness.wait
    8.0

    Args:
        wait: The seconds to wait, in place of those that follow from the observed writes.

    Attributes:
        is_fixed: Whether `wait` was given, so that no write has to be observed.
    """

    def __init__(self, wait: float | None = None) -> None:
        if wait is not None and not wait >= 0:
            raise ValueError(f"settle: {wait} is less than 0")
        self.is_fixed: bool = wait is not None
        self._fixed = wait
        self._largest = 0.0

    @property
    def wait(self) -> float:
        """The seconds after which a change that was not seen counts as one that does not come."""
        return max(LEAST, MARGIN * self._largest) if self._fixed is None else self._fixed

    @property
    def largest(self) -> float:
        """The largest delay that was observed, in seconds."""
        return self._largest

    def observe(self, seconds: float) -> None:
        """Note that a write was seen so many seconds after the first look for it."""
        self._largest = max(self._largest, seconds)


def pauses(seconds: float) -> Iterator[float]:
    """Yield the pauses between looks, which become longer, for so many seconds in all.

    >>> list(pauses(0.5))
    [0.05, 0.1, 0.2, 0.15]
    """
    pause = _FIRST_PAUSE
    while seconds > 0:
        yield min(pause, seconds)
        seconds = round(seconds - pause, 6)
        pause = min(2 * pause, _LONGEST_PAUSE)
