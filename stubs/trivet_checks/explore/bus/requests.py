"""The requests of walks on a bus server: which of them have to be refused, and by which rule."""

import re

from trivet_checks.exchange_rules.bus import PAGED, VOLUME
from trivet_checks.explore.steps import Step

__all__ = ["ARRIVALS", "PAGED", "VOLUME", "forbidden", "input_kind"]

ARRIVALS = "arrivals.get"
FAR_MONTHS = ("200001", "209912")
"""Months that are not among the last three."""
_MONTH = re.compile(r"\d{4}(0[1-9]|1[0-2])")
_OFFSET = re.compile(r"\d+")


def forbidden(step: Step) -> str | None:
    """The rule by which a request has to be refused; None if it keeps the contract.

    >>> forbidden(Step(number=1, operation="stops.list", caller="user", query={"$skip": "-1"}))
    'bus.paging.skip-is-at-least-0'
    """
    query = step.query
    if step.caller == "anonymous":
        return "bus.access.account-key-is-needed"
    if step.operation in PAGED and not _OFFSET.fullmatch(str(query.get("$skip", 0))):
        return "bus.paging.skip-is-at-least-0"
    if step.operation == ARRIVALS and "BusStopCode" not in query:
        return "bus.arrivals.stop-code-is-required"
    if step.operation in VOLUME and "Date" in query:
        if not _MONTH.fullmatch(str(query["Date"])):
            return "bus.volume.date-has-six-digits"
        if query["Date"] in FAR_MONTHS:
            return "bus.volume.date-is-of-the-last-three-months"
    return None


def input_kind(step: Step) -> str:
    """The kind of a forbidden input, in words; a server refuses each kind in one way."""
    if step.caller == "anonymous":
        return "a caller who is not known"
    name = next((name for name in ("$skip", "Date") if name in step.query), "")
    return f"{name}={step.query[name]}" if name else "a missing BusStopCode"
