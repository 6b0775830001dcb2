"""Switches for what was observed of the public bus service."""

from dataclasses import dataclass

from trivet_stubs.kernel.state import Observed


@dataclass(slots=True, kw_only=True)
class BusObserved(Observed):
    """What was observed of the public service; each switch is off at first, and may be set between requests.

    >>> stub = BusStub(observed=BusObserved(empty_arrivals=True, null_times=True))
    """

    __module__ = "trivet_stubs.bus"

    empty_arrivals: bool = False
    """A stop where no bus is expected has a body without a byte, as at night, instead of no services."""
    null_times: bool = False
    """A time of a route at which no bus runs is null instead of `-`."""
