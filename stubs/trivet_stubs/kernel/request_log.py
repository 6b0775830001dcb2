"""The request log: the requests of a stub, newest last, and the statuses of their answers."""

import threading
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import count

from trivet_stubs.kernel.broadcast import Broadcast
from trivet_stubs.kernel.calls import ExpectedCall
from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.logged_request import LoggedRequest

__all__ = ["LoggedRequest", "RequestLog"]

_MAX_BODIES = 64 * 1024 * 1024


class RequestLog:
    """The newest requests of a stub, at most `limit` of them, and at most 64 MB of bodies.

    >>> stub.requests[-1].operation
    'stops.list'
    >>> stub.requests.count("stops.list")
    1
    >>> stub.requests.assert_called("stops.list", skip=500)
    """

    __module__ = "trivet_stubs"

    def __init__(self, contract: Contract, limit: int = 10_000) -> None:
        self._contract = contract
        self._requests: deque[LoggedRequest] = deque()
        self._limit = limit
        self._bytes = 0
        self._removed: Counter[str] = Counter()
        """The rules of requests that are in the log no longer."""
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

    def calls(self, operation: str, /, **inputs: object) -> list[LoggedRequest]:
        """The requests of an operation that have these inputs, oldest first.

        >>> [each.status for each in stub.requests.calls("stops.list", skip=500)]
        [503, 200]

        Args:
            operation: The operation's id.
            inputs: The expected values of some inputs: parameters, and keys of the body (`body` is all of it). A name
                is spelled as in the spec or as in Python; None stands for null and for an input that was not sent.

        Raises:
            ValueError: The contract has no such operation, or the operation no such input.
        """
        __tracebackhide__ = True  # pytest shows the line of the test
        expected = ExpectedCall(self._contract, operation, inputs)
        return [each for each in self if expected.matches(each)]

    def assert_called(self, operation: str, /, **inputs: object) -> LoggedRequest:
        """The newest request of an operation that has these inputs, which `calls` explains.

        >>> stub.requests.assert_called("conversations.create", title="New").status
        201

        Raises:
            AssertionError: There is none; the message names the nearest request, and how it differs.
            ValueError: The contract has no such operation, or the operation no such input.
        """
        __tracebackhide__ = True  # pytest shows the line of the test
        if found := self.calls(operation, **inputs):
            return found[-1]
        raise AssertionError(ExpectedCall(self._contract, operation, inputs).missing(list(self)))

    def assert_not_called(self, operation: str, /, **inputs: object) -> None:
        """Check that no request of an operation has these inputs, which `calls` explains.

        >>> stub.requests.assert_not_called("conversations.delete")

        Raises:
            AssertionError: There are some.
            ValueError: The contract has no such operation, or the operation no such input.
        """
        __tracebackhide__ = True  # pytest shows the line of the test
        if self.calls(operation, **inputs):
            raise AssertionError(ExpectedCall(self._contract, operation, inputs).unexpected(list(self)))

    def rules_exercised(self, *, removed: bool = False) -> dict[str, int]:
        """How often each rule has refused one of these requests, by the ids of the rules, in their order.

        >>> stub.requests.rules_exercised()
        {'chat.requests.ids-are-uuids': 1, 'chat.shares.only-the-sharer-revokes': 2}

        Args:
            removed: Whether requests count that are in the log no longer.
        """
        counts = _rules_of(self)
        return dict(sorted((counts + self._removed if removed else counts).items()))

    def clear(self) -> None:
        """Remove every request.

        >>> stub.requests.clear()
        """
        with self._lock:
            self._removed += _rules_of(self._requests)
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
        """Hand a request out to the readers of `answered`, once.

        >>> stub.requests.report(request)
        """
        if not request.reported:
            request.reported = True
            self.answered.publish(request)

    def add(self, request: LoggedRequest) -> None:
        """Log a request.

        >>> stub.requests.add(request)
        """
        with self._lock:
            request.number = next(self._numbers)
            self._requests.append(request)
            self._bytes += len(request.body)
            if len(self._requests) > self._limit or self._bytes > _MAX_BODIES:
                self._shorten()

    def _shorten(self) -> None:
        while self._requests and (len(self._requests) > self._limit or self._bytes > _MAX_BODIES):
            oldest = self._requests.popleft()
            self._bytes -= len(oldest.body)
            self._removed += _rules_of([oldest])


def _rules_of(requests: Iterable[LoggedRequest]) -> Counter[str]:
    return Counter(each.rule for each in requests if each.rule is not None)
