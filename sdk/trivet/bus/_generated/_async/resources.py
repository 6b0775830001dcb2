# Generated from spec/bus.yaml by `python -m codegen`; do not edit.
"""The operations of the Bus Transport Data Service, in groups by their operationIds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...._async.client import AsyncResource
from ...._async.pager import AsyncPager
from ...._core.lazy_imports import lazy
from ..._live._async.watch import AsyncArrivalWatches
from ..._volume._async.download import AsyncPassengerVolumeFiles
from .. import calls

if TYPE_CHECKING:
    from .. import models as m
else:
    m = lazy("trivet.bus._generated.models")

__all__ = [
    "AsyncArrivals", "AsyncPassengerVolume", "AsyncPlannedRoutes", "AsyncRoutes", "AsyncServices", "AsyncStops",
]  # fmt: skip


class AsyncArrivals(AsyncArrivalWatches):
    """The arrivals of the Bus Transport Data Service."""

    async def get(
        self, bus_stop_code: str, *, service_no: str | None = None, accept: calls.Accept = "application/json"
    ) -> m.Arrivals:
        """Get the real-time arrivals at one bus stop.

        An unknown stop and one without buses give no services (observed). Estimates are renewed every 20 s
        (assumed).

        >>> await client.arrivals.get("28009")

        Args:
            bus_stop_code: The code of the stop, with leading zeros.
            service_no: Only the bus service with this number.
            accept: The media type of the answer, `application/json` or `application/atom+xml`; the result is
                the same.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /v3/BusArrival`.
        """
        answer = await self._connection.exchange(
            calls.arrivals_get(bus_stop_code, service_no=service_no, accept=accept)
        )
        return answer.value


class AsyncPassengerVolume(AsyncPassengerVolumeFiles):
    """The passenger volume of the Bus Transport Data Service."""

    async def by_stop(
        self, *, date: str | None = None, accept: calls.Accept = "application/json"
    ) -> list[m.PassengerVolumeLink]:
        """Get links to a month's file of tap-ins and tap-outs by stop.

        A link expires, typically within 5 minutes. `download` requests a new one by itself.

        >>> await client.passenger_volume.by_stop()

        Args:
            date: The month as YYYYMM, up to the last three months. A month is published by the 10th of the next
                one, so it is one of the four before the current one, and the latest by default (assumed).
            accept: The media type of the answer, `application/json` or `application/atom+xml`; the result is
                the same.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /PV/Bus`.
        """
        answer = await self._connection.exchange(
            calls.passenger_volume_by_stop(date=date, accept=accept, clock=self._connection.settings.clock)
        )
        return answer.value

    async def by_trip(
        self, *, date: str | None = None, accept: calls.Accept = "application/json"
    ) -> list[m.PassengerVolumeLink]:
        """Get links to a month's file of trips from origin to destination stop.

        A link expires, typically within 5 minutes. `download` requests a new one by itself.

        >>> await client.passenger_volume.by_trip()

        Args:
            date: The month as YYYYMM, up to the last three months. A month is published by the 10th of the next
                one, so it is one of the four before the current one, and the latest by default (assumed).
            accept: The media type of the answer, `application/json` or `application/atom+xml`; the result is
                the same.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /PV/ODBus`.
        """
        answer = await self._connection.exchange(
            calls.passenger_volume_by_trip(date=date, accept=accept, clock=self._connection.settings.clock)
        )
        return answer.value


class AsyncPlannedRoutes(AsyncResource):
    """The planned routes of the Bus Transport Data Service."""

    def list(
        self, *, skip: int | None = None, accept: calls.Accept = "application/json", prefetch: int = 1
    ) -> AsyncPager[m.PlannedBusRoute]:
        """List planned new or updated bus routes, released on or after their effective date.

        >>> await client.planned_routes.list().all()

        Args:
            skip: Records to skip before the first one returned; not below 0.
            accept: The media type of the answer, `application/json` or `application/atom+xml`; the result is
                the same.
            prefetch: How many pages may be in flight at once.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /PlannedBusRoutes`.
        """
        call = calls.planned_routes_list(skip=skip, accept=accept)
        return AsyncPager(self._connection, call, calls.PLANNED_ROUTES_LIST_PAGES, start=skip, prefetch=prefetch)


class AsyncRoutes(AsyncResource):
    """The routes of the Bus Transport Data Service."""

    def list(
        self, *, skip: int | None = None, accept: calls.Accept = "application/json", prefetch: int = 1
    ) -> AsyncPager[m.BusRoute]:
        """List the bus routes stop by stop, one record for each stop of each direction (observed).

        >>> await client.routes.list().all()

        Args:
            skip: Records to skip before the first one returned; not below 0.
            accept: The media type of the answer, `application/json` or `application/atom+xml`; the result is
                the same.
            prefetch: How many pages may be in flight at once.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /BusRoutes`.
        """
        call = calls.routes_list(skip=skip, accept=accept)
        return AsyncPager(self._connection, call, calls.ROUTES_LIST_PAGES, start=skip, prefetch=prefetch)


class AsyncServices(AsyncResource):
    """The services of the Bus Transport Data Service."""

    def list(
        self,
        *,
        skip: int | None = None,
        service_no: str | None = None,
        accept: calls.Accept = "application/json",
        prefetch: int = 1,
    ) -> AsyncPager[m.BusService]:
        """List the bus services in operation, one record per direction (observed).

        >>> await client.services.list().all()

        Args:
            skip: Records to skip before the first one returned; not below 0.
            service_no: Only the bus service with this number.
            accept: The media type of the answer, `application/json` or `application/atom+xml`; the result is
                the same.
            prefetch: How many pages may be in flight at once.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /BusServices`.
        """
        call = calls.services_list(skip=skip, service_no=service_no, accept=accept)
        return AsyncPager(self._connection, call, calls.SERVICES_LIST_PAGES, start=skip, prefetch=prefetch)


class AsyncStops(AsyncResource):
    """The stops of the Bus Transport Data Service."""

    def list(
        self,
        *,
        skip: int | None = None,
        bus_stop_code: str | None = None,
        accept: calls.Accept = "application/json",
        prefetch: int = 1,
    ) -> AsyncPager[m.BusStop]:
        """List the bus stops with their location.

        >>> await client.stops.list(bus_stop_code="28009").all()

        Args:
            skip: Records to skip before the first one returned; not below 0.
            bus_stop_code: Only the stop with this code; an unknown code gives no records (observed).
            accept: The media type of the answer, `application/json` or `application/atom+xml`; the result is
                the same.
            prefetch: How many pages may be in flight at once.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /BusStops`.
        """
        call = calls.stops_list(skip=skip, bus_stop_code=bus_stop_code, accept=accept)
        return AsyncPager(self._connection, call, calls.STOPS_LIST_PAGES, start=skip, prefetch=prefetch)
