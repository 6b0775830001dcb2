"""Fetching what a view shows: lists of a runtime context, and the messages of a session."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._async.pager import AsyncPager
from ..._generated import calls
from ..._generated.models import Message, PermissionRequest, QuestionRequest, RuntimeContext, Session
from ..session_filter import SessionFilter

__all__ = ["AsyncFetcher"]

Lists: TypeAlias = tuple[RuntimeContext | None, list[Session], list[PermissionRequest | QuestionRequest]]


class AsyncFetcher(AsyncResource):
    """Fetches over a connection that is bound to a runtime context."""

    def __init__(self, connection: AsyncConnection, session_filter: SessionFilter) -> None:
        super().__init__(connection)
        self._filter = session_filter

    async def session(self, session_id: str) -> Session:
        """Fetch one session."""
        return (await self._connection.exchange(calls.session_get(session_id))).value

    async def messages(self, session_id: str) -> list[Message]:
        """Fetch all messages of a session, oldest first."""
        call = calls.session_message_list(session_id, limit=None, order="asc", cursor=None)
        pager: AsyncPager[Message, str | None] = AsyncPager(
            self._connection, call, calls.SESSION_MESSAGE_LIST_PAGES, start=None
        )
        return await pager.all()

    async def lists(self) -> Lists:
        """Fetch the context that the server names, its sessions, oldest first, and the requests that wait."""
        page = await self._session_pager(order="asc", cursor=None).page()  # even an empty page names the context
        sessions = [*page]
        if page.next is not None:
            sessions += await self._session_pager(order=None, cursor=page.next).all()
        requests: list[PermissionRequest | QuestionRequest] = [
            *(await self._connection.exchange(calls.permission_list())).value,
            *(await self._connection.exchange(calls.question_list())).value,
        ]
        return getattr(page.record, "location", None), sessions, requests

    def _session_pager(self, order: Literal["asc"] | None, cursor: str | None) -> AsyncPager[Session, str | None]:
        each = self._filter
        call = calls.session_list(
            limit=None,
            order=order,
            path=each.path,
            roots=each.roots,
            start=each.start,
            search=each.search,
            cursor=cursor,
        )
        return AsyncPager(self._connection, call, calls.SESSION_LIST_PAGES, start=cursor)
