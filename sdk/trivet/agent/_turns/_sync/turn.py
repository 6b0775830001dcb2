# Derived from sdk/trivet/agent/_turns/_async/turn.py by `python -m codegen`; do not edit.
"""A prompt, and what the agent makes of it."""

from __future__ import annotations

from collections import deque
from contextlib import closing
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

from ...._concurrency.background import BackgroundRunner
from ...._core.answer import Unsent
from ...._core.call import Call
from ...._core.lazy import lazy
from ...._core.public import exported_from
from ...._sync.connection import Connection
from ...._sync.pager import Pager
from ....errors import DecodeError, StreamError, TrivetError
from ..._contexts.context import context_query
from ..._generated import calls
from ..._stream._sync.events import IDLE_TIMEOUT, Events
from .idle import until_idle
from .replies import OnPermission, OnQuestion, Replies

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

__all__ = ["Turn"]

GRACE = 1.0
"""Seconds that the last events get when the session is idle already."""


@exported_from("trivet.agent")
class Turn(Unsent):
    """A prompt and what follows, until the session is idle.

    Iterate it, inside its `with` block, for the agent's text as it grows; then `messages` has what is finished. Leaving
    early leaves the agent at work. The prompt is sent when the block begins, and never a second time.

    Attributes:
        admitted: What the server has made of the prompt; None before it was sent.
        messages: The prompt's message and those after it; None until the session is idle.
    """

    def __init__(
        self,
        connection: Connection,
        session_id: str,
        prompting: Call[m.SessionInputAdmitted],
        on_permission: OnPermission | None,
        on_question: OnQuestion | None,
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
        self._background = BackgroundRunner()
        self._pieces: deque[str] = deque()
        self._course: _Course | None = None
        self._begun = False
        self._behind = False
        self._odd = False
        self._idle = False
        self._rested = False
        self._over = False
        self._failure: Exception | None = None

    def __enter__(self) -> Self:
        """Subscribe to the session's context, then send the prompt.

        Raises:
            APIConnectionError: The service was not reached, or it is not known whether the prompt has arrived.
            APIStatusError: It refused.
            DecodeError: What it answered is not what the contract promises.
        """
        if self._begun:
            raise TypeError("session.turn: a turn is good for one block; a prompt is not sent twice")
        self._begun = True
        session = (self._connection.exchange(calls.session_get(self._session_id))).value
        here, settings = self._connection, self._connection.settings
        if session.location is not None:
            context = context_query(session.location.directory, session.location.workspace_id)
            here = here.with_settings(settings.with_context(context))
        events = Events(here, calls.event_subscribe(), IDLE_TIMEOUT).__enter__()
        replies = Replies(here, self._session_id, *self._asked)
        try:
            replies.catch_up()
            replies.reply()  # the prompt would wait for what these wait for
            earlier = self._messages().page()
            self.admitted = (self._connection.exchange(self._prompting)).value
            self._course = _Course(events, replies, turn_text.TurnText(self.admitted.id, earlier))
            self._background.start(self._wait)
        except BaseException:
            self._leave(events)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._course is not None:
            self._leave(self._course.events)

    def run(self) -> list[m.Message]:
        """Send the prompt and wait until the session is idle, all in one.

        Returns:
            The prompt's message and those after it.

        Raises:
            APIConnectionError: The service was not reached, or it is not known whether the prompt has arrived.
            APIStatusError: It refused.
            APITimeoutError: The deadline has passed, and the agent is still at work.
        """
        with self:
            for _ in self:
                pass
        if self.messages is None:
            raise TrivetError("session.turn: it was left before the session was idle")
        return self.messages

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
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
            self._go_on(course)
        if not self._pieces:
            raise StopIteration
        return self._pieces.popleft()

    def _go_on(self, course: _Course) -> None:
        """Do what is due, each of it until it is done, and then take the next event."""
        if self._behind:
            course.replies.catch_up()
            self._show(course.text.fetched(self._since(course)))
            self._behind, self._idle = False, True  # unless there are more events, which say so
        course.replies.reply()
        if self._idle and self._rested:
            self._finish(course)
            return
        try:
            event = next(course.events)
        except StopIteration:
            self._finish(course)
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

    def _finish(self, course: _Course) -> None:
        """The session is idle, or nobody will know."""
        self._background.wait_for(lambda: self._rested or self._over)
        course.events.close()
        if self._failure is not None:
            raise self._failure
        if not self._over:
            messages = self._since(course)
            self._show(course.text.fetched(messages))
            self.messages = messages

    def _messages(self) -> Pager[m.Message, str | None]:
        """The session's messages, the latest first."""
        call = calls.session_message_list(self._session_id, limit=None, order="desc", cursor=None)
        return Pager(self._connection, call, calls.SESSION_MESSAGE_LIST_PAGES, start=None)

    def _since(self, course: _Course) -> list[m.Message]:
        """The messages since the prompt, it included."""
        found: list[m.Message] = []
        with closing(self._messages().__iter__()) as messages:
            for message in messages:
                found.append(message)
                if growing_message.message_id(message) == course.text.prompt_id:
                    return found[::-1]
        # The prompt's own message has been removed.
        return [each for each in reversed(found) if growing_message.message_id(each) in course.text.messages]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._session_id!r})"

    # BackgroundRunner the reader.

    def _wait(self) -> None:
        """Wait for the session to be idle, and let whoever reads events know."""
        connection, over = self._connection, lambda: self._over
        try:
            until_idle(connection, self._session_id, self._deadline, over)
        except Exception as error:
            self._failure = error
        self._rested = True
        self._background.notify()
        if self._failure is None:
            self._background.wait_for(lambda: self._idle or self._over, GRACE)
        if self._course is not None:
            self._course.events.close()

    def _leave(self, events: Events) -> None:
        self._over = True
        self._background.notify()
        events.close()
        self._background.close(grace=GRACE if self._rested else 0)  # otherwise it ends with its read


class _Course(NamedTuple):
    """What there is once the prompt is sent."""

    events: Events
    replies: Replies
    text: turn_text.TurnText
