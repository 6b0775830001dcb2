"""Whether a call is sent again, and after what wait."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime

from ..errors import APIConnectionError, APIError, APIStatusError

__all__ = ["LONGEST_RETRY_AFTER", "Attempts", "Backoff", "RetryDecision", "is_transient", "retry_after"]

RETRYABLE_STATUSES = frozenset({408, 429, 502, 503, 504})
FIRST_WAIT = 0.5
LONGEST_WAIT = 8.0
LONGEST_RETRY_AFTER = 60.0
LONGEST_DATE = 100
"""The most characters of a date, which has 29."""

# A generator of its own: a program that seeded the global one keeps its sequence.
JITTER = random.Random().random


class Backoff:
    """Exponential backoff: waits that double up to a limit, each multiplied by a random factor from 0.5 to 1."""

    __slots__ = ("_jitter", "_wait")

    def __init__(self, jitter: Callable[[], float] = JITTER) -> None:
        self._wait = FIRST_WAIT
        self._jitter = jitter

    def next(self) -> float:
        """Return the seconds to wait now."""
        wait, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT)
        return wait * (0.5 + 0.5 * self._jitter())


class RetryDecision:
    """Whether a call is sent again, and why not, for the log.

    Attributes:
        wait: The seconds to wait before it is sent again; None when it is not.
        reason: Why it is not sent again; empty when it is.
    """

    __slots__ = ("reason", "wait")

    def __init__(self, wait: float | None, reason: str = "") -> None:
        self.wait = wait
        self.reason = reason


class Attempts:
    """The attempts of one call."""

    __slots__ = ("_backoff", "_left", "_retryable")

    def __init__(self, limit: int, *, retryable: bool, jitter: Callable[[], float] = JITTER) -> None:
        """Allow `limit` retries; a call that is not retryable changes something and must not happen twice."""
        self._left = limit
        self._retryable = retryable
        self._backoff = Backoff(jitter)

    def after_failure(self, *, sent: bool) -> RetryDecision:
        """Decide what follows a failed connection."""
        if sent and not self._retryable:
            return RetryDecision(None, "the request may have arrived and changes something")
        return self._next()

    def after_status(self, status: int, headers: Mapping[str, str], now: Callable[[], datetime]) -> RetryDecision:
        """Decide what follows an error status.

        A call is not sent again when the service asks for a pause longer than `LONGEST_RETRY_AFTER`.
        """
        if status not in RETRYABLE_STATUSES:
            return RetryDecision(None, f"{status} is not a status that passes")
        if status != 429 and not self._retryable:
            return RetryDecision(None, "the request changes something")
        asked = retry_after(headers, now)
        if asked is not None and asked > LONGEST_RETRY_AFTER:
            return RetryDecision(None, f"Retry-After asks for more than {LONGEST_RETRY_AFTER:.0f} s")
        decision = self._next()
        return decision if decision.wait is None or asked is None else RetryDecision(max(asked, 0.0))

    def _next(self) -> RetryDecision:
        if self._left <= 0:
            return RetryDecision(None, "no retries are left")
        self._left -= 1
        return RetryDecision(self._backoff.next())


def is_transient(error: APIError) -> bool:
    """Whether the same call may succeed later: the service was not reached, is busy or is down."""
    if isinstance(error, APIStatusError):
        return error.status in RETRYABLE_STATUSES or error.status >= 500
    return isinstance(error, APIConnectionError)


def retry_after(headers: Mapping[str, str], now: Callable[[], datetime]) -> float | None:
    """Return the seconds of a Retry-After header (RFC 9110, 10.2.3); None without a valid one."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    if len(text) > LONGEST_DATE:
        return None
    try:
        return (parsedate_to_datetime(text) - now()).total_seconds()
    except (TypeError, ValueError, OverflowError):  # not a date, a date without a zone, or one out of range
        return None
