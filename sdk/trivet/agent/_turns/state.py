"""A turn as a state machine: what happened so far, and which action comes next. It does no I/O."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from ..._core.events import Reconnected
from .._generated import events as e
from .._generated import models as m
from .._store.events import BadFrames
from .answer_builder import AnswerBuilder
from .attribution import Attribution, is_final
from .outcome import TurnFailedError, TurnOutcome, outcome_of
from .requests import PendingRequests, Request
from .steps import TurnStep

__all__ = ["Action", "TurnState"]

Action: TypeAlias = Literal["show", "raise", "catch_up", "finish", "wait", "stop"]
"""What the foreground does next.

- `show`: hand out `take_step()`.
- `raise`: raise `take_failure()`.
- `catch_up`: fetch the requests that wait, and the messages since the prompt; then call `catch_up`.
- `finish`: fetch the messages; then call `finish`.
- `wait`: wait until the background has changed something.
- `stop`: end the iteration.
"""

Stream: TypeAlias = Literal["busy", "idle", "presumed", "stale", "ended"]
"""What the events say about the session: it works, it is idle, it may be since events were missed and fetched, events
were missed, or there are no more of them."""

MOST_STEPS = 1000
"""The number of steps that wait for a slow caller before no more events are read."""

SHORT_QUIET = 1.0
"""Seconds without an event after which a complete answer is the end, where no wait says so."""

LONG_QUIET = 60.0
"""Seconds without an event after which an answer is the end that should have continued, where no wait says so."""


class TurnState:
    """The state of one turn, which its jobs in the background and its caller share.

    The foreground asks for the `next_action`, does its I/O and reports the result. An action that fails is not
    reported, so it comes next again. The jobs report events, replies and the end of the wait for the session.

    Attributes:
        requests: The requests to reply to.
        messages: The prompt's message and those of its answer, once the turn has ended; None before.
        outcome: How the turn has ended; None before.
        at_rest: Whether the service has said that the session is idle.
        waitable: Whether the service can be asked to wait; otherwise the events decide.
        cancelled: Whether the caller left the turn.
        activity: A number that grows with each event of the session.
        gaps: How often events were missed.
    """

    def __init__(self, session_id: str, *, permissions: bool, questions: bool, raise_on_failure: bool = False) -> None:
        """Begin before the prompt; the first flags say which requests to collect."""
        self.requests: PendingRequests = PendingRequests(permissions=permissions, questions=questions)
        self.messages: list[m.Message] | None = None
        self.outcome: TurnOutcome | None = None
        self.at_rest: bool = False
        self.waitable: bool = True
        self.cancelled: bool = False
        self.activity: int = 0
        self.gaps: int = 0
        self._session_id = session_id
        self._raise_on_failure = raise_on_failure
        self._started = False
        self._answer: AnswerBuilder | None = None
        self._steps: deque[TurnStep] = deque()
        self._failures: deque[BaseException] = deque()
        self._failure: Exception | None = None
        self._stream: Stream = "busy"
        self._bad_frames = BadFrames()
        self._grace_is_over = False
        self._is_quiet = False
        self._before: list[e.Event | Reconnected] = []

    def start(self) -> None:
        """Begin the turn's only block.

        Raises:
            TypeError: It has begun before.
        """
        if self._started:
            raise TypeError("session.turn: a turn is good for one block; a prompt is not sent twice")
        self._started = True

    def admit(self, prompt_id: str, earlier: Iterable[m.Message], *, promoted: bool = False) -> None:
        """Take the id that the server gave to the prompt, and the messages before it, oldest first."""
        self._answer = AnswerBuilder(Attribution(prompt_id, earlier, promoted=promoted))
        before, self._before = self._before, []
        for each in before:
            self.receive(each)

    def answer(self) -> AnswerBuilder:
        """Return the answer.

        Raises:
            TypeError: The prompt was not sent.
        """
        if self._answer is None:
            raise TypeError("session.turn: the text comes inside its `with` block")
        return self._answer

    def text(self) -> str:
        """Return the text of the answer so far; of the finished messages, once there are any."""
        if self.messages is None:
            return "" if self._answer is None else self._answer.text()
        parts = [part for each in self.messages if isinstance(each, m.AssistantMessage) for part in each.content]
        return "".join(each.text or "" for each in parts if isinstance(each, m.TextPart))

    # What comes next.

    def next_action(self) -> Action:
        """Return the action that the foreground takes now.

        Raises:
            TypeError: The prompt was not sent.
        """
        self.answer()
        if self._steps:
            return "show"
        if self.cancelled:
            return "stop"
        if self._failures or self._failure is not None:
            return "raise"
        if self.outcome is not None:
            return "stop"
        if self._stream == "stale":
            return "catch_up"
        return "finish" if self.is_over else "wait"

    @property
    def is_over(self) -> bool:
        """Whether the answer has ended."""
        attribution = self.answer().attribution
        if attribution.over or self._is_quiet:
            return True
        if self.at_rest:
            return self._stream != "busy" or self._grace_is_over
        return not self.waitable and (self._stream == "ended" or (self.idle and bool(attribution.answers)))

    @property
    def ended(self) -> bool:
        """Whether the jobs in the background have nothing to do any more."""
        return self.cancelled or self.outcome is not None or self._failure is not None

    @property
    def idle(self) -> bool:
        """Whether the events say that the session is idle."""
        return self._stream == "idle"

    @property
    def has_room(self) -> bool:
        """Whether more steps may wait for the caller."""
        return len(self._steps) < MOST_STEPS

    @property
    def has_failed(self) -> bool:
        """Whether a failure waits to be raised."""
        return bool(self._failures) or self._failure is not None

    def quiet_limit(self) -> float | None:
        """Return the seconds without an event after which the answer has ended; None where that says nothing."""
        if self.waitable or self._answer is None or self._stream == "stale" or self.requests:
            return None
        if (latest := self._answer.attribution.latest) is None:
            return SHORT_QUIET if self.idle and self._answer.attribution.seen else None
        if latest.finish is None and latest.error is None:  # a service that names no reason may continue
            return LONG_QUIET if is_final(latest) else None
        return SHORT_QUIET if is_final(latest) else LONG_QUIET

    def take_step(self) -> TurnStep:
        """Return the oldest step that was not handed out, and remove it."""
        return self._steps.popleft()

    def take_failure(self) -> BaseException:
        """Return the failure to raise now; one that ends the turn is raised each time."""
        if self._failures:
            return self._failures.popleft()
        assert self._failure is not None  # the action says so
        return self._failure

    # What the jobs report.

    def receive(self, event: e.Event | Reconnected) -> None:
        """Take the next event of the stream; those before the prompt was admitted are kept until then."""
        if self._answer is None:
            self._before.append(event)
            return
        if isinstance(event, Reconnected):
            self._miss()
            return
        payload: Any = getattr(event, "payload", None)
        self.requests.receive(event)
        if getattr(payload, "session_id", None) != self._session_id:
            return
        self.activity += 1
        if self._answer.attribution.over:
            return
        self._steps += self._answer.receive(event, after_gap=self._stream == "stale")
        is_idle = isinstance(event, e.SessionIdleEvent) and self._answer.attribution.seen
        if is_idle:
            self._answer.attribution.rest()
        if self._stream != "stale":
            self._stream = "idle" if is_idle else "busy"

    def fail_read(self, now: float) -> bool:
        """Take note of an event that could not be read; return whether there were too many of them lately.

        Such an event counts as missed events.

        Args:
            now: Seconds of a clock.
        """
        if self._answer is not None:
            self._miss()
        return self._bad_frames.add(now)

    def _miss(self) -> None:
        self._stream = "stale"
        self.gaps += 1

    def end_stream(self) -> None:
        """Take note that there are no more events, because the stream was closed."""
        self._stream = "ended"

    def catch_up(self, requests: Iterable[Request], messages: Iterable[m.Message], gaps: int) -> None:
        """Take what was fetched after events were missed, and the `gaps` before; it comes next again if there are more.

        The idle event may be among the missed ones, so the session counts as idle until another event arrives.
        """
        self.requests.compare(requests, ())
        self._steps += self.answer().merge(messages)
        if gaps == self.gaps:
            self._stream = "presumed"

    def look(self, messages: Iterable[m.Message]) -> None:
        """Take the messages since the prompt, fetched in case events were missed."""
        if self._stream not in ("stale", "ended"):
            self._steps += self.answer().merge(messages)

    def rest(self) -> None:
        """Take note that the service has ended the wait for the session: it is idle."""
        self.at_rest = True

    def end_grace(self) -> None:
        """Take note that the last events had their time to arrive since the session is idle."""
        self._grace_is_over = True

    def lose_wait(self) -> None:
        """Take note that the service cannot be asked to wait."""
        self.waitable = False

    def end_quietly(self) -> None:
        """Take note that no event has arrived for as long as `quiet_limit` says."""
        self._is_quiet = True

    def fail_reply(self, request: Request, failure: BaseException) -> None:
        """Take note that a request could not be replied to; it waits again, and the caller gets the failure."""
        self.requests.put_back(request)
        self._failures.append(failure)

    def fail_once(self, failure: Exception) -> None:
        """Take a failure that is raised once; what failed is repeated after it."""
        self._failures.append(failure)

    def fail(self, failure: Exception) -> None:
        """Take a failure that ends the turn, unless it has ended."""
        if self._failure is None and not self.ended:
            self._failure = failure

    def expire(self, failure: Exception) -> None:
        """Take note that the deadline has passed; an answer that has not ended fails, after what waits to be shown."""
        if not self.is_over:
            self.fail(failure)

    def finish(self, messages: list[m.Message]) -> None:
        """Take the messages since the prompt; the turn has ended."""
        answer = self.answer()
        if not answer.attribution.over:
            answer.attribution.rest()
        self.messages = answer.attribution.select(messages)
        self._steps += answer.merge(self.messages)
        self.outcome = outcome_of(self.messages, answer.error)
        if self._raise_on_failure and self.outcome.status != "finished":
            self._failures.append(TurnFailedError(self.outcome))

    def cancel(self) -> None:
        """Stop, after the steps that were received."""
        self.cancelled = True
