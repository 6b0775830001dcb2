"""The moment by which a call must end, including its retries and the body of its answer."""

from __future__ import annotations

from typing import Any

from ..errors import APITimeoutError
from .clock import Clock, monotonic

EXTENSION = "trivet.end"
"""The request extension (of httpx) that holds the `CallEnd`, for the network below."""


TIMER_GRAIN = 0.02
"""The seconds by which a timer may fire early: 1 ms in the event loops of uvloop, 16 ms on Windows."""


class CallEnd:
    """The end of one call, which its attempts, connections and bodies share.

    Two clocks measure it, the client's and the system's, and the first to reach it ends the call: a test may stop the
    client's clock, but its calls still end if a server never stops sending.

    Attributes:
        clock: The client's clock.
        reader: The network stream that is read for the call; aborting it ends a wait in another thread at once.
    """

    __slots__ = ("_clock_end", "_end", "_limit", "_operation", "_setting", "_wait_end", "clock", "reader")

    def __init__(self, operation: str, limit: float | None, clock: Clock, setting: str = "deadline") -> None:
        """Count the limit from now on.

        Args:
            operation: The operation's name, for the error.
            limit: Seconds until the end; None for no end.
            clock: The client's clock.
            setting: The name of the setting that gave the limit, for the error.
        """
        self._operation = operation
        self._setting = setting
        self._limit = limit
        self.clock: Clock = clock
        self.reader: Any = None
        self._end = 0.0 if limit is None else monotonic() + limit
        self._clock_end = 0.0 if limit is None else clock.monotonic() + limit
        self._wait_end = self._clock_end

    def left(self) -> float | None:
        """Return the seconds left, at least 0; None without an end."""
        if self._limit is None:
            return None
        now = self.clock.monotonic()
        left = max(0.0, min(self._end - monotonic(), self._clock_end - now))
        self._wait_end = now + left
        return left

    def least(self, timeout: float | None) -> float | None:
        """Return the smaller of a timeout and the time left; None stands for no limit."""
        left = self.left()
        if left is None or timeout is None:
            return left if timeout is None else timeout
        return min(timeout, left)

    def remove(self) -> None:
        """Remove the limit, so that the call may take any time."""
        self._limit = None

    def pass_now(self) -> None:
        """End the call now."""
        self._limit = self._limit or 0.0
        self._end = self._clock_end = 0.0

    def has_passed(self) -> bool:
        """Whether no time is left."""
        return self.left() == 0.0

    def explains_timeout(self) -> bool:
        """Whether a timeout that happens now is the end of the call, whose timer may fire a little early.

        A stub that hangs moves a clock that stands still by the time that was left when the wait began. That is less
        than the limit if the machine was busy before the request, so neither clock need have reached the end.
        """
        wait_end, left = self._wait_end, self.left()
        return left is not None and (left <= TIMER_GRAIN or self.clock.monotonic() >= wait_end - TIMER_GRAIN)

    def error(self) -> APITimeoutError:
        """Return the error for a call that has not ended in time."""
        return APITimeoutError(
            self._operation, f"no answer within the {self._setting} of {round(self._limit or 0, 3):g} s"
        )
