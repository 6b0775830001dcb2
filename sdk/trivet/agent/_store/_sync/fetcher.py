# Derived from sdk/trivet/agent/_store/_async/fetcher.py by `python -m codegen`; do not edit.
"""Fetching what a view shows: lists of a runtime context, and the messages of a session."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ...._sync.client import Resource
from ...._sync.connection import Connection
from ...._sync.pager import Pager
from ..._generated import calls
from ..._generated.models import Message, PermissionRequest, QuestionRequest, RuntimeContext, Session
from ..session_filter import SessionFilter

__all__ = ["Fetcher"]

Lists: TypeAlias = tuple[RuntimeContext | None, list[Session], list[PermissionRequest | QuestionRequest]]


class Fetcher(Resource):
    """Fetches over a connection that is bound to a runtime context."""

    def __init__(self, connection: Connection, session_filter: SessionFilter) -> None:
        super().__init__(connection)
        self._filter = session_filter

    def session(self, session_id: str) -> Session:
        """Fetch one session."""
        return (self._connection.exchange(calls.session_get(session_id))).value

    def messages(self, session_id: str) -> list[Message]:
        """Fetch all messages of a session, oldest first."""
        call = calls.session_message_list(session_id, limit=None, order="asc", cursor=None)
        pager: Pager[Message, str | None] = Pager(self._connection, call, calls.SESSION_MESSAGE_LIST_PAGES, start=None)
        return pager.all()

    def lists(self) -> Lists:
        """Fetch the context that the server names, its sessions, oldest first, and the requests that wait."""
        page = self._session_pager(order="asc", cursor=None).page()  # even an empty page names the context
        sessions = [*page]
        if page.next is not None:
            sessions += self._session_pager(order=None, cursor=page.next).all()
        requests: list[PermissionRequest | QuestionRequest] = [
            *(self._connection.exchange(calls.permission_list())).value,
            *(self._connection.exchange(calls.question_list())).value,
        ]
        return getattr(page.record, "location", None), sessions, requests

    def _session_pager(self, order: Literal["asc"] | None, cursor: str | None) -> Pager[Session, str | None]:
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
        return Pager(self._connection, call, calls.SESSION_LIST_PAGES, start=cursor)
