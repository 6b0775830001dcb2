# Generated from spec/bus.yaml by `python -m codegen`; do not edit.
"""The records of the Bus Transport Data Service, revision 6.8.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ..._core.decoders import array, new, optional_array
from ..._core.lazy_attrs_classes import Factory, define
from ..._core.record import Names, Record, decode_rest, or_null
from .._records.mixins import (
    ArrivalBusMixin,
    ArrivalServiceMixin,
    BusRouteMixin,
    BusServiceMixin,
    BusStopMixin,
    PlannedBusRouteMixin,
)

__all__ = [
    "ArrivalBus", "ArrivalService", "Arrivals", "BusRoute", "BusRoutes", "BusService", "BusServices", "BusStop",
    "BusStops", "Fault", "FaultBody", "FaultDetail", "PassengerVolumeLink", "PassengerVolumeLinks",
    "PlannedBusRoute", "PlannedBusRoutes",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ArrivalBus(ArrivalBusMixin, Record):
    """One upcoming bus. All texts are empty if none is expected (observed). Returned by `arrivals.get`."""

    __wire_names__: ClassVar[Names] = {
        "OriginCode": "origin_code",
        "DestinationCode": "destination_code",
        "EstimatedArrival": "estimated_arrival",
        "Monitored": "monitored",
        "Latitude": "latitude",
        "Longitude": "longitude",
        "VisitNumber": "visit_number",
        "Load": "load",
        "Feature": "feature",
        "Type": "type",
    }

    origin_code: str
    """The code of the first stop of the bus."""

    destination_code: str
    """The code of the last stop of the bus."""

    estimated_arrival: str
    """The estimated arrival as ISO 8601 date-time with UTC offset. Empty without a bus (observed). See `eta`."""

    monitored: Literal[0, 1] | int | None = None
    """0 if the estimate is based on the schedule, 1 if on the location of the bus."""

    latitude: str
    """A decimal number as text. See `position`."""

    longitude: str
    """A decimal number as text. See `position`."""

    visit_number: str
    """`1`, or `2` if a loop visits the stop for the second time (observed)."""

    load: Literal["SEA", "SDA", "LSD", ""] | str
    """SEA: seats available. SDA: standing available. LSD: limited standing."""

    feature: Literal["WAB", ""] | str
    """WAB: wheelchair-accessible bus."""

    type: Literal["SD", "DD", "BD", ""] | str
    """The vehicle type: SD, DD or BD. They are single deck, double deck and bendy (assumed)."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ArrivalService(ArrivalServiceMixin, Record):
    """The next three buses of one service at a stop. Returned by `arrivals.get`."""

    __wire_names__: ClassVar[Names] = {
        "ServiceNo": "service_no",
        "Operator": "operator",
        "NextBus": "next_bus",
        "NextBus2": "next_bus_2",
        "NextBus3": "next_bus_3",
    }

    service_no: str
    """The service number as text. It may be `10e` or `NR7` (observed)."""

    operator: str
    """The code of the public transport operator. It may be SBST, SMRT, TTS or GAS (observed)."""

    next_bus: ArrivalBus
    """The first upcoming bus."""

    next_bus_2: ArrivalBus
    """The second upcoming bus."""

    next_bus_3: ArrivalBus
    """The third upcoming bus."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Arrivals(Record):
    """The arrivals at one bus stop. Returned by `arrivals.get`."""

    __wire_names__: ClassVar[Names] = {
        "odata.metadata": "odata_metadata",
        "BusStopCode": "bus_stop_code",
        "Services": "services",
    }

    odata_metadata: str | None = None
    """The metadata of the data set. It is a URL (observed)."""

    bus_stop_code: str
    """The code of the stop."""

    services: list[ArrivalService] = Factory(lambda: list[ArrivalService]())
    """One entry per service and direction (observed). A service may appear twice (observed)."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class BusRoute(BusRouteMixin, Record):
    """One stop along the route of a bus service. Returned by `routes.list`."""

    __wire_names__: ClassVar[Names] = {
        "ServiceNo": "service_no",
        "Operator": "operator",
        "Direction": "direction",
        "StopSequence": "stop_sequence",
        "BusStopCode": "bus_stop_code",
        "Distance": "distance",
        "WD_FirstBus": "wd_first_bus",
        "WD_LastBus": "wd_last_bus",
        "SAT_FirstBus": "sat_first_bus",
        "SAT_LastBus": "sat_last_bus",
        "SUN_FirstBus": "sun_first_bus",
        "SUN_LastBus": "sun_last_bus",
    }

    service_no: str
    """The service number as text. It may be `10e` or `NR7` (observed)."""

    operator: str
    """The code of the public transport operator. It may be SBST, SMRT, TTS or GAS (observed)."""

    direction: int
    """1 or 2; most loop services have only 1 (observed)."""

    stop_sequence: int
    """The position along the route. Numbers may be missing (observed)."""

    bus_stop_code: str
    """The code of the stop. A route may visit a stop twice (observed)."""

    distance: float
    """The distance from the start of the route in kilometres (assumed)."""

    wd_first_bus: str | None
    """First bus on weekdays. See `first_bus`."""

    wd_last_bus: str | None
    """Last bus on weekdays. See `last_bus`."""

    sat_first_bus: str | None
    """First bus on Saturdays. See `first_bus`."""

    sat_last_bus: str | None
    """Last bus on Saturdays. See `last_bus`."""

    sun_first_bus: str | None
    """First bus on Sundays, and on public holidays (assumed). See `first_bus`."""

    sun_last_bus: str | None
    """Last bus on Sundays, and on public holidays (assumed). See `last_bus`."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class BusRoutes(Record):
    """A page of route stops. Returned by `routes.list`."""

    __wire_names__: ClassVar[Names] = {"odata.metadata": "odata_metadata", "value": "value"}

    odata_metadata: str | None = None
    """The metadata of the data set. It is a URL (observed)."""

    value: list[BusRoute]
    """The route stops of the page."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class BusService(BusServiceMixin, Record):
    """One direction of a bus service (observed). Returned by `services.list`."""

    __wire_names__: ClassVar[Names] = {
        "ServiceNo": "service_no",
        "Operator": "operator",
        "Direction": "direction",
        "Category": "category",
        "OriginCode": "origin_code",
        "DestinationCode": "destination_code",
        "AM_Peak_Freq": "am_peak_freq",
        "AM_Offpeak_Freq": "am_offpeak_freq",
        "PM_Peak_Freq": "pm_peak_freq",
        "PM_Offpeak_Freq": "pm_offpeak_freq",
        "LoopDesc": "loop_desc",
    }

    service_no: str
    """The service number as text. It may be `10e` or `NR7` (observed)."""

    operator: str
    """The code of the public transport operator. It may be SBST, SMRT, TTS or GAS (observed)."""

    direction: int
    """1 or 2; most loop services have only 1 (observed)."""

    category: str
    """The category of the service. It may be TRUNK, FEEDER, EXPRESS or CITY_LINK (observed)."""

    origin_code: str
    """The code of the first stop."""

    destination_code: str
    """The code of the last stop."""

    am_peak_freq: str
    """Minutes between buses from 0630 to 0830 (assumed). See `frequency`."""

    am_offpeak_freq: str
    """Minutes between buses from 0831 to 1659 (assumed). See `frequency`."""

    pm_peak_freq: str
    """Minutes between buses from 1700 to 1900 (assumed). See `frequency`."""

    pm_offpeak_freq: str
    """Minutes between buses after 1900 (assumed). See `frequency`."""

    loop_desc: str
    """Where a loop service turns; empty if it is not a loop (assumed)."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class BusServices(Record):
    """A page of bus services. Returned by `services.list`."""

    __wire_names__: ClassVar[Names] = {"odata.metadata": "odata_metadata", "value": "value"}

    odata_metadata: str | None = None
    """The metadata of the data set. It is a URL (observed)."""

    value: list[BusService]
    """The bus services of the page."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class BusStop(BusStopMixin, Record):
    """A physical bus stop. Returned by `stops.list`."""

    __wire_names__: ClassVar[Names] = {
        "BusStopCode": "bus_stop_code",
        "RoadName": "road_name",
        "Description": "description",
        "Latitude": "latitude",
        "Longitude": "longitude",
    }

    bus_stop_code: str
    """The unique code of the stop, five digits."""

    road_name: str
    """The name of the road."""

    description: str
    """The landmark next to the stop, by which it is known (assumed)."""

    latitude: float
    """Decimal degrees north (assumed)."""

    longitude: float
    """Decimal degrees east (assumed)."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class BusStops(Record):
    """A page of bus stops. Returned by `stops.list`."""

    __wire_names__: ClassVar[Names] = {"odata.metadata": "odata_metadata", "value": "value"}

    odata_metadata: str | None = None
    """The metadata of the data set. It is a URL (observed)."""

    value: list[BusStop]
    """The bus stops of the page."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Fault(Record):
    """An error that the gateway of the service reports.

    In the body of an error answer of `arrivals.get`, `passenger_volume.by_stop` and 5 more.
    """

    __wire_names__: ClassVar[Names] = {"faultstring": "faultstring", "detail": "detail"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"faultstring"})

    faultstring: str
    """The error message; may contain the identifier of the key."""

    detail: FaultDetail | None = None
    """Details of the error."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FaultBody(Record):
    """The body of an error.

    In the body of an error answer of `arrivals.get`, `passenger_volume.by_stop` and 5 more.
    """

    __wire_names__: ClassVar[Names] = {"fault": "fault"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"fault"})

    fault: Fault
    """The error."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FaultDetail(Record):
    """Details of an error.

    In the body of an error answer of `arrivals.get`, `passenger_volume.by_stop` and 5 more.
    """

    __wire_names__: ClassVar[Names] = {"errorcode": "errorcode"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"errorcode"})

    errorcode: str
    """The error code, for instance policies.ratelimit.QuotaViolation."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PassengerVolumeLink(Record):
    """A link to a month's file of passenger volume.

    Returned by `passenger_volume.by_stop` and `passenger_volume.by_trip`.
    """

    __wire_names__: ClassVar[Names] = {"Link": "link"}
    __secret__: ClassVar[frozenset[str]] = frozenset({"link"})

    link: str
    """A pre-signed download URL that expires, typically within 5 minutes. It gives access to the file without
    credentials.
    """


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PassengerVolumeLinks(Record):
    """Links to a month's file of passenger volume.

    Returned by `passenger_volume.by_stop` and `passenger_volume.by_trip`.
    """

    __wire_names__: ClassVar[Names] = {"odata.metadata": "odata_metadata", "value": "value"}

    odata_metadata: str | None = None
    """The metadata of the data set. It is a URL (observed)."""

    value: list[PassengerVolumeLink]
    """The links."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PlannedBusRoute(PlannedBusRouteMixin, Record):
    """One stop along a planned new or updated route. Returned by `planned_routes.list`."""

    __wire_names__: ClassVar[Names] = {
        "ServiceNo": "service_no",
        "Operator": "operator",
        "Direction": "direction",
        "StopSequence": "stop_sequence",
        "BusStopCode": "bus_stop_code",
        "Distance": "distance",
        "WD_FirstBus": "wd_first_bus",
        "WD_LastBus": "wd_last_bus",
        "SAT_FirstBus": "sat_first_bus",
        "SAT_LastBus": "sat_last_bus",
        "SUN_FirstBus": "sun_first_bus",
        "SUN_LastBus": "sun_last_bus",
        "EffectiveDate": "effective_date",
    }

    service_no: str
    """The service number as text. It may be `10e` or `NR7` (observed)."""

    operator: str
    """The code of the public transport operator. It may be SBST, SMRT, TTS or GAS (observed)."""

    direction: int
    """1 or 2; most loop services have only 1 (observed)."""

    stop_sequence: int
    """The position along the route. Numbers may be missing (observed)."""

    bus_stop_code: str
    """The code of the stop. A route may visit a stop twice (observed)."""

    distance: float
    """The distance from the start of the route in kilometres (assumed)."""

    wd_first_bus: str | None
    """First bus on weekdays. See `first_bus`."""

    wd_last_bus: str | None
    """Last bus on weekdays. See `last_bus`."""

    sat_first_bus: str | None
    """First bus on Saturdays. See `first_bus`."""

    sat_last_bus: str | None
    """Last bus on Saturdays. See `last_bus`."""

    sun_first_bus: str | None
    """First bus on Sundays, and on public holidays (assumed). See `first_bus`."""

    sun_last_bus: str | None
    """Last bus on Sundays, and on public holidays (assumed). See `last_bus`."""

    effective_date: str
    """When the plan takes effect, as YYYYMMDDTHH:MM:SS followed by a four-digit UTC offset. See `effective_at`."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PlannedBusRoutes(Record):
    """A page of planned route stops. Returned by `planned_routes.list`."""

    __wire_names__: ClassVar[Names] = {"odata.metadata": "odata_metadata", "value": "value"}

    odata_metadata: str | None = None
    """The metadata of the data set. It is a URL (observed)."""

    value: list[PlannedBusRoute]
    """The planned route stops of the page."""


def decode_arrival_bus(d: dict[str, Any]) -> ArrivalBus:
    o = new(ArrivalBus)
    o.origin_code = d["OriginCode"]
    o.destination_code = d["DestinationCode"]
    o.estimated_arrival = d["EstimatedArrival"]
    o.monitored = d.get("Monitored")
    o.latitude = d["Latitude"]
    o.longitude = d["Longitude"]
    o.visit_number = d["VisitNumber"]
    o.load = d["Load"]
    o.feature = d["Feature"]
    o.type = d["Type"]
    o.__source__ = None if len(d) == 9 + ("Monitored" in d) else d
    return o


def decode_arrival_service(d: dict[str, Any]) -> ArrivalService:
    o = new(ArrivalService)
    o.service_no = d["ServiceNo"]
    o.operator = d["Operator"]
    o.next_bus = decode_arrival_bus(d["NextBus"])
    o.next_bus_2 = decode_arrival_bus(d["NextBus2"])
    o.next_bus_3 = decode_arrival_bus(d["NextBus3"])
    o.__source__ = None if len(d) == 5 else d
    return o


def decode_arrivals(d: dict[str, Any]) -> Arrivals:
    o = new(Arrivals)
    o.odata_metadata = d.get("odata.metadata")
    o.bus_stop_code = d["BusStopCode"]
    o.services = optional_array(d.get("Services"), decode_arrival_service)
    o.__source__ = None if len(d) == 1 + ("odata.metadata" in d) + ("Services" in d) else d
    return o


def decode_bus_route(d: dict[str, Any]) -> BusRoute:
    o = new(BusRoute)
    o.service_no = d["ServiceNo"]
    o.operator = d["Operator"]
    o.direction = d["Direction"]
    o.stop_sequence = d["StopSequence"]
    o.bus_stop_code = d["BusStopCode"]
    o.distance = d["Distance"] * 1.0
    o.wd_first_bus = d["WD_FirstBus"]
    o.wd_last_bus = d["WD_LastBus"]
    o.sat_first_bus = d["SAT_FirstBus"]
    o.sat_last_bus = d["SAT_LastBus"]
    o.sun_first_bus = d["SUN_FirstBus"]
    o.sun_last_bus = d["SUN_LastBus"]
    o.__source__ = None if len(d) == 12 else d
    return o


def decode_bus_routes(d: dict[str, Any]) -> BusRoutes:
    o = new(BusRoutes)
    o.odata_metadata = d.get("odata.metadata")
    o.value = array(d["value"], decode_bus_route)
    o.__source__ = None if len(d) == 1 + ("odata.metadata" in d) else d
    return o


def decode_bus_service(d: dict[str, Any]) -> BusService:
    o = new(BusService)
    o.service_no = d["ServiceNo"]
    o.operator = d["Operator"]
    o.direction = d["Direction"]
    o.category = d["Category"]
    o.origin_code = d["OriginCode"]
    o.destination_code = d["DestinationCode"]
    o.am_peak_freq = d["AM_Peak_Freq"]
    o.am_offpeak_freq = d["AM_Offpeak_Freq"]
    o.pm_peak_freq = d["PM_Peak_Freq"]
    o.pm_offpeak_freq = d["PM_Offpeak_Freq"]
    o.loop_desc = d["LoopDesc"]
    o.__source__ = None if len(d) == 11 else d
    return o


def decode_bus_services(d: dict[str, Any]) -> BusServices:
    o = new(BusServices)
    o.odata_metadata = d.get("odata.metadata")
    o.value = array(d["value"], decode_bus_service)
    o.__source__ = None if len(d) == 1 + ("odata.metadata" in d) else d
    return o


def decode_bus_stop(d: dict[str, Any]) -> BusStop:
    o = new(BusStop)
    o.bus_stop_code = d["BusStopCode"]
    o.road_name = d["RoadName"]
    o.description = d["Description"]
    o.latitude = d["Latitude"] * 1.0
    o.longitude = d["Longitude"] * 1.0
    o.__source__ = None if len(d) == 5 else d
    return o


def decode_bus_stops(d: dict[str, Any]) -> BusStops:
    o = new(BusStops)
    o.odata_metadata = d.get("odata.metadata")
    o.value = array(d["value"], decode_bus_stop)
    o.__source__ = None if len(d) == 1 + ("odata.metadata" in d) else d
    return o


def decode_fault(d: dict[str, Any]) -> Fault:
    o = new(Fault)
    try:
        o.faultstring = d["faultstring"]
        o.detail = None if (v := d.get("detail")) is None else decode_fault_detail(v)
    except KeyError:
        return decode_rest(o, d, {"detail": or_null(decode_fault_detail)})
    o.__source__ = None if len(d) == 1 + ("detail" in d) else d
    return o


def decode_fault_body(d: dict[str, Any]) -> FaultBody:
    o = new(FaultBody)
    try:
        o.fault = decode_fault(d["fault"])
    except KeyError:
        return decode_rest(o, d, {"fault": decode_fault})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_fault_detail(d: dict[str, Any]) -> FaultDetail:
    o = new(FaultDetail)
    try:
        o.errorcode = d["errorcode"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_passenger_volume_link(d: dict[str, Any]) -> PassengerVolumeLink:
    o = new(PassengerVolumeLink)
    o.link = d["Link"]
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_passenger_volume_links(d: dict[str, Any]) -> PassengerVolumeLinks:
    o = new(PassengerVolumeLinks)
    o.odata_metadata = d.get("odata.metadata")
    o.value = array(d["value"], decode_passenger_volume_link)
    o.__source__ = None if len(d) == 1 + ("odata.metadata" in d) else d
    return o


def decode_planned_bus_route(d: dict[str, Any]) -> PlannedBusRoute:
    o = new(PlannedBusRoute)
    o.service_no = d["ServiceNo"]
    o.operator = d["Operator"]
    o.direction = d["Direction"]
    o.stop_sequence = d["StopSequence"]
    o.bus_stop_code = d["BusStopCode"]
    o.distance = d["Distance"] * 1.0
    o.wd_first_bus = d["WD_FirstBus"]
    o.wd_last_bus = d["WD_LastBus"]
    o.sat_first_bus = d["SAT_FirstBus"]
    o.sat_last_bus = d["SAT_LastBus"]
    o.sun_first_bus = d["SUN_FirstBus"]
    o.sun_last_bus = d["SUN_LastBus"]
    o.effective_date = d["EffectiveDate"]
    o.__source__ = None if len(d) == 13 else d
    return o


def decode_planned_bus_routes(d: dict[str, Any]) -> PlannedBusRoutes:
    o = new(PlannedBusRoutes)
    o.odata_metadata = d.get("odata.metadata")
    o.value = array(d["value"], decode_planned_bus_route)
    o.__source__ = None if len(d) == 1 + ("odata.metadata" in d) else d
    return o
