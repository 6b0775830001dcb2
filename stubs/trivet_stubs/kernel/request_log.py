"""The request log: the requests of a stub, newest last, and calls compared with the inputs that a test expects."""

import json
import re
import threading
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, cast

import orjson

from trivet_stubs.kernel.contract import Contract
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


class ExpectedCall:
    """An operation, and some of the inputs that a request of it should have.

    >>> ExpectedCall(stub.contract, "stops.list", {"skip": 500}).matches(stub.requests[-1])

    An input is a parameter of the path, the query or the headers, or a key of the body. It is named as in the spec
    (`BusStopCode`, `$skip`) or as in Python (`bus_stop_code`, `skip`); `body` is the whole body. A parameter that is no
    text is compared as the value that it stands for: `500`, `True`. None stands for null and for an input that was not
    sent.

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
        if self._secret:
            self._secret.add(_BODY)

    def __str__(self) -> str:
        inputs = [f"{name}={self._shown(name, value)}" for name, value in self._expected.items()]
        return " with ".join([self._operation.id, *([", ".join(inputs)] if inputs else [])])

    def matches(self, request: LoggedRequest) -> bool:
        """Whether a request is one of those that are expected."""
        return request.operation == self._operation.id and not self._differences(request)

    def missing(self, requests: Sequence[LoggedRequest]) -> str:
        """The message of a failure: none of these requests matches; it names the nearest one."""
        calls = [(number, each) for number, each in enumerate(requests) if each.operation == self._operation.id]
        if not calls:
            return f"{self._operation.id} was not called; {_listed(requests)}"
        found = [(self._differences(request), number, request) for number, request in calls]
        differences, number, request = min(found, key=lambda each: (len(each[0]), -each[1]))
        lines = [f"  {name}: {text}" for name, text in differences.items()]
        status = "not answered" if request.status is None else f"answered {request.status}"
        which = "Its only call" if len(calls) == 1 else f"The nearest of its {len(calls)} calls"
        nearest = f"{which} is requests[{number}], {status}:"
        return "\n".join([f"there is no call of {self}. {nearest}", *lines])

    def unexpected(self, requests: Sequence[LoggedRequest]) -> str:
        """The message of a failure: some of these requests match."""
        numbers = [f"requests[{number}]" for number, each in enumerate(requests) if self.matches(each)]
        more = f" and {len(numbers) - _MAX_LISTED} more" if len(numbers) > _MAX_LISTED else ""
        return f"there is a call of {self}: {', '.join(numbers[:_MAX_LISTED])}{more}"

    def _differences(self, request: LoggedRequest) -> dict[str, str]:
        """What is not as expected: the names of the inputs, and what each of them is instead."""
        sent = _sent(self._operation, request)
        found: dict[str, str] = {}
        for name, expected in self._expected.items():
            actual = sent.get(name, _NOT_SENT)
            if not _equal(actual, expected):
                shown = "not sent" if actual is _NOT_SENT else self._shown(name, actual)
                found[name] = f"{shown} instead of {self._shown(name, expected)}"
        return found

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
    """The inputs of a request by their names in the spec; what cannot be read stays text."""
    found: JsonObject = {}
    for name, text in (operation.arguments(tuple(request.path.split("/"))) or {}).items():
        found[name] = _read(operation.path_parameters[name], [text])
    texts: dict[str, list[str]] = {}
    for name, text in request.query:
        texts.setdefault(name, []).append(text)
    found |= {name: _read(operation.query.get(name), each) for name, each in texts.items()}
    for name, parameter in operation.headers.items():
        if name.lower() in request.headers:
            found[name] = _read(parameter, [request.headers[name.lower()]])
    if request.body:
        body: Any = _json(request.body)
        found = {_BODY: body, **found, **(cast(JsonObject, body) if isinstance(body, dict) else {})}
    return found


def _read(parameter: Parameter | None, texts: list[str]) -> Any:
    if parameter is not None:
        try:
            return parameter.read(texts)
        except Refusal:
            pass  # the stub has refused it, and a test may ask for what was sent
    return texts[0] if len(texts) == 1 else texts


def _json(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return body


def _inputs_of(document: JsonObject, operation: Operation) -> Iterator[tuple[str, bool]]:
    """The inputs of an operation by their names, and whether each is a secret."""
    item: JsonObject = document["paths"][operation.path]
    for raw in [*item.get("parameters", []), *operation.raw.get("parameters", [])]:
        found = resolve(document, raw)
        yield found["name"], _is_secret(document, found)
    body = resolve(document, operation.raw.get("requestBody", {}))
    schema = resolve(document, body.get("content", {}).get(JSON, {}).get("schema", {}))
    for name, each in schema.get("properties", {}).items():
        yield name, _is_secret(document, each)


def _is_secret(document: JsonObject, schema: JsonObject, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a schema, or one that it refers to, says that its values are secrets."""
    text = json.dumps(schema)
    if '"x-secret": true' in text:
        return True
    references = set(re.findall(r'"\$ref": "([^"]+)"', text)) - seen
    return any(_is_secret(document, resolve(document, {"$ref": each}), seen | references) for each in references)


def _listed(requests: Sequence[LoggedRequest]) -> str:
    """What a stub got instead, in words."""
    if not requests:
        return "the stub got no request"
    counts = Counter(each.operation or f"{each.method} {each.path[:_MAX_SHOWN]!r}, no operation" for each in requests)
    listed = [f"{name} ({count})" for name, count in counts.most_common(_MAX_LISTED)]
    more = f" and {len(counts) - _MAX_LISTED} others" if len(counts) > _MAX_LISTED else ""
    return f"the stub got: {', '.join(listed)}{more}"
