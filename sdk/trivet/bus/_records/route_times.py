"""The mixins of the rows of routes: first and last buses, by service days and their timetables."""

from __future__ import annotations

from collections.abc import Container
from datetime import date, datetime

from .._times.service_day import as_service_day, day_type, service_day
from .._times.times import parse_datetime, service_time

__all__ = ["BusRouteMixin", "PlannedBusRouteMixin"]


class BusRouteMixin:
    """First and last buses at one stop of a route. Contract: Resources, Bus route record.

    A `day` is a service day: it begins at 0300 in Singapore, and its last buses may run after midnight. An aware
    datetime stands for the service day that it belongs to. Public holidays run by the Sunday times. The service does
    not say which days these are, so the caller passes them as `holidays`: a set, or any other container of dates.
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
            InvalidArgumentError: The day is a time without a UTC offset, or no date; or the holidays are no dates.
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
            InvalidArgumentError: The day is a time without a UTC offset, or no date; or the holidays are no dates.
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

        So a stop without an estimate can be distinguished from one where the last bus has left:

        >>> route_stop.in_service(datetime.now(UTC))
        True

        Args:
            now: The time, timezone-aware, in any zone.
            holidays: The public holidays: any container of dates.

        Raises:
            InvalidArgumentError: The time has no UTC offset, or the holidays are no dates.
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
