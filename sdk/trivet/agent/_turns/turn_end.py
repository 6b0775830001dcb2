"""The moment by which a turn has to end."""

from __future__ import annotations

from ..._core.call_deadline import CallEnd
from ..._core.clock import Clock
from ..._core.settings import Settings
from ...errors import APITimeoutError

__all__ = ["TurnEnd"]


class TurnEnd(CallEnd):
    """The end of a turn, which its calls share."""

    __slots__ = ()

    def __init__(self, limit: float | None, clock: Clock) -> None:
        """Count from this moment; None is no end."""
        super().__init__("session.turn", limit, clock)

    def bound(self, settings: Settings) -> Settings:
        """Return settings with which a call that begins now does not outlast this end."""
        left = self.left()
        if left is None:
            return settings
        limit = left if settings.deadline is None else min(settings.deadline, left)
        return settings.evolve(deadline=max(limit, 0.001))

    def error(self) -> APITimeoutError:
        """Make the error of a turn that has not ended in time."""
        return APITimeoutError(self._operation, f"the session is not idle within the deadline of {self._limit:g} s")
