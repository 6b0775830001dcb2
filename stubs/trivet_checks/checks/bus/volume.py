"""Passenger volume: the links to its files, and the first lines of the files."""

import re
from urllib.parse import parse_qs, urlsplit

from trivet_checks.checks.bus.service import Bus, OpenedFile, rows
from trivet_checks.checks.suite import LATEST_MONTH, check
from trivet_checks.exchange_rules import bus as rules
from trivet_checks.exchange_rules.bus import VOLUME, month_before
from trivet_checks.exchanges.evidence import NotTried

_TYPICALLY = 300
"""The seconds after which a link has expired, by the contract."""


@check("bus.volume.date-has-six-digits")
def date_has_six_digits(bus: Bus) -> None:
    """A month of six digits is taken and gives that month's file; other forms of it give none."""
    for operation in bus.target.of(VOLUME):
        month = month_before(_month_of(bus.link(operation)), 1)
        for date in (month, f"{month[:4]}-{month[4:]}", f"{month}01", month[2:], "latest"):
            reply = bus.read(operation, {"Date": date})
            if reply.ok or date == month:
                rows(reply)
                reply.shows(rules.date_has_six_digits)
            else:
                reply.is_refused()


@check("bus.volume.date-is-of-the-last-three-months", own_condition=LATEST_MONTH)
def date_is_of_the_last_three_months(bus: Bus) -> None:
    """The default month is the latest: there is no file of the third month before it, of two years before, or to come.

    If a server gives the file of another month than an allowed one, that is another rule's.
    """
    for operation in bus.target.of(VOLUME):
        latest = _month_of(bus.link(operation))
        allowed = month_before(latest, 1)
        others = any(_month_of(link) != allowed for link in bus.links(operation, allowed))
        for back in (3, 24, -13):
            _gives_no_link(bus, operation, month_before(latest, back), of_that_month=others)


@check("bus.volume.months-appear-on-the-10th")
def months_appear_on_the_10th(bus: Bus) -> None:
    """The default is the month before, or until the 10th the one before that; it and the two before it have files."""
    now = bus.now()
    possible = rules.latest_months(now)
    for operation in bus.target.of(VOLUME):
        reply = bus.read(operation).succeeds()
        latest = _month_of(bus.link(operation))
        is_shown = reply.shows(rules.months_appear_on_the_10th)  # not if its link does not say when it was signed
        reply.expect(is_shown or latest in possible, f"at {now.isoformat()} the latest file is that of {latest}")
        for back in range(3):
            month = month_before(latest, back)
            answer = bus.read(operation, {"Date": month})
            answer.expect(bool(rows(answer)), f"there is no file of {month}, and one of {latest}")


@check("bus.volume.by-stop-counts-taps")
def file_by_stop_counts_taps(bus: Bus) -> None:
    """The first line names columns of taps in and out."""
    _has_columns(bus, "passenger_volume.by_stop", "tap", "in", "out")


@check("bus.volume.by-trip-counts-trips")
def file_by_trip_counts_trips(bus: Bus) -> None:
    """The first line names columns of an origin, a destination, and trips; if one is a stop by its code, both are."""
    names, cells, file = _has_columns(bus, "passenger_volume.by_trip", "origin", "destination", "trips")
    ends = {name: cell for name, cell in zip(names, cells, strict=False) if "origin" in name or "destination" in name}
    codes = {name: rules.is_stop_code(cell) for name, cell in ends.items()}
    file.expect(len(set(codes.values())) == 1, f"of origin and destination, one is no stop: {', '.join(cells)[:200]}")


@check("bus.volume.link-downloads-a-file")
def link_downloads_a_file(bus: Bus) -> None:
    """A link is a URI that opens a file without the account key."""
    for operation in bus.target.of(VOLUME):
        bus.page(operation).shows(rules.link_is_a_uri)
        file = bus.open(bus.link(operation))
        file.expect(file.ok, f"the link gives {file.status} and no file")
        file.expect(bool(file.beginning), "the file is empty")


@check("bus.volume.link-expires")
def link_expires(bus: Bus) -> None:
    """The link opens nothing after the time that it names itself, or after 5 minutes: the check waits for it."""
    link = bus.link("passenger_volume.by_stop")
    named = parse_qs(urlsplit(link).query).get("X-Amz-Expires", [""])[0]
    bus.opened("passenger_volume.by_stop")
    bus.target.budget.wait(1 + (int(named) if named.isdecimal() else _TYPICALLY))
    file = bus.open(link)
    file.expect(not file.ok, "a link that has expired still opens its file")


def _gives_no_link(bus: Bus, operation: str, month: str, *, of_that_month: bool) -> None:
    """A month is refused, or it has no file: the contract does not say which."""
    reply = bus.read(operation, {"Date": month})
    if reply.ok:
        links = [record["Link"] for record in rows(reply)]
        wrong = [link for link in links if not of_that_month or _month_of(link) == month]
        reply.expect(not wrong, f"Date={month} gives a file")
    else:
        reply.is_refused()


def _has_columns(bus: Bus, operation: str, *words: str) -> tuple[list[str], list[str], OpenedFile]:
    """The names of the columns of a file, which have these words, and its first row."""
    file = bus.opened(operation)
    first, row = file.lines()
    columns = first.lower()
    missing = [word for word in words if re.search(rf"(?<![a-z]){word}(?![a-z])", columns) is None]
    file.expect(not missing, f"no column is named by {', '.join(missing)}: {columns[:200]}")
    return columns.split(","), row.split(","), file


def _month_of(link: str) -> str:
    month = rules.month_of(link)
    if month is None:
        raise NotTried("the link does not name its month")
    return month
