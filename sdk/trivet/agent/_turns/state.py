"""A turn as a state machine: what happened so far, and which step comes next. It does no I/O."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from .._generated import events as e
from .._generated import models as m
from .._stream.reconnected import Reconnected
from .requests import PendingRequests, Request
from .text import TurnText

__all__ = ["Step", "TurnState"]

Step: TypeAlias = Literal["show", "catch_up", "reply", "read", "finish", "stop"]
"""What the driver does next.

- `show`: hand out `take_text()`.
- `catch_up`: fetch the requests that wait, and the messages since the prompt; then call `catch_up`.
- `reply`: reply to the first of `requests`; then call `requests.mark_replied`.
- `read`: wait for an event; then call `receive`, `fail_read` or `end_stream`.
- `finish`: wait until the session is at rest, fetch the messages; then call `finish`.
- `stop`: end the iteration.
"""

Stream: TypeAlias = Literal["busy", "idle", "stale", "ended"]
"""What the events say about the session: it works, it is idle, events were missed, or there are no more of them."""

ASKED = (e.PermissionAskedEvent, e.PermissionV2AskedEvent, e.QuestionAskedEvent, e.QuestionV2AskedEvent)


class TurnState:
    """The state of one turn.

    The driver asks for the `next_step`, does its I/O and reports the result. A step that fails is not reported, so it
    comes next again. The wait for the session runs at the same time, and reports to `rest`.

    Attributes:
        requests: The requests to reply to.
        messages: The prompt's message and those after it, once the turn is finished; None before.
        at_rest: Whether the wait for the session has ended.
        failure: The error that ended the wait; None where the session is idle.
        cancelled: Whether the caller left the turn.
    """

    def __init__(self, session_id: str, *, permissions: bool, questions: bool) -> None:
        """Begin before the prompt; the flags say which requests to collect."""
        self.requests = PendingRequests(permissions=permissions, questions=questions)
        self.messages: list[m.Message] | None = None
        self.at_rest = False
        self.failure: Exception | None = None
        self.cancelled = False
        self._session_id = session_id
        self._started = False
        self._text: TurnText | None = None
        self._pieces: deque[str] = deque()
        self._stream: Stream = "busy"
        self._read_failed = False

    @property
    def idle(self) -> bool:
        """Whether the events say that the session is idle."""
        return self._stream == "idle"

    def start(self) -> None:
        """Begin the turn's only block.

        Raises:
            TypeError: It has begun before.
        """
        if self._started:
            raise TypeError("session.turn: a turn is good for one block; a prompt is not sent twice")
        self._started = True

    def admit(self, prompt_id: str, earlier: Iterable[m.Message]) -> None:
        """Take the id that the server gave to the prompt, and the messages before it."""
        self._text = TurnText(prompt_id, earlier)

    def text(self) -> TurnText:
        """Return the text of the answer.

        Raises:
            TypeError: The prompt was not sent.
        """
        if self._text is None:
            raise TypeError("session.turn: the text comes inside its `with` block")
        return self._text

    def next_step(self) -> Step:
        """Return the step that the driver takes now.

        Raises:
            TypeError: The prompt was not sent.
        """
        self.text()
        if self._pieces:
            return "show"
        if self.cancelled or self.messages is not None:
            return "stop"
        if self._stream == "stale":
            return "catch_up"
        if self.requests:
            return "reply"
        if self._stream == "ended" or (self._stream == "idle" and self.at_rest):
            return "finish"
        return "read"

    def take_text(self) -> str:
        """Return the oldest piece of text that was not handed out, and remove it."""
        return self._pieces.popleft()

    def receive(self, event: e.Event | Reconnected) -> None:
        """Take the next event of the stream."""
        self._read_failed = False
        if isinstance(event, Reconnected):
            self._stream = "stale"
            return
        if isinstance(event, ASKED):
            self.requests.add(event.payload)
        payload: Any = getattr(event, "payload", None)
        if getattr(payload, "session_id", None) == self._session_id:
            self._add(self.text().receive(event))
            self._stream = "idle" if isinstance(event, e.SessionIdleEvent) and self.text().started else "busy"

    def fail_read(self) -> bool:
        """Take note of an event that could not be read; return whether the one before it could not either.

        One such event counts as missed events. Two in a row are no stream of events.
        """
        repeated, self._read_failed = self._read_failed, True
        if not repeated:
            self._stream = "stale"
        return repeated

    def end_stream(self) -> None:
        """Take note that there are no more events."""
        self._stream = "ended"

    def catch_up(self, requests: Iterable[Request], messages: Iterable[m.Message]) -> None:
        """Take what was fetched after events were missed.

        The idle event may be among the missed ones, so the session counts as idle until another event arrives.
        """
        for request in requests:
            self.requests.add(request)
        self._add(self.text().merge(messages))
        self._stream = "idle"

    def rest(self, failure: Exception | None = None) -> None:
        """Take the end of the wait for the session: it is idle, or the wait failed."""
        self.failure = failure
        self.at_rest = True

    def finish(self, messages: list[m.Message]) -> None:
        """Take all messages of the turn."""
        self._add(self.text().merge(messages))
        self.messages = messages

    def cancel(self) -> None:
        """Stop, after the text that was received."""
        self.cancelled = True

    def _add(self, piece: str) -> None:
        if piece:
            self._pieces.append(piece)
