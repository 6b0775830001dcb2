"""The bus service: records, whole routes, passenger volume files, and the values that the service sends as text.

>>> from trivet.bus import join_routes
>>> routes = join_routes(bus.services.list(), bus.routes.list(), bus.stops.list())
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy import lazy_exports

if TYPE_CHECKING:
    from ._generated.names import *
    from ._live.board import Board as Board
    from ._live.board import StopBoard as StopBoard
    from ._network._async.load import async_load_network as async_load_network
    from ._network._sync.load import load_network as load_network
    from ._network.differences import Changes as Changes
    from ._network.differences import NetworkDiff as NetworkDiff
    from ._network.near_stop import NearStop as NearStop
    from ._network.network import Network as Network
    from ._network.rides import Ride as Ride
    from ._records.mixins import Period as Period
    from ._records.natural_order import natural_order as natural_order
    from ._records.position import Position as Position
    from ._routes.route import Route as Route
    from ._routes.route import RouteStop as RouteStop
    from ._routes.route import geojson as geojson
    from ._routes.route import join_routes as join_routes
    from ._times.frequency import FrequencyRange as FrequencyRange
    from ._times.service_day import service_day as service_day
    from ._times.times import SINGAPORE as SINGAPORE
    from ._volume.month_not_available import MonthNotAvailableError as MonthNotAvailableError
    from ._volume.months import recent_months as recent_months
    from ._volume.rows import HourVolume as HourVolume
    from ._volume.rows import StopVolume as StopVolume
    from ._volume.rows import TripVolume as TripVolume
    from ._volume.rows import read_stop_volumes as read_stop_volumes
    from ._volume.rows import read_trip_volumes as read_trip_volumes
    from ._volume.volume_file import VolumeFile as VolumeFile
    from ._volume.volume_file_error import VolumeFileError as VolumeFileError
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "Board": "._live.board",
            "Changes": "._network.differences",
            "FrequencyRange": "._times.frequency",
            "HourVolume": "._volume.rows",
            "MonthNotAvailableError": "._volume.month_not_available",
            "NearStop": "._network.near_stop",
            "Network": "._network.network",
            "NetworkDiff": "._network.differences",
            "Period": "._records.mixins",
            "Position": "._records.position",
            "Ride": "._network.rides",
            "Route": "._routes.route",
            "RouteStop": "._routes.route",
            "SINGAPORE": "._times.times",
            "StopBoard": "._live.board",
            "StopVolume": "._volume.rows",
            "TripVolume": "._volume.rows",
            "VolumeFile": "._volume.volume_file",
            "VolumeFileError": "._volume.volume_file_error",
            "async_load_network": "._network._async.load",
            "geojson": "._routes.route",
            "join_routes": "._routes.route",
            "load_network": "._network._sync.load",
            "natural_order": "._records.natural_order",
            "read_stop_volumes": "._volume.rows",
            "read_trip_volumes": "._volume.rows",
            "recent_months": "._volume.months",
            "service_day": "._times.service_day",
        },
        generated="._generated.names",
    )
