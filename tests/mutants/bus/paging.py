"""Mutants of paging."""

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.mutants.bus.changes import change_parameter, change_records
from trivet_checks.mutants.changes import around
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.bus import BusStub


@mutant("bus.paging.skip-is-at-least-0", shown_by="one")
def negative_skip_is_0(stub: BusStub) -> None:
    """An offset below the bound is taken for 0."""
    change_parameter(stub, "routes.list", "$skip", lambda skip: "0" if skip == "-1" else skip)


@mutant("bus.paging.skip-counts-records", shown_by="two")
def skip_is_ignored(stub: BusStub) -> None:
    """Every page is the first one."""
    change_parameter(stub, "routes.list", "$skip", lambda _: None)


@mutant("bus.paging.skip-counts-records", shown_by="two")
def skip_counts_pages(stub: BusStub) -> None:
    """The offset is multiplied by the size of a page."""
    change_parameter(stub, "stops.list", "$skip", lambda skip: skip and str(int(skip) * stub.page_size))


@mutant("bus.paging.skip-counts-records", shown_by="two")
def page_begins_one_record_late(stub: BusStub) -> None:
    """The offset counts from 1."""
    change_parameter(stub, "services.list", "$skip", lambda skip: skip and str(int(skip) + 1))


@mutant("bus.paging.skip-counts-records", shown_by="missed: the proxy compares pages with the first one alone")
def skip_has_a_ceiling(stub: BusStub) -> None:
    """Every offset behind the second page stands for the second page."""
    stub.page_size = 10  # the built-in lists have one page of the usual size
    change_parameter(stub, "routes.list", "$skip", lambda skip: skip and str(min(int(skip), stub.page_size)))


@mutant(
    "bus.paging.skip-counts-what-a-filter-finds",
    shown_by="missed: the proxy compares pages without a filter",
)
def skip_is_ignored_with_a_filter(stub: BusStub) -> None:
    """With a filter, the offset is ignored."""
    filters: list[str | None] = [None]
    change_parameter(stub, "services.list", "$skip", lambda skip: None if filters[-1] else skip)

    def remember(number: str | None) -> str | None:
        filters.append(number)
        return number

    change_parameter(stub, "services.list", "ServiceNo", remember)


@mutant("bus.paging.arrivals-do-not-page", shown_by="one")
def arrivals_page(stub: BusStub) -> None:
    """The arrivals take an offset."""
    _page(stub, "arrivals.get", {"BusStopCode": "54009", "Services": []})


@mutant("bus.paging.passenger-volume-does-not-page", shown_by="one")
def volume_pages(stub: BusStub) -> None:
    """The links take an offset."""
    _page(stub, "passenger_volume.by_trip", {"odata.metadata": "", "value": []})


@mutant("bus.paging.a-page-has-500-records", shown_by="one")
def page_is_longer_than_its_limit(stub: BusStub) -> None:
    """A page has more records than the public service sends."""
    change_records(stub, "stops.list", lambda stops: stops * 30)


@mutant("bus.paging.past-the-end-is-empty", shown_by="one")
def past_the_end_is_the_first_page(stub: BusStub) -> None:
    """A page behind the end begins again."""
    change_parameter(stub, "stops.list", "$skip", lambda skip: None if skip and int(skip) > 500 else skip)


@mutant("bus.paging.past-the-end-is-empty", shown_by="one")
def past_the_end_is_refused(stub: BusStub) -> None:
    """A page behind the end is an error."""

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        answer = JSONResponse({}, 404) if b"00000" in scope["query_string"] else app
        await answer(scope, receive, send)

    around(stub, "services.list", apply)


def _page(stub: BusStub, operation: str, empty: dict[str, object]) -> None:
    """Answer an offset with an empty page, as behind the end."""

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        answer = JSONResponse(empty) if b"skip=" in scope["query_string"] else app
        await answer(scope, receive, send)

    around(stub, operation, apply)
