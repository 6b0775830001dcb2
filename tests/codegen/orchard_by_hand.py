"""The hand-written code of the orchard, on top of its generated code."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from copy import copy
from typing import TYPE_CHECKING, Literal, Self

from ...._async.client import AsyncClient, AsyncResource
from ..._generated import calls

if TYPE_CHECKING:
    from ..._generated import models as m

__all__ = ["AsyncNewsFollowing", "AsyncPickedReports", "AsyncPicking"]


class AsyncPicking(AsyncClient):
    """A client that can be copied for a block."""

    @asynccontextmanager
    async def picking(self) -> AsyncGenerator[Self, None]:
        """Return a copy that shares the connections."""
        yield copy(self)

    def at(self, *, directory: str) -> Self:
        """Return a copy that is bound to a directory."""
        connection = self._connection
        other = copy(self)
        other._open(connection.with_settings(connection.settings.evolve(context=(("directory", directory),))))
        return other


class AsyncPickedReports(AsyncResource):
    """The operation that reads a report."""

    async def yearly(self, season: Literal["spring", "autumn"] | str) -> m.Row:
        """Return the report of a season.

        Args:
            season: The season.
        """
        call = calls.reports_yearly(season, accept="application/json")
        answer = await self._connection.exchange(call)
        return answer.value


class AsyncNewsFollowing(AsyncResource):
    """The operation that reads news."""

    async def follow(self) -> bytes:
        """Return the news in their frames."""
        response = await self._connection.stream(calls.news_follow(), None)
        return await response.read(64_000_000)
