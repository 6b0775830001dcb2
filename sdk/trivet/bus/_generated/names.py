# Generated from spec/bus.yaml by `python -m codegen`; do not edit.
"""The public names of the Bus Transport Data Service that are generated, and the module of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._async.client import AsyncBusClient as AsyncBusClient
    from ._sync.client import BusClient as BusClient
    from .converter import converter as converter
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
    "PassengerVolumeLink",
    "PassengerVolumeLinks",
    "PlannedBusRoute",
    "PlannedBusRoutes",
    "converter",
]

MODULES: Mapping[str, str] = {
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
    "PassengerVolumeLink": ".models",
    "PassengerVolumeLinks": ".models",
    "PlannedBusRoute": ".models",
    "PlannedBusRoutes": ".models",
    "converter": ".converter",
}
"""From each name to its module, relative to this package."""
