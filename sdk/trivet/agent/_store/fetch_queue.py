"""The queue of what has to be fetched because no event brings it."""

from __future__ import annotations

from collections.abc import Callable, Container

__all__ = ["LISTS", "FetchQueue"]

LISTS = ""
"""The key of the lists of sessions and requests; any other key is a session's id and stands for its messages."""


class FetchQueue:
    """Keys of what has to be fetched, each once, in the order they were added. It begins with the lists."""

    def __init__(self) -> None:
        self._keys: dict[str, None] = {LISTS: None}

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def add(self, key: str) -> None:
        """Put a key at the end, unless it is in the queue."""
        self._keys.setdefault(key)

    def discard(self, key: str) -> None:
        """Remove a key, if it is in the queue."""
        self._keys.pop(key, None)

    def reset(self) -> None:
        """Begin again with the lists."""
        self._keys = {LISTS: None}

    def first(self, is_due: Callable[[str], bool], deferred: Container[str] = ()) -> str | None:
        """Return the first key, without removing it; a deferred one only where there is no other.

        Keys before it of sessions whose messages are not due any more are removed.
        """
        dropped: list[str] = []
        found: str | None = None
        for each in self._keys:
            if each != LISTS and not is_due(each):
                dropped.append(each)
            elif each not in deferred:
                found = each
                break
            elif found is None:
                found = each
        for each in dropped:
            del self._keys[each]
        return found
