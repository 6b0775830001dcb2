"""The shares of many conversations, as the rows of a bulk job."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

from ...._async.connection import AsyncConnection
from ...._concurrency.prefetch import AsyncPrefetcher
from ...._core.call import Call, whole_record
from ...._core.traceback_locals import forget_frames
from ....errors import NotFoundError, PermissionDeniedError
from ..._generated import calls
from ..._generated import models as m
from .. import outcomes
from ..items import without_shares
from ..jobs import CONVERSATIONS, listed_shares
from ..state import RowState
from .rows import items_of


async def shares_of(
    connection: AsyncConnection, conversations: Any, concurrency: int
) -> AsyncGenerator[m.Share | RowState, None]:
    """Yield the shares of conversations; one whose shares the caller may not list is a skipped row with its id.

    Args:
        connection: The connection to send through.
        conversations: Ids, records, or a pager.
        concurrency: The number of lists in flight at the same time.
    """

    async def listed(conversation: str) -> Sequence[m.Share | RowState]:
        try:
            call: Call[Any] = calls.conversations_shares_list(conversation)
            answer = await connection.exchange(call.evolve(extract=whole_record))
            return listed_shares(answer.value, conversation)
        except (NotFoundError, PermissionDeniedError) as error:
            if isinstance(error, NotFoundError) and not outcomes.is_gone(error):
                raise
            forget_frames(error)
            return [without_shares(conversation, error)]

    prefetcher: AsyncPrefetcher[Sequence[m.Share | RowState]] = AsyncPrefetcher(concurrency)
    index = waiting = 0
    try:
        async with aclosing(items_of(conversations, whole=True)) as items:
            async for item in items:
                if not prefetcher.room:
                    waiting -= 1
                    for share in await prefetcher.next():
                        yield share
                prefetcher.add(partial(listed, CONVERSATIONS.id_of(index, item)))
                waiting += 1
                index += 1
        for _ in range(waiting):
            for share in await prefetcher.next():
                yield share
    finally:
        await prefetcher.aclose()
