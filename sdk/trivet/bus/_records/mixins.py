"""Mixins of the generated bus records: properties that parse the text fields of the service.

A mixin only reads fields. It declares them; the generated class that inherits the mixin holds them. Null, empty or
malformed text becomes None, never an exception, and so does a value of another type.
"""

from __future__ import annotations

import re
from collections.abc import Container
from datetime import UTC, date, datetime, timedelta
from typing import Literal, Protocol, TypeAlias, TypeVar

from ..._core import check
from .position import Position, parse_position
from .times import FrequencyRange, as_service_day, day_type, parse_datetime, parse_frequency, service_day, service_time

Period: TypeAlias = Literal["am_peak", "am_offpeak", "pm_peak", "pm_offpeak"]
"""A part of the day: 0630 to 0830, 0831 to 1659, 1700 to 1900, and after 1900.

>>> service.frequency("am_peak")
"""

BusT_co = TypeVar("BusT_co", bound="ArrivalBusMixin", covariant=True)

_VISIT = re.compile(r"[0-9]{1,3}")
_LOADS = {"SEA": "seats available", "SDA": "standing available", "LSD": "limited standing"}
_TYPES = {"SD": "single deck", "DD": "double deck", "BD": "bendy"}


class _ArrivalSlots(Protocol[BusT_co]):
    """The fields that `ArrivalServiceMixin` reads; a protocol, so that this module imports no generated class."""

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
        """The upcoming buses, zero to three, in the service's order; slots without a bus are left out.

        >>> for service in bus.arrivals.get("83139").services:
        ...     print(service.service_no, [arriving.eta for arriving in service.buses])
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
        """Whether the slot has no bus: the service sends such a slot without an estimate.

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

    def minutes(self, now: datetime | None = None) -> int | None:
        """Return the whole minutes until the bus arrives; None in an empty slot.

        The contract asks to round down and never to show less than 0.

        >>> service.next_bus.minutes()
        4

        Args:
            now: The current time, timezone-aware; by default, the time of the machine. Pass `client.clock.now()` if the
                client may have a clock of its own, as with a stub.
        """
        eta = self.eta
        return None if eta is None else max(0, (eta - (now or datetime.now(UTC))) // timedelta(minutes=1))

    def is_arriving(self, now: datetime | None = None) -> bool:
        """Return whether the bus is less than a minute away, or already due.

        >>> service.next_bus.is_arriving()
        False

        Args:
            now: The current time, as in `minutes`.
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

        >>> [arriving.eta for arriving in service.buses if not arriving.is_scheduled]
        """
        return self.monitored == 0 and not self.is_empty

    @property
    def is_wheelchair_accessible(self) -> bool:
        """Whether the bus is marked as wheelchair-accessible.

        >>> [arriving.eta for arriving in service.buses if arriving.is_wheelchair_accessible]
        """
        return self.feature == "WAB"

    @property
    def visit(self) -> int | None:
        """1, or 2 for the second visit of a loop to the stop; None if not known.

        >>> [arriving.eta for arriving in service.buses if arriving.visit == 2]
        """
        text = str(self.visit_number)
        return int(text) if _VISIT.fullmatch(text) else None

    @property
    def load_in_words(self) -> str | None:
        """The load of the bus: `seats available`, `standing available` or `limited standing`; None if not known.

        >>> service.next_bus.load_in_words
        'seats available'
        """
        return _LOADS.get(str(self.load))

    @property
    def type_in_words(self) -> str | None:
        """The type of the vehicle: `single deck`, `double deck` or `bendy`; None if not known.

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
        """Whether the service is a loop; some loops do not end at the stop where they began.

        >>> [service.service_no for service in bus.services.list() if service.is_loop]
        """
        return bool(self.loop_desc)

    def frequency(self, period: Period) -> FrequencyRange | None:
        """Return the minutes between two buses in a part of the day; None when no bus runs, as for `-` and `00-00`.

        >>> service.frequency("am_peak")
        FrequencyRange(minimum=5, maximum=8)

        Raises:
            InvalidArgumentError: The part of the day is none of the four.
        """
        texts: dict[Period, str] = {
            "am_peak": self.am_peak_freq,
            "am_offpeak": self.am_offpeak_freq,
            "pm_peak": self.pm_peak_freq,
            "pm_offpeak": self.pm_offpeak_freq,
        }
        check.choice("period", period, tuple(texts))
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


class BusRouteMixin:
    """First and last buses at one stop of a route. Contract: Resources, Bus route record.

    A `day` is a service day: it begins at 0300 in Singapore, and its last buses may run after midnight. An aware
    datetime means the service day that it belongs to. Public holidays have the Sunday timetable. The service does not
    provide their dates, so the caller passes them as `holidays`: a set, or any other container of dates.
    """

    __slots__ = ()

    wd_first_bus: str | None
    wd_last_bus: str | None
    sat_first_bus: str | None
    sat_last_bus: str | None
    sun_first_bus: str | None
    sun_last_bus: str | None

    def first_bus(self, day: date, *, holidays: Container[date] = ()) -> datetime | None:
        """Return the time of the first bus of a service day, in Singapore time; None when no bus runs.

        >>> route_stop.first_bus(date(2025, 5, 3))
        datetime.datetime(2025, 5, 3, 5, 0, tzinfo=datetime.timezone(datetime.timedelta(seconds=28800)))

        Args:
            day: The service day, or a timezone-aware time in it.
            holidays: The public holidays: any container of dates.

        Raises:
            InvalidArgumentError: The day is not a date or lacks a UTC offset, or the holidays are not dates.
        """
        day = as_service_day(day)
        return service_time(self._ends(day, holidays)[0], day)

    def last_bus(self, day: date, *, holidays: Container[date] = ()) -> datetime | None:
        """Return the time of the last bus of a service day, often after midnight; None when no bus runs.

        >>> route_stop.last_bus(date(2025, 5, 1), holidays={date(2025, 5, 1)})
        datetime.datetime(2025, 5, 2, 0, 21, tzinfo=datetime.timezone(datetime.timedelta(seconds=28800)))

        Args:
            day: The service day, or a timezone-aware time in it.
            holidays: The public holidays: any container of dates.

        Raises:
            InvalidArgumentError: The day is not a date or lacks a UTC offset, or the holidays are not dates.
        """
        day = as_service_day(day)
        return service_time(self._ends(day, holidays)[1], day)

    def runs_on(self, day: date, *, holidays: Container[date] = ()) -> bool:
        """Return whether the service stops here on a service day.

        >>> route_stop.runs_on(date(2025, 5, 3))
        True
        """
        return self.first_bus(day, holidays=holidays) is not None

    def in_service(self, now: datetime, *, holidays: Container[date] = ()) -> bool:
        """Return whether a time lies between the first and the last bus of its service day, both included.

        This distinguishes a stop without an estimate from a stop where the last bus has left:

        >>> route_stop.in_service(datetime.now(UTC))
        True

        Args:
            now: The time, timezone-aware, in any zone.
            holidays: The public holidays: any container of dates.

        Raises:
            InvalidArgumentError: The time has no UTC offset, or the holidays are not dates.
        """
        day = service_day(now)
        first, last = self._ends(day, holidays)
        begin, end = service_time(first, day), service_time(last, day)
        return begin is not None and end is not None and begin <= now <= end

    def _ends(self, day: date, holidays: Container[date]) -> tuple[str | None, str | None]:
        match day_type(day, holidays):
            case "weekday":
                return self.wd_first_bus, self.wd_last_bus
            case "saturday":
                return self.sat_first_bus, self.sat_last_bus
            case "sunday":
                return self.sun_first_bus, self.sun_last_bus


class PlannedBusRouteMixin(BusRouteMixin):
    """A stop of a planned route, with its effective date. Contract: Resources, Planned bus route record."""

    __slots__ = ()

    effective_date: str

    @property
    def effective_at(self) -> datetime | None:
        """The time when the plan takes effect, in Singapore time; None when the text has no date, time and offset.

        >>> [row.effective_at for row in bus.planned_routes.list(prefetch=2)]
        """
        return parse_datetime(self.effective_date)
