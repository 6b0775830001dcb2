# Derived from sdk/trivet/agent/_turns/_async/idle.py by `python -m codegen`; do not edit.
"""Waiting until a session is idle, whatever becomes of the connections meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from ...._core.retry import Backoff, is_transient
from ...._sync.connection import Connection
from ....errors import APIError, APITimeoutError
from ..._generated import calls

__all__ = ["until_idle"]

PATIENCE = 10.0
"""Seconds after which a wait is begun anew: its connection may have died, and a thread that waits cannot be ended."""

OUTAGE = 60.0
"""Seconds after which a service that is away is given up."""


def until_idle(connection: Connection, session_id: str, deadline: float | None, over: Callable[[], bool]) -> None:
    """Wait until a session is idle, or nobody wants to know any more.

    Raises:
        APITimeoutError: The deadline has passed.
        APIError: The service refuses, or has been away for a minute.
    """
    clock, call, backoff = connection.settings.clock, calls.session_wait(session_id), Backoff()
    once = connection.with_settings(connection.settings.evolve(max_retries=0))
    end = None if deadline is None else clock.monotonic() + deadline
    lost: float | None = None
    while not over():
        left = None if end is None else end - clock.monotonic()
        try:
            once.exchange(call, read_timeout=PATIENCE, deadline=left)
            break
        except APIError as error:
            if not is_transient(error):
                raise
            failure = error
        if isinstance(failure, APITimeoutError) and failure.sent:
            if left is not None and left <= PATIENCE:
                message = f"the session is not idle within the deadline of {deadline} s"
                raise APITimeoutError("session.turn", message) from failure
            lost = None
            continue
        now = clock.monotonic()
        lost = now if lost is None else lost
        if now - lost >= OUTAGE:
            raise failure
        clock.sleep(backoff.next())
