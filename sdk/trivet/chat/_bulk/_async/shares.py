"""The shares of many conversations, as the rows of a bulk job."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from functools import partial
from typing import Any

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._async.pager import AsyncPager
from ...._concurrency.prefetch import AsyncPrefetcher
from ...._core.call import Call, whole_record
from ...._core.traceback_locals import forget_frames
from ....errors import NotFoundError, PermissionDeniedError
from ..._generated import calls
from ..._generated import models as m
from .. import outcomes
from ..row import RowChange
from ..share_jobs import conversation_id, listed_shares


class AsyncShares(AsyncResource):
    """Lists the shares of conversations, several at a time; each iteration reads them again.

    A conversation whose shares the caller may not list is a skipped row with the id of the conversation.
    """

    def __init__(self, connection: AsyncConnection, conversations: Any, concurrency: int) -> None:
        """Prepare the lists; nothing is sent.

        Args:
            connection: The connection to send through.
            conversations: Ids, records, or a pager.
            concurrency: The number of lists in flight at the same time.
        """
        super().__init__(connection)
        self._conversations = conversations
        self._concurrency = concurrency

    async def __aiter__(self) -> AsyncGenerator[m.Share | RowChange, None]:
        prefetcher: AsyncPrefetcher[list[m.Share] | RowChange] = AsyncPrefetcher(self._concurrency)
        waiting = 0
        try:
            async with aclosing(self._ids()) as ids:
                async for conversation in ids:
                    if not prefetcher.room:
                        waiting -= 1
                        for share in _rows(await prefetcher.next()):
                            yield share
                    prefetcher.add(partial(self._list, conversation))
                    waiting += 1
            for _ in range(waiting):
                for share in _rows(await prefetcher.next()):
                    yield share
        finally:
            await prefetcher.aclose()

    async def _ids(self) -> AsyncGenerator[str, None]:
        index = 0
        whole = isinstance(self._conversations, AsyncPager)
        source: Any = await self._conversations.complete() if whole else self._conversations
        if hasattr(source, "__aiter__"):
            async for item in source:
                yield conversation_id(index, item)
                index += 1
        else:
            for item in source:
                yield conversation_id(index, item)
                index += 1

    async def _list(self, conversation: str) -> list[m.Share] | RowChange:
        try:
            call: Call[Any] = calls.conversations_shares_list(conversation)
            return listed_shares((await self._connection.exchange(call.evolve(extract=whole_record))).value)
        except (NotFoundError, PermissionDeniedError) as error:
            if isinstance(error, NotFoundError) and not outcomes.is_gone(error):
                raise
            forget_frames(error)
            return outcomes.without_shares(conversation, error)


def _rows(shares: list[m.Share] | RowChange) -> Iterable[m.Share | RowChange]:
    return [shares] if isinstance(shares, RowChange) else shares
