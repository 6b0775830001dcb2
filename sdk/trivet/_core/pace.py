"""How soon the next request may be sent at a limited rate."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Final

__all__ = ["Pace"]

RESOLUTION = 1e-6
"""Seconds that a clock may be early."""


class Pace:
    """Even intervals between requests: at ten a second, each is sent a tenth of a second after the one before it.

    Time without requests is not saved up for a burst. Threads and event loops share a pace.
    """

    __slots__ = ("_lock", "_monotonic", "_next", "_process", "per_second")

    def __init__(self, per_second: float, monotonic: Callable[[], float]) -> None:
        """Begin with a request that may be sent at once.

        Args:
            per_second: The rate.
            monotonic: Returns seconds that never decrease.
        """
        self.per_second: Final = per_second
        self._monotonic = monotonic
        self._next: float | None = None
        self._process = os.getpid()
        self._lock = threading.Lock()

    def take(self) -> float:
        """Return 0 if a request may be sent now, which counts it; otherwise the seconds until then."""
        if self._process != os.getpid():  # after a fork; a thread of the parent may hold the old lock
            self._process, self._lock = os.getpid(), threading.Lock()
        with self._lock:
            now = self._monotonic()
            if self._next is not None and self._next - now > RESOLUTION:
                return self._next - now
            self._next = now + 1 / self.per_second
            return 0.0
