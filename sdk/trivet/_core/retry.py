"""Whether a call is sent again, and after what wait."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime

from ..errors import APIConnectionError, APIError, APIStatusError

__all__ = ["LONGEST_RETRY_AFTER", "Attempts", "Backoff", "passing", "retry_after"]

AGAIN = frozenset({408, 429, 502, 503, 504})
FIRST_WAIT = 0.5
LONGEST_WAIT = 8.0
LONGEST_RETRY_AFTER = 60.0

# Of our own: a program that seeded its random numbers keeps them.
JITTER = random.Random().random


class Backoff:
    """Waits that double up to a limit, each cut by chance to between a half and all of it."""

    __slots__ = ("_jitter", "_wait")

    def __init__(self, jitter: Callable[[], float] = JITTER) -> None:
        """Begin with the first wait."""
        self._wait = FIRST_WAIT
        self._jitter = jitter

    def next(self) -> float:
        """Seconds to wait now."""
        wait, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT)
        return wait * (0.5 + 0.5 * self._jitter())


class Attempts:
    """The tries of one call."""

    __slots__ = ("_backoff", "_left", "_retryable")

    def __init__(self, limit: int, *, retryable: bool, jitter: Callable[[], float] = JITTER) -> None:
        """Allow `limit` more tries; a call that is not retryable changes something and must not happen twice."""
        self._left = limit
        self._retryable = retryable
        self._backoff = Backoff(jitter)

    def after_failure(self, *, sent: bool) -> float | None:
        """Seconds to wait after a failed connection, or None to give up."""
        return self._next() if self._retryable or not sent else None

    def after_status(self, status: int, headers: Mapping[str, str], now: Callable[[], datetime]) -> float | None:
        """Seconds to wait after an error status, or None to give up.

        A service that asks for a longer pause than `LONGEST_RETRY_AFTER` is obeyed by not calling it again.
        """
        if status not in AGAIN or not (self._retryable or status == 429):
            return None
        asked = retry_after(headers, now)
        if asked is not None and asked > LONGEST_RETRY_AFTER:
            return None
        wait = self._next()
        return wait if wait is None or asked is None else max(asked, 0.0)

    def _next(self) -> float | None:
        if self._left <= 0:
            return None
        self._left -= 1
        return self._backoff.next()


def passing(error: APIError) -> bool:
    """Whether the same call may well succeed later: the service was not reached, or is busy or down."""
    if isinstance(error, APIStatusError):
        return error.status in AGAIN or error.status >= 500
    return isinstance(error, APIConnectionError)


def retry_after(headers: Mapping[str, str], now: Callable[[], datetime]) -> float | None:
    """Seconds until the service wants to be called again (RFC 9110, 10.2.3); None when it does not say."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        return (parsedate_to_datetime(text) - now()).total_seconds()
    except (TypeError, ValueError, OverflowError):  # no date, or one without a zone or beyond all time
        return None
