"""A prompt and the agent's answer: the I/O of a turn, driven by its state machine."""

from __future__ import annotations

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
from .idle import async_wait_until_idle
from .replies import AsyncOnPermission, AsyncOnQuestion, AsyncReplies

if TYPE_CHECKING:
    from ...._core import codec
    from ..._generated import models as m
    from ..._store import message_builder, record_fields
    from .. import state as turn_state
else:
    codec = lazy("trivet._core.codec")
    message_builder = lazy("trivet.agent._store.message_builder")
    record_fields = lazy("trivet.agent._store.record_fields")
    turn_state = lazy("trivet.agent._turns.state")

__all__ = ["AsyncTurn"]

GRACE = 1.0
"""Seconds that the last events get to arrive once the session is idle."""


@exported_from("trivet.agent")
class AsyncTurn(Unsent):
    """A prompt and the agent's answer to it, until the session is idle.

    Iterate it, inside its `with` block, for the agent's text as it grows; afterwards `messages` holds the finished
    messages. The prompt is sent once, when the block begins. Leaving the block early does not stop the agent.

    >>> async with client.session.turn(session.id, "What is here?") as turn:
    ...     async for text in turn:
    ...         print(text, end="")
    >>> turn.messages[-1].content

    Attributes:
        admitted: The server's record of the prompt; None before it was sent.
    """

    def __init__(
        self,
        connection: AsyncConnection,
        session_id: str,
        prompt_call: Call[m.SessionInputAdmitted],
        on_permission: AsyncOnPermission | None,
        on_question: AsyncOnQuestion | None,
        deadline: float | None,
    ) -> None:
        self.admitted: m.SessionInputAdmitted | None = None
        self._connection = connection
        self._session_id = session_id
        self._prompt_call = prompt_call
        self._callbacks = (on_permission, on_question)
        self._deadline = deadline
        self._background = AsyncBackgroundRunner()
        self._links: _Links | None = None
        self._state = turn_state.TurnState(
            session_id, permissions=on_permission is not None, questions=on_question is not None
        )

    @property
    def messages(self) -> list[m.Message] | None:
        """The prompt's message and those after it; None until the session is idle."""
        return self._state.messages

    async def __aenter__(self) -> Self:
        """Subscribe to the session's context, then send the prompt.

        Raises:
            APIConnectionError: The service was not reached, or it is not known whether the prompt has arrived.
            APIStatusError: The service refused.
            DecodeError: The service's answer does not have the form that the contract promises.
        """
        self._state.start()
        session = (await self._connection.exchange(calls.session_get(self._session_id))).value
        bound, settings = self._connection, self._connection.settings
        if session.location is not None:
            context = context_query(session.location.directory, session.location.workspace_id)
            bound = bound.with_settings(settings.evolve(context=context))
        events = await AsyncEvents(bound, calls.event_subscribe(), IDLE_TIMEOUT).__aenter__()
        self._links = links = _Links(events, AsyncReplies(bound, self._session_id, *self._callbacks))
        try:
            for request in await links.replies.fetch():
                self._state.requests.add(request)
            await links.replies.send(self._state.requests)  # the prompt would wait behind these
            earlier = await self._pager().page()
            self._state.admit(await self._send_prompt(), earlier)
            self._background.start(self._wait)
        except BaseException:
            await self._leave(links)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._links is not None:
            await self._leave(self._links)

    async def run(self) -> list[m.Message]:
        """Send the prompt and wait until the session is idle.

        >>> messages = await client.session.turn(session.id, "What is here?").run()

        Returns:
            The prompt's message and those after it.

        Raises:
            APIConnectionError: The service was not reached, or it is not known whether the prompt has arrived.
            APIStatusError: The service refused.
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
        while True:
            step = self._state.next_step()
            if step == "show":
                return self._state.take_text()
            if step == "stop" or self._links is None:
                raise StopAsyncIteration
            match step:
                case "catch_up":
                    await self._catch_up(self._links)
                case "reply":
                    await self._links.replies.send(self._state.requests)
                case "read":
                    await self._read(self._links)
                case "finish":
                    await self._finish(self._links)

    async def _catch_up(self, links: _Links) -> None:
        requests = await links.replies.fetch()
        self._state.catch_up(requests, await self._fetch_messages())
        await links.replies.send(self._state.requests)  # before the caller gets the text, and takes its time

    async def _read(self, links: _Links) -> None:
        try:
            event = await anext(links.events)
        except StopAsyncIteration:
            self._state.end_stream()
        except (DecodeError, StreamError):
            if self._state.fail_read():
                raise
        else:
            self._state.receive(event)
            if self._state.idle:
                self._background.notify()

    async def _finish(self, links: _Links) -> None:
        state = self._state
        await self._background.wait_for(lambda: state.at_rest or state.cancelled)
        await links.events.aclose()
        if state.failure is not None:
            raise state.failure
        if not state.cancelled:
            state.finish(await self._fetch_messages())

    async def _send_prompt(self) -> str:
        """Send the prompt; return the id of its message, which says where the answer begins."""
        answer = await self._connection.exchange(self._prompt_call)
        self.admitted = answer.value
        if not record_fields.has_id(answer.value):
            why = "the body does not fit: expected the id of the prompt's message as text @ $.data.id"
            raise codec.decode_error(self._prompt_call, self._connection.settings, answer, answer.body, why)
        return answer.value.id

    def _pager(self) -> AsyncPager[m.Message, str | None]:
        """Return the session's messages, the latest first."""
        call = calls.session_message_list(self._session_id, limit=None, order="desc", cursor=None)
        return AsyncPager(self._connection, call, calls.SESSION_MESSAGE_LIST_PAGES, start=None)

    async def _fetch_messages(self) -> list[m.Message]:
        """Fetch the prompt's message and those after it, oldest first."""
        found: list[m.Message] = []
        async with aclosing(self._pager().__aiter__()) as messages:
            async for message in messages:
                found.append(message)
                if message_builder.message_id(message) == self._state.text().prompt_id:
                    return found[::-1]
        # The prompt's own message has been removed.
        return [each for each in reversed(found) if message_builder.message_id(each) in self._state.text().messages]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._session_id!r})"

    async def _wait(self) -> None:
        """Wait in the background until the session is idle, then end the stream of events."""
        state = self._state
        try:
            await async_wait_until_idle(self._connection, self._session_id, self._deadline, lambda: state.cancelled)
        except Exception as error:
            state.rest(error)
        else:
            state.rest()
        self._background.notify()
        if state.failure is None:
            await self._background.wait_for(lambda: state.idle or state.cancelled, GRACE)
        if self._links is not None:
            await self._links.events.aclose()

    async def _leave(self, links: _Links) -> None:
        self._state.cancel()
        self._background.notify()
        await links.events.aclose()
        # The wait ends with its read, which is only worth waiting for once the session is idle.
        await self._background.aclose(grace=GRACE if self._state.at_rest else 0)


class _Links(NamedTuple):
    """What connects a turn with the service, from the start of its block."""

    events: AsyncEvents
    replies: AsyncReplies
