"""Planned routes. There may be none, and then nothing is tried."""

import re
from datetime import datetime

from trivet_stubs.checks.bus.routes import FIELDS
from trivet_stubs.checks.bus.service import Bus
from trivet_stubs.checks.check import check

# The contract writes the date without dashes; answers of the public service were recorded with them.
_EFFECTIVE = re.compile(r"[0-9]{4}(-?)[0-9]{2}\1[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{4}")


@check("bus.planned-routes.are-routes-with-an-effective-date")
def planned_routes_are_routes_with_an_effective_date(bus: Bus) -> None:
    """Every record of the first page has the fields of a route, and one more."""
    page = bus.page("planned_routes.list")
    for row in bus.records("planned_routes.list"):
        missing = [name for name in (*FIELDS, "EffectiveDate") if name not in row]
        page.expect(not missing, f"a planned route has no {', '.join(missing)}")


@check("bus.planned-routes.effective-date-form")
def effective_date_has_its_form(bus: Bus) -> None:
    """Every date of the first page; dashes in it are let pass, because servers were observed to write them."""
    for row in bus.records("planned_routes.list"):
        fits = _EFFECTIVE.fullmatch(row["EffectiveDate"]) is not None
        bus.page("planned_routes.list").expect(fits, f"an EffectiveDate is {row['EffectiveDate']!r}")


@check("bus.planned-routes.released-on-their-date")
def planned_routes_are_released_on_their_date(bus: Bus) -> None:
    """No date of the first page is later than the time by the server."""
    rows, now = bus.records("planned_routes.list"), bus.now()
    for row in rows:
        effective = datetime.fromisoformat(row["EffectiveDate"])
        message = f"a plan of {row['EffectiveDate']} is out at {now.isoformat()}"
        bus.page("planned_routes.list").expect(effective <= now, message)
