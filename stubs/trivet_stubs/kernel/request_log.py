"""The request log: the requests of a stub, newest last, and calls compared with the inputs that a test expects."""

import json
import re
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, cast

from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.notify import Broadcast
from trivet_stubs.kernel.operation import JSON, Operation, Parameter
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.spec import JsonObject, resolve

_MAX_BODIES = 64 * 1024 * 1024

_BODY: Final = "body"
_NOT_SENT: Final = object()
_MAX_SHOWN = 100
_MAX_LISTED = 8


NameOfRequest = Callable[[int, LoggedRequest], str]
"""Makes the name of a request in a message from its position in the log and the request."""


def _by_position(position: int, _request: LoggedRequest) -> str:
    return f"requests[{position}]"


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
        """How often each rule has refused requests that are no longer in the log."""
        self._lock = threading.Lock()
        self._numbers = count(1)
        self.answered: Broadcast[LoggedRequest] = Broadcast()
        """Publishes each request as soon as its answer begins, or ends without having begun."""

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
        """Return the number of requests of an operation; None counts the requests without an operation.

        >>> stub.requests.count("stops.list")
        1
        """
        return sum(request.operation == operation for request in self)

    def calls(self, operation: str, /, **inputs: object) -> list[LoggedRequest]:
        """Return the requests of an operation that have these inputs, oldest first.

        >>> [request.status for request in stub.requests.calls("stops.list", skip=500)]
        [503, 200]

        Args:
            operation: The operation's id.
            inputs: The expected values of some inputs: parameters, and keys of the body (`body` is all of it). A name
                is spelled as in the spec or as in Python; None stands for null and for an input that was not sent.

        Raises:
            ValueError: The contract has no such operation, or the operation no such input.
        """
        __tracebackhide__ = True  # pytest shows the line of the test
        return self.expected(operation, inputs).calls(self)

    def expected(self, operation: str, inputs: Mapping[str, object]) -> "ExpectedCall":
        """Return the expectation that `calls` compares requests with.

        >>> stub.requests.expected("stops.list", {"skip": 500}).mismatch(list(stub.requests), times=2)
        'there is 1 call of stops.list with $skip=500 instead of 2: request 2'

        Raises:
            ValueError: The contract has no such operation, or the operation no such input.
        """
        __tracebackhide__ = True
        return ExpectedCall(self._contract, operation, inputs)

    def assert_called(self, operation: str, /, **inputs: object) -> LoggedRequest:
        """Return the newest request of an operation that has these inputs, which `calls` explains.

        >>> stub.requests.assert_called("conversations.create", title="New").status
        201

        Raises:
            AssertionError: No request has them; the message names the nearest one, and its differences.
            ValueError: The contract has no such operation, or the operation no such input.
        """
        __tracebackhide__ = True  # pytest shows the line of the test
        if calls := self.calls(operation, **inputs):
            return calls[-1]
        raise AssertionError(self.expected(operation, inputs).missing(list(self)))

    def assert_not_called(self, operation: str, /, **inputs: object) -> None:
        """Check that no request of an operation has these inputs, which `calls` explains.

        >>> stub.requests.assert_not_called("conversations.delete")

        Raises:
            AssertionError: A request has them.
            ValueError: The contract has no such operation, or the operation no such input.
        """
        __tracebackhide__ = True  # pytest shows the line of the test
        if self.calls(operation, **inputs):
            raise AssertionError(self.expected(operation, inputs).unexpected(list(self)))

    def rules_exercised(self, *, removed: bool = False) -> dict[str, int]:
        """Return how often each rule has refused a request, by the ids of the rules, in their order.

        >>> stub.requests.rules_exercised()
        {'chat.requests.ids-are-uuids': 1, 'chat.shares.only-the-sharer-revokes': 2}

        Args:
            removed: Whether to count requests that are no longer in the log, too.
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
        for request in self:
            request.reported = True  # a late report would mention a number that another request has by then
        self.clear()
        self._numbers = count(1)

    def report(self, request: LoggedRequest) -> None:
        """Publish a request to the readers of `answered`, once.

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
    return Counter(request.rule for request in requests if request.rule is not None)


class ExpectedCall:
    """An operation, and some of the inputs that a request of it should have.

    >>> ExpectedCall(stub.contract, "stops.list", {"skip": 500}).matches(stub.requests[-1])

    An input is a parameter of the path, the query or the headers, or a key of the body. It is named as in the spec
    (`BusStopCode`, `$skip`) or as in Python (`bus_stop_code`, `skip`); `body` is the whole body. A parameter that is
    not a string is compared by its value: `500`, `True`. None stands for null and for an input that was not sent.

    Args:
        contract: The contract of the stub.
        operation_id: The operation.
        inputs: The expected values by the names of their inputs; further inputs of a request do not matter.

    Raises:
        ValueError: The contract has no such operation, or the operation no such input.
    """

    def __init__(self, contract: Contract, operation_id: str, inputs: Mapping[str, object]) -> None:
        __tracebackhide__ = True
        if operation_id not in contract.operations:
            raise ValueError(f"operation: {operation_id!r} is not one of {', '.join(contract.operations)}")
        self._operation: Operation = contract.operations[operation_id]
        secret_by_name = dict(_inputs_of(contract.document, self._operation))
        by_spelling = {_spelling(name): name for name in [_BODY, *secret_by_name]}
        if unknown := [name for name in inputs if _spelling(name) not in by_spelling]:
            known = ", ".join([*secret_by_name, *([_BODY] if self._operation.body else [])]) or "none"
            raise ValueError(f"{operation_id} has no input {', '.join(unknown)}; its inputs are: {known}")
        self._expected = {by_spelling[_spelling(name)]: value for name, value in inputs.items()}
        self._secret = {name for name, secret in secret_by_name.items() if secret}
        if self._secret:  # the body as a whole may contain it
            self._secret.add(_BODY)

    def __str__(self) -> str:
        inputs = [f"{name}={self._shown(name, value)}" for name, value in self._expected.items()]
        return " with ".join([self._operation.id, *([", ".join(inputs)] if inputs else [])])

    def calls(self, requests: Iterable[LoggedRequest]) -> list[LoggedRequest]:
        """Return the expected ones of some requests, in their order."""
        return [request for request in requests if self.matches(request)]

    def mismatch(self, requests: Sequence[LoggedRequest], times: int | None) -> str | None:
        """Return why some requests have not the expected number of calls, naming requests by their numbers in the log.

        Args:
            requests: The requests.
            times: How many of them should match; None for one or more.
        """
        calls = self.calls(requests)
        if len(calls) == times or (times is None and calls):
            return None
        if not calls:
            return self.missing(requests, lambda _, request: f"request {request.number}")
        numbers = [str(request.number) for request in calls[:_MAX_LISTED]]
        more = f" and {len(calls) - _MAX_LISTED} more" if len(calls) > _MAX_LISTED else ""
        listed = f"{', '.join(numbers)}{more}"
        if len(calls) == 1:
            return f"there is 1 call of {self} instead of {times}: request {listed}"
        return f"there are {len(calls)} calls of {self} instead of {times}: requests {listed}"

    def nearest(self, requests: Sequence[LoggedRequest]) -> LoggedRequest | None:
        """Return the newest of the requests of the operation that differ in the fewest inputs; None without any."""
        candidates = [request for request in requests if request.operation == self._operation.id]
        return min(reversed(candidates), key=lambda request: len(self._differences(request)), default=None)

    def matches(self, request: LoggedRequest) -> bool:
        """Whether a request is an expected one."""
        return request.operation == self._operation.id and not self._differences(request)

    def missing(self, requests: Sequence[LoggedRequest], name: NameOfRequest = _by_position) -> str:
        """Return the message of a failure, because no request matches; it describes the nearest one."""
        request = self.nearest(requests)
        if request is None:
            return f"{self._operation.id} was not called; {_listed(requests)}"
        lines = [f"  {field}: {text}" for field, text in self._differences(request).items()]
        status = "not answered" if request.status is None else f"answered {request.status}"
        count = sum(other.operation == self._operation.id for other in requests)
        which = "Its only call" if count == 1 else f"The nearest of its {count} calls"
        nearest = f"{which} is {name(requests.index(request), request)}, {status}:"
        return "\n".join([f"there is no call of {self}. {nearest}", *lines])

    def unexpected(self, requests: Sequence[LoggedRequest]) -> str:
        """Return the message of a failure, because some of these requests match."""
        numbers = [f"requests[{number}]" for number, request in enumerate(requests) if self.matches(request)]
        more = f" and {len(numbers) - _MAX_LISTED} more" if len(numbers) > _MAX_LISTED else ""
        return f"there is a call of {self}: {', '.join(numbers[:_MAX_LISTED])}{more}"

    def _differences(self, request: LoggedRequest) -> dict[str, str]:
        """Return the inputs that differ by their names, each with the actual and the expected value in words."""
        sent = _sent(self._operation, request)
        differences: dict[str, str] = {}
        for name, expected in self._expected.items():
            actual = sent.get(name, _NOT_SENT)
            if not _equal(actual, expected):
                actual_text = "not sent" if actual is _NOT_SENT else self._shown(name, actual)
                differences[name] = f"{actual_text} instead of {self._shown(name, expected)}"
        return differences

    def _shown(self, name: str, value: object) -> str:
        if name in self._secret:
            return "(a secret)"
        try:
            text = repr(value)
        except RecursionError:
            return "(nested too deeply to be shown)"
        return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"


def _spelling(name: str) -> str:
    """A name without the differences between the spec and Python: `$skip` and `skip`, `sessionID` and `session_id`."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _equal(actual: object, expected: object) -> bool:
    if expected is None:
        return actual is None or actual is _NOT_SENT
    if isinstance(actual, bool) != isinstance(expected, bool) and isinstance(expected, bool | int | float):
        return False
    if isinstance(expected, tuple):
        expected = list(cast("tuple[object, ...]", expected))
    return actual is not _NOT_SENT and bool(expected == actual)


def _sent(operation: Operation, request: LoggedRequest) -> JsonObject:
    """Return the inputs of a request by their names in the spec; a value that cannot be read stays text."""
    inputs: JsonObject = {}
    for name, text in (operation.arguments(tuple(request.path.split("/"))) or {}).items():
        inputs[name] = _read(operation.path_parameters[name], [text])
    texts: dict[str, list[str]] = {}
    for name, text in request.query:
        texts.setdefault(name, []).append(text)
    inputs |= {name: _read(operation.query.get(name), values) for name, values in texts.items()}
    for name, parameter in operation.headers.items():
        if name.lower() in request.headers:
            inputs[name] = _read(parameter, [request.headers[name.lower()]])
    if request.body:
        body: Any = _json(request.body)
        inputs = {_BODY: body, **inputs, **(cast(JsonObject, body) if isinstance(body, dict) else {})}
    return inputs


def _read(parameter: Parameter | None, texts: list[str]) -> Any:
    if parameter is not None:
        try:
            return parameter.read(texts)
        except Refusal:
            pass  # the stub has refused the value, but a test may expect the text that was sent
    return texts[0] if len(texts) == 1 else texts


def _json(body: bytes) -> Any:
    try:
        return loads(body)
    except ValueError:
        return body


def _inputs_of(document: JsonObject, operation: Operation) -> Iterator[tuple[str, bool]]:
    """Yield the inputs of an operation by their names, and whether each is a secret."""
    path_item: JsonObject = document["paths"][operation.path]
    for raw in [*path_item.get("parameters", []), *operation.raw.get("parameters", [])]:
        parameter = resolve(document, raw)
        yield parameter["name"], _is_secret(document, parameter)
    body = resolve(document, operation.raw.get("requestBody", {}))
    schema = resolve(document, body.get("content", {}).get(JSON, {}).get("schema", {}))
    for name, property_schema in schema.get("properties", {}).items():
        yield name, _is_secret(document, property_schema)


def _is_secret(document: JsonObject, schema: JsonObject, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a schema, or one that it refers to, says that its values are secrets."""
    text = json.dumps(schema)
    if '"x-secret": true' in text:
        return True
    references = set(re.findall(r'"\$ref": "([^"]+)"', text)) - seen
    targets = (resolve(document, {"$ref": reference}) for reference in references)
    return any(_is_secret(document, target, seen | references) for target in targets)


def _listed(requests: Sequence[LoggedRequest]) -> str:
    """Return the requests that a stub got, in words: how many of each operation."""
    if not requests:
        return "the stub got no request"
    counts = Counter(
        request.operation or f"{request.method} {request.path[:_MAX_SHOWN]!r}, no operation" for request in requests
    )
    listed = [f"{name} ({count})" for name, count in counts.most_common(_MAX_LISTED)]
    more = f" and {len(counts) - _MAX_LISTED} others" if len(counts) > _MAX_LISTED else ""
    return f"the stub got: {', '.join(listed)}{more}"
