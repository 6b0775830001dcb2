"""The latest events of a subscription, by which a repeated one is recognised."""

from __future__ import annotations

__all__ = ["RecentEvents"]


class RecentEvents:
    """Hashes of the ids and the raw data of the latest events, of at least `limit` and at most twice as many.

    The same id with the same data is a repetition. The same id with other data is another event: the server counts from
    the start again, for instance after a restart, and what it numbered before says nothing about what it numbers now.
    """

    __slots__ = ("_latest", "_limit", "_older")

    def __init__(self, limit: int) -> None:
        """Remember the latest `limit` events."""
        self._limit = limit
        # Two dicts, of which the older one is dropped as a whole, cost less than one from which the oldest is removed.
        self._latest: dict[int, int] = {}
        self._older: dict[int, int] = {}

    def is_new(self, id_: str, data: bytes) -> bool:
        """Remember an event, and return whether it is new."""
        key, digest = hash(id_), hash(data)  # of fixed size: an id may be as long as an event
        latest, older = self._latest, self._older
        known: int | None = latest.setdefault(key, digest)
        if known is digest:  # it was added
            known = older.get(key) if older else None
        if known is not None:
            if known == digest:
                return False
            self.forget()
            latest = self._latest
            latest[key] = digest
        if len(latest) >= self._limit:
            self._latest, self._older = {}, latest
        return True

    def forget(self) -> None:
        """Forget all events."""
        self._latest, self._older = {}, {}
