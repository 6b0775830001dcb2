"""The request log: what a stub was asked, newest last, and the statuses of its answers."""

import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True, eq=False)
class LoggedRequest:
    """One request; its repr leaves out all that may hold a secret."""

    operation: str | None
    method: str
    path: str
    query: list[tuple[str, str]] = field(repr=False)
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    status: int | None = None
    """The status of the answer; None while, or because, there was none."""


class RequestLog:
    """The newest requests of a stub, at most `limit` of them.

    >>> stub.requests[-1].operation
    'stops.list'
    >>> stub.requests.count("stops.list")
    1
    """

    def __init__(self, limit: int = 10_000) -> None:
        self._requests: deque[LoggedRequest] = deque(maxlen=limit)
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"<RequestLog of {len(self)} requests>"

    def __len__(self) -> int:
        return len(self._requests)

    def __iter__(self) -> Iterator[LoggedRequest]:
        with self._lock:
            return iter(list(self._requests))

    def __getitem__(self, index: int) -> LoggedRequest:
        return self._requests[index]

    @property
    def limit(self) -> int:
        """How many requests are kept; settable."""
        return self._requests.maxlen or 0

    @limit.setter
    def limit(self, limit: int) -> None:
        with self._lock:
            self._requests = deque(self._requests, maxlen=limit)

    def count(self, operation: str | None) -> int:
        """How many requests are of this operation; None counts those of no operation."""
        return sum(request.operation == operation for request in self)

    def clear(self) -> None:
        """Forget every request."""
        with self._lock:
            self._requests.clear()

    def add(self, request: LoggedRequest) -> None:
        """Log a request."""
        with self._lock:
            self._requests.append(request)
