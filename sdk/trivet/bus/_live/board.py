"""Boards: the arrivals at some stops after one round of requests; and the interval between two rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import attrs

from ..._core.lazy_imports import lazy
from ..._core.public import exported_from
from ...errors import APIError, RateLimitError

if TYPE_CHECKING:
    from .._generated import models as m
else:
    m = lazy("trivet.bus._generated.models")

SLOWEST = 16
"""The factor to which the interval grows while the service refuses calls because of its quota."""


@exported_from("trivet.bus")
@attrs.frozen(kw_only=True)
class StopBoard:
    """The last good arrivals at one stop, their age, and the error of the latest request if it failed.

    >>> for stop in board:
    ...     print(stop.bus_stop_code, stop.arrivals, stop.error)

    Attributes:
        bus_stop_code: The code of the stop.
        arrivals: The last good answer; None before the first.
        fetched_at: The time of that answer; None before the first.
        error: The error of the latest request; None if it succeeded.
    """

    bus_stop_code: str
    arrivals: m.Arrivals | None = None
    fetched_at: datetime | None = None
    error: APIError | None = None

    def age(self, now: datetime) -> timedelta | None:
        """Return the age of the arrivals; None if there are none yet.

        >>> stop.age(board.at)
        datetime.timedelta(0)

        Args:
            now: The current time, timezone-aware; `board.at` for the time of the round.
        """
        return None if self.fetched_at is None else max(now - self.fetched_at, timedelta())

    def answered(self, arrivals: m.Arrivals, at: datetime) -> StopBoard:
        """Return the board after a good answer.

        >>> stop.answered(arrivals, client.clock.now())
        """
        return StopBoard(bus_stop_code=self.bus_stop_code, arrivals=arrivals, fetched_at=at)

    def failed(self, error: APIError) -> StopBoard:
        """Return the board after a failed request: it keeps the last good arrivals.

        >>> stop.failed(error).arrivals == stop.arrivals
        True
        """
        return attrs.evolve(self, error=error)


@exported_from("trivet.bus")
@attrs.frozen(kw_only=True)
class Board:
    """The boards of some stops after one round of requests, in the order of the codes passed to `watch`.

    >>> for board in client.arrivals.watch(["83139"]):
    ...     print(board.at, board["83139"].arrivals)

    Attributes:
        at: The time at which the round ended.
        stops: From the code of each stop to its board.
        next_after: The least seconds until the next round begins.
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
    """The seconds between the beginnings of two rounds; more while the quota is exhausted."""

    def __init__(self, every: float) -> None:
        self.seconds = every
        self._every = every

    def after(self, errors: Mapping[str, APIError | None]) -> float:
        """Return the seconds from the beginning of a round to the beginning of the next one.

        A round in which the service refused a call because of its quota doubles the interval, up to sixteen times;
        every other round halves it again.

        Args:
            errors: The error of each stop in the round; None for a good answer.
        """
        if any(isinstance(error, RateLimitError) for error in errors.values()):
            self.seconds = min(self.seconds * 2, self._every * SLOWEST)
        else:
            self.seconds = max(self.seconds / 2, self._every)
        return self.seconds
