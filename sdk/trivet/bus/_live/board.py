"""What is known about some stops after one round of requests, and how long until the next round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import attrs

from ..._core.public import exported_from
from ...errors import APIError, RateLimitError

if TYPE_CHECKING:
    from .._generated.models import Arrivals

__all__ = ["Board", "PollInterval", "StopBoard"]

SLOWEST = 16
"""The interval grows to so many times what was asked for while the service refuses for its quota."""


@exported_from("trivet.bus")
@attrs.frozen(kw_only=True)
class StopBoard:
    """The last good arrivals at one stop, their age, and the error of the latest request if it failed.

    >>> for stop in board:
    ...     print(stop.bus_stop_code, stop.arrivals, stop.error)

    Attributes:
        bus_stop_code: The code of the stop.
        arrivals: The last good answer; None as long as there was none.
        fetched_at: When it was fetched; None as long as there was none.
        error: Why the latest request failed; None if it did not.
    """

    bus_stop_code: str
    arrivals: Arrivals | None = None
    fetched_at: datetime | None = None
    error: APIError | None = None

    def age(self, now: datetime) -> timedelta | None:
        """Return how old the arrivals are; None without any.

        >>> stop.age(board.at)
        datetime.timedelta(0)

        Args:
            now: The current time, timezone-aware; `board.at` for the time of the round.
        """
        return None if self.fetched_at is None else max(now - self.fetched_at, timedelta())

    def answered(self, arrivals: Arrivals, at: datetime) -> StopBoard:
        """Return the board after a good answer.

        >>> stop.answered(arrivals, client.clock.now())
        """
        return StopBoard(bus_stop_code=self.bus_stop_code, arrivals=arrivals, fetched_at=at)

    def failed(self, error: APIError) -> StopBoard:
        """Return the board after a request that failed, which keeps the last good arrivals.

        >>> stop.failed(error).arrivals == stop.arrivals
        True
        """
        return attrs.evolve(self, error=error)


@exported_from("trivet.bus")
@attrs.frozen(kw_only=True)
class Board:
    """The boards of some stops after one round of requests, in the order in which the stops were given.

    >>> for board in client.arrivals.watch(["83139"]):
    ...     print(board.at, board["83139"].arrivals)

    Attributes:
        at: When the round ended.
        stops: From each code to what is known of the stop.
        next_after: The seconds until the next round begins, at the earliest.
    """

    at: datetime
    stops: Mapping[str, StopBoard]
    next_after: float

    def __getitem__(self, bus_stop_code: str) -> StopBoard:
        """Return the board of a stop."""
        return self.stops[bus_stop_code]

    def __iter__(self) -> Iterator[StopBoard]:
        """Iterate over the boards of the stops."""
        return iter(self.stops.values())

    def __len__(self) -> int:
        """Return the number of stops."""
        return len(self.stops)


class PollInterval:
    """The seconds between the beginnings of two rounds: longer while the quota is used up."""

    def __init__(self, every: float) -> None:
        self.seconds = every
        self._every = every

    def after(self, errors: Mapping[str, APIError | None]) -> float:
        """Return the seconds between the beginning of a round and that of the next.

        A refusal for the quota doubles them, up to sixteen times what was asked for; each round without one halves
        them again.

        Args:
            errors: The error of each stop in the round; None where the answer was good.
        """
        if any(isinstance(each, RateLimitError) for each in errors.values()):
            self.seconds = min(self.seconds * 2, self._every * SLOWEST)
        else:
            self.seconds = max(self.seconds / 2, self._every)
        return self.seconds
