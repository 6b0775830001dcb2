# Derived from sdk/trivet/agent/_turns/_async/idle.py by `python -m codegen`; do not edit.
"""Waiting until a session is idle, across connections that break."""

from __future__ import annotations

from collections.abc import Callable

from ...._core.call_deadline import CallEnd
from ...._core.retry import Backoff, RetryDecision, failure_of, is_transient, log_attempt
from ...._sync.connection import Connection
from ....errors import APIConnectionError, APIError, APIStatusError, APITimeoutError, DecodeError, NotFoundError
from ..._generated import calls

__all__ = ["MAX_OUTAGE", "has_session", "wait_until_idle"]

READ_TIMEOUT = 10.0
"""Seconds after which a wait is sent again: its connection may be dead, and a thread that reads cannot be cancelled."""

MAX_OUTAGE = 60.0
"""Seconds after which an unavailable service is given up."""

MISSING = frozenset({404, 405, 501})
"""The statuses of a service that has no such operation, or no such session."""


def wait_until_idle(connection: Connection, session_id: str, end: CallEnd, cancelled: Callable[[], bool]) -> bool:
    """Wait until a session is idle, or `cancelled()` is true; return False where the service cannot be asked to wait.

    A service that refuses the wait, and answers another call about the same session, has no such wait.

    Raises:
        APITimeoutError: The deadline has passed.
        APIError: The service refused, or was unavailable for a minute.
    """
    clock, call, backoff = connection.settings.clock, calls.session_wait(session_id), Backoff()
    once = connection.without_retries()
    outage_start: float | None = None
    attempt = 0
    while not cancelled():
        attempt += 1
        try:
            once.exchange(call, read_timeout=READ_TIMEOUT, deadline=end, long_lived=True)
            break
        except APIError as error:
            failure, shown = error, failure_of(error)
        if isinstance(failure, APITimeoutError) and failure.sent and not end.has_passed():
            outage_start = None
            log_attempt(call.operation, shown, RetryDecision(attempt, 0.0))
            continue
        if isinstance(failure, APIConnectionError) and end.has_passed():
            log_attempt(call.operation, shown, RetryDecision(attempt, None, "the deadline has passed"))
            raise end.error() from failure
        if _may_be_missing(failure) and has_session(once, session_id, end, failure):
            log_attempt(call.operation, shown, RetryDecision(attempt, None, "the service cannot be asked to wait"))
            return False
        if not is_transient(failure):
            log_attempt(call.operation, shown, RetryDecision(attempt, None, "the failure does not pass"))
            raise failure
        now = clock.monotonic()
        outage_start = now if outage_start is None else outage_start
        if now - outage_start >= MAX_OUTAGE:
            log_attempt(call.operation, shown, RetryDecision(attempt, None, f"unavailable for {MAX_OUTAGE:.0f} s"))
            raise failure
        wait = backoff.next()
        log_attempt(call.operation, shown, RetryDecision(attempt, wait))
        clock.sleep(wait)
    return True


def _may_be_missing(failure: APIError) -> bool:
    """Return whether the service may have no such wait: it refused it, or answered with a page of its own."""
    if isinstance(failure, APIStatusError):
        return failure.status in MISSING or failure.status >= 500
    return isinstance(failure, DecodeError)


def has_session(once: Connection, session_id: str, end: CallEnd, refused: APIError) -> bool:
    """Return whether the service answers for the session.

    Raises:
        NotFoundError: The session is missing; what it was `refused` with, if that says so.
    """
    try:
        once.exchange(calls.session_get(session_id), deadline=end)
    except APIStatusError as error:
        if error.status == 404:
            if isinstance(refused, NotFoundError):
                raise refused from error
            raise
        return False
    except APIError:
        return False
    return True
