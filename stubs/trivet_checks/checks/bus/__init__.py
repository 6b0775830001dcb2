"""The checks of the bus service."""

from trivet_checks.checks.bus.service import Bus
from trivet_checks.checks.suite import Check, Suite, in_order
from trivet_checks.definitions import defined_in

SUITE = Suite(
    service="bus",
    facade=Bus,
    scheme=lambda token: ("AccountKey", token),
    callers={"user": ["services.list"]},
    checks=in_order("bus", defined_in(__name__, Check)),
)
