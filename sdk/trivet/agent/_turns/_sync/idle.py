# Derived from sdk/trivet/agent/_turns/_async/idle.py by `python -m codegen`; do not edit.
"""Waiting until a session is idle, across connections that break."""

from __future__ import annotations

from collections.abc import Callable

from ...._core.retry import Backoff, is_transient
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
    once = connection.with_settings(connection.settings.evolve(max_retries=0))
    end = None if deadline is None else clock.monotonic() + deadline
    outage_start: float | None = None
    while not cancelled():
        left = None if end is None else end - clock.monotonic()
        try:
            once.exchange(call, read_timeout=READ_TIMEOUT, deadline=left)
            break
        except APIError as error:
            if not is_transient(error):
                raise
            failure = error
        if isinstance(failure, APITimeoutError) and failure.sent:
            if left is not None and left <= READ_TIMEOUT:
                message = f"the session is not idle within the deadline of {deadline} s"
                raise APITimeoutError("session.turn", message) from failure
            outage_start = None
            continue
        now = clock.monotonic()
        outage_start = now if outage_start is None else outage_start
        if now - outage_start >= MAX_OUTAGE:
            raise failure
        clock.sleep(backoff.next())
