"""Settings of a stub that may change between requests: its quota, its switches, and unknown inputs."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Literal, Self

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
