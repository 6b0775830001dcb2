"""Who may call: callers with an account key."""

from trivet_stubs.checks.bus.service import NO_STOP, Bus
from trivet_stubs.checks.check import check


@check("bus.access.account-key-is-needed")
def account_key_is_needed(bus: Bus) -> None:
    """Every operation refuses a caller who sends no key."""
    for operation in bus.target.shapes.contract.operations:
        query = {"BusStopCode": NO_STOP} if operation == "arrivals.get" else None
        bus.target.anonymous.call(operation, query=query).is_refused()


@check("bus.access.unknown-key-is-401")
def unknown_key_is_401(bus: Bus) -> None:
    """A key that the server never gave out, and no key at all, are 401."""
    stranger = bus.user.presenting(bus.target.name("key"), "no-such-key")
    stranger.call("stops.list").is_refused(401)
    bus.target.anonymous.call("stops.list").is_refused(401)
