"""Mutants of the links to files of passenger volume, and of the files."""

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tests.mutants.bus.changes import change_each, change_parameter
from trivet_checks.mutants.changes import change_route
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.bus import BusStub
from trivet_stubs.bus.volume_files import FileHost, possible_months, published_months
from trivet_stubs.kernel.clock import Clock


@mutant("bus.volume.date-has-six-digits", shown_by="one")
def month_is_ignored(stub: BusStub) -> None:
    """Every link leads to the latest month."""
    change_parameter(stub, "passenger_volume.by_stop", "Date", lambda _: None)


@mutant("bus.volume.date-has-six-digits", shown_by="one")
def month_may_have_a_dash(stub: BusStub) -> None:
    """Another form of the month is understood."""
    change_parameter(stub, "passenger_volume.by_trip", "Date", lambda month: month and month.replace("-", ""))


@mutant("bus.volume.date-is-of-the-last-three-months", shown_by="one")
def old_month_is_answered(stub: BusStub) -> None:
    """A month that is too old gives a file."""
    possible = possible_months(stub.clock.now())
    change_parameter(
        stub, "passenger_volume.by_trip", "Date", lambda month: month if month in possible else possible[0]
    )


@mutant("bus.volume.date-is-of-the-last-three-months", shown_by="one")
def fourth_month_has_a_file(stub: BusStub) -> None:
    """Four months have files."""
    published, possible = published_months(stub.clock.now()), possible_months(stub.clock.now())
    change_parameter(
        stub,
        "passenger_volume.by_stop",
        "Date",
        lambda month: published[0] if month in possible and month not in published else month,
    )


@mutant("bus.volume.months-appear-on-the-10th", shown_by="one")
def default_month_is_the_oldest(stub: BusStub) -> None:
    """Without a Date the link leads to the oldest month."""
    oldest = published_months(stub.clock.now())[-1]
    change_parameter(stub, "passenger_volume.by_stop", "Date", lambda month: month or oldest)


@mutant("bus.volume.by-stop-counts-taps", shown_by="neither: the file is on another host")
def file_by_stop_has_trips(stub: BusStub) -> None:
    """The two files are mixed up."""
    change_route(stub, ("GET", "/PV/Bus"), ("GET", "/PV/ODBus"))


@mutant("bus.volume.by-trip-counts-trips", shown_by="neither: the file is on another host")
def file_by_trip_has_taps(stub: BusStub) -> None:
    """The two files are mixed up."""
    change_route(stub, ("GET", "/PV/ODBus"), ("GET", "/PV/Bus"))


@mutant("bus.volume.columns-have-the-contracts-words", shown_by="neither: the file is on another host")
def columns_have_other_words(stub: BusStub) -> None:
    """The columns of the files are named by boardings and alightings."""

    class Renaming(FileHost):
        def answer(self, request: Request) -> Response:
            answer = super().answer(request)
            return PlainTextResponse("stop,boardings,alightings\n01012,7,9\n") if answer.status_code == 200 else answer

    state = stub.state
    state.files = Renaming(lambda: stub.clock, lambda: state.volume_rows, lambda: [*state.records.stop_by_code])


@mutant("bus.volume.link-downloads-a-file", shown_by="neither: the file is on another host")
def link_is_not_signed(stub: BusStub) -> None:
    """The link lacks what gives access to the file."""
    change_each(stub, "passenger_volume.by_trip", lambda link: {"Link": link["Link"].partition("?")[0]})


@mutant("bus.volume.link-downloads-a-file", shown_by="one")
def link_is_a_path(stub: BusStub) -> None:
    """The link is relative to the host of the service."""
    change_each(stub, "passenger_volume.by_stop", lambda link: {"Link": urlsplit(str(link["Link"])).path})


@mutant("bus.volume.link-expires", shown_by="neither: the file is on another host")
def expired_link_still_opens(stub: BusStub) -> None:
    """The host of the files has a clock that stands."""
    state, standing = stub.state, Clock(stub.clock.now())
    state.files = FileHost(lambda: standing, lambda: state.volume_rows, lambda: [*state.records.stop_by_code])
