"""The moment by which a turn has to end."""

from __future__ import annotations

from ..._core.call_end import CallEnd
from ..._core.clock import Clock
from ...errors import APITimeoutError

__all__ = ["TurnEnd"]


class TurnEnd(CallEnd):
    """The end of a turn, which its calls share."""

    __slots__ = ()

    def __init__(self, limit: float | None, clock: Clock) -> None:
        """Count from this moment; None is no end."""
        super().__init__("session.turn", limit, clock)

    def error(self) -> APITimeoutError:
        """Make the error of a turn that has not ended in time."""
        return APITimeoutError(self._operation, f"the session is not idle within the deadline of {self._limit:g} s")
