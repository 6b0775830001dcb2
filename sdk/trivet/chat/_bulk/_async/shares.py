"""The shares of many conversations, as the rows of a bulk job."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from functools import partial
from typing import Any

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._concurrency.prefetch import AsyncPrefetcher
from ...._core.call import Call, whole_record
from ...._core.traceback_locals import forget_frames
from ....errors import NotFoundError, PermissionDeniedError
from ..._generated import calls
from ..._generated import models as m
from .. import items, outcomes
from ..jobs import CONVERSATIONS
from ..share_jobs import listed_shares
from ..state import RowState
from .rows import items_of


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

    async def __aiter__(self) -> AsyncGenerator[m.Share | RowState, None]:
        prefetcher: AsyncPrefetcher[list[m.Share] | RowState] = AsyncPrefetcher(self._concurrency)
        index = waiting = 0
        try:
            async with aclosing(items_of(self._conversations, whole=True)) as items:
                async for item in items:
                    if not prefetcher.room:
                        waiting -= 1
                        for share in _rows(await prefetcher.next()):
                            yield share
                    prefetcher.add(partial(self._list, CONVERSATIONS.id_of(index, item)))
                    waiting += 1
                    index += 1
            for _ in range(waiting):
                for share in _rows(await prefetcher.next()):
                    yield share
        finally:
            await prefetcher.aclose()

    async def _list(self, conversation: str) -> list[m.Share] | RowState:
        try:
            call: Call[Any] = calls.conversations_shares_list(conversation)
            answer = await self._connection.exchange(call.evolve(extract=whole_record))
            return listed_shares(answer.value, conversation)
        except (NotFoundError, PermissionDeniedError) as error:
            if isinstance(error, NotFoundError) and not outcomes.is_gone(error):
                raise
            forget_frames(error)
            return items.without_shares(conversation, error)


def _rows(shares: list[m.Share] | RowState) -> Iterable[m.Share | RowState]:
    return [shares] if isinstance(shares, RowState) else shares
