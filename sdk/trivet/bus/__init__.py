# Generated from spec/bus.yaml by `python -m codegen`; do not edit.
"""The Bus Transport Data Service: its clients, its records, and what is worth having on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy import door

if TYPE_CHECKING:
    from ._async.client import AsyncBusClient as AsyncBusClient
    from ._sync.client import BusClient as BusClient
    from .converter import converter as converter
    from .frequency import FrequencyRange as FrequencyRange
    from .models import ArrivalBus as ArrivalBus
    from .models import Arrivals as Arrivals
    from .models import ArrivalService as ArrivalService
    from .models import BusRoute as BusRoute
    from .models import BusRoutes as BusRoutes
    from .models import BusService as BusService
    from .models import BusServices as BusServices
    from .models import BusStop as BusStop
    from .models import BusStops as BusStops
    from .models import Fault as Fault
    from .models import FaultBody as FaultBody
    from .models import FaultDetail as FaultDetail
    from .models import PassengerVolumeLink as PassengerVolumeLink
    from .models import PassengerVolumeLinks as PassengerVolumeLinks
    from .models import PlannedBusRoute as PlannedBusRoute
    from .models import PlannedBusRoutes as PlannedBusRoutes
    from .months import recent_months as recent_months
    from .position import Position as Position
    from .records import Period as Period
    from .route import Route as Route
    from .route import RouteStop as RouteStop
    from .route import geojson as geojson
    from .route import join_routes as join_routes
    from .times import SINGAPORE as SINGAPORE
    from .volume import HourVolume as HourVolume
    from .volume import StopVolume as StopVolume
    from .volume import TripVolume as TripVolume
    from .volume import VolumeFileError as VolumeFileError
    from .volume import read_stop_volumes as read_stop_volumes
    from .volume import read_trip_volumes as read_trip_volumes
    from .volume_file import VolumeFile as VolumeFile

__all__ = [
    "ArrivalBus",
    "ArrivalService",
    "Arrivals",
    "AsyncBusClient",
    "BusClient",
    "BusRoute",
    "BusRoutes",
    "BusService",
    "BusServices",
    "BusStop",
    "BusStops",
    "Fault",
    "FaultBody",
    "FaultDetail",
    "FrequencyRange",
    "HourVolume",
    "PassengerVolumeLink",
    "PassengerVolumeLinks",
    "Period",
    "PlannedBusRoute",
    "PlannedBusRoutes",
    "Position",
    "Route",
    "RouteStop",
    "SINGAPORE",
    "StopVolume",
    "TripVolume",
    "VolumeFile",
    "VolumeFileError",
    "converter",
    "geojson",
    "join_routes",
    "read_stop_volumes",
    "read_trip_volumes",
    "recent_months",
]

__getattr__, __dir__ = door(
    __name__,
    {
        "ArrivalBus": ".models",
        "ArrivalService": ".models",
        "Arrivals": ".models",
        "AsyncBusClient": "._async.client",
        "BusClient": "._sync.client",
        "BusRoute": ".models",
        "BusRoutes": ".models",
        "BusService": ".models",
        "BusServices": ".models",
        "BusStop": ".models",
        "BusStops": ".models",
        "Fault": ".models",
        "FaultBody": ".models",
        "FaultDetail": ".models",
        "FrequencyRange": ".frequency",
        "HourVolume": ".volume",
        "PassengerVolumeLink": ".models",
        "PassengerVolumeLinks": ".models",
        "Period": ".records",
        "PlannedBusRoute": ".models",
        "PlannedBusRoutes": ".models",
        "Position": ".position",
        "Route": ".route",
        "RouteStop": ".route",
        "SINGAPORE": ".times",
        "StopVolume": ".volume",
        "TripVolume": ".volume",
        "VolumeFile": ".volume_file",
        "VolumeFileError": ".volume",
        "converter": ".converter",
        "geojson": ".route",
        "join_routes": ".route",
        "read_stop_volumes": ".volume",
        "read_trip_volumes": ".volume",
        "recent_months": ".months",
    },
)
