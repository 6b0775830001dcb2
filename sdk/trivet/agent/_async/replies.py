"""What a session asks for while it works, answered by the caller's functions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..._ahead import async_result
from ..._async.connection import AsyncConnection
from ..._core.lazy import lazy
from ...errors import NotFoundError
from .. import calls

if TYPE_CHECKING:
    from .. import events as e
    from .. import models as m
else:
    e = lazy("trivet.agent.events")
    m = lazy("trivet.agent.models")

__all__ = ["Answers", "AsyncOnPermission", "AsyncOnQuestion", "AsyncReplies", "Reply"]

Reply: TypeAlias = Literal["once", "always", "reject"]
Answers: TypeAlias = Sequence[Sequence[str]] | None
AsyncOnPermission: TypeAlias = Callable[["m.PermissionRequest"], Awaitable[Reply] | Reply]
AsyncOnQuestion: TypeAlias = Callable[["m.QuestionRequest"], Awaitable[Answers] | Answers]


class AsyncReplies:
    """Replies to the requests of a session and of those that it began, each once."""

    def __init__(
        self,
        connection: AsyncConnection,
        session_id: str,
        on_permission: AsyncOnPermission | None,
        on_question: AsyncOnQuestion | None,
    ) -> None:
        """Reply through a connection that is bound to the session's context; without a function, leave it to others."""
        self._connection = connection
        self._on_permission = on_permission
        self._on_question = on_question
        self._ours = {session_id: True}
        self._replied: set[str] = set()

    async def catch_up(self) -> None:
        """Reply to what waits already."""
        if self._on_permission is not None:
            for permission in (await self._connection.exchange(calls.permission_list())).value:
                await self._permit(self._on_permission, permission)
        if self._on_question is not None:
            for question in (await self._connection.exchange(calls.question_list())).value:
                await self._answer(self._on_question, question)

    async def hear(self, event: e.Event) -> None:
        """Reply to what an event asks for."""
        if isinstance(event, e.PermissionAskedEvent | e.PermissionV2AskedEvent) and self._on_permission is not None:
            await self._permit(self._on_permission, event.payload)
        if isinstance(event, e.QuestionAskedEvent | e.QuestionV2AskedEvent) and self._on_question is not None:
            await self._answer(self._on_question, event.payload)

    async def _permit(self, ask: AsyncOnPermission, request: m.PermissionRequest) -> None:
        if not await self._is_new(request):
            return
        call = calls.permission_reply(request.id, response=await async_result(ask(request)))
        with suppress(NotFoundError):  # somebody else was quicker
            await self._connection.exchange(call)

    async def _answer(self, ask: AsyncOnQuestion, request: m.QuestionRequest) -> None:
        if not await self._is_new(request):
            return
        answers = await async_result(ask(request))
        if answers is None:
            call = calls.question_reject(request.id)
        else:
            response = m.QuestionResponse(answers=[list(each) for each in answers])
            call = calls.question_reply(request.id, response=response)
        with suppress(NotFoundError):  # as above
            await self._connection.exchange(call)

    async def _is_new(self, request: m.PermissionRequest | m.QuestionRequest) -> bool:
        if request.id in self._replied or not await self._is_ours(request.session_id):
            return False
        self._replied.add(request.id)
        return True

    async def _is_ours(self, session_id: str) -> bool:
        """Whether a session is this one, or was begun below it."""
        if session_id not in self._ours:
            self._ours[session_id] = False
            try:
                parent = (await self._connection.exchange(calls.session_get(session_id))).value.parent_id
            except NotFoundError:  # it is gone again
                return False
            self._ours[session_id] = parent is not None and await self._is_ours(parent)
        return self._ours[session_id]
