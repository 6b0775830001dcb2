"""The bus service: records, routes, the network, passenger volume files, and values parsed from the service's text.

>>> from trivet.bus import join_routes
>>> routes = join_routes(bus.services.list(), bus.routes.list(), bus.stops.list())
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from ._generated.names import *
    from ._live.board import Board as Board
    from ._live.board import StopBoard as StopBoard
    from ._network._async.load import async_load_network as async_load_network
    from ._network._sync.load import load_network as load_network
    from ._network.network import Changes as Changes
    from ._network.network import NearStop as NearStop
    from ._network.network import Network as Network
    from ._network.network import NetworkDiff as NetworkDiff
    from ._network.routes import Ride as Ride
    from ._network.routes import Route as Route
    from ._network.routes import RouteStop as RouteStop
    from ._network.routes import geojson as geojson
    from ._network.routes import join_routes as join_routes
    from ._network.routes import natural_order as natural_order
    from ._records.mixins import Period as Period
    from ._records.position import Position as Position
    from ._records.times import SINGAPORE as SINGAPORE
    from ._records.times import FrequencyRange as FrequencyRange
    from ._records.times import service_day as service_day
    from ._volume.months import MonthNotAvailableError as MonthNotAvailableError
    from ._volume.months import recent_months as recent_months
    from ._volume.rows import HourVolume as HourVolume
    from ._volume.rows import StopVolume as StopVolume
    from ._volume.rows import TripVolume as TripVolume
    from ._volume.rows import read_stop_volumes as read_stop_volumes
    from ._volume.rows import read_trip_volumes as read_trip_volumes
    from ._volume.volume_file import VolumeFile as VolumeFile
    from ._volume.volume_file import VolumeFileError as VolumeFileError
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "Board": "._live.board",
            "Changes": "._network.network",
            "FrequencyRange": "._records.times",
            "HourVolume": "._volume.rows",
            "MonthNotAvailableError": "._volume.months",
            "NearStop": "._network.network",
            "Network": "._network.network",
            "NetworkDiff": "._network.network",
            "Period": "._records.mixins",
            "Position": "._records.position",
            "Ride": "._network.routes",
            "Route": "._network.routes",
            "RouteStop": "._network.routes",
            "SINGAPORE": "._records.times",
            "StopBoard": "._live.board",
            "StopVolume": "._volume.rows",
            "TripVolume": "._volume.rows",
            "VolumeFile": "._volume.volume_file",
            "VolumeFileError": "._volume.volume_file",
            "async_load_network": "._network._async.load",
            "geojson": "._network.routes",
            "join_routes": "._network.routes",
            "load_network": "._network._sync.load",
            "natural_order": "._network.routes",
            "read_stop_volumes": "._volume.rows",
            "read_trip_volumes": "._volume.rows",
            "recent_months": "._volume.months",
            "service_day": "._records.times",
        },
        generated="._generated.names",
    )
