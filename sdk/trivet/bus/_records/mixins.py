"""What the service's records mean: the hand-written bases of the generated classes.

Every base only reads, and declares the wire fields that it reads; the generated class below it holds them. What the
service may leave empty or write oddly is None here, and never an exception.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal, TypeAlias

from .._times.frequency import FrequencyRange, frequency_range
from .._times.times import day_type, instant, last_after_first, service_time
from .position import Position, read_position

if TYPE_CHECKING:
    from .._generated.models import ArrivalBus

__all__ = [
    "ArrivalBusMixin",
    "ArrivalServiceMixin",
    "BusRouteMixin",
    "BusServiceMixin",
    "BusStopMixin",
    "Period",
    "PlannedBusRouteMixin",
]

Period: TypeAlias = Literal["am_peak", "am_offpeak", "pm_peak", "pm_offpeak"]
"""A part of the day: 0630 to 0830, 0831 to 1659, 1700 to 1900, after 1900."""

_VISIT = re.compile(r"[0-9]{1,3}")
_LOADS = {"SEA": "seats available", "SDA": "standing available", "LSD": "limited standing"}


class ArrivalServiceMixin:
    """What the arrivals of one service say. Contract: Resources, Arrival service."""

    __slots__ = ()

    if TYPE_CHECKING:  # cattrs evaluates the annotations of bases at run time, where the models are not imported
        next_bus: ArrivalBus
        next_bus_2: ArrivalBus
        next_bus_3: ArrivalBus

    @property
    def buses(self) -> tuple[ArrivalBus, ...]:
        """The upcoming buses, none to three, in the service's order; slots without a bus are left out."""
        return tuple(bus for bus in (self.next_bus, self.next_bus_2, self.next_bus_3) if not bus.is_empty)


class ArrivalBusMixin:
    """What one slot of an arrival says. Contract: Resources, Arrival bus."""

    __slots__ = ()

    estimated_arrival: str
    monitored: int | None
    latitude: str
    longitude: str
    visit_number: str
    load: str
    feature: str

    @property
    def is_empty(self) -> bool:
        """Whether the slot holds no bus: the service then sends the slot all the same, without an estimate."""
        return self.estimated_arrival == ""

    @property
    def eta(self) -> datetime | None:
        """The estimated moment of arrival, aware; None in an empty slot. It may lie in the past."""
        return instant(self.estimated_arrival)

    def minutes(self, now: datetime) -> int | None:
        """Whole minutes until the bus comes, rounded down and never below 0, as the service asks to show them.

        `now` is an aware moment. None in an empty slot.
        """
        eta = self.eta
        return None if eta is None else max(0, (eta - now) // timedelta(minutes=1))

    def is_arriving(self, now: datetime) -> bool:
        """Whether the bus is less than a minute away, or due already."""
        return self.minutes(now) == 0

    @property
    def position(self) -> Position | None:
        """Where the bus is; None when it is not tracked."""
        return read_position(self.latitude, self.longitude)

    @property
    def is_scheduled(self) -> bool:
        """Whether the estimate comes from the timetable and not from the place of the bus; False when not said."""
        return self.monitored == 0 and not self.is_empty

    @property
    def is_wheelchair_accessible(self) -> bool:
        """Whether the bus is marked as wheelchair-accessible."""
        return self.feature == "WAB"

    @property
    def visit(self) -> int | None:
        """1, or 2 when the bus will be on the second visit of its loop to the stop; None when not said."""
        return int(self.visit_number) if _VISIT.fullmatch(self.visit_number) else None

    @property
    def load_in_words(self) -> str | None:
        """How full the bus is, in the contract's words: `seats available`, `standing available`, `limited standing`."""
        return _LOADS.get(self.load)


class BusServiceMixin:
    """What one direction of a bus service says. Contract: Resources, Bus service record."""

    __slots__ = ()

    am_peak_freq: str
    am_offpeak_freq: str
    pm_peak_freq: str
    pm_offpeak_freq: str
    loop_desc: str

    @property
    def is_loop(self) -> bool:
        """Whether the service turns somewhere and comes back; not every loop ends at the very stop it began."""
        return self.loop_desc != ""

    def frequency(self, period: Period) -> FrequencyRange | None:
        """Minutes between two buses in a part of the day; None when none runs."""
        texts: dict[Period, str] = {
            "am_peak": self.am_peak_freq,
            "am_offpeak": self.am_offpeak_freq,
            "pm_peak": self.pm_peak_freq,
            "pm_offpeak": self.pm_offpeak_freq,
        }
        return frequency_range(texts[period])


class BusRouteMixin:
    """What one stop along a route says. Contract: Resources, Bus route record.

    A `day` is a date of Singapore's calendar. Public holidays follow Sunday's times; the service does not say which
    days those are, so `holiday` does.
    """

    __slots__ = ()

    wd_first_bus: str
    wd_last_bus: str
    sat_first_bus: str
    sat_last_bus: str
    sun_first_bus: str
    sun_last_bus: str

    def first_bus(self, day: date, *, holiday: bool = False) -> datetime | None:
        """When the first bus of a day comes to the stop; None when none runs."""
        first, _ = self._ends(day, holiday)
        return service_time(first, day)

    def last_bus(self, day: date, *, holiday: bool = False) -> datetime | None:
        """When the last bus of a day's service comes to the stop, often after midnight; None when none runs."""
        first, last = self._ends(day, holiday)
        return last_after_first(first, last, day)

    def runs_on(self, day: date, *, holiday: bool = False) -> bool:
        """Whether any bus of the service stops here on a day."""
        return self.first_bus(day, holiday=holiday) is not None

    def _ends(self, day: date, holiday: bool) -> tuple[str, str]:
        match day_type(day, holiday=holiday):
            case "weekday":
                return self.wd_first_bus, self.wd_last_bus
            case "saturday":
                return self.sat_first_bus, self.sat_last_bus
            case "sunday":
                return self.sun_first_bus, self.sun_last_bus


class PlannedBusRouteMixin(BusRouteMixin):
    """What one stop along a planned route says. Contract: Resources, Planned bus route record."""

    __slots__ = ()

    effective_date: str

    @property
    def effective_at(self) -> datetime | None:
        """When the plan takes effect, aware; None when the text is no date-time with an offset."""
        return instant(self.effective_date)


class BusStopMixin:
    """What a bus stop says. Contract: Resources, Bus stop record."""

    __slots__ = ()

    latitude: float
    longitude: float

    @property
    def position(self) -> Position:
        """Where the stop is."""
        return Position(self.latitude, self.longitude)
