# Derived from sdk/trivet/agent/_turns/_async/replies.py by `python -m codegen`; do not edit.
"""What a session asks for while it works, answered by the caller's functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ...._concurrency.callback import resolve
from ...._core.call import Call
from ...._core.lazy import lazy
from ...._sync.connection import Connection
from ....errors import InvalidArgumentError, NotFoundError
from ..._generated import calls

if TYPE_CHECKING:
    from ..._generated import events as e
    from ..._generated import models as m
else:
    e = lazy("trivet.agent._generated.events")
    m = lazy("trivet.agent._generated.models")

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
        self._waiting: dict[str, m.PermissionRequest | m.QuestionRequest] = {}
        self._replied: set[str] = set()

    def catch_up(self) -> None:
        """Look what waits for a reply already."""
        found: list[m.PermissionRequest | m.QuestionRequest] = []
        if self._on_permission is not None:
            found += (self._connection.exchange(calls.permission_list())).value
        if self._on_question is not None:
            found += (self._connection.exchange(calls.question_list())).value
        for request in found:
            self._take(request)

    def hear(self, event: e.Event) -> None:
        """Take what an event asks for."""
        match event:
            case (
                e.PermissionAskedEvent()
                | e.PermissionV2AskedEvent()
                | e.QuestionAskedEvent()
                | e.QuestionV2AskedEvent()
            ):
                self._take(event.payload)
            case _:
                pass

    def reply(self) -> None:
        """Reply to what waits; when that fails, it goes on waiting."""
        while self._waiting:
            request = next(iter(self._waiting.values()))
            if self._is_ours(request.session_id):
                call = self._answered(request)
                call = call.evolve(retryable=True)  # a second reply is answered with 404 and changes nothing
                with suppress(NotFoundError):  # somebody else was quicker
                    self._connection.exchange(call)
            self._replied.add(request.id)
            del self._waiting[request.id]

    def _take(self, request: m.PermissionRequest | m.QuestionRequest) -> None:
        asks = self._on_permission if isinstance(request, m.PermissionRequest) else self._on_question
        if asks is not None and request.id not in self._replied:
            self._waiting[request.id] = request

    def _answered(self, request: m.PermissionRequest | m.QuestionRequest) -> Call[None]:
        """What the caller says to a request, as a call."""
        if isinstance(request, m.PermissionRequest):
            assert self._on_permission is not None  # or it would not wait
            reply: Any = resolve(self._on_permission(request))
            if not isinstance(reply, str):
                raise InvalidArgumentError("on_permission", "a function that gives once, always or reject", reply)
            return calls.permission_reply(request.id, response=reply)
        assert self._on_question is not None  # as above
        answers = resolve(self._on_question(request))
        if answers is None:
            return calls.question_reject(request.id)
        if isinstance(answers, str) or any(isinstance(each, str) for each in answers):  # which iterate, too
            rule = "a function that gives for each part of a question a list of texts"
            raise InvalidArgumentError("on_question", rule, answers)
        return calls.question_reply(request.id, response=m.QuestionResponse(answers=[list(each) for each in answers]))

    def _is_ours(self, session_id: str, *below: str) -> bool:
        """Whether a session is this one, or was begun below it."""
        if session_id not in self._ours:
            try:
                parent = (self._connection.exchange(calls.session_get(session_id))).value.parent_id
            except NotFoundError:  # it is gone again
                parent = None
            is_below = parent is not None and parent not in below and self._is_ours(parent, session_id, *below)
            self._ours[session_id] = is_below
        return self._ours[session_id]
