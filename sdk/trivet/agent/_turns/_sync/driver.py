# Derived from sdk/trivet/agent/_turns/_async/driver.py by `python -m codegen`; do not edit.
"""The I/O of a turn: its jobs in the background, and what its caller waits for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ...._concurrency.background import BackgroundRunner
from ...._core.call import Call
from ...._core.lazy_imports import lazy
from ...._sync.connection import Connection
from ....errors import DecodeError, StreamError, TrivetError
from ..._store._sync.events import SharedEvents
from ..requests import Request
from ..state import TurnState
from ..steps import TurnStep
from ..turn_end import TurnEnd
from .idle import wait_until_idle
from .looks import TurnLooks
from .messages import TurnMessages
from .replies import OnPermission, OnQuestion, Replies

if TYPE_CHECKING:
    from ..._generated import models as m
else:
    m = lazy("trivet.agent._generated.models")

__all__ = ["TurnDriver"]

GRACE = 1.0
"""Seconds that the last events get to arrive once the session is idle."""


class TurnDriver:
    """Drives one turn: one job reads events, one waits for the session, one looks for what events did not bring, and
    each request has one that replies to it. The caller fetches messages, and waits for the jobs.

    Attributes:
        messages: Sends the prompt, and fetches messages.
    """

    def __init__(
        self,
        connection: Connection,
        session_id: str,
        state: TurnState,
        on_permission: OnPermission | None,
        on_question: OnQuestion | None,
        *,
        deadline: float | None,
        poll_interval: float,
    ) -> None:
        """Begin nothing yet."""
        self._connection = connection
        self._session_id = session_id
        self._state = state
        self._callbacks = (on_permission, on_question)
        self._deadline = deadline
        self._poll_interval = poll_interval
        self._background = BackgroundRunner()
        self.messages: TurnMessages = TurnMessages(connection, session_id)

    def open(self, prompt_call: Call[m.SessionInputAdmitted]) -> None:
        """Subscribe to the session's context, then send the prompt."""
        self._state.start()
        bound, clock = self.messages.bound_connection(), self._connection.settings.clock
        self._replies = Replies(bound, self._session_id, *self._callbacks)
        self._events = SharedEvents(bound).__enter__()
        try:
            listed = self._replies.fetch()
            with self._background:
                self._state.requests.compare(listed, ())
            self._start_replies()  # the prompt may have to wait behind these
            earlier = self.messages.latest()
            self._end = TurnEnd(self._deadline, clock)
            admitted = self.messages.send_prompt(prompt_call, self._end)
            with self._background:
                promoted = admitted.promoted_seq is not None
                self._state.admit(admitted.id, earlier, promoted=promoted)
            looks = TurnLooks(
                self._connection, self._session_id, self._state, self._background, self._replies, self.messages
            )
            look = partial(looks.run, self._end, self._poll_interval, self._start_replies)
            for job in (self._read, self._wait, look):
                self._background.start(partial(self._run, job))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave the turn, and wait until its jobs have released their connections."""
        with self._background:
            self._state.cancel()
            self._background.notify()
        try:
            self._events.close()
        finally:  # also where the caller is cancelled once more
            # The wait ends with its read, which is only worth waiting for once the session is idle.
            self._background.close(grace=GRACE if self._state.at_rest else 0)

    def waiting(self) -> tuple[Request, ...]:
        """Return the requests that wait for a reply; none once the turn has ended."""
        with self._background:
            return () if self._state.ended else self._state.requests.waiting()

    def next(self) -> TurnStep | None:
        """Wait for the next step; None at the end."""
        state = self._state
        while True:
            with self._background:
                action = state.next_action()
                if action == "raise":
                    failure = state.take_failure()
                    self._background.notify()
                    raise failure
                if action != "stop" and state.requests.retry():
                    self._start_replies()
                if action == "show":
                    had_room, step = state.has_room, state.take_step()
                    if not had_room:
                        self._background.notify()
                    return step
            match action:
                case "stop":
                    return None
                case "catch_up":
                    self._catch_up()
                case "finish":
                    self._finish()
                case _:
                    self._start_replies()
                    self._background.wait_for(lambda: state.next_action() != "wait", self._end.left())
                    self._check_end()

    def _catch_up(self) -> None:
        gaps = self._state.gaps
        requests = self._replies.fetch(self._end)
        messages = self._fetch_messages()
        with self._background:
            self._state.catch_up(requests, messages, gaps)
        self._start_replies()  # before the caller gets the text, and takes its time

    def _finish(self) -> None:
        messages = self._fetch_messages()
        with self._background:
            self._state.finish(messages)
            self._background.notify()

    def _check_end(self) -> None:
        """End the turn where its deadline has passed."""
        if self._end.has_passed():
            with self._background:
                self._state.expire(self._end.error())
                self._background.notify()

    def _fetch_messages(self) -> list[m.Message]:
        return self.messages.since_prompt(self._state.answer().attribution, self._end)

    # The jobs.

    def _run(self, job: Callable[[], None]) -> None:
        try:
            job()
        except Exception as error:
            with self._background:
                self._state.fail(error)
        self._background.notify()

    def _read(self) -> None:
        state, clock = self._state, self._connection.settings.clock
        while not state.ended:
            if not state.has_room:
                self._background.wait_for(lambda: state.has_room or state.ended)
            try:
                event = next(self._events)
            except StopIteration:
                break
            except (DecodeError, StreamError) as error:
                with self._background:
                    too_many = state.fail_read(clock.monotonic())
                    self._background.notify()
                if too_many:
                    self._fail_once(error)
            except Exception as error:
                self._fail_once(error)
            else:
                with self._background:
                    state.receive(event)
                    if state.next_action() != "wait" or not state.waitable:
                        self._background.notify()
                self._start_replies()
        with self._background:
            state.end_stream()

    def _fail_once(self, failure: Exception) -> None:
        """Let the caller get a failure, and wait until it has."""
        state = self._state
        with self._background:
            state.fail_once(failure)
            self._background.notify()
        self._background.wait_for(lambda: not state.has_failed or state.ended)

    def _wait(self) -> None:
        state = self._state
        waited = wait_until_idle(self._connection, self._session_id, self._end, lambda: state.ended)
        with self._background:
            if waited:
                state.rest()
            else:
                state.lose_wait()
            self._background.notify()
        if waited:
            self._background.wait_for(lambda: state.idle or state.ended, GRACE)
            with self._background:
                state.end_grace()
        else:
            self._wait_for_quiet()

    def _wait_for_quiet(self) -> None:
        """End the turn when no event has arrived for long enough."""
        state, background = self._state, self._background
        while not state.ended:
            background.wait_for(lambda: state.ended or state.quiet_limit() is not None, GRACE)
            activity, limit = state.activity, state.quiet_limit()
            if limit is not None:
                background.wait_for(partial(self._has_moved, activity), limit)
                with background:
                    if state.activity == activity and state.quiet_limit() == limit:
                        state.end_quietly()
                        background.notify()
                        return

    def _has_moved(self, activity: int) -> bool:
        """Return whether an event has arrived since, or the turn has ended."""
        return self._state.ended or self._state.activity != activity

    def _start_replies(self) -> None:
        """Start to reply to the requests that wait."""
        with self._background:
            while not self._state.ended and (request := self._state.requests.take()) is not None:
                self._background.start(partial(self._reply, request))

    def _reply(self, request: Request) -> None:
        state = self._state
        try:
            self._reply_unless_over(request)
        except (Exception, KeyboardInterrupt, SystemExit) as error:
            with self._background:
                state.fail_reply(request, error)
        else:
            with self._background:
                state.requests.settle(request.id)
        self._background.notify()
        self._start_replies()

    def _reply_unless_over(self, request: Request) -> None:
        """Reply to a request, unless another client does or the turn ends meanwhile."""
        state, requests = self._state, self._state.requests
        if not self._replies.includes(request.session_id):
            return
        call = self._background.run_unless(
            lambda: state.ended or not requests.is_active(request), lambda: self._replies.ask(request)
        )
        with self._background:
            if call is None and not state.ended and requests.is_active(request):
                raise TrivetError("session.turn: the function that replies to a request was cancelled")
            still_asked = not state.ended and requests.begin_sending(request)
        if call is not None and still_asked:
            self._replies.send(call)
