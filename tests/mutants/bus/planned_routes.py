"""Mutants of the planned routes."""

from datetime import timedelta

from tests.mutants.bus.changes import change_each, without
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.bus import BusStub


@mutant("bus.planned-routes.are-routes-with-an-effective-date", shown_by="one")
def plan_has_no_effective_date(stub: BusStub) -> None:
    """A planned route is a route and nothing else."""
    change_each(stub, "planned_routes.list", lambda row: without(row, "EffectiveDate"))


@mutant("bus.planned-routes.effective-date-form", shown_by="one")
def effective_date_has_no_offset(stub: BusStub) -> None:
    """The offset is cut off."""
    change_each(stub, "planned_routes.list", lambda row: {**row, "EffectiveDate": row["EffectiveDate"][:-5]})


@mutant("bus.planned-routes.released-on-their-date", shown_by="two")
def plan_is_released_early(stub: BusStub) -> None:
    """A plan is out a week before its date."""
    soon = f"{stub.clock.now() + timedelta(days=7):%Y%m%dT%H:%M:%S%z}"
    change_each(stub, "planned_routes.list", lambda row: {**row, "EffectiveDate": soon})
