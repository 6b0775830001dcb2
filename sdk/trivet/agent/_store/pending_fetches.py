"""Sessions that are fetched by themselves, beside the stream that tells of them."""

from __future__ import annotations

from weakref import WeakSet

__all__ = ["Seekers", "Sought"]


class Sought:
    """A session that is being fetched by itself: what comes is of no use if the session has left meanwhile."""

    def __init__(self, session_id: str) -> None:
        """Begin."""
        self.session_id = session_id
        self.left = False


class Seekers:
    """Those that are being fetched now, for as long as anybody holds them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._all: WeakSet[Sought] = WeakSet()

    def seek(self, session_id: str) -> Sought:
        """Begin with one more."""
        sought = Sought(session_id)
        self._all.add(sought)
        return sought

    def miss(self, session_id: str | None = None) -> None:
        """A session has left; without one, any of them may have."""
        for each in self._all:
            each.left |= session_id is None or each.session_id == session_id
