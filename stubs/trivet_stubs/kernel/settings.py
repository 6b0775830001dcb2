"""Settings of a stub that may change between requests: its quota, its switches, and unknown inputs."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Literal, Self

UnknownKeys = Literal["refuse", "ignore"]
"""How a stub treats inputs that its contract does not have."""


@dataclass(slots=True, kw_only=True)
class Observed:
    """Switches for the behaviour that was observed of a service, beside its contract.

    Each switch is off at first, and may be set between requests.

        stub = BusStub(observed=Observed(closing_500=True))
        stub.observed.closing_500 = False

    A service's own class adds its switches.
    """

    __module__ = "trivet_stubs"

    closing_500: bool = False
    """A 500 closes its connection without announcing it, at the next request, which is lost; on a port only."""

    @classmethod
    def all(cls) -> Self:
        """Return the switches of the service, all of them on that do not end the server.

        >>> ChatStub(observed=ChatObserved.all())
        """
        return cls.of(switch.name for switch in fields(cls) if switch.metadata.get("in_all", True))

    @classmethod
    def of(cls, names: Iterable[str]) -> Self:
        """Return the switches of the service, those with these names on.

        >>> ChatObserved.of(["title_limit", "late_commits"])

        Raises:
            ValueError: There is no such switch.
        """
        observed = cls()
        known = [switch.name for switch in fields(cls)]
        for name in names:
            if name not in known:
                raise ValueError(f"observed: {name!r} is not one of {', '.join(known)}")
            setattr(observed, name, True)
        return observed


@dataclass(frozen=True, slots=True)
class Quota:
    """A limit of the requests in each window of time, by the clock of the stub.

    >>> stub.quota = Quota(100, per=60)
    >>> stub.quota = 2  # two more requests, and none after them

    Raises:
        ValueError: A number is out of its bounds.
    """

    __module__ = "trivet_stubs"

    requests: int
    """How many requests are let through in a window."""
    per: float = math.inf
    """The seconds of a window, which begins with the first request after the last window. By default it never ends."""

    def __post_init__(self) -> None:
        if self.requests < 0:
            raise ValueError(f"requests: {self.requests} is less than 0")
        if not self.per > 0:
            raise ValueError(f"per: {self.per} is not greater than 0")


class QuotaUse:
    """The use of a quota: how much of it is left in the current window.

    >>> use = QuotaUse(Quota(2, per=60))
    >>> [use.take(0.0), use.take(1.0), use.take(2.0)]
    [None, None, 58.0]
    """

    def __init__(self, quota: Quota) -> None:
        self.quota = quota
        self.left: int = quota.requests
        self._began: float | None = None

    def take(self, now: float) -> float | None:
        """Use the quota for one request; return None if it is let through, else the seconds until the window ends.

        Args:
            now: The seconds of the stub's clock, which never go back.
        """
        if self._began is None or now - self._began >= self.quota.per:
            self._began, self.left = now, self.quota.requests
        if self.left > 0:
            self.left -= 1
            return None
        return self._began + self.quota.per - now
