# Derived from sdk/trivet/agent/_async/replies.py by `python -m codegen`; do not edit.
"""What a session asks for while it works, answered by the caller's functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..._ahead import result
from ..._core.lazy import lazy
from ..._sync.connection import Connection
from ...errors import NotFoundError
from .. import calls

if TYPE_CHECKING:
    from .. import events as e
    from .. import models as m
else:
    e = lazy("trivet.agent.events")
    m = lazy("trivet.agent.models")

__all__ = ["Answers", "OnPermission", "OnQuestion", "Replies", "Reply"]

Reply: TypeAlias = Literal["once", "always", "reject"]
Answers: TypeAlias = Sequence[Sequence[str]] | None
OnPermission: TypeAlias = Callable[["m.PermissionRequest"], Reply]
OnQuestion: TypeAlias = Callable[["m.QuestionRequest"], Answers]


class Replies:
    """Replies to the requests of a session and of those that it began, each once."""

    def __init__(
        self,
        connection: Connection,
        session_id: str,
        on_permission: OnPermission | None,
        on_question: OnQuestion | None,
    ) -> None:
        """Reply through a connection that is bound to the session's context; without a function, leave it to others."""
        self._connection = connection
        self._on_permission = on_permission
        self._on_question = on_question
        self._ours = {session_id: True}
        self._replied: set[str] = set()

    def catch_up(self) -> None:
        """Reply to what waits already."""
        if self._on_permission is not None:
            for permission in (self._connection.exchange(calls.permission_list())).value:
                self._permit(self._on_permission, permission)
        if self._on_question is not None:
            for question in (self._connection.exchange(calls.question_list())).value:
                self._answer(self._on_question, question)

    def hear(self, event: e.Event) -> None:
        """Reply to what an event asks for."""
        if isinstance(event, e.PermissionAskedEvent | e.PermissionV2AskedEvent) and self._on_permission is not None:
            self._permit(self._on_permission, event.payload)
        if isinstance(event, e.QuestionAskedEvent | e.QuestionV2AskedEvent) and self._on_question is not None:
            self._answer(self._on_question, event.payload)

    def _permit(self, ask: OnPermission, request: m.PermissionRequest) -> None:
        if not self._is_new(request):
            return
        call = calls.permission_reply(request.id, response=result(ask(request)))
        with suppress(NotFoundError):  # somebody else was quicker
            self._connection.exchange(call)

    def _answer(self, ask: OnQuestion, request: m.QuestionRequest) -> None:
        if not self._is_new(request):
            return
        answers = result(ask(request))
        if answers is None:
            call = calls.question_reject(request.id)
        else:
            response = m.QuestionResponse(answers=[list(each) for each in answers])
            call = calls.question_reply(request.id, response=response)
        with suppress(NotFoundError):  # as above
            self._connection.exchange(call)

    def _is_new(self, request: m.PermissionRequest | m.QuestionRequest) -> bool:
        if request.id in self._replied or not self._is_ours(request.session_id):
            return False
        self._replied.add(request.id)
        return True

    def _is_ours(self, session_id: str) -> bool:
        """Whether a session is this one, or was begun below it."""
        if session_id not in self._ours:
            self._ours[session_id] = False
            try:
                parent = (self._connection.exchange(calls.session_get(session_id))).value.parent_id
            except NotFoundError:  # it is gone again
                return False
            self._ours[session_id] = parent is not None and self._is_ours(parent)
        return self._ours[session_id]
