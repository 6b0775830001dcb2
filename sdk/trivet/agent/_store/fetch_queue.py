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

        Keys of sessions whose messages are not due any more are removed.
        """
        self._keys = {each: None for each in self._keys if each == LISTS or is_due(each)}
        return next((each for each in self._keys if each not in deferred), next(iter(self._keys), None))
