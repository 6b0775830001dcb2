# Generated from spec/bus.yaml by `python -m codegen`; do not edit.
"""The operations of the Bus Transport Data Service as unsent calls, made from checked arguments."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..._core import check
from ..._core.call import JSON, Call, whole_record
from ..._core.clock import Clock
from ..._core.lazy_imports import lazy
from ..._core.pagination import Batch, OffsetPagination

if TYPE_CHECKING:
    from .._formats import atom
    from .._volume import months
    from . import models as m
else:
    m = lazy("trivet.bus._generated.models")
    atom = lazy("trivet.bus._formats.atom")
    months = lazy("trivet.bus._volume.months")


Accept: TypeAlias = Literal["application/json", "application/atom+xml"]
"""The media types of answers."""


PLANNED_ROUTES_LIST_PAGES: OffsetPagination[m.PlannedBusRoute] = OffsetPagination(
    "$skip", attrgetter("service_no", "direction", "stop_sequence", "effective_date")
)
ROUTES_LIST_PAGES: OffsetPagination[m.BusRoute] = OffsetPagination(
    "$skip", attrgetter("service_no", "direction", "stop_sequence")
)
SERVICES_LIST_PAGES: OffsetPagination[m.BusService] = OffsetPagination("$skip", attrgetter("service_no", "direction"))
STOPS_LIST_PAGES: OffsetPagination[m.BusStop] = OffsetPagination("$skip", attrgetter("bus_stop_code"))


def arrivals_get(bus_stop_code: str, *, service_no: str | None, accept: Accept) -> Call[m.Arrivals]:
    check.text("bus_stop_code", bus_stop_code, min_length=1)
    if service_no is not None:
        check.text("service_no", service_no)
    check.choice("accept", accept, ("application/json", "application/atom+xml"))
    return Call(
        "arrivals.get",
        "GET",
        "/v3/BusArrival",
        record=m.Arrivals,
        decode=m.decode_arrivals,
        extract=whole_record,
        query=(
            ("BusStopCode", bus_stop_code),
            ("ServiceNo", service_no),
        ),
        accept=accept,
        parse=None
        if accept == JSON
        else partial(
            atom.parse,
            shape={
                "Services": [
                    {"NextBus": {"Monitored": int}, "NextBus2": {"Monitored": int}, "NextBus3": {"Monitored": int}}
                ]
            },
        ),
        empty={"BusStopCode": bus_stop_code},
    )


def passenger_volume_by_stop(*, date: str | None, accept: Accept, clock: Clock) -> Call[list[m.PassengerVolumeLink]]:
    if date is not None:
        months.check_month("date", date, clock.now())
    check.choice("accept", accept, ("application/json", "application/atom+xml"))
    return Call(
        "passenger_volume.by_stop",
        "GET",
        "/PV/Bus",
        record=m.PassengerVolumeLinks,
        decode=m.decode_passenger_volume_links,
        extract=attrgetter("value"),
        query=(("Date", date),),
        accept=accept,
        parse=None if accept == JSON else partial(atom.parse, shape={"value": [{}]}),
    )


def passenger_volume_by_trip(*, date: str | None, accept: Accept, clock: Clock) -> Call[list[m.PassengerVolumeLink]]:
    if date is not None:
        months.check_month("date", date, clock.now())
    check.choice("accept", accept, ("application/json", "application/atom+xml"))
    return Call(
        "passenger_volume.by_trip",
        "GET",
        "/PV/ODBus",
        record=m.PassengerVolumeLinks,
        decode=m.decode_passenger_volume_links,
        extract=attrgetter("value"),
        query=(("Date", date),),
        accept=accept,
        parse=None if accept == JSON else partial(atom.parse, shape={"value": [{}]}),
    )


def planned_routes_list(*, skip: int | None, accept: Accept) -> Call[Batch[m.PlannedBusRoute]]:
    if skip is not None:
        check.integer("skip", skip, minimum=0)
    check.choice("accept", accept, ("application/json", "application/atom+xml"))
    return Call(
        "planned_routes.list",
        "GET",
        "/PlannedBusRoutes",
        record=m.PlannedBusRoutes,
        decode=m.decode_planned_bus_routes,
        extract=lambda page: Batch(page.value),
        query=(("$skip", skip),),
        accept=accept,
        parse=None
        if accept == JSON
        else partial(atom.parse, shape={"value": [{"Direction": int, "StopSequence": int, "Distance": float}]}),
    )


def routes_list(*, skip: int | None, accept: Accept) -> Call[Batch[m.BusRoute]]:
    if skip is not None:
        check.integer("skip", skip, minimum=0)
    check.choice("accept", accept, ("application/json", "application/atom+xml"))
    return Call(
        "routes.list",
        "GET",
        "/BusRoutes",
        record=m.BusRoutes,
        decode=m.decode_bus_routes,
        extract=lambda page: Batch(page.value),
        query=(("$skip", skip),),
        accept=accept,
        parse=None
        if accept == JSON
        else partial(atom.parse, shape={"value": [{"Direction": int, "StopSequence": int, "Distance": float}]}),
    )


def services_list(*, skip: int | None, service_no: str | None, accept: Accept) -> Call[Batch[m.BusService]]:
    if skip is not None:
        check.integer("skip", skip, minimum=0)
    if service_no is not None:
        check.text("service_no", service_no)
    check.choice("accept", accept, ("application/json", "application/atom+xml"))
    return Call(
        "services.list",
        "GET",
        "/BusServices",
        record=m.BusServices,
        decode=m.decode_bus_services,
        extract=lambda page: Batch(page.value),
        query=(
            ("$skip", skip),
            ("ServiceNo", service_no),
        ),
        accept=accept,
        parse=None if accept == JSON else partial(atom.parse, shape={"value": [{"Direction": int}]}),
    )


def stops_list(*, skip: int | None, bus_stop_code: str | None, accept: Accept) -> Call[Batch[m.BusStop]]:
    if skip is not None:
        check.integer("skip", skip, minimum=0)
    if bus_stop_code is not None:
        check.text("bus_stop_code", bus_stop_code)
    check.choice("accept", accept, ("application/json", "application/atom+xml"))
    return Call(
        "stops.list",
        "GET",
        "/BusStops",
        record=m.BusStops,
        decode=m.decode_bus_stops,
        extract=lambda page: Batch(page.value),
        query=(
            ("$skip", skip),
            ("BusStopCode", bus_stop_code),
        ),
        accept=accept,
        parse=None
        if accept == JSON
        else partial(atom.parse, shape={"value": [{"Latitude": float, "Longitude": float}]}),
    )
