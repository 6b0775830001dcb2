"""The polling of arrivals at some stops."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from typing import TYPE_CHECKING

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._concurrency.cancellable import async_run_workers
from ...._core import check
from ...._core.answer import Unsent
from ...._core.call import Call
from ...._core.lazy_imports import lazy
from ...._core.traceback_locals import forget_frames
from ....errors import APIError, InvalidArgumentError
from ..._generated import calls

if TYPE_CHECKING:
    from ..._generated import models as m
    from .. import board as boards
else:
    m = lazy("trivet.bus._generated.models")
    boards = lazy("trivet.bus._live.board")

RENEWED_EVERY = 20.0
"""The service renews its estimates every 20 seconds, according to its guide; a shorter interval is useless."""

AT_ONCE = 8
"""The most requests at once: enough for a round of a hundred stops within seconds."""


class AsyncArrivalWatch(Unsent):
    """An endless iterable of boards, one for each round of requests."""

    def __init__(self, connection: AsyncConnection, watched: dict[str, Call[m.Arrivals]], every: float) -> None:
        self._connection = connection
        self._calls = watched
        self._every = every

    async def __aiter__(self) -> AsyncIterator[boards.Board]:
        """Fetch the arrivals at every stop, yield the board, wait, and repeat."""
        clock, interval = self._connection.settings.clock, boards.PollInterval(self._every)
        stops = {code: boards.StopBoard(bus_stop_code=code) for code in self._calls}
        while True:
            begun = clock.monotonic()
            stops = await self._round(stops)
            next_at = begun + interval.after({code: stop.error for code, stop in stops.items()})
            yield boards.Board(at=clock.now(), stops=stops, next_after=max(0.0, next_at - clock.monotonic()))
            wait = next_at - clock.monotonic()  # shorter by the time that the caller took for the board
            if wait > 0:
                await clock.asleep(wait)

    async def _round(self, before: dict[str, boards.StopBoard]) -> dict[str, boards.StopBoard]:
        """Request every stop once, and return the new boards."""
        boards, codes = dict(before), iter(list(before))

        async def work() -> None:
            for code in codes:  # the workers share the iterator, so each code goes to one of them
                boards[code] = await self._ask(before[code])

        await async_run_workers(min(AT_ONCE, len(before)), work)
        return boards

    async def _ask(self, before: boards.StopBoard) -> boards.StopBoard:
        try:
            answer = await self._connection.exchange(self._calls[before.bus_stop_code])
        except APIError as error:
            forget_frames(error)
            return before.failed(error)
        return before.answered(answer.value, self._connection.settings.clock.now())


class AsyncArrivalWatches(AsyncResource):
    """The polling of arrivals: `bus.arrivals.watch(["83139", "54009"])`."""

    def watch(self, bus_stop_codes: Collection[str], *, every: float = RENEWED_EVERY) -> AsyncArrivalWatch:
        """Poll the arrivals at some stops, with one request a stop in each round.

        >>> async for board in client.arrivals.watch(["83139", "54009"]):
        ...     for stop in board:
        ...         print(stop.bus_stop_code, stop.age(board.at), stop.error or stop.arrivals)

        If a request fails, the stop keeps its last good arrivals, with their age, and has the error. Requests are not
        retried within a round. While the service refuses calls because of its quota, the rounds become slower, up to
        sixteen times; afterwards they become faster again. The iteration is endless: leave it with `break`.

        Args:
            bus_stop_codes: The codes of the stops; repeated codes count once.
            every: Seconds between the beginnings of two rounds; not below 20, because the service renews its estimates
                every 20 seconds.

        Raises:
            InvalidArgumentError: There is no stop, a code is not text, or the interval is too short. Nothing was sent.
            TrivetError: While iterating: the client was closed.

        Contract: Endpoints, `GET /v3/BusArrival`.
        """
        check.number("every", every, minimum=RENEWED_EVERY)
        if isinstance(bus_stop_codes, str):
            raise InvalidArgumentError("bus_stop_codes", "a list of codes", bus_stop_codes)
        watched = {
            code: calls.arrivals_get(code, service_no=None, accept="application/json") for code in bus_stop_codes
        }
        if not watched:
            raise InvalidArgumentError("bus_stop_codes", "at least one code of a stop", bus_stop_codes)
        return AsyncArrivalWatch(self._connection.without_retries(), watched, every)
