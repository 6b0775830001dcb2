"""The state of a stub: the one object that its application and its handlers share."""

import threading
from typing import Any, get_args

from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.contract import Contract, load
from trivet_stubs.kernel.faults import Faults
from trivet_stubs.kernel.notify import MultiLoopEvent, Notifier
from trivet_stubs.kernel.request_log import RequestLog
from trivet_stubs.kernel.settings import Observed, Quota, QuotaUse, UnknownKeys


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
        """The name of the service, by which its contract and its rules are loaded."""
        self.contract: Contract = load(service)
        self.clock: Clock = clock or Clock()
        self.latency = latency
        self.observed: Any = observed or Observed()
        """The switches of the service, an instance of its own class of them."""
        self.unknown_keys = unknown_keys
        self.max_body = 4 * 1024 * 1024
        self._quota: QuotaUse | None = None
        self.faults: Faults = Faults(self.contract.operations)
        self.requests: RequestLog = RequestLog(self.contract)
        self.lock: threading.RLock = threading.RLock()
        """Held while a plain handler runs; an async handler takes it while it changes the state."""
        self.closing: MultiLoopEvent = MultiLoopEvent()
        """Set when the stub is closed: answers that are still open end then."""
        self.restarted: Notifier = Notifier()
        """Notifies when the stub is reset: requests that a fault lets wait lose their connections then."""

    @property
    def unknown_keys(self) -> UnknownKeys:
        """The treatment of query parameters and body keys that the contract does not have: `refuse` or `ignore`.

        Raises:
            ValueError: It is set to another value.
        """
        return self._unknown_keys

    @unknown_keys.setter
    def unknown_keys(self, value: UnknownKeys) -> None:
        known = get_args(UnknownKeys)
        if value not in known:
            raise ValueError(f"unknown_keys: {value!r} is not one of {', '.join(known)}")
        self._unknown_keys: UnknownKeys = value

    @property
    def quota(self) -> Quota | None:
        """The number of requests that are let through; None for any number. A plain number has no window."""
        return None if self._quota is None else self._quota.quota

    @quota.setter
    def quota(self, quota: Quota | int | None) -> None:
        if quota is not None:
            self._quota = QuotaUse(Quota(quota) if isinstance(quota, int) else quota)
        else:
            self._quota = None

    def use_quota(self) -> float | None:
        """Use the quota for one request; return None if it is let through, else the seconds until the next window."""
        with self.lock:
            return None if self._quota is None else self._quota.take(self.clock.monotonic())
