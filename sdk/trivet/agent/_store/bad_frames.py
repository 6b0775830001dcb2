"""Events that cannot be read: how many of them make a stream that is none."""

from __future__ import annotations

from collections import deque

__all__ = ["BadFrames"]

MOST = 5
"""The number of unreadable events within a stretch that count as missed events."""

STRETCH = 60.0
"""Seconds of a stretch."""


class BadFrames:
    """Counts events that cannot be read, in the latest minute.

    Each of them counts as missed events, which are fetched. A stream that has more of them in a minute is no stream of
    events; a day with many of them is no reason to give up.
    """

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=MOST + 1)

    def add(self, now: float) -> bool:
        """Count one; return whether there were too many, by a clock whose seconds never decrease."""
        self._times.append(now)
        return len(self._times) > MOST and now - self._times[0] <= STRETCH
