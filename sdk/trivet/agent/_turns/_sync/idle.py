# Derived from sdk/trivet/agent/_turns/_async/idle.py by `python -m codegen`; do not edit.
"""Waiting until a session is idle, across connections that break."""

from __future__ import annotations

from collections.abc import Callable

from ...._core.retry import Backoff, RetryDecision, failure_of, is_transient, log_attempt
from ...._sync.connection import Connection
from ....errors import APIError, APITimeoutError
from ..._generated import calls

__all__ = ["wait_until_idle"]

READ_TIMEOUT = 10.0
"""Seconds after which a wait is sent again: its connection may be dead, and a thread that reads cannot be cancelled."""

MAX_OUTAGE = 60.0
"""Seconds after which an unavailable service is given up."""


def wait_until_idle(
    connection: Connection, session_id: str, deadline: float | None, cancelled: Callable[[], bool]
) -> None:
    """Wait until a session is idle, or `cancelled()` is true.

    Raises:
        APITimeoutError: The deadline has passed.
        APIError: The service refused, or was unavailable for a minute.
    """
    clock, call, backoff = connection.settings.clock, calls.session_wait(session_id), Backoff()
    once = connection.without_retries()
    end = None if deadline is None else clock.monotonic() + deadline
    outage_start: float | None = None
    attempt = 0
    while not cancelled():
        attempt += 1
        left = None if end is None else end - clock.monotonic()
        try:
            once.exchange(call, read_timeout=READ_TIMEOUT, deadline=left, long_lived=True)
            break
        except APIError as error:
            failure, shown = error, failure_of(error)
        if not is_transient(failure):
            log_attempt(call.operation, shown, RetryDecision(attempt, None, "the failure does not pass"))
            raise failure
        if isinstance(failure, APITimeoutError) and failure.sent:
            if left is not None and left <= READ_TIMEOUT:
                message = f"the session is not idle within the deadline of {deadline} s"
                log_attempt(call.operation, shown, RetryDecision(attempt, None, "the deadline has passed"))
                raise APITimeoutError("session.turn", message) from failure
            outage_start = None
            log_attempt(call.operation, shown, RetryDecision(attempt, 0.0))
            continue
        now = clock.monotonic()
        outage_start = now if outage_start is None else outage_start
        if now - outage_start >= MAX_OUTAGE:
            log_attempt(call.operation, shown, RetryDecision(attempt, None, f"unavailable for {MAX_OUTAGE:.0f} s"))
            raise failure
        wait = backoff.next()
        log_attempt(call.operation, shown, RetryDecision(attempt, wait))
        clock.sleep(wait)
