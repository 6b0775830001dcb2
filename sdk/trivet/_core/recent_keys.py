"""The keys of the latest items, for deduplication within a window."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

__all__ = ["RecentKeys"]


class RecentKeys:
    """A set of the latest keys."""

    __slots__ = ("_limit", "_order", "_set")

    def __init__(self, limit: int) -> None:
        """Remember at most `limit` keys."""
        self._limit = limit
        self._order: deque[Hashable] = deque()
        self._set: set[Hashable] = set()

    def new(self, key: Hashable) -> bool:
        """Remember a key, and return whether it is new."""
        if key in self._set:
            return False
        self._set.add(key)
        self._order.append(key)
        if len(self._order) > self._limit:
            self._set.discard(self._order.popleft())
        return True
