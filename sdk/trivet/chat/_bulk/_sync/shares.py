# Derived from sdk/trivet/chat/_bulk/_async/shares.py by `python -m codegen`; do not edit.
"""The shares of many conversations, as the rows of a bulk job."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from functools import partial
from typing import Any

from ...._concurrency.prefetch import Prefetcher
from ...._core.call import Call, whole_record
from ...._core.traceback_locals import forget_frames
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ....errors import NotFoundError, PermissionDeniedError
from ..._generated import calls
from ..._generated import models as m
from .. import items, outcomes
from ..jobs import CONVERSATIONS
from ..share_jobs import listed_shares
from ..state import RowState
from .rows import items_of


class Shares(Resource):
    """Lists the shares of conversations, several at a time; each iteration reads them again.

    A conversation whose shares the caller may not list is a skipped row with the id of the conversation.
    """

    def __init__(self, connection: Connection, conversations: Any, concurrency: int) -> None:
        """Prepare the lists; nothing is sent.

        Args:
            connection: The connection to send through.
            conversations: Ids, records, or a pager.
            concurrency: The number of lists in flight at the same time.
        """
        super().__init__(connection)
        self._conversations = conversations
        self._concurrency = concurrency

    def __iter__(self) -> Generator[m.Share | RowState, None, None]:
        prefetcher: Prefetcher[list[m.Share] | RowState] = Prefetcher(self._concurrency)
        index = waiting = 0
        try:
            with closing(items_of(self._conversations, whole=True)) as items:
                for item in items:
                    if not prefetcher.room:
                        waiting -= 1
                        for share in _rows(prefetcher.next()):
                            yield share
                    prefetcher.add(partial(self._list, CONVERSATIONS.id_of(index, item)))
                    waiting += 1
                    index += 1
            for _ in range(waiting):
                for share in _rows(prefetcher.next()):
                    yield share
        finally:
            prefetcher.close()

    def _list(self, conversation: str) -> list[m.Share] | RowState:
        try:
            call: Call[Any] = calls.conversations_shares_list(conversation)
            answer = self._connection.exchange(call.evolve(extract=whole_record))
            return listed_shares(answer.value, conversation)
        except (NotFoundError, PermissionDeniedError) as error:
            if isinstance(error, NotFoundError) and not outcomes.is_gone(error):
                raise
            forget_frames(error)
            return items.without_shares(conversation, error)


def _rows(shares: list[m.Share] | RowState) -> Iterable[m.Share | RowState]:
    return [shares] if isinstance(shares, RowState) else shares
