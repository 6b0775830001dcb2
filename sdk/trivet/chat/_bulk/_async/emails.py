"""The users of a bulk job that are given by their email addresses."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable
from functools import partial
from typing import Any

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._concurrency.prefetch import AsyncPrefetcher
from ...._core import check
from ..._generated._async.resources import AsyncAdminUsers
from ..email_address import user_with_email
from ..jobs.job import Job

__all__ = ["AsyncEmails"]

LIMIT = 500
"""The most users of a page: a search for an address that holds wildcards can find many."""


class AsyncEmails(AsyncResource):
    """Looks users up by their exact email addresses, several at a time."""

    def __init__(self, connection: AsyncConnection, concurrency: int) -> None:
        super().__init__(connection)
        self._users = AsyncAdminUsers(connection)
        self._concurrency = concurrency

    async def resolve(self, job: Job, items: AsyncIterable[Any]) -> AsyncGenerator[Any, None]:
        """Yield the items in their order, and for each email address the user's record or a skipped row.

        Args:
            job: The job; if its rows are not users, its items are yielded as they are.
            items: Ids, records and email addresses.

        Raises:
            APIError: A search failed.
        """
        prefetcher: AsyncPrefetcher[Any] = AsyncPrefetcher(self._concurrency)
        index = waiting = 0
        try:
            async for item in items:
                if job.takes_email(item):
                    check.text(f"users[{index}]", item)
                    if not prefetcher.room:
                        waiting -= 1
                        yield await prefetcher.next()
                    prefetcher.add(partial(self._find, item.strip()))
                    waiting += 1
                else:
                    for _ in range(waiting):
                        yield await prefetcher.next()
                    waiting = 0
                    yield item
                index += 1
            for _ in range(waiting):
                yield await prefetcher.next()
        finally:
            await prefetcher.aclose()

    async def _find(self, email: str) -> Any:
        return user_with_email(email, await self._users.list(search=email, limit=LIMIT).complete())
