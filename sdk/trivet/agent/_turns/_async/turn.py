"""A prompt, and what the agent makes of it."""

from __future__ import annotations

from collections import deque
from contextlib import aclosing
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

from ...._async.connection import AsyncConnection
from ...._async.pager import AsyncPager
from ...._concurrency.background import AsyncBackgroundRunner
from ...._core.answer import Unsent
from ...._core.call import Call
from ...._core.lazy import lazy
from ...._core.public import exported_from
from ....errors import DecodeError, StreamError, TrivetError
from ..._contexts.context import context_query
from ..._generated import calls
from ..._stream._async.events import IDLE_TIMEOUT, AsyncEvents
from .idle import async_until_idle
from .replies import AsyncOnPermission, AsyncOnQuestion, AsyncReplies

if TYPE_CHECKING:
    from ..._generated import events as e
    from ..._generated import models as m
    from ..._store import message_builder as growing_message
    from ..._stream import reconnected
    from .. import text as turn_text
else:
    e = lazy("trivet.agent._generated.events")
    growing_message = lazy("trivet.agent._store.message_builder")
    reconnected = lazy("trivet.agent._stream.reconnected")
    turn_text = lazy("trivet.agent._turns.text")

__all__ = ["AsyncTurn"]

GRACE = 1.0
"""Seconds that the last events get when the session is idle already."""


@exported_from("trivet.agent")
class AsyncTurn(Unsent):
    """A prompt and what follows, until the session is idle.

    Iterate it, inside its `with` block, for the agent's text as it grows; then `messages` has what is finished. Leaving
    early leaves the agent at work. The prompt is sent when the block begins, and never a second time.

    Attributes:
        admitted: What the server has made of the prompt; None before it was sent.
        messages: The prompt's message and those after it; None until the session is idle.
    """

    def __init__(
        self,
        connection: AsyncConnection,
        session_id: str,
        prompting: Call[m.SessionInputAdmitted],
        on_permission: AsyncOnPermission | None,
        on_question: AsyncOnQuestion | None,
        deadline: float | None,
    ) -> None:
        """Send nothing yet."""
        self.admitted: m.SessionInputAdmitted | None = None
        self.messages: list[m.Message] | None = None
        self._connection = connection
        self._session_id = session_id
        self._prompting = prompting
        self._asked = (on_permission, on_question)
        self._deadline = deadline
        self._background = AsyncBackgroundRunner()
        self._pieces: deque[str] = deque()
        self._course: _Course | None = None
        self._begun = False
        self._behind = False
        self._odd = False
        self._idle = False
        self._rested = False
        self._over = False
        self._failure: Exception | None = None

    async def __aenter__(self) -> Self:
        """Subscribe to the session's context, then send the prompt.

        Raises:
            APIConnectionError: The service was not reached, or it is not known whether the prompt has arrived.
            APIStatusError: It refused.
            DecodeError: What it answered is not what the contract promises.
        """
        if self._begun:
            raise TypeError("session.turn: a turn is good for one block; a prompt is not sent twice")
        self._begun = True
        session = (await self._connection.exchange(calls.session_get(self._session_id))).value
        here, settings = self._connection, self._connection.settings
        if session.location is not None:
            context = context_query(session.location.directory, session.location.workspace_id)
            here = here.with_settings(settings.with_context(context))
        events = await AsyncEvents(here, calls.event_subscribe(), IDLE_TIMEOUT).__aenter__()
        replies = AsyncReplies(here, self._session_id, *self._asked)
        try:
            await replies.catch_up()
            await replies.reply()  # the prompt would wait for what these wait for
            earlier = await self._messages().page()
            self.admitted = (await self._connection.exchange(self._prompting)).value
            self._course = _Course(events, replies, turn_text.TurnText(self.admitted.id, earlier))
            self._background.start(self._wait)
        except BaseException:
            await self._leave(events)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._course is not None:
            await self._leave(self._course.events)

    async def run(self) -> list[m.Message]:
        """Send the prompt and wait until the session is idle, all in one.

        Returns:
            The prompt's message and those after it.

        Raises:
            APIConnectionError: The service was not reached, or it is not known whether the prompt has arrived.
            APIStatusError: It refused.
            APITimeoutError: The deadline has passed, and the agent is still at work.
        """
        async with self:
            async for _ in self:
                pass
        if self.messages is None:
            raise TrivetError("session.turn: it was left before the session was idle")
        return self.messages

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        """Wait for more of the agent's text.

        Raises:
            APITimeoutError: The deadline has passed, and the agent is still at work.
            NotFoundError: The session has been deleted.
            APIError: The service could not be reached, refused, or gave a body that does not fit.
        """
        course = self._course
        if course is None:
            raise TypeError("session.turn: the text comes inside its `with` block")
        while not self._pieces and self.messages is None and not self._over:
            await self._go_on(course)
        if not self._pieces:
            raise StopAsyncIteration
        return self._pieces.popleft()

    async def _go_on(self, course: _Course) -> None:
        """Do what is due, each of it until it is done, and then take the next event."""
        if self._behind:
            await course.replies.catch_up()
            self._show(course.text.fetched(await self._since(course)))
            self._behind, self._idle = False, True  # unless there are more events, which say so
        await course.replies.reply()
        if self._idle and self._rested:
            await self._finish(course)
            return
        try:
            event = await anext(course.events)
        except StopAsyncIteration:
            await self._finish(course)
        except (DecodeError, StreamError):
            if self._odd:  # nothing has come since the last one
                raise
            self._odd = self._behind = True
        else:
            self._odd = False
            self._hear(course, event)

    def _hear(self, course: _Course, event: e.Event | reconnected.Reconnected) -> None:
        if isinstance(event, reconnected.Reconnected):
            self._behind = True
            return
        course.replies.hear(event)
        payload = getattr(event, "payload", None)
        if getattr(payload, "session_id", None) == self._session_id:
            self._show(course.text.hear(event))
            self._idle = isinstance(event, e.SessionIdleEvent) and course.text.begun
            self._background.notify()

    def _show(self, text: str) -> None:
        if text:
            self._pieces.append(text)

    async def _finish(self, course: _Course) -> None:
        """The session is idle, or nobody will know."""
        await self._background.wait_for(lambda: self._rested or self._over)
        await course.events.aclose()
        if self._failure is not None:
            raise self._failure
        if not self._over:
            messages = await self._since(course)
            self._show(course.text.fetched(messages))
            self.messages = messages

    def _messages(self) -> AsyncPager[m.Message, str | None]:
        """The session's messages, the latest first."""
        call = calls.session_message_list(self._session_id, limit=None, order="desc", cursor=None)
        return AsyncPager(self._connection, call, calls.SESSION_MESSAGE_LIST_PAGES, start=None)

    async def _since(self, course: _Course) -> list[m.Message]:
        """The messages since the prompt, it included."""
        found: list[m.Message] = []
        async with aclosing(self._messages().__aiter__()) as messages:
            async for message in messages:
                found.append(message)
                if growing_message.message_id(message) == course.text.prompt_id:
                    return found[::-1]
        # The prompt's own message has been removed.
        return [each for each in reversed(found) if growing_message.message_id(each) in course.text.messages]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._session_id!r})"

    # BackgroundRunner the reader.

    async def _wait(self) -> None:
        """Wait for the session to be idle, and let whoever reads events know."""
        connection, over = self._connection, lambda: self._over
        try:
            await async_until_idle(connection, self._session_id, self._deadline, over)
        except Exception as error:
            self._failure = error
        self._rested = True
        self._background.notify()
        if self._failure is None:
            await self._background.wait_for(lambda: self._idle or self._over, GRACE)
        if self._course is not None:
            await self._course.events.aclose()

    async def _leave(self, events: AsyncEvents) -> None:
        self._over = True
        self._background.notify()
        await events.aclose()
        await self._background.aclose(grace=GRACE if self._rested else 0)  # otherwise it ends with its read


class _Course(NamedTuple):
    """What there is once the prompt is sent."""

    events: AsyncEvents
    replies: AsyncReplies
    text: turn_text.TurnText
