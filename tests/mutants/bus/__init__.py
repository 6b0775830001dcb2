"""Mutants of the bus stub."""

from tests.mutants.bus import (
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
from trivet_stubs.mutants.mutant import mutants_in

_MODULES = (access, requests, answers, paging, arrivals, services, routes, stops, planned_routes, volume)

MUTANTS = tuple(mutant for module in _MODULES for mutant in mutants_in(module))
