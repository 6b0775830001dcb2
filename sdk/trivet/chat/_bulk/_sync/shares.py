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
from ...._sync.pager import Pager
from ....errors import NotFoundError, PermissionDeniedError
from ..._generated import calls
from ..._generated import models as m
from .. import outcomes
from ..row import RowChange
from ..share_jobs import conversation_id, listed_shares


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

    def __iter__(self) -> Generator[m.Share | RowChange, None, None]:
        prefetcher: Prefetcher[list[m.Share] | RowChange] = Prefetcher(self._concurrency)
        waiting = 0
        try:
            with closing(self._ids()) as ids:
                for conversation in ids:
                    if not prefetcher.room:
                        waiting -= 1
                        for share in _rows(prefetcher.next()):
                            yield share
                    prefetcher.add(partial(self._list, conversation))
                    waiting += 1
            for _ in range(waiting):
                for share in _rows(prefetcher.next()):
                    yield share
        finally:
            prefetcher.close()

    def _ids(self) -> Generator[str, None, None]:
        index = 0
        whole = isinstance(self._conversations, Pager)
        source: Any = self._conversations.complete() if whole else self._conversations
        if hasattr(source, "__iter__"):
            for item in source:
                yield conversation_id(index, item)
                index += 1
        else:
            for item in source:
                yield conversation_id(index, item)
                index += 1

    def _list(self, conversation: str) -> list[m.Share] | RowChange:
        try:
            call: Call[Any] = calls.conversations_shares_list(conversation)
            return listed_shares((self._connection.exchange(call.evolve(extract=whole_record))).value)
        except (NotFoundError, PermissionDeniedError) as error:
            if isinstance(error, NotFoundError) and not outcomes.is_gone(error):
                raise
            forget_frames(error)
            return outcomes.without_shares(conversation, error)


def _rows(shares: list[m.Share] | RowChange) -> Iterable[m.Share | RowChange]:
    return [shares] if isinstance(shares, RowChange) else shares
