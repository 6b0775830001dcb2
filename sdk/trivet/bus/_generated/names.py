# Generated from spec/bus.yaml by `python -m codegen`; do not edit.
"""The generated public names of the Bus Transport Data Service, and the module of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

_NAMES = {
    "._async.client": ("AsyncBusClient "),
    "._sync.client": ("BusClient "),
    ".converter": ("converter "),
    ".models": (
        "ArrivalBus ArrivalService Arrivals BusRoute BusRoutes BusService BusServices BusStop BusStops "
        "Fault FaultBody FaultDetail PassengerVolumeLink PassengerVolumeLinks PlannedBusRoute "
        "PlannedBusRoutes "
    ),
}

MODULES: Mapping[str, str] = {**{name: module for module, names in _NAMES.items() for name in names.split()}}
"""From each name to its module, relative to this package."""

if TYPE_CHECKING:
    from ._async.client import *
    from ._sync.client import *
    from .converter import *
    from .models import *
else:
    __all__ = list(MODULES)
