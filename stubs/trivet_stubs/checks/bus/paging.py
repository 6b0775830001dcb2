"""Paging by an offset in records."""

from trivet_stubs.checks.bus.service import PAGED, VOLUME, Bus
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply

_MOST = 500
_PAST_THE_END = 100_000_000


@check("bus.paging.skip-is-at-least-0")
def skip_is_at_least_0(bus: Bus) -> None:
    """Each list refuses -1 and takes 0."""
    for operation in PAGED:
        bus.user.call(operation, query={"$skip": -1}).is_refused()
        bus.user.call(operation, query={"$skip": 0}).succeeds()


@check("bus.paging.skip-counts-records")
def skip_counts_records(bus: Bus) -> None:
    """A page that begins in the middle of the first one has the records of its second half first."""
    tried = False
    for operation in PAGED:
        first = bus.page(operation).json["value"]
        skip = len(first) // 2
        if skip:
            tried = True
            reply = bus.user.call(operation, query={"$skip": skip}).succeeds()
            later = reply.json["value"][: len(first) - skip]
            reply.expect(later == first[skip:], f"{operation}: $skip={skip} does not begin at record {skip}")
    if not tried:
        raise NotTried("no list has two records")


@check("bus.paging.arrivals-do-not-page")
def arrivals_do_not_page(bus: Bus) -> None:
    """An offset is refused, or ignored: as many services as without it."""
    code = bus.arrivals[0].json["BusStopCode"]
    reply = bus.user.call("arrivals.get", query={"BusStopCode": code, "$skip": _PAST_THE_END})
    _refused_or_ignored(reply, "Services")


@check("bus.paging.passenger-volume-does-not-page")
def passenger_volume_does_not_page(bus: Bus) -> None:
    """An offset is refused, or ignored: there is a link all the same."""
    for operation in VOLUME:
        bus.link(operation)
        _refused_or_ignored(bus.user.call(operation, query={"$skip": _PAST_THE_END}), "value")


@check("bus.paging.a-page-has-500-records")
def page_has_at_most_500_records(bus: Bus) -> None:
    """The first page of each list."""
    for operation in PAGED:
        reply = bus.page(operation)
        records = len(reply.json["value"])
        reply.expect(records <= _MOST, f"a page of {operation} has {records} records")


@check("bus.paging.past-the-end-is-empty")
def past_the_end_is_empty(bus: Bus) -> None:
    """A page far behind the last record of each list."""
    for operation in PAGED:
        reply = bus.user.call(operation, query={"$skip": _PAST_THE_END}).succeeds()
        reply.expect(reply.json["value"] == [], f"{operation} has records behind its end")


def _refused_or_ignored(reply: Reply, field: str) -> None:
    if reply.ok:
        reply.expect(bool(reply.json.get(field)), "the answer leaves out as many records as $skip says")
    else:
        reply.is_refused()
