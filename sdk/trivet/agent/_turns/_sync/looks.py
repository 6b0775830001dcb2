# Derived from sdk/trivet/agent/_turns/_async/looks.py by `python -m codegen`; do not edit.
"""Looking now and then for what the stream of events did not bring to a turn."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ...._concurrency.background import BackgroundRunner
from ...._core.retry import failure_of
from ...._sync.connection import Connection
from ....errors import APIError, NotFoundError
from ..turn_end import TurnEnd
from .idle import MAX_OUTAGE, has_session
from .messages import TurnMessages
from .replies import Replies

if TYPE_CHECKING:
    from ..state import TurnState

__all__ = ["TurnLooks"]

logger = logging.getLogger("trivet")


class TurnLooks:
    """Looks at the lists of requests and, where the service cannot be asked to wait, at the messages of the session."""

    def __init__(
        self,
        connection: Connection,
        session_id: str,
        state: TurnState,
        background: BackgroundRunner,
        replies: Replies,
        messages: TurnMessages,
    ) -> None:
        """Look for the turn with this state, which is only used in the `with` block of the runner."""
        self._connection = connection
        self._session_id = session_id
        self._state = state
        self._background = background
        self._replies = replies
        self._messages = messages

    def run(self, end: TurnEnd, interval: float, start_replies: Callable[[], object]) -> None:
        """Look until the turn ends, or its deadline has passed.

        Args:
            end: The end of the turn.
            interval: Seconds between two looks.
            start_replies: Starts to reply to the requests that wait.

        Raises:
            NotFoundError: The session was deleted.
            APIError: The service was unavailable for a minute, and nothing else waits for it.
        """
        state, clock = self._state, self._connection.settings.clock
        outage_start: float | None = None
        while not state.ended:
            activity = state.activity
            self._background.wait_for(lambda: state.ended, end.least(interval))
            if end.has_passed():
                with self._background:
                    state.expire(end.error())
                return
            failure: APIError | None = None
            for look in (self._look_at_requests, partial(self._look_at_messages, activity)):
                try:
                    if not state.ended:
                        look(end)
                except APIError as error:
                    logger.debug("session.turn: looking at the lists: %s", failure_of(error))
                    failure = error
                start_replies()
            if isinstance(failure, NotFoundError):
                has_session(self._connection.without_retries(), self._session_id, end, failure)
            if failure is None or state.waitable:  # a wait that is sent again notices by itself
                outage_start = None
            else:
                outage_start = clock.monotonic() if outage_start is None else outage_start
                if clock.monotonic() - outage_start >= MAX_OUTAGE:
                    raise failure
            self._background.notify()

    def _look_at_requests(self, end: TurnEnd) -> None:
        requests = self._state.requests
        if not requests.collects:
            return
        with self._background:
            before = requests.ids()
        listed = self._replies.fetch(end)
        with self._background:
            requests.compare(listed, before)
            self._background.notify()

    def _look_at_messages(self, activity: int, end: TurnEnd) -> None:
        state = self._state
        if state.waitable or state.activity != activity:
            return
        messages = self._messages.since_prompt(state.answer().attribution, end)
        with self._background:
            if state.activity == activity:  # otherwise they may hold deltas that have just arrived
                state.look(messages)
