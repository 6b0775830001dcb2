"""Mixins of the generated bus records: properties that parse the text fields of the service.

A mixin only reads. It declares the fields that it reads; the generated class that inherits it holds them. Text that is
null, empty or malformed becomes None, never an exception, and so does a value of another type.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Literal, Protocol, TypeAlias, TypeVar

from .._times.frequency import FrequencyRange, parse_frequency
from .._times.times import parse_datetime
from .position import Position, parse_position
from .route_times import BusRouteMixin, PlannedBusRouteMixin

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
"""A part of the day: 0630 to 0830, 0831 to 1659, 1700 to 1900, and after 1900.

>>> service.frequency("am_peak")
"""

BusT_co = TypeVar("BusT_co", bound="ArrivalBusMixin", covariant=True)

_VISIT = re.compile(r"[0-9]{1,3}")
_LOADS = {"SEA": "seats available", "SDA": "standing available", "LSD": "limited standing"}
_TYPES = {"SD": "single deck", "DD": "double deck", "BD": "bendy"}


class _ArrivalSlots(Protocol[BusT_co]):
    """The fields that `ArrivalServiceMixin` reads; a protocol, so that this module needs no generated class."""

    @property
    def next_bus(self) -> BusT_co: ...
    @property
    def next_bus_2(self) -> BusT_co: ...
    @property
    def next_bus_3(self) -> BusT_co: ...


class ArrivalServiceMixin:
    """The buses of an arrival service. Contract: Resources, Arrival service."""

    __slots__ = ()

    @property
    def buses(self: _ArrivalSlots[BusT_co]) -> tuple[BusT_co, ...]:
        """The upcoming buses, none to three, in the service's order; slots without a bus are left out.

        >>> for service in bus.arrivals.get("83139").services:
        ...     print(service.service_no, [each.eta for each in service.buses])
        """
        return tuple(bus for bus in (self.next_bus, self.next_bus_2, self.next_bus_3) if not bus.is_empty)


class ArrivalBusMixin:
    """Times, position and vehicle of one arrival slot. Contract: Resources, Arrival bus."""

    __slots__ = ()

    estimated_arrival: str
    monitored: int | None
    latitude: str
    longitude: str
    visit_number: str
    load: str
    feature: str
    type: str

    @property
    def is_empty(self) -> bool:
        """Whether the slot holds no bus: the service still sends the slot, without an estimate.

        >>> service.next_bus_3.is_empty
        True
        """
        return not self.estimated_arrival

    @property
    def eta(self) -> datetime | None:
        """The estimated time of arrival, in Singapore time; None in an empty slot. It may be in the past.

        >>> service.next_bus.eta
        datetime.datetime(2025, 5, 3, 16, 20, 4, tzinfo=datetime.timezone(datetime.timedelta(seconds=28800)))
        """
        return parse_datetime(self.estimated_arrival)

    def minutes(self, now: datetime) -> int | None:
        """Return the whole minutes until the bus arrives; None in an empty slot.

        The contract asks to round down and never to show less than 0.

        >>> service.next_bus.minutes(datetime.now(UTC))
        4

        Args:
            now: The current time, timezone-aware.
        """
        eta = self.eta
        return None if eta is None else max(0, (eta - now) // timedelta(minutes=1))

    def is_arriving(self, now: datetime) -> bool:
        """Return whether the bus is less than a minute away, or already due.

        >>> service.next_bus.is_arriving(datetime.now(UTC))
        False
        """
        return self.minutes(now) == 0

    @property
    def position(self) -> Position | None:
        """The position of the bus; None when it is not tracked.

        >>> service.next_bus.position
        Position(latitude=1.30137, longitude=103.87902)
        """
        return parse_position(self.latitude, self.longitude)

    @property
    def is_scheduled(self) -> bool:
        """Whether the estimate comes from the timetable, not from the position of the bus; False if not known.

        >>> [each.eta for each in service.buses if not each.is_scheduled]
        """
        return self.monitored == 0 and not self.is_empty

    @property
    def is_wheelchair_accessible(self) -> bool:
        """Whether the bus is marked as wheelchair-accessible.

        >>> [each.eta for each in service.buses if each.is_wheelchair_accessible]
        """
        return self.feature == "WAB"

    @property
    def visit(self) -> int | None:
        """1, or 2 for the second visit of a loop to the stop; None if not known.

        >>> [each.eta for each in service.buses if each.visit == 2]
        """
        text = str(self.visit_number)
        return int(text) if _VISIT.fullmatch(text) else None

    @property
    def load_in_words(self) -> str | None:
        """How full the bus is: `seats available`, `standing available` or `limited standing`; None if not known.

        >>> service.next_bus.load_in_words
        'seats available'
        """
        return _LOADS.get(str(self.load))

    @property
    def type_in_words(self) -> str | None:
        """What vehicle it is: `single deck`, `double deck` or `bendy`; None if not known.

        >>> service.next_bus.type_in_words
        'double deck'
        """
        return _TYPES.get(str(self.type))


class BusServiceMixin:
    """Loop and frequencies of one direction of a bus service. Contract: Resources, Bus service record."""

    __slots__ = ()

    am_peak_freq: str
    am_offpeak_freq: str
    pm_peak_freq: str
    pm_offpeak_freq: str
    loop_desc: str

    @property
    def is_loop(self) -> bool:
        """Whether the service is a loop; not every loop ends at the stop where it began.

        >>> [each.service_no for each in bus.services.list() if each.is_loop]
        """
        return bool(self.loop_desc)

    def frequency(self, period: Period) -> FrequencyRange | None:
        """Return the minutes between two buses in a part of the day; None when no bus runs, as for `-` and `00-00`.

        >>> service.frequency("am_peak")
        FrequencyRange(minimum=5, maximum=8)
        """
        texts: dict[Period, str] = {
            "am_peak": self.am_peak_freq,
            "am_offpeak": self.am_offpeak_freq,
            "pm_peak": self.pm_peak_freq,
            "pm_offpeak": self.pm_offpeak_freq,
        }
        return parse_frequency(texts[period])


class BusStopMixin:
    """The position of a bus stop. Contract: Resources, Bus stop record."""

    __slots__ = ()

    latitude: float
    longitude: float

    @property
    def position(self) -> Position:
        """The position of the stop.

        >>> stop.position.distance_to(other.position)
        1540.2
        """
        return Position(self.latitude, self.longitude)
