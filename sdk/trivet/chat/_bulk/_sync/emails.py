# Derived from sdk/trivet/chat/_bulk/_async/emails.py by `python -m codegen`; do not edit.
"""The users of a bulk job that are given by their email addresses."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial
from typing import Any

from ...._concurrency.prefetch import Prefetcher
from ...._core import check
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ..._generated._sync.resources import AdminUsers
from ..email_address import user_with_email
from ..jobs.job import Job

__all__ = ["Emails"]

LIMIT = 500
"""The most users of a page: a search for an address that holds wildcards can find many."""


class Emails(Resource):
    """Looks users up by their exact email addresses, several at a time."""

    def __init__(self, connection: Connection, concurrency: int) -> None:
        super().__init__(connection)
        self._users = AdminUsers(connection)
        self._concurrency = concurrency

    def resolve(self, job: Job, items: Iterable[Any]) -> Generator[Any, None, None]:
        """Yield the items in their order, and for each email address the user's record or a skipped row.

        Args:
            job: The job; if its rows are not users, its items are yielded as they are.
            items: Ids, records and email addresses.

        Raises:
            APIError: A search failed.
        """
        prefetcher: Prefetcher[Any] = Prefetcher(self._concurrency)
        index = waiting = 0
        try:
            for item in items:
                if job.takes_email(item):
                    check.text(f"users[{index}]", item)
                    if not prefetcher.room:
                        waiting -= 1
                        yield prefetcher.next()
                    prefetcher.add(partial(self._find, item.strip()))
                    waiting += 1
                else:
                    for _ in range(waiting):
                        yield prefetcher.next()
                    waiting = 0
                    yield item
                index += 1
            for _ in range(waiting):
                yield prefetcher.next()
        finally:
            prefetcher.close()

    def _find(self, email: str) -> Any:
        return user_with_email(email, self._users.list(search=email, limit=LIMIT).complete())
