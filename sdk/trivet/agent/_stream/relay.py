"""Events that wait for a reader who shares the stream of another one."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ..._core.events import Reconnected

if TYPE_CHECKING:
    from .._generated.events import Event

__all__ = ["EventRelay"]


class EventRelay:
    """A queue of events, bounded: the stream does not wait for those who share it.

    When too many wait, they are dropped, and a `Reconnected` says that events were missed.

    Attributes:
        ended: Whether the stream has ended, so that no more events will arrive.
    """

    def __init__(self, limit: int) -> None:
        """Let at most `limit` events wait."""
        self.ended = False
        self._limit = limit
        self._waiting: deque[Event | Reconnected] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, event: Event | Reconnected) -> None:
        """Add an event."""
        if len(self._waiting) >= self._limit:
            self._waiting.clear()
            self.put_gap()
        self._waiting.append(event)

    def put_gap(self) -> None:
        """Add that events were missed."""
        self._waiting.append(Reconnected(cause=None, attempts=1))

    def take(self) -> Event | Reconnected:
        """Return the oldest event, and remove it.

        Raises:
            IndexError: No event waits.
        """
        return self._waiting.popleft()
