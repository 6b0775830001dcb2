# Derived from sdk/trivet/agent/_turns/_async/driver.py by `python -m codegen`; do not edit.
"""The I/O of a turn: its jobs in the background, and the waits of its caller."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from json import dumps
from typing import TYPE_CHECKING, Any, TypeVar

from ...._concurrency.at_exit import forget_at_exit, leave_at_exit
from ...._concurrency.background import BackgroundRunner
from ...._concurrency.cancellable import abort, shielded
from ...._concurrency.event_loop import connection_owner
from ...._concurrency.functions import resolve
from ...._core.call import Call
from ...._core.events import Reconnected
from ...._core.observation import ObservedTurn
from ...._core.redaction import redact_text
from ...._core.retry import failure_of, log_attempt
from ...._core.traceback_locals import NOTHING, clear_locals, forget_frames
from ...._sync.connection import Connection
from ....errors import APIConnectionError, APIError, APITimeoutError, InvalidArgumentError, NotFoundError, TrivetError
from ..._generated import events as e
from ..._generated import models as m
from ..._store._sync.events import SharedEvents
from ..._store.events import ASKED
from ..._store.transcript import id_of
from ..activity import TurnActivity
from ..answer import Attribution, TurnStep
from ..ending import CONFIRMATION, GRACE, LAST_SECONDS
from ..outcome import Status
from ..permissions import WAIT, Request
from ..state import TurnOptions, TurnState
from ..unanswered import UnansweredRequestError
from .retry_reports import RetryReports
from .session import Concerns, TurnEnd, TurnSession

if TYPE_CHECKING:
    from ..._tools._sync.handle_tools import HandleTools
    from ..._tools.turns import ToolTurn

logger = logging.getLogger("trivet")

T = TypeVar("T")


def _nothing() -> None:
    """Wait for nothing: the connections of another process or event loop cannot be used here."""


class TurnDriver:
    """Drives one turn: one job waits for the session, and one looks for changes whose events were lost.

    The stream that turns share passes the events on. Each request has a job that replies to it. The caller fetches
    messages, and waits for the jobs.

    Attributes:
        state: The state of the turn.
        session: The session on the server.
        prompt_id: The id of the prompt's message; None before it was sent.
        tools: The tools of the handle whose turn it is; None without any.
    """

    def __init__(
        self,
        connection: Connection,
        session_id: str,
        prompt: Call[m.SessionInputAdmitted] | None,
        own_id: str | None,
        options: TurnOptions,
    ) -> None:
        """Begin nothing yet.

        Args:
            connection: The connection of the client.
            session_id: The session.
            prompt: The prompt; None to attach to the one that was sent before.
            own_id: The id of the prompt's message, if the caller has chosen it.
            options: The options of the turn.
        """
        self._connection = connection
        self._prompt = prompt
        self._own_id = own_id
        self._background = BackgroundRunner()
        self._events: SharedEvents | None = None
        self._closing = False
        self._exiting = False
        self._observed: ObservedTurn | None = None
        self.session: TurnSession = TurnSession(connection, session_id, options)
        self.state: TurnState = TurnState(session_id, options, self.session.parents)
        self._reports = RetryReports(self.state, self._background)
        self._tool_turn: ToolTurn | None = None
        self.tools: HandleTools | None = None
        self.prompt_id: str | None = None

    @property
    def observed(self) -> ObservedTurn | None:
        """The turn as observers see it; None without observers."""
        return self._observed

    def open(self) -> None:
        """Subscribe to the session's context, then send the prompt; or find the prompt that was sent before."""
        state, session = self.state, self.session
        state.start()
        settings = self._connection.settings
        self._owner = (os.getpid(), connection_owner())
        self._end = TurnEnd(state.options.deadline, settings.clock)
        self._wait_end = TurnEnd(state.options.deadline, settings.clock)
        self._began = settings.clock.monotonic()
        if state.left is not None and self._prompt is not None:
            with self._background:  # it was cancelled or detached before its block: nothing is sent
                state.close(works_on=False)
            return
        if settings.observers is not None:
            self._observed = ObservedTurn(settings.api_info.name, session.session_id)
            settings.observers.notify("on_turn_start", self._observed)
        self._connection.close_listeners.add(self._end_with_client)
        leave_at_exit(self)
        try:
            bound = session.bind(self._end, state.tree.add)
            if self.tools is not None:
                self._tool_turn = self.tools.begin(self)
                state.calls = self._tool_turn.ledger
            if state.options.max_cost is not None:
                session.check_price(state.prices, self._end)
            self._context = copy_context()
            self._events = SharedEvents(bound, self, session.session_id)
            self._events.open(self._end)
            self._list_requests()
            if self._prompt is not None:
                self._start_replies()  # the prompt may have to wait behind these
            self._begin()
            if state.left is None:
                for job in (self._wait, self._look):
                    self._background.start(partial(self._run, job))
                self._start_replies()
        except APITimeoutError as error:
            failure = self._expired() if self._end.explains_timeout() else error
            self.close(failure)
            raise failure from error
        except BaseException as error:
            self.close(error)
            raise

    def _begin(self) -> None:
        state, session, prompt, own_id = self.state, self.session, self._prompt, self._own_id
        earlier = session.latest(self._end)
        known = [id_of(message) for message in earlier]
        if own_id is not None and (prompt is None or own_id in known):
            start = known.index(own_id) if own_id in known else 0
            since = earlier[start:] if own_id in known else session.since(own_id, self._end)
            if not since:
                raise InvalidArgumentError("message_id", "the id of a message of the session", own_id)
            with self._background:
                state.admit(Attribution(own_id, earlier[:start]), since, show=prompt is not None)
                state.tree.miss()
            session.sending = True
            self.prompt_id = own_id
        elif prompt is not None and state.left is None:
            with self._background:
                state.requests.begin()
            if self.tools is not None:
                prompt = self.tools.prompt(prompt)
            admitted = session.send_prompt(prompt, own_id, self._end)
            with self._background:
                state.admit(Attribution(admitted.id, earlier, promoted=admitted.promoted_seq is not None))
            self.prompt_id = admitted.id

    def leave(self, status: Status) -> bool:
        """End the turn before its answer; return whether the server has confirmed that the agent stopped for it."""
        first = self._change(partial(self.state.leave, status))
        if self.prompt_id is not None or self.state.outcome is not None:
            self._close()
        outcome = self.state.outcome
        return first and outcome is not None and outcome.status == status and not outcome.works_on

    def leave_at_exit(self) -> None:
        """End the turn as leaving its block does, in three seconds at most, unless it has ended.

        Its event loop ends, or the interpreter exits. Then a stop that has begun in a loop that has ended never ends.
        """
        if self.state.outcome is None:
            is_here = self._is_here()
            self._exiting = not (self._closing and is_here)
            self._change(partial(self.state.leave, self.state.options.status_when_left))
            (self._close if is_here else self._stop)()
            self._report()

    def detach(self) -> None:
        """End the turn, and leave the agent at work."""
        self._change(partial(self.state.leave, "detached"))

    def _change(self, change: Callable[[], T]) -> T:
        """Change the state, and wake those who wait for that."""
        with self._background:
            result = change()
            self._background.notify()
        if self.state.ended:
            self._end_tools()
        if self.state.outcome is not None:
            forget_at_exit(self)
        return result

    def _end_tools(self) -> None:
        """Refuse and give up the calls of the handle's tools, because the turn has ended."""
        owner, self._tool_turn = self._tool_turn, None
        if owner is not None and self.tools is not None:
            self.tools.end(owner)

    def stop_for_tool(self, reason: str) -> None:
        """End the turn, because a function has raised `StopTurn`."""
        self._change(partial(self.state.stop, reason))

    def ask_for_tool(self, session_id: str, tool: str, arguments: Any) -> Any:
        """Ask the function that replies to permissions whether a call may run; None where there is none."""
        return self.session.decide(
            m.PermissionRequest(
                id=f"tool_{tool}",
                session_id=session_id,
                action=tool,
                resources=[dumps(arguments)],
                metadata={"arguments": arguments},
            )
        )

    def _close(self) -> None:
        """Stop the agent of a turn that was left, unless it is left to itself; once, by the first caller."""
        with self._background:
            first, self._closing = not self._closing, True
        if first:
            shielded(self._stop)
        else:
            self._background.wait_for(lambda: self.state.outcome is not None)

    def _stop(self) -> None:
        state, error = self.state, self.state.failure
        works_on, messages = self.session.sending, None
        hurried = self._exiting or self._end.has_passed()
        try:
            if isinstance(error, NotFoundError):
                works_on = False
            elif works_on and state.left != "detached":
                works_on = not self.session.stop(LAST_SECONDS if hurried else CONFIRMATION, self._find_concerned)
            is_unread = works_on or self._exiting or isinstance(error, NotFoundError)
            if not is_unread and self.prompt_id is not None:
                end = TurnEnd(GRACE if self._end.has_passed() else CONFIRMATION, self._connection.settings.clock)
                messages = self.session.since(self.prompt_id, end)
                self._count_all(messages, end, missed=True)
        except TrivetError as failure:
            forget_frames(failure)
            logger.debug("session.turn: leaving: %s", failure)
        finally:
            self._change(partial(state.close, works_on=works_on, error=error, messages=messages))

    def _find_concerned(self, end: TurnEnd) -> Concerns:
        """Fetch the messages that may say which requests are the turn's own, and return the function that decides."""
        if self.prompt_id is not None:
            messages = self.session.since(self.prompt_id, end)
            self._change(partial(self.state.attribute, messages))
        return self.state.concerns

    def close(self, error: BaseException | None = None, status: Status = "interrupted") -> None:
        """Leave the turn where it has not ended, and wait until its jobs have released their connections.

        A turn whose block has not begun is left as by `cancel`: it holds nothing, and will send no prompt.
        """
        state = self.state
        if not state.started:
            self._change(partial(state.leave, status))
            return
        try:
            with self._background:
                if self.prompt_id is None and isinstance(error, TrivetError):
                    state.fail(error)
                failure = state.failure
                stays = status == "detached" and isinstance(failure, UnansweredRequestError)
                state.leave("failed" if failure is not None and not stays and not self._end.has_passed() else status)
                self._background.notify()
            if state.outcome is None:
                self._close()
        finally:  # also where the caller is cancelled once more
            self._end_tools()
            self._change(partial(state.close, works_on=self.session.sending, error=state.failure))
            self._report()
            self._connection.close_listeners.discard(self._end_with_client)
            self._end_wait()
            try:
                if self._events is not None:
                    self._events.close()
            finally:
                # A thread that waits in a test's transport cannot be interrupted; it ends by itself.
                self._background.close(grace=GRACE if self.state.ending.rested else 0)

    def _end_with_client(self) -> Callable[[], None]:
        """End the turn as leaving its block does, because its client is being closed, by any thread or task.

        Returns:
            A function that waits until the agent has stopped, unless the turn leaves it at work.
        """
        is_here = self._is_here()
        detaches = self.state.options.on_leave == "detach"
        works_on = detaches or self.session.extensions.cancel is None or not is_here
        reason = "; the agent may work on" if works_on and self.session.sending else ""
        with self._background:
            self.state.fail(TrivetError(f"session.turn: the client is closed{reason}"))
            if is_here:
                self.state.leave("detached" if detaches else "failed")
            self._background.notify()
        self._end_tools()
        self._end_wait()
        return self._close if is_here else _nothing

    def _is_here(self) -> bool:
        """Whether the event loop and the process are those in which the turn has begun."""
        return self._owner == (os.getpid(), connection_owner())

    def _end_wait(self) -> None:
        """End the wait for the session, whose thread may be reading from a connection."""
        self._wait_end.pass_now()
        abort(self._wait_end.reader)

    def _report(self) -> None:
        """Notify the observers of the end of the turn, once."""
        turn, self._observed = self._observed, None
        settings = self._connection.settings
        if turn is not None and settings.observers is not None:
            turn.seconds = settings.clock.monotonic() - self._began
            self.state.describe(turn)
            settings.observers.notify("on_turn_end", turn)

    def waiting(self) -> tuple[Request, ...]:
        """Return the requests that wait for a reply; none once the turn has ended."""
        with self._background:
            return () if self.state.ended else self.state.requests.waiting()

    def activity(self) -> TurnActivity | None:
        """Return what the turn does at the moment; None before the prompt, and once the turn has ended."""
        with self._background:
            return self.state.activity

    def next(self) -> TurnStep | None:
        """Wait for the next step; None at the end."""
        state = self.state
        while True:
            with self._background:
                action = state.next_action()
                if action == "raise":
                    raise state.take_failure()
                state.requests.retry()
                self._start_replies()
                if action == "show":
                    return state.take_step()
                ended = state.reports.take() if action == "report" else None
            if ended is not None:
                resolve(state.options.on_step(ended))
                continue
            try:
                match action:
                    case "stop":
                        return None
                    case "leave":
                        self._close()
                    case "catch_up":
                        self._catch_up()
                    case "subscribe":
                        self._background.run_unless(lambda: state.ended, self._subscribe)
                    case "finish":
                        messages = self._fetch_messages()
                        self._count_all(messages, self._end, missed=state.ending.events != "idle")
                        self._change(partial(state.finish, messages))
                    case _:
                        self._background.wait_for(lambda: state.next_action() != "wait", self._end.left())
                        self._check_end()
            except APITimeoutError as error:
                if not self._end.explains_timeout():
                    raise
                raise self._expired() from error

    def _catch_up(self) -> None:
        self._list_requests()
        with self._background:  # as late as can be: a delta during the fetch may be in its answer, or not
            recording = self.state.answer().transcript.begin()
        self._change(partial(self.state.catch_up, self._fetch_messages(), recording))
        self._start_replies()  # before the caller gets the text, and takes its time
        self._count_outdated()

    def _subscribe(self) -> None:
        assert self._events is not None  # they were lost
        self._events.open(self._end)
        self._change(self.state.resume)

    def _count_all(self, messages: list[m.Message], end: TurnEnd, *, missed: bool) -> None:
        """Fetch the expenses of all sessions of the tree, once the agent has ended its work.

        Args:
            messages: The messages of the session since the prompt.
            end: The moment until which it may last.
            missed: Whether there may be sessions below of which no event has arrived.
        """
        with self._background:
            self.state.know(messages)
            if missed:
                self.state.tree.miss()
        self._count(end, every=True)

    def _count(self, end: TurnEnd, *, every: bool = False) -> None:
        """Fetch the expenses of the sessions of the tree, as far as events may be missing.

        Args:
            end: The moment until which it may last.
            every: Whether the messages of all sessions below are fetched.
        """
        state, tree, session = self.state, self.state.tree, self.session
        with self._background:
            if not state.has_begun:
                return
            since, missing = state.since, tree.take_missing(every=every)
        try:
            below: list[str] = []
            if missing.sessions:
                children = session.below(since, end)
                with self._background:
                    for child in children:
                        tree.add(child)
                    tree.close_gaps(missing)
                    below = tree.below
            for session_id in {*missing.messages, *below}:
                with suppress(NotFoundError):  # it was deleted meanwhile
                    messages = session.messages_from(session_id, since, end)
                    self._change(partial(state.count, session_id, messages))
        except BaseException:
            with self._background:
                tree.restore(missing)
            raise

    def _count_outdated(self) -> None:
        if self.state.outdated:
            self._count(self._end)

    def _check_end(self) -> None:
        """End the turn where its deadline has passed."""
        if self._end.has_passed():
            self._change(partial(self.state.expire, self._expired()))

    def _expired(self) -> APITimeoutError:
        """Return the error of a turn whose deadline has passed."""
        with self._background:
            return self._end.error(self.state.activity, self._hide)

    def _hide(self, text: str) -> str:
        """Remove the client's secrets from words of the server that enter an error."""
        register = self._connection.settings.secrets
        return redact_text(text, register.texts(), register.names)

    def _fetch_messages(self) -> list[m.Message]:
        attribution = self.state.answer().attribution
        return self.session.since(attribution.prompt_id, self._end, attribution.answers)

    # The events, as the shared stream passes them on.

    def receive(self, event: e.Event | Reconnected) -> None:
        """Take an event."""
        state = self.state
        with self._background:
            if state.ended:
                return
            state.receive(event)
            if self.prompt_id is not None and (state.next_action() != "wait" or not state.ending.waitable):
                self._background.notify()
        if state.ended:
            self._end_tools()
        if isinstance(event, ASKED):
            self._context.copy().run(self._start_replies)  # not in the context of the turn that opened the stream
        elif isinstance(event, e.SessionStatusEvent):
            self._context.copy().run(self._reports.start)

    def lose(self, failure: Exception) -> None:
        """Let the caller get the error that has ended the stream, and then subscribe again."""
        self._change(partial(self.state.lose, failure))

    # The jobs.

    def _run(self, job: Callable[[], None]) -> None:
        try:
            job()
        except Exception as error:
            clear_locals(error)
            self._change(partial(self.state.fail, error))
        self._background.notify()

    def _wait(self) -> None:
        """Ask the service to wait, and watch for the time without an event that says as much."""
        state, ending, background = self.state, self.state.ending, self._background
        while not state.ended:
            if ending.waitable and not ending.rested:
                self._ask()
                continue
            limit, activity = state.patience(), ending.activity
            if not limit:
                background.wait_for(lambda: state.ended or bool(state.patience()), GRACE)
                continue
            background.wait_for(partial(self._has_moved, activity), limit)
            with background:
                if not state.ended and state.patience() == limit:
                    ending.elapse(activity)
                    background.notify()

    def _ask(self) -> None:
        """Ask the service to wait until the session is idle.

        Raises:
            APITimeoutError: The deadline has passed.
            APIError: The service refused, or was unavailable for a minute.
        """
        ending, clock = self.state.ending, self._connection.settings.clock
        try:
            self.session.wait(self._wait_end)
        except APIError as failure:
            if self.state.ended:
                forget_frames(failure)
                return
            missing = self.session.lacks_wait(self._wait_end, failure)
            late = isinstance(failure, APIConnectionError) and self._wait_end.has_passed()
            with self._background:
                decision = ending.fail_wait(failure, clock.monotonic(), late=late, missing=missing)
                self._background.notify()
            log_attempt("session.wait", failure_of(failure), decision)
            if decision.wait is None and ending.waitable:
                if late:
                    raise self._expired() from failure
                raise
            forget_frames(failure)
            clock.sleep(decision.wait or 0.0)
        else:
            self._change(ending.rest)

    def _has_moved(self, activity: int) -> bool:
        """Return whether an event has arrived since, or the turn has ended."""
        return self.state.ended or self.state.ending.activity != activity

    def _look(self) -> None:
        """Look for requests, for expenses and, where the service cannot be asked to wait, for messages that were lost.

        Raises:
            NotFoundError: The session was deleted.
            APIError: The service was unavailable for a minute, and nothing else waits for it.
        """
        state, ending, failure = self.state, self.state.ending, None
        while not state.ended:
            activity, fails = ending.activity, failure is not None
            interval = self._end.least(state.options.poll_interval)
            self._background.wait_for(lambda: state.ended or (state.outdated and not fails), interval)  # noqa: B023
            if self._end.has_passed():
                self._check_end()
                return
            failure = None
            for look in (self._count_outdated, self._list_requests, partial(self._look_at_messages, activity)):
                try:
                    if not state.ended:
                        look()
                except APIError as error:
                    forget_frames(error)
                    logger.debug("session.turn: looking at the lists: %s", failure_of(error))
                    failure = error
                self._start_replies()
            if isinstance(failure, NotFoundError):
                self.session.exists(self._end, failure)
            if not ending.waitable:  # a wait that is sent again notices by itself
                if failure is None:
                    ending.reach()
                elif ending.is_given_up(self._connection.settings.clock.monotonic()):
                    raise failure
            self._background.notify()

    def _list_requests(self) -> None:
        """Compare the requests with the lists of the service."""
        requests = self.state.requests
        with self._background:
            before = requests.ids()
        listed = self.session.requests(self._end)
        self._change(partial(requests.compare, listed, before))

    def _look_at_messages(self, activity: int) -> None:
        ending = self.state.ending
        if ending.waitable or ending.activity != activity:
            return
        messages = self._fetch_messages()
        with self._background:
            if ending.activity == activity:  # otherwise they may hold deltas that have just arrived
                self.state.look(messages)

    def _start_replies(self) -> None:
        """Start to reply to the requests that wait."""
        with self._background:
            while not self.state.ended and (request := self.state.requests.take()) is not None:
                self._background.start(partial(self._reply, request))

    def _reply(self, request: Request) -> None:
        state = self.state
        try:
            self._reply_unless_over(request)
        except (Exception, KeyboardInterrupt, SystemExit) as error:
            clear_locals(error)
            with self._background:
                state.fail_reply(request, error)
            request = NOTHING
        self._background.notify()
        self._start_replies()

    def _reply_unless_over(self, request: Request) -> None:
        """Reply to a request, unless another client does or the turn ends meanwhile."""
        state, requests = self.state, self.state.requests
        if self.session.includes(request.session_id):
            if state.options.function(request) in (None, WAIT):
                self._change(partial(state.open_request, request, self._hide))
                return

            def is_over() -> bool:
                return state.ended or not requests.is_active(request)

            call = self._background.run_unless(is_over, lambda: self.session.ask(request))
            with self._background:
                if call is None and not is_over():
                    raise TrivetError("session.turn: the function that replies to a request was cancelled")
                is_waiting = not state.ended and requests.move(request, "sending")
            if call is not None and is_waiting:
                self.session.reply(call)
        with self._background:
            requests.settle(request.id)
