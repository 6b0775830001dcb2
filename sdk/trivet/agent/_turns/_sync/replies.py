# Derived from sdk/trivet/agent/_turns/_async/replies.py by `python -m codegen`; do not edit.
"""Replies to what a session asks for while it works, given by the caller's functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ...._concurrency.functions import resolve
from ...._core.call import Call
from ...._core.lazy_imports import lazy
from ...._sync.connection import Connection
from ....errors import InvalidArgumentError, NotFoundError
from ..._generated import calls

if TYPE_CHECKING:
    from ..._generated import models as m
    from ..requests import Request
    from ..turn_end import TurnEnd
else:
    m = lazy("trivet.agent._generated.models")

__all__ = ["Answers", "OnPermission", "OnQuestion", "Replies", "Reply"]

Reply: TypeAlias = Literal["once", "always", "reject"]
Answers: TypeAlias = Sequence[Sequence[str]] | None
OnPermission: TypeAlias = Callable[["m.PermissionRequest"], Reply]
OnQuestion: TypeAlias = Callable[["m.QuestionRequest"], Answers]


class Replies:
    """Replies to the requests of a session and of its subsessions, and ignores those of other sessions.

    A request of a kind without a function waits for another client.
    """

    def __init__(
        self,
        connection: Connection,
        session_id: str,
        on_permission: OnPermission | None,
        on_question: OnQuestion | None,
    ) -> None:
        """Reply through a connection that is bound to the session's context."""
        self._connection = connection
        self._on_permission: Any = on_permission
        self._on_question: Any = on_question
        self._included = {session_id: True}
        self._context = copy_context()

    def fetch(self, end: TurnEnd | None = None) -> list[Request]:
        """Fetch the requests that wait for a reply now, before the turn has to end."""
        connection = self._connection
        found: list[Request] = []
        if end is not None:
            connection = connection.with_settings(end.bound(connection.settings))
        if self._on_permission is not None:
            found += (connection.exchange(calls.permission_list())).value
        if self._on_question is not None:
            found += (connection.exchange(calls.question_list())).value
        return found

    def ask(self, request: Request) -> Call[None]:
        """Call the caller's function, in the caller's context, and make the call that sends its result."""
        context = self._context.copy()  # several functions may run at once
        if isinstance(request, m.PermissionRequest):
            reply = resolve(context.run(self._on_permission, request))
            if not isinstance(reply, str):
                raise InvalidArgumentError("on_permission", "a function that returns once, always or reject", reply)
            return calls.permission_reply(request.id, response=reply)
        answers = resolve(context.run(self._on_question, request))
        if answers is None:
            return calls.question_reject(request.id)
        if isinstance(answers, str) or any(isinstance(each, str) for each in answers):  # a text is a sequence, too
            rule = "a function that returns for each part of a question a list of texts"
            raise InvalidArgumentError("on_question", rule, answers)
        return calls.question_reply(request.id, response=m.QuestionResponse(answers=[list(each) for each in answers]))

    def send(self, call: Call[None]) -> None:
        """Send a reply."""
        with suppress(NotFoundError):  # another client replied first
            self._connection.exchange(call.evolve(retryable=True))  # a second reply is a 404, and changes nothing

    def includes(self, session_id: str, *descendants: str) -> bool:
        """Return whether a session is the turn's own, or one that was started below it."""
        if session_id not in self._included:
            try:
                parent = (self._connection.exchange(calls.session_get(session_id))).value.parent_id
            except NotFoundError:  # it was deleted meanwhile
                parent = None
            self._included[session_id] = (
                parent is not None and parent not in descendants and self.includes(parent, session_id, *descendants)
            )
        return self._included[session_id]
