"""What went by before, as far back as is worth remembering."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

__all__ = ["RecentKeys"]


class RecentKeys:
    """The latest keys that went by."""

    __slots__ = ("_limit", "_order", "_set")

    def __init__(self, limit: int) -> None:
        """Remember so many, and nothing yet."""
        self._limit = limit
        self._order: deque[Hashable] = deque()
        self._set: set[Hashable] = set()

    def new(self, key: Hashable) -> bool:
        """Remember a key; False if it is among the latest already."""
        if key in self._set:
            return False
        self._set.add(key)
        self._order.append(key)
        if len(self._order) > self._limit:
            self._set.discard(self._order.popleft())
        return True
