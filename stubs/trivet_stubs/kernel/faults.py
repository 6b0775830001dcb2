"""Faults that a test adds to a stub: the requests they are for, their effects on answers, and how often they act."""

import math
import re
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from trivet_stubs.kernel.distortion import Distortion
from trivet_stubs.kernel.json_text import dumps
from trivet_stubs.kernel.secrets import HIDDEN, is_secret_header

_TOKEN = re.compile(r"[0-9A-Za-z!#$%&'*+.^_`|~-]+")  # RFC 9110, section 5.6.2

_NO_HEADERS: Mapping[str, str] = {}


@dataclass(slots=True, kw_only=True, eq=False)
class Trigger:
    """The requests that a fault is for, and how many of them it will still affect."""

    target: str | None
    """An operation's id or a path; None for any request."""
    times: int | None
    after: int
    probability: float | None
    seed: int
    caller: str | None = None
    """The caller whose requests it affects; None for any caller."""
    credentials: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The headers of that caller's requests, which identify them."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Headers that a request has, if the fault is for it."""
    _random: Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def concerns(self, operation: str | None, path: str, headers: Mapping[str, str] = _NO_HEADERS) -> bool:
        """Whether the fault is for a request, by the operation or the path, and by headers, named in lower case."""
        if any(
            headers.get(name.lower()) != value for name, value in (*self.credentials.items(), *self.headers.items())
        ):
            return False
        if self.target is None or self.target in (operation, path):
            return True
        return self.target.startswith("/") and self.target.endswith("/") and path.startswith(self.target)

    def draw(self) -> bool:
        """Count a matching request; return whether it is affected, by `after` and by `probability`."""
        if self.after:
            self.after -= 1
            return False
        return self.probability is None or self._random.random() < self.probability


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherAnswer:
    """An answer in place of the service's, or headers to set on the service's answer."""

    status: int | None
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(repr=False)
    content_type: str

    @property
    def replaces(self) -> bool:
        """Whether the service's own answer is replaced, instead of its headers alone."""
        return self.status is not None or self.body is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The place where an answer ends before it is complete."""

    drop: bool = False
    """Before anything is sent."""
    bytes: int | None = None
    """After this number of bytes of the body; None for no such cut."""
    events: int | None = None
    """After this number of events of an event stream; None for no such cut."""
    mid_frame: bool = False
    """In the middle of the next event, instead of after those events."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """The wait of a client for its answer."""

    delay: float = 0.0
    """Real seconds before the answer."""
    hang: bool = False
    """Whether the answer never begins."""


@dataclass(slots=True, kw_only=True, eq=False)
class Fault:
    """A fault: the requests that trigger it, and its effects on their answers."""

    id: int
    trigger: Trigger
    answer: OtherAnswer
    cut: Cut
    wait: Wait
    distortion: Distortion | None
    struck: int = 0
    """How many requests it has affected."""
    era: int = field(default=0, repr=False)
    """How often all faults had been removed before it was added."""

    def describe(self) -> dict[str, Any]:
        """Return the fault as JSON values, without the effects that are not set.

        >>> stub.faults.add("stops.list", status=503).describe()
        {'id': 1, 'operation': 'stops.list', 'times': 1, 'after': 0, 'struck': 0, 'status': 503}
        """
        body = self.answer.body
        known: dict[str, Any] = {
            "status": self.answer.status,
            "headers": dict(self.answer.headers) or None,
            "body": None if body is None else body.decode("utf-8", "replace"),
            "content_type": None if body is None else self.answer.content_type,
            "drop": self.cut.drop or None,
            "cut_after": self.cut.bytes,
            "after_events": self.cut.events,
            "mid_frame": self.cut.mid_frame or None,
            "delay": self.wait.delay or None,
            "hang": self.wait.hang or None,
            "probability": self.trigger.probability,
            "seed": None if self.trigger.probability is None else self.trigger.seed,
            "caller": self.trigger.caller,
            "request_headers": {
                name: HIDDEN if is_secret_header(name) else value for name, value in self.trigger.headers.items()
            }
            or None,
            **({} if self.distortion is None else self.distortion.describe()),
        }
        return {
            "id": self.id,
            "operation": self.trigger.target,
            "times": self.trigger.times,
            "after": self.trigger.after,
            "struck": self.struck,
            **{name: value for name, value in known.items() if value is not None},
        }


class Faults:
    """The faults that wait for their requests, oldest first.

    >>> stub.faults.add("stops.list", status=503)
    """

    __module__ = "trivet_stubs"

    def __init__(self, operations: Collection[str]) -> None:
        self._operations = operations
        self.credentials_of: Callable[[str], Mapping[str, str]] = _unknown_caller
        """Returns the headers of a caller's requests, by the caller's name."""
        self._waiting: list[Fault] = []
        self._lock = threading.Lock()
        self._numbers = count(1)
        self._era = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Fault]:
        with self._lock:
            return iter(list(self._waiting))

    def add(
        self,
        operation: str | None = None,
        *,
        times: int | None = 1,
        after: int = 0,
        probability: float | None = None,
        seed: int = 0,
        caller: str | None = None,
        request_headers: Mapping[str, str] | None = None,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes | str | dict[str, Any] | list[Any] | None = None,
        content_type: str | None = None,
        cut_after: int | None = None,
        after_events: int | None = None,
        mid_frame: bool = False,
        drop: bool = False,
        delay: float = 0.0,
        hang: bool = False,
        unknown_field: bool | str = False,
        unknown_enum: bool | str = False,
        missing_field: bool | str = False,
    ) -> Fault:
        """Add a fault.

        >>> stub.faults.add("stops.list", status=503, headers={"Retry-After": "30"}, times=2)
        >>> stub.faults.add("event.subscribe", after_events=3, mid_frame=True)
        >>> stub.faults.add("conversations.list", status=500, caller="alice", times=None)
        >>> stub.faults.add("arrivals.get", missing_field="/Services/0/NextBus", times=None, probability=0.3, seed=7)

        Args:
            operation: An operation's id, or a path (`/files/` with its last slash means all paths below it); None for
                every request.
            times: How many requests it affects; None for no limit.
            after: How many matching requests pass unharmed first: the nth call is `after=n - 1`.
            probability: The probability, from 0 to 1, that a further matching request is affected; None for certainty.
            seed: The seed of the probability: the same seed affects the same requests, counted from the first.
            caller: Only requests of this caller, by the name that `GET /_trivet/records` lists, at the chat service
                also the user's id or email address. A caller is known by their permanent credentials.
            request_headers: Only requests that have these headers, with exactly these values: the header of a test
                run, such as `{"X-Test": "7"}`, lets several tests share a stub.
            status: Answer with this status instead of the service's; 200 when only `body` is given.
            headers: Headers to set on the answer.
            body: The body of that answer; a dict or a list is sent as JSON.
            content_type: Its media type, when not JSON or plain text.
            cut_after: Cut the connection after this many bytes of the body; 0 cuts after the headers. An answer without
                a body, such as a 204, is complete with its headers, so it is cut before them. The request takes effect.
            after_events: Cut an event stream after this many events.
            mid_frame: Cut an event stream in the middle of the event after these.
            drop: Cut the connection before anything is sent.
            delay: Real seconds to wait before answering.
            hang: Never answer, until the client goes away or the stub closes. In process, the timeout of the client
                passes at once, and advances the stub's clock, unless the clock runs.
            unknown_field: Add a field that the contract does not name. True adds it to the first record of a JSON
                answer, a JSON pointer to the object there (`/value/0`; the empty text is the whole answer).
            unknown_enum: Replace a value of an enum by one that the contract does not name. True replaces the first
                such value, a JSON pointer the value there.
            missing_field: Leave out a field. True leaves out the first one that the contract requires, a JSON pointer
                the field there.

        An answer that has no such place passes unchanged, and counts neither for `times` nor for `struck`.

        Raises:
            ValueError: An argument is out of its bounds, or the contract has no such operation.
        """
        self._check_target(operation)
        counts = {"times": times, "after": after, "cut_after": cut_after, "after_events": after_events, "delay": delay}
        for name, number in counts.items():
            if number is not None and not 0 <= number < math.inf:
                raise ValueError(f"{name}: {number} is {'less than 0' if number < 0 else 'not a finite number'}")
        if probability is not None and not 0 <= probability <= 1:
            raise ValueError(f"probability: {probability} is not between 0 and 1")
        if status is not None and not 200 <= status <= 599:
            raise ValueError(f"status: {status} is not between 200 and 599")
        if status in (204, 304) and _bytes(body):
            raise ValueError(f"body: an answer with status {status} has no body")
        _check_headers({**(headers or {}), "content-type": content_type or ""})
        for name in request_headers or {}:
            if not _TOKEN.fullmatch(name):
                raise ValueError(f"request_headers: {name!r} is not the name of a header")
        credentials = _NO_HEADERS if caller is None else self.credentials_of(caller)
        events = 0 if mid_frame and after_events is None else after_events
        distortion = Distortion(unknown_field=unknown_field, unknown_enum=unknown_enum, missing_field=missing_field)
        default_type = (
            "application/json;charset=UTF-8" if isinstance(body, dict | list) else "text/plain; charset=utf-8"
        )
        fault = Fault(
            id=next(self._numbers),
            trigger=Trigger(
                target=operation,
                times=times,
                after=after,
                probability=probability,
                seed=seed,
                caller=caller,
                credentials=dict(credentials),
                headers=dict(request_headers or {}),
            ),
            answer=OtherAnswer(
                status=status,
                headers=dict(headers or {}),
                body=_bytes(body),
                content_type=content_type or default_type,
            ),
            cut=Cut(drop=drop, bytes=cut_after, events=events, mid_frame=mid_frame),
            wait=Wait(delay=delay, hang=hang),
            distortion=distortion if distortion.describe() else None,
            era=self._era,
        )
        if times != 0:
            with self._lock:
                self._waiting.append(fault)
        return fault

    @property
    def unused(self) -> list[Fault]:
        """The faults that have affected no request yet, oldest first.

        >>> stub.faults.unused
        []
        """
        with self._lock:
            return [fault for fault in self._waiting if not fault.struck]

    def remove(self, fault_id: int) -> Fault:
        """Remove the fault of this id.

        >>> stub.faults.remove(stub.faults.add("stops.list", status=503).id)

        Raises:
            ValueError: No such fault waits for its requests.
        """
        with self._lock:
            for position, fault in enumerate(self._waiting):
                if fault.id == fault_id:
                    return self._waiting.pop(position)
        raise ValueError(f"id: no fault {fault_id} waits for its requests")

    def clear(self) -> None:
        """Remove every fault.

        >>> stub.faults.clear()
        """
        with self._lock:
            self._waiting.clear()
            self._era += 1

    def copies(self) -> list[Fault]:
        """Copies of the faults that wait, for `reset`.

        >>> start = stub.faults.copies()
        """
        return deepcopy(list(self))

    def reset(self, start: Iterable[Fault] = ()) -> None:
        """Replace all faults by copies of these, and number further faults after them.

        >>> stub.faults.reset()
        """
        faults = deepcopy(list(start))
        with self._lock:
            self._era += 1
            for fault in faults:
                fault.era = self._era
            self._waiting = faults
            self._numbers = count(1 + max((fault.id for fault in faults), default=0))

    def take(self, operation: str | None, path: str, headers: Mapping[str, str] = _NO_HEADERS) -> Fault | None:
        """Return the oldest fault for a request, and count the request; None if no fault is for it.

        >>> fault = stub.faults.take("stops.list", "/BusStops")
        """
        if not self._waiting:
            return None
        with self._lock:
            oldest: Fault | None = None
            # Every fault draws for each of its requests, so that an older fault does not shift which ones it affects.
            for fault in self._waiting:
                if fault.trigger.concerns(operation, path, headers) and fault.trigger.draw() and oldest is None:
                    oldest = fault
            if oldest is not None:
                oldest.struck += 1
                if oldest.trigger.times is not None:
                    oldest.trigger.times -= 1
            self._waiting = [fault for fault in self._waiting if fault.trigger.times != 0]
            return oldest

    def give_back(self, fault: Fault) -> None:
        """Put back a fault that had nothing to change in an answer.

        >>> stub.faults.give_back(fault)
        """
        with self._lock:
            fault.struck -= 1
            if fault.trigger.times is None or fault.era != self._era:  # it has been removed since
                return
            fault.trigger.times += 1
            if fault not in self._waiting and fault.trigger.times == 1:
                self._waiting = sorted([*self._waiting, fault], key=lambda waiting: waiting.id)

    def _check_target(self, operation: str | None) -> None:
        if operation is not None and not operation.startswith("/") and operation not in self._operations:
            raise ValueError(f"operation: {operation!r} is neither a path nor one of {', '.join(self._operations)}")


def _unknown_caller(name: str) -> Mapping[str, str]:
    raise ValueError(f"caller: {name!r} is unknown, because the stub has no callers")


def _check_headers(headers: Mapping[str, str]) -> None:
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name):
            raise ValueError(f"headers: {name!r} is not the name of a header")
        if name.lower() == "transfer-encoding":
            raise ValueError(f"headers: {name!r} is set by the server itself")
        if name.lower() == "content-length" and not (value.isascii() and value.isdigit()):
            raise ValueError(f"headers: the value of {name!r} is not a number")
        if value != value.strip(" \t"):
            raise ValueError(f"headers: the value of {name!r} begins or ends with a space")
        if any(character in value for character in "\r\n\0") or any(ord(character) > 255 for character in value):
            raise ValueError(f"headers: the value of {name!r} has characters that are not allowed in a header")


def _bytes(body: bytes | str | dict[str, Any] | list[Any] | None) -> bytes | None:
    if isinstance(body, str):
        return body.encode()
    return dumps(body, keep_halves=True) if isinstance(body, dict | list) else body
