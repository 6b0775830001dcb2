"""Switches for what observed servers do, and a contract does not state or states otherwise."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Self


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
