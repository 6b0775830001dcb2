"""The request log: the requests of a stub, newest last, and the statuses of their answers."""

import threading
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from trivet_stubs.kernel.broadcast import Broadcast


@dataclass(slots=True, kw_only=True, eq=False)
class LoggedRequest:
    """One request; its repr leaves out all that may hold a secret."""

    operation: str | None
    method: str
    path: str
    query: list[tuple[str, str]] = field(repr=False)
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    """The whole body; empty when it was refused as too large."""
    status: int | None = None
    """The status of the answer; None as long as there is none."""
    rule: str | None = None
    """The id of the rule by which the request was refused; None when it was not, or when a fault answered it.

    >>> stub.requests[-1].rule
    'chat.shares.only-the-sharer-revokes'
    """
    problem: str | None = field(default=None, repr=False)
    """Why the request was refused, in a sentence; None when it was not."""
    fault: int | None = None
    """The id of the fault that has struck the request; None when none has."""
    number: int = 0
    """The number of the request, from 1 up: its place in the order of arrival."""
    reported: bool = False
    """Whether the readers of `RequestLog.answered` have it."""


_MAX_BODIES = 64 * 1024 * 1024


class RequestLog:
    """The newest requests of a stub, at most `limit` of them, and at most 64 MB of bodies.

    >>> stub.requests[-1].operation
    'stops.list'
    >>> stub.requests.count("stops.list")
    1
    """

    def __init__(self, limit: int = 10_000) -> None:
        self._requests: deque[LoggedRequest] = deque()
        self._limit = limit
        self._bytes = 0
        self._lock = threading.Lock()
        self._numbers = count(1)
        self.answered: Broadcast[LoggedRequest] = Broadcast()
        """Hands each request out as soon as its answer begins, or ends without having begun."""

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
        """The number of requests that are kept; settable."""
        return self._limit

    @limit.setter
    def limit(self, limit: int) -> None:
        with self._lock:
            self._limit = limit
            self._shorten()

    def count(self, operation: str | None) -> int:
        """The number of requests of an operation; None counts those of no operation.

        >>> stub.requests.count("stops.list")
        1
        """
        return sum(request.operation == operation for request in self)

    def rules_exercised(self) -> dict[str, int]:
        """How often each rule has refused one of these requests, by the ids of the rules, in their order.

        >>> stub.requests.rules_exercised()
        {'chat.requests.ids-are-uuids': 1, 'chat.shares.only-the-sharer-revokes': 2}
        """
        return dict(sorted(Counter(each.rule for each in self if each.rule is not None).items()))

    def clear(self) -> None:
        """Remove every request.

        >>> stub.requests.clear()
        """
        with self._lock:
            self._requests.clear()
            self._bytes = 0

    def reset(self) -> None:
        """Remove every request, and number them from 1 again.

        >>> stub.requests.reset()
        """
        for each in self:
            each.reported = True  # its number is given again
        self.clear()
        self._numbers = count(1)

    def report(self, request: LoggedRequest) -> None:
        """Hand a request out to the readers of `answered`, once."""
        if not request.reported:
            request.reported = True
            self.answered.publish(request)

    def add(self, request: LoggedRequest) -> None:
        """Log a request."""
        with self._lock:
            request.number = next(self._numbers)
            self._requests.append(request)
            self._bytes += len(request.body)
            if len(self._requests) > self._limit or self._bytes > _MAX_BODIES:
                self._shorten()

    def _shorten(self) -> None:
        while self._requests and (len(self._requests) > self._limit or self._bytes > _MAX_BODIES):
            self._bytes -= len(self._requests.popleft().body)
