"""Sessions that are fetched one by one while the stream reports changes to them."""

from __future__ import annotations

from weakref import WeakSet

__all__ = ["PendingFetch", "PendingFetches"]


class PendingFetch:
    """A session that is being fetched by its id.

    Attributes:
        session_id: The session.
        valid: Whether the answer may be used; False once the session has left, or events were missed.
    """

    def __init__(self, session_id: str) -> None:
        self.session_id = session_id
        self.valid = True


class PendingFetches:
    """The fetches that are not finished; one ends when its caller drops it."""

    def __init__(self) -> None:
        self._fetches: WeakSet[PendingFetch] = WeakSet()

    def track(self, session_id: str) -> PendingFetch:
        """Begin a fetch."""
        fetch = PendingFetch(session_id)
        self._fetches.add(fetch)
        return fetch

    def invalidate(self, session_id: str | None = None) -> None:
        """Make the fetches of a session invalid, or all of them."""
        for each in self._fetches:
            if session_id is None or each.session_id == session_id:
                each.valid = False
