# Derived from sdk/trivet/agent/_store/_async/mirror.py by `python -m codegen`; do not edit.
"""The mirror of one runtime context: its state, and the background jobs that keep it equal to the server."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import TracebackType
from typing import Any, Literal, TypeAlias

from ...._concurrency.background import BackgroundRunner
from ...._core import answer_decoder
from ...._core.events import Reconnected
from ...._core.retry import Backoff, RetryDecision, failure_of, is_transient, log_attempt
from ...._core.traceback_locals import clear_locals, forget_frames
from ...._sync.client import Resource
from ...._sync.pager import Pager
from ....errors import APIError, InvalidArgumentError, NotFoundError, TrivetError
from ..._contexts._sync.client import ContextClient
from ..._contexts.context import context_key, context_query, is_context
from ..._generated import calls
from ..._generated.events import Event
from ..._generated.models import Message, PermissionRequest, QuestionRequest, RuntimeContext, Session
from ..context_state import LISTS, ContextState
from ..sessions import SessionFilter
from .events import SharedEvents

Lists: TypeAlias = tuple[RuntimeContext | None, list[Session], list[PermissionRequest | QuestionRequest]]


class ContextMirror(Resource):
    """The state of a context, which the shared stream of events changes, and a background job that fetches.

    Attributes:
        background: The runner of the job; the state is only used in its `with` block.
        state: The state of the context.
        closed: Whether the mirror has ended, by `close` or by a failure.
        failure: The error that ended it; None where there was none.
        failure_raised: Whether a caller has received the failure.
        traceback: The failure's own traceback, which raising it again would lengthen.
        key: The context key, with the filters; empty until the lists were fetched.
    """

    def __init__(self, client: ContextClient, session_filter: SessionFilter) -> None:
        super().__init__(client._connection)
        self.background: BackgroundRunner = BackgroundRunner()
        self.state: ContextState = ContextState(session_filter)
        self.closed: bool = False
        self.failure: Exception | None = None
        self.failure_raised: bool = False
        self.traceback: TracebackType | None = None
        self.key: str = ""
        self._process = os.getpid()
        self._bound_context = _bound_context(dict(self._connection.settings.context))
        self._filter = session_filter
        self._events = SharedEvents(self._connection, self)

    @property
    def in_own_process(self) -> bool:
        """Whether this process started it; a fork has neither its threads nor the right to use its connections."""
        return self._process == os.getpid()

    @property
    def running(self) -> bool:
        """Whether it is kept up to date, and by this process."""
        return self.in_own_process and not self.closed

    @property
    def connection(self) -> Literal["live", "stale", "reconnecting", "ended"]:
        """How current the state is."""
        if not self.running:
            return "ended"
        if not self._events.connected:
            return "reconnecting"
        return "stale" if self.state.stale else "live"

    def start(self) -> None:
        """Subscribe, fetch the lists, and continue in the background; a failure before that is raised here."""
        self.background.start(self._run)
        try:
            self.background.wait_for(lambda: self.closed or self.state.loaded)
            self.check_running()
        except BaseException:
            self.close()
            raise

    def check_running(self) -> None:
        """Return only while it is running.

        Raises:
            Exception: The failure that ended it.
            TrivetError: It was closed, or another process started it.
        """
        self.check_process()
        if self.failure is not None:
            self.failure_raised = True
            raise self.failure.with_traceback(self.traceback)
        if self.closed:
            raise TrivetError(f"{self.key or 'the context'}: it is not followed any more, it or its store was closed")

    def check_process(self) -> None:
        """Return only in the process that started it, before anything shared is used."""
        if not self.in_own_process:
            raise TrivetError(f"{self.key}: another process follows it; after a fork, follow it again")

    def cancel(self) -> None:
        """End it without waiting, and notify its watchers."""
        if self.in_own_process:
            self._end(None)

    def close(self) -> None:
        """End it, and wait until its connections are released; closing twice is fine."""
        if not self.in_own_process:
            return
        self.cancel()
        # Not left to the job alone: a program that ends cancels all its tasks at once, this one's caller and the job.
        self._events.close()
        self.background.close()

    def ensure_session(self, session_id: str, cancelled: Callable[[], bool]) -> None:
        """Fetch a session unless it is known: its first event may be on its way. Return early where `cancelled()`."""
        call = calls.session_get(session_id)
        while True:
            with self.background:
                if self.state.view(session_id) is not None:
                    return
                fetch = self.state.track_fetch(session_id)
            answer = self.background.run_unless(cancelled, lambda: self._connection.exchange(call))
            with self.background:
                if answer is None:
                    return
                if fetch.valid:
                    if not self.state.adopt(answer.value):
                        raise InvalidArgumentError("session_id", f"a session of {self.key}", session_id)
                    self.background.notify()

    # The events, as the shared stream passes them on.

    def receive(self, event: Event | Reconnected) -> None:
        """Take an event."""
        with self.background:
            self.state.apply(event)
            self.background.notify()

    def lose(self, failure: Exception) -> None:
        """End it, because there are no more events."""
        self._end(failure)

    # The job.

    def _run(self) -> None:
        try:
            self._events.open()
            self._fetch_all()
        except Exception as error:
            clear_locals(error)
            self._end(error)
        finally:  # also after a failure, and where the caller of `close` is cancelled
            self._events.close()

    def _end(self, failure: Exception | None) -> None:
        with self.background:
            if not self.closed:
                self.closed, self.failure = True, failure
                self.traceback = None if failure is None else failure.__traceback__
            self.background.notify()

    def _fetch_all(self) -> None:
        backoffs: dict[str, Backoff] = {}
        while not self.closed:
            with self.background:
                key = self.state.next_fetch(backoffs)
            if key is not None:
                try:
                    self._fetch(key)
                    backoffs.pop(key, None)
                except APIError as error:
                    if not self.state.loaded or not is_transient(error):
                        raise
                    forget_frames(error)
                    self._back_off(backoffs, key, error)
            self.background.wait_for(lambda: self.closed or self.state.next_fetch() is not None)

    def _back_off(self, backoffs: dict[str, Backoff], key: str, error: APIError) -> None:
        """Wait before a failed fetch is repeated, or until something else has to be fetched."""
        backoff = backoffs.setdefault(key, Backoff())
        wait = backoff.next()
        log_attempt(self.key, failure_of(error), RetryDecision(backoff.count, wait))
        self.background.run_unless(
            lambda: self.closed or self.state.next_fetch(backoffs) not in backoffs,
            lambda: self._connection.settings.clock.sleep(wait),
        )

    def _fetch(self, key: str) -> None:
        try:
            (self._fetch_lists() if key == LISTS else self._fetch_messages(key))
        except BaseException:
            with self.background:
                self.state.fail_fetch(key)
            raise

    def _fetch_lists(self) -> None:
        with self.background:
            recording = self.state.begin_lists()
        lists = self.background.run_unless(lambda: self.closed, self._lists)
        if lists is None:
            return
        named, sessions, requests = lists
        with self.background:
            context = named or self._bound_context or self.state.stream_context
            if context is None:
                raise InvalidArgumentError("directory", "given, as this service does not name its default", None)
            key = context_key(context.directory, context.workspace_id) + self._filter.suffix
            if self.key not in ("", key):
                raise TrivetError(f"{self.key}: the server's default is {key} now, another context; follow it again")
            self.key = key
            self._events.offer(context_query(context.directory, context.workspace_id))
            self.state.finish_lists(recording, context, sessions, requests)
            self.background.notify()

    def _lists(self) -> Lists:
        """Fetch the context that the server names, its sessions, oldest first, and the requests that wait."""
        page = self._session_pager(order="asc", cursor=None).page()  # even an empty page names the context
        sessions = [*page]
        following: Any = page.next
        if following is not None:
            if not isinstance(following, str):
                call, why = self._filter.call("asc"), "the body does not fit: expected text @ $.cursor.next"
                raise answer_decoder.decode_error(call, self._connection.settings, page.head, b"", why, whole=False)
            sessions += self._session_pager(order=None, cursor=following).all()
        requests: list[PermissionRequest | QuestionRequest] = [
            *(self._connection.exchange(calls.permission_list())).value,
            *(self._connection.exchange(calls.question_list())).value,
        ]
        named: RuntimeContext | None = getattr(page.record, "location", None)
        if named is not None and not is_context(named):
            call, why = self._filter.call("asc"), "the body does not fit: expected text @ $.location.directory"
            raise answer_decoder.decode_error(call, self._connection.settings, page.head, b"", why, whole=False)
        return named, sessions, requests

    def _session_pager(self, order: Literal["asc"] | None, cursor: str | None) -> Pager[Session, str | None]:
        call = self._filter.call(order, cursor)
        return Pager(self._connection, call, calls.SESSION_LIST_PAGES, start=cursor)

    def _fetch_messages(self, session_id: str) -> None:
        call = calls.session_message_list(session_id, limit=None, order="asc", cursor=None)
        pages = calls.SESSION_MESSAGE_LIST_PAGES
        pager: Pager[Message, str | None] = Pager(self._connection, call, pages, start=None)
        with self.background:
            recording = self.state.begin_messages(session_id)
        try:
            messages = self.background.run_unless(
                lambda: self.closed or not self.state.is_awaited(session_id, recording), pager.all
            )
        except NotFoundError:
            with self.background:
                self.state.remove(session_id)
                self.background.notify()
            return
        if messages is not None:
            with self.background:
                self.state.finish_messages(session_id, recording, messages)
                self.background.notify()


def _bound_context(query: dict[str, str]) -> RuntimeContext | None:
    """Return the context that a client is bound to, in case the server names none."""
    directory = query.get("directory")
    return None if directory is None else RuntimeContext(directory=directory, workspace_id=query.get("workspace"))
