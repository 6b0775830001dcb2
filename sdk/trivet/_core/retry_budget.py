"""How many retries a client and its copies may send, all calls together."""

from __future__ import annotations

import os
import threading
from typing import Final

__all__ = ["CAPACITY", "RETRY_COST", "RetryBudget"]

CAPACITY = 100
"""Tokens of a full bucket."""

RETRY_COST = 5
"""Tokens that a retry takes; a success returns one."""


class RetryBudget:
    """A bucket of tokens: each retry takes five, each success returns one.

    A service that is down or refuses everything gets 20 retries at once, and after that one for every five calls that
    succeed, no matter how many calls fail. Without a budget, a burst of calls that a busy service refuses comes back
    once more for each retry of each call. (The token bucket of gRPC's retry throttling, gRFC A6, and of the AWS SDKs.)

    Threads and event loops share it. A process made by a fork has a copy.
    """

    __slots__ = ("_capacity", "_lock", "_process", "_tokens")

    def __init__(self, capacity: int = CAPACITY) -> None:
        """Begin with a full bucket."""
        self._capacity: Final = capacity
        self._tokens = capacity
        self._process = os.getpid()
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Take the tokens of one retry, and return whether there were enough."""
        with self._current_lock():
            if self._tokens < RETRY_COST:
                return False
            self._tokens -= RETRY_COST
            return True

    def record_success(self) -> None:
        """Return one token to a bucket that is not full."""
        if self._tokens < self._capacity:  # nearly every call finds it full, and needs no lock
            with self._current_lock():
                self._tokens = min(self._tokens + 1, self._capacity)

    def _current_lock(self) -> threading.Lock:
        if self._process != os.getpid():  # after a fork; a thread of the parent may hold the old lock
            self._process, self._lock = os.getpid(), threading.Lock()
        return self._lock
