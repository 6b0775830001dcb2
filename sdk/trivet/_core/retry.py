"""When a call is sent again: the rules of retries, the client's budget of retries, and the pace of requests."""

from __future__ import annotations

import logging
import os
import random
import re
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from ..errors import APIConnectionError, APIError, APIStatusError

logger = logging.getLogger("trivet")

RETRYABLE_STATUSES = frozenset({408, 429, 502, 503, 504})
FIRST_WAIT = 0.5
LONGEST_WAIT = 8.0
LONGEST_RETRY_AFTER = 60.0
EMPTY_BUDGET = "not retried, because the client's retry budget is empty"
LONGEST_DATE = 100
"""The most characters of a value of Retry-After that is parsed as a date, which has 29."""

_WEEKDAY = r"(?i)(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*"
"""The part of a date that a comma follows; as text, because it is needed only after a failure."""

CAPACITY = 100
"""The tokens of a full retry budget."""

RETRY_COST = 5
"""The tokens that a retry takes; a success returns one."""

RESOLUTION = 1e-6
"""The seconds by which a pause may be too short."""

# A generator of its own: a program that has seeded the global generator keeps its sequence.
JITTER = random.Random().random


class RetryDecision:
    """Whether a call is sent again, and if not, why.

    Attributes:
        attempt: The number of the attempt that failed; the first is 1.
        wait: The seconds to wait before it is sent again, or None if it is not.
        reason: Why it is not sent again; empty if it is.
        hint: The hint for its error; mostly empty.
    """

    __slots__ = ("attempt", "hint", "reason", "wait")

    def __init__(self, attempt: int, wait: float | None, reason: str = "", hint: str = "") -> None:
        self.attempt: int = attempt
        self.wait: float | None = wait
        self.reason: str = reason
        self.hint: str = hint


class Attempts:
    """The attempts of one call: after each failure, they decide whether there is another one."""

    __slots__ = ("_attempt", "_backoff", "_budget", "_left", "_retryable")

    def __init__(
        self,
        limit: int,
        *,
        retryable: bool,
        budget: RetryBudget | None = None,
        jitter: Callable[[], float] = JITTER,
    ) -> None:
        """Begin with the first attempt.

        Args:
            limit: How many retries the call has.
            retryable: False for a call that changes something and must not happen twice.
            budget: The retry budget of the client; None for no such bound.
            jitter: Returns a random number from 0 to 1.
        """
        self._attempt = 1
        self._left = limit
        self._retryable = retryable
        self._budget = budget
        self._backoff = Backoff(jitter)

    def after_failure(self, *, sent: bool, left: float | None = None) -> RetryDecision:
        """Decide what follows a failed connection.

        Args:
            sent: Whether the request may have reached the service.
            left: Seconds until the call's deadline; None for no deadline.
        """
        if sent and not self._retryable:
            return self.give_up("the request may have arrived and changes something")
        return self._next(None, left)

    def after_status(
        self, status: int, headers: Mapping[str, str], now: Callable[[], datetime], *, left: float | None = None
    ) -> RetryDecision:
        """Decide what follows an error status.

        A call is not sent again when the service asks for a pause longer than `LONGEST_RETRY_AFTER`. A shorter pause
        than the client's own backoff does not shorten it: `Retry-After: 0`, and a date of a clock that is late, would
        spend all attempts within milliseconds.
        """
        if status not in RETRYABLE_STATUSES:
            return self.give_up(f"{status} is not a retryable status")
        if status != 429 and not self._retryable:  # a call that was refused with 429 has changed nothing
            return self.give_up("the request changes something")
        pause = retry_after(headers, now)
        if pause is not None and pause > LONGEST_RETRY_AFTER:
            return self.give_up(f"Retry-After asks for more than {LONGEST_RETRY_AFTER:.0f} s")
        return self._next(pause, left)

    def again_at_once(self) -> RetryDecision:
        """Decide for another attempt at once, with another token or link; it does not count as a retry."""
        return self._again(0.0)

    def give_up(self, reason: str) -> RetryDecision:
        """Decide against another attempt."""
        return RetryDecision(self._attempt, None, reason)

    def _next(self, pause: float | None, left: float | None) -> RetryDecision:
        if self._left <= 0:
            return self.give_up("no retries are left")
        wait = self._backoff.next()
        if pause is not None:
            wait = max(pause, wait)
        if left is not None and wait >= left:
            return self.give_up("the deadline would pass first")
        if self._budget is not None and not self._budget.take():
            return RetryDecision(self._attempt, None, "the retry budget is empty", EMPTY_BUDGET)
        self._left -= 1
        return self._again(wait)

    def _again(self, wait: float) -> RetryDecision:
        decision = RetryDecision(self._attempt, wait)
        self._attempt += 1
        return decision


def log_attempt(operation: str, failure: object, decision: RetryDecision) -> None:
    """Log a failed attempt and the decision that followed it: one line, at the level DEBUG.

    Args:
        operation: The operation's name.
        failure: The status of the answer, or the reason why the connection failed.
        decision: The decision.
    """
    attempt, wait = decision.attempt, decision.wait
    if wait is None:
        logger.debug("%s: attempt %d: %s; not retried: %s", operation, attempt, failure, decision.reason)
    else:
        logger.debug("%s: attempt %d: %s; again in %.1f s", operation, attempt, failure, wait)


def failure_of(error: APIError) -> object:
    """Return the status of an error, or the reason why the connection failed: a log line shows no text from a body."""
    if isinstance(error, APIStatusError):
        return error.status
    return error.reason if isinstance(error, APIConnectionError) else type(error).__name__


def is_transient(error: APIError) -> bool:
    """Whether the same call may succeed later: the service was not reached, is busy or is down."""
    if isinstance(error, APIStatusError):
        return error.status in RETRYABLE_STATUSES or error.status >= 500
    return isinstance(error, APIConnectionError)


def retry_after(headers: Mapping[str, str], now: Callable[[], datetime]) -> float | None:
    """Return the seconds of a Retry-After header (RFC 9110, 10.2.3); None without a valid one.

    >>> retry_after({"retry-after": "1.5"}, now)
    1.5

    A value is a number of seconds, of which many services send fractions, or a date in one of the three forms of HTTP.
    A gateway may add a header of its own, so that the values of two are joined by a comma: the longest pause is obeyed.
    If one of the values is neither, the whole header is ignored. A date in the past is a pause of 0 seconds.
    """
    pauses: list[float] = []
    parts = iter(headers.get("retry-after", "").split(","))
    for part in parts:
        value = part.strip()
        if re.fullmatch(_WEEKDAY, value):
            value = f"{value},{next(parts, '')}".rstrip()
        pause = _pause(value, now)
        if pause is None:
            return None
        pauses.append(pause)
    return max(pauses)


def _pause(value: str, now: Callable[[], datetime]) -> float | None:
    """Return the seconds of one value of Retry-After, or None."""
    if re.fullmatch(r"(?a)\d+(?:\.\d+)?", value):
        return float(value)
    if len(value) > LONGEST_DATE:
        return None
    try:
        date = parsedate_to_datetime(value)
        # Every date of HTTP is in UTC, and one of its three forms, asctime's, does not say so (RFC 9110, 5.6.7).
        pause = ((date if date.tzinfo else date.replace(tzinfo=UTC)) - now()).total_seconds()
    except (TypeError, ValueError, OverflowError):  # not a date, or one out of range
        return None
    return max(pause, 0.0)


class Backoff:
    """Exponential backoff: waits that double up to a limit, each multiplied by a random factor from 0.5 to 1.

    Attributes:
        count: The number of waits so far.
    """

    __slots__ = ("_jitter", "_wait", "count")

    def __init__(self, jitter: Callable[[], float] = JITTER) -> None:
        self.count = 0
        self._wait = FIRST_WAIT
        self._jitter = jitter

    def next(self) -> float:
        """Return the seconds to wait now."""
        wait, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT)
        self.count += 1
        return wait * (0.5 + 0.5 * self._jitter())


class RetryBudget:
    """A bucket of tokens: each retry takes five, each success returns one.

    A service that is down or refuses everything gets 20 retries at once, and after that one for every five calls that
    succeed, no matter how many calls fail. 1,000 calls of a service that is down send 1,020 requests; without a budget,
    3,000. (gRPC's retry throttling, gRFC A6, and the AWS SDKs have the same bucket.)

    Threads and event loops share it. A process made by a fork has a copy.
    """

    __slots__ = ("_capacity", "_lock", "_tokens")

    def __init__(self, capacity: int = CAPACITY) -> None:
        """Begin with a full bucket."""
        self._capacity: Final = capacity
        self._tokens = capacity
        self._lock = _ForkSafeLock()

    def take(self) -> bool:
        """Take the tokens of one retry, and return whether there were enough."""
        with self._lock.current():
            if self._tokens < RETRY_COST:
                return False
            self._tokens -= RETRY_COST
            return True

    def record_success(self) -> None:
        """Return one token to a bucket that is not full."""
        if self._tokens < self._capacity:  # nearly every call finds a full bucket, and needs no lock
            with self._lock.current():
                self._tokens = min(self._tokens + 1, self._capacity)


class Pace:
    """Even intervals between requests: at ten a second, each is sent a tenth of a second after the previous one.

    Time without requests is not saved up for a burst. Threads and event loops share a pace.
    """

    __slots__ = ("_lock", "_monotonic", "_next", "per_second")

    def __init__(self, per_second: float, monotonic: Callable[[], float]) -> None:
        """Begin with a request that may be sent at once.

        Args:
            per_second: The rate.
            monotonic: Returns seconds that never decrease.
        """
        self.per_second: Final = per_second
        self._monotonic = monotonic
        self._next: float | None = None
        self._lock = _ForkSafeLock()

    def take(self) -> float:
        """Count a request and return 0 if it may be sent now; otherwise return the seconds until then."""
        with self._lock.current():
            now = self._monotonic()
            if self._next is not None and self._next - now > RESOLUTION:
                return self._next - now
            self._next = now + 1 / self.per_second
            return 0.0


class _ForkSafeLock:
    """A lock that is replaced after a fork: a thread of the parent, which the child lacks, may have held it."""

    __slots__ = ("_lock", "_process")

    def __init__(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()

    def current(self) -> threading.Lock:
        """Return the lock of this process."""
        if self._process != os.getpid():
            self._process, self._lock = os.getpid(), threading.Lock()
        return self._lock
