"""The state of a stub: the one object that its application and its handlers share, with its quota and its switches."""

import math
import threading
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Literal, Self, get_args

from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.contract import Contract, load
from trivet_stubs.kernel.faults import Faults
from trivet_stubs.kernel.notify import MultiLoopEvent, Notifier
from trivet_stubs.kernel.request_log import RequestLog

UnknownKeys = Literal["refuse", "ignore"]
"""What a stub does with inputs that its contract does not have."""


@dataclass(slots=True, kw_only=True)
class Observed:
    """What was observed of a service; each switch is off at first, and may be set between requests.

        stub = BusStub(observed=Observed(closing_500=True))
        stub.observed.closing_500 = False

    A service's own class adds its switches.
    """

    __module__ = "trivet_stubs"

    closing_500: bool = False
    """A 500 closes its connection without saying so, as late as the next request, which is lost; only on a port."""

    @classmethod
    def all(cls) -> Self:
        """Every switch of the service is on.

        >>> ChatStub(observed=ChatObserved.all())
        """
        return cls.of(each.name for each in fields(cls))

    @classmethod
    def of(cls, names: Iterable[str]) -> Self:
        """The switches of these names are on.

        >>> ChatObserved.of(["title_limit", "late_commits"])

        Raises:
            ValueError: There is no such switch.
        """
        found = cls()
        known = [each.name for each in fields(cls)]
        for name in names:
            if name not in known:
                raise ValueError(f"observed: {name!r} is none of {', '.join(known)}")
            setattr(found, name, True)
        return found


@dataclass(frozen=True, slots=True)
class Quota:
    """So many requests in each window of so many seconds, by the clock of the stub.

    >>> stub.quota = Quota(100, per=60)
    >>> stub.quota = 2  # two more requests, and none after them

    Raises:
        ValueError: A number is out of its bounds.
    """

    __module__ = "trivet_stubs"

    requests: int
    """How many requests are let through in a window."""
    per: float = math.inf
    """The seconds of a window; it begins with the first request after the last one. Without it, it never ends."""

    def __post_init__(self) -> None:
        if self.requests < 0:
            raise ValueError(f"requests: {self.requests} is less than 0")
        if not self.per > 0:
            raise ValueError(f"per: {self.per} is not greater than 0")


class QuotaUse:
    """How much of a quota is used.

    >>> use = QuotaUse(Quota(2, per=60))
    >>> [use.take(0.0), use.take(1.0), use.take(2.0)]
    [None, None, 58.0]
    """

    def __init__(self, quota: Quota) -> None:
        self.quota = quota
        self.left: int = quota.requests
        self._began: float | None = None

    def take(self, now: float) -> float | None:
        """Use the quota for one request; None if it is let through, or the seconds until the window ends.

        Args:
            now: The seconds of the stub's clock, which never go back.
        """
        if self._began is None or now - self._began >= self.quota.per:
            self._began, self.left = now, self.quota.requests
        if self.left > 0:
            self.left -= 1
            return None
        return self._began + self.quota.per - now


class StubState:
    """The state of every stub: contract, clock, request log and faults. A service's state adds its records.

        class BusState(StubState):
            def __init__(self, *, clock: Clock | None = None) -> None:
                super().__init__("bus", clock=clock)
                self.records = BusRecords()

    `StateAttribute` shows an attribute of the state on the stub.
    """

    def __init__(
        self,
        service: str,
        *,
        clock: Clock | None = None,
        latency: float = 0.0,
        observed: Observed | None = None,
        unknown_keys: UnknownKeys = "refuse",
    ) -> None:
        self.service = service
        """The name of the service, by which its contract and its rules are found."""
        self.contract: Contract = load(service)
        self.clock: Clock = clock or Clock()
        self.latency = latency
        self.observed: Any = observed or Observed()
        """The switches of the service, which declares the class."""
        self.unknown_keys = unknown_keys
        self.max_body = 4 * 1024 * 1024
        self._quota: QuotaUse | None = None
        self.faults: Faults = Faults(self.contract.operations)
        self.requests: RequestLog = RequestLog(self.contract)
        self.lock: threading.RLock = threading.RLock()
        """Held by a plain handler; an async one takes it for what it changes."""
        self.closing: MultiLoopEvent = MultiLoopEvent()
        """Set when the stub is closed: answers that are still open end then."""
        self.restarted: Notifier = Notifier()
        """Notifies when the stub is reset: requests that a fault lets wait lose their connections then."""

    @property
    def unknown_keys(self) -> UnknownKeys:
        """What becomes of query parameters and keys of bodies that the contract does not have: `refuse` or `ignore`.

        Raises:
            ValueError: It is set to another text.
        """
        return self._unknown_keys

    @unknown_keys.setter
    def unknown_keys(self, value: UnknownKeys) -> None:
        known = get_args(UnknownKeys)
        if value not in known:
            raise ValueError(f"unknown_keys: {value!r} is none of {', '.join(known)}")
        self._unknown_keys: UnknownKeys = value

    @property
    def quota(self) -> Quota | None:
        """How many requests are let through; None for any number. A number alone has no window."""
        return None if self._quota is None else self._quota.quota

    @quota.setter
    def quota(self, quota: Quota | int | None) -> None:
        if quota is not None:
            self._quota = QuotaUse(Quota(quota) if isinstance(quota, int) else quota)
        else:
            self._quota = None

    def use_quota(self) -> float | None:
        """Use the quota for one request; None if it is let through, or the seconds until the next window."""
        with self.lock:
            return None if self._quota is None else self._quota.take(self.clock.monotonic())
