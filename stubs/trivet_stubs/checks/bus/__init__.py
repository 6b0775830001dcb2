"""The checks of the bus service."""

from trivet_stubs.checks.bus import (
    access,
    answers,
    arrivals,
    paging,
    planned_routes,
    requests,
    routes,
    services,
    stops,
    volume,
)
from trivet_stubs.checks.bus.service import Bus
from trivet_stubs.checks.check import checks_in
from trivet_stubs.checks.suite import Suite, in_order

_MODULES = (access, requests, answers, paging, arrivals, services, routes, stops, planned_routes, volume)

SUITE = Suite(
    service="bus",
    facade=Bus,
    scheme=lambda token: ("AccountKey", token),
    callers={"user": ["services.list"]},
    checks=in_order("bus", [each for module in _MODULES for each in checks_in(module)]),
)
