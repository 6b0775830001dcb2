"""Faults that a test plans: what goes wrong, on which requests, and how often."""

import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson


@dataclass(slots=True, kw_only=True, eq=False)
class Fault:
    """One fault and the requests it still waits for."""

    target: str | None
    times: int | None
    after: int
    status: int | None
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(repr=False)
    content_type: str
    cut_after: int | None
    drop: bool
    delay: float
    hang: bool
    struck: int = 0
    """How many requests it has affected."""

    @property
    def answers(self) -> bool:
        """Whether the fault brings an answer of its own in place of the service's."""
        return self.status is not None or self.body is not None

    def concerns(self, operation: str | None, path: str) -> bool:
        """Whether a request is one of those that this fault is for."""
        if self.target is None or self.target in (operation, path):
            return True
        return self.target.startswith("/") and self.target.endswith("/") and path.startswith(self.target)


class Faults:
    """The faults that wait for their requests, oldest first.

    >>> stub.faults.add("stops.list", status=503)
    """

    def __init__(self, operations: Collection[str]) -> None:
        self._operations = operations
        self._waiting: list[Fault] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(
        self,
        operation: str | None = None,
        *,
        times: int | None = 1,
        after: int = 0,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes | str | dict[str, Any] | None = None,
        content_type: str | None = None,
        cut_after: int | None = None,
        drop: bool = False,
        delay: float = 0.0,
        hang: bool = False,
    ) -> Fault:
        """Add a fault.

        >>> stub.faults.add("stops.list", status=503, headers={"Retry-After": "30"}, times=2)

        Args:
            operation: An operation's id, or a path (`/files/` with its last slash means all below it); without it, any.
            times: How many requests it affects; None means every one from then on.
            after: How many matching requests pass unharmed first.
            status: Answer with this status instead of the service's; 200 when only `body` is given.
            headers: Headers to set on the answer.
            body: The body of that answer; a dict is sent as JSON.
            content_type: Its media type, when not JSON or plain text.
            cut_after: Cut the connection after this many bytes of the body; 0 cuts after the headers.
            drop: Cut the connection before anything is sent.
            delay: Real seconds to wait before answering.
            hang: Never answer, until the client goes away or the stub closes.
        """
        if operation is not None and not operation.startswith("/") and operation not in self._operations:
            raise ValueError(f"operation: {operation!r} is neither a path nor one of {', '.join(self._operations)}")
        for name, count in (("times", times), ("after", after), ("cut_after", cut_after), ("delay", delay)):
            if count is not None and count < 0:
                raise ValueError(f"{name}: {count} is less than 0")
        default_type = "application/json;charset=UTF-8" if isinstance(body, dict) else "text/plain; charset=utf-8"
        fault = Fault(
            target=operation,
            times=times,
            after=after,
            status=status,
            headers=dict(headers or {}),
            body=_bytes(body),
            content_type=content_type or default_type,
            cut_after=cut_after,
            drop=drop,
            delay=delay,
            hang=hang,
        )
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

    def clear(self) -> None:
        """Remove every fault.

        >>> stub.faults.clear()
        """
        with self._lock:
            self._waiting.clear()

    def take(self, operation: str | None, path: str) -> Fault | None:
        """The fault of this request, counted down; the oldest of several."""
        if not self._waiting:
            return None
        with self._lock:
            found: Fault | None = None
            for fault in self._waiting:
                if not fault.concerns(operation, path):
                    continue
                if fault.after:
                    fault.after -= 1
                elif found is None:
                    found = fault
                    fault.struck += 1
                    if fault.times is not None:
                        fault.times -= 1
            self._waiting = [fault for fault in self._waiting if fault.times != 0]
            return found


def _bytes(body: bytes | str | dict[str, Any] | None) -> bytes | None:
    if isinstance(body, str):
        return body.encode()
    return orjson.dumps(body) if isinstance(body, dict) else body
