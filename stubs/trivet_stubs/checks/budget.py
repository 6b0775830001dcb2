"""The bounds of a run: how many requests it may send, for how long, and how quickly."""

import time
from collections.abc import Callable

from trivet_stubs.checks.outcome import CouldNotRun, NotTried

_TO_REMOVE = 60.0
_LONGEST_PAUSE_TO_REMOVE = 1.0


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

    __module__ = "trivet_stubs.checks"

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
        self._seconds = seconds
        self._longest_wait = longest_wait
        self._every = 0.0 if rate is None else 1 / rate
        self._monotonic = monotonic
        self._begun = self._next = monotonic()

    @property
    def elapsed(self) -> float:
        """The seconds since the run began."""
        return self._monotonic() - self._begun

    def spend(self, *, removing: bool = False) -> None:
        """Count a request that is about to be sent, and wait until it may be.

        >>> budget.spend()

        Args:
            removing: The request removes a record of the run, which is never refused.

        Raises:
            CouldNotRun: A bound is used up.
        """
        if not removing:
            if self.sent >= self._requests:
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
