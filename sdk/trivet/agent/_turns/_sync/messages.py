# Derived from sdk/trivet/agent/_turns/_async/messages.py by `python -m codegen`; do not edit.
"""The prompt of a turn, and the messages of its session."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from ...._core.call import Call
from ...._core.lazy_imports import lazy
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ...._sync.pager import Pager
from ..._contexts.context import context_query
from ..._generated import calls
from ..turn_end import TurnEnd

if TYPE_CHECKING:
    from ...._core import answer_decoder
    from ..._generated import models as m
    from ..._store import sessions, transcript
    from ..attribution import Attribution
else:
    answer_decoder = lazy("trivet._core.answer_decoder")
    transcript = lazy("trivet.agent._store.transcript")
    sessions = lazy("trivet.agent._store.sessions")

__all__ = ["TurnMessages"]


class TurnMessages(Resource):
    """Sends the prompt to a session, and fetches its messages.

    Attributes:
        admitted: The server's record of the prompt; None before it was sent.
    """

    def __init__(self, connection: Connection, session_id: str) -> None:
        """Use the caller's own connection: these operations have no context."""
        super().__init__(connection)
        self.admitted: m.SessionInputAdmitted | None = None
        self._session_id = session_id

    def bound_connection(self) -> Connection:
        """Return a connection that is bound to the session's context."""
        session = (self._connection.exchange(calls.session_get(self._session_id))).value
        if session.location is None:
            return self._connection
        context = context_query(session.location.directory, session.location.workspace_id)
        return self._connection.with_settings(self._connection.settings.evolve(context=context))

    def latest(self) -> list[m.Message]:
        """Fetch the latest messages, oldest first."""
        return [*self._pager(TurnEnd(None, self._connection.settings.clock)).page()][::-1]

    def send_prompt(self, call: Call[m.SessionInputAdmitted], end: TurnEnd) -> m.SessionInputAdmitted:
        """Send the prompt; its answer has the id of its message, which says where the agent's answer begins."""
        answer = self._connection.with_settings(end.bound(self._connection.settings)).exchange(call)
        self.admitted = answer.value
        if not sessions.has_id(answer.value):
            why = "the body does not fit: expected the id of the prompt's message as text @ $.data.id"
            raise answer_decoder.decode_error(call, self._connection.settings, answer, answer.body, why)
        return answer.value

    def since_prompt(self, attribution: Attribution, end: TurnEnd) -> list[m.Message]:
        """Fetch the prompt's message and those after it, oldest first."""
        found: list[m.Message] = []
        with closing(self._pager(end).__iter__()) as messages:
            for message in messages:
                found.append(message)
                if transcript.message_id(message) == attribution.prompt_id:
                    return found[::-1]
        # The prompt's own message has been removed.
        return [each for each in reversed(found) if transcript.message_id(each) in attribution.answers]

    def _pager(self, end: TurnEnd) -> Pager[m.Message, str | None]:
        """Return the session's messages, the latest first, each page of which is fetched before the turn has to end."""
        connection = self._connection.with_settings(end.bound(self._connection.settings))
        call = calls.session_message_list(self._session_id, limit=None, order="desc", cursor=None)
        return Pager(connection, call, calls.SESSION_MESSAGE_LIST_PAGES, start=None)
