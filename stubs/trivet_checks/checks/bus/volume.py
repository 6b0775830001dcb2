"""Passenger volume: the links to its files, and the first lines of the files."""

import re
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

from trivet_checks.checks.bus.service import Bus, OpenedFile, matches, rows
from trivet_checks.checks.suite import LATEST_MONTH, check
from trivet_checks.exchange_rules import bus as rules
from trivet_checks.exchange_rules.bus import VOLUME, month_before
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.reply import Reply

_TAPS, _ENDS = ("tap", "in", "out"), ("origin", "destination")
_TRIPS = (*_ENDS, "trips")
"""The words of the contract for the contents of the two files."""
_LONG_AGO, _FAR_AHEAD = "199901", "209912"
"""Months that are not among the last three, whatever the time of the server is."""
_TYPICALLY = 300
"""The seconds after which a link has expired, by the contract."""


@check("bus.volume.date-has-six-digits")
def date_has_six_digits(bus: Bus) -> None:
    """A month of six digits is taken and gives that month's file; other forms of it give none.

    Which of the last three months is the default, and which of them has a file already, is left to the server.
    """
    for operation in bus.target.of(VOLUME):
        latest = _latest(bus, operation)
        if latest is not None:
            _takes_a_month(bus, operation, [month_before(latest, back) for back in (1, -1, 0, 2)])
        month = latest or _LONG_AGO
        for date in (f"{month[:4]}-{month[4:]}", f"{month}01", month[2:], "latest"):
            reply = bus.read(operation, {"Date": date})
            matches(reply)
            reply.shows(rules.date_has_six_digits)


def _takes_a_month(bus: Bus, operation: str, months: list[str]) -> None:
    """One of some months, of which not all may have a file, gives its file."""
    replies: list[Reply] = []
    for month in months:
        replies.append(bus.read(operation, {"Date": month}))
        replies[-1].shows(rules.date_has_six_digits)
        if matches(replies[-1]):
            return
    replies[-1].broken(f"no Date of six digits gives a file: {', '.join(months)}")


@check("bus.volume.date-is-of-the-last-three-months", own_condition=LATEST_MONTH)
def date_is_of_the_last_three_months(bus: Bus) -> None:
    """There is no file of the third month before the default one, of two years before, or to come.

    Where a link does not name its month, it is the sixth month before this one. If a server gives the file of another
    month than an allowed one, that is another rule's.
    """
    for operation in bus.target.of(VOLUME):
        named = rules.month_of(bus.link(operation))
        latest = named or _latest(bus, operation)
        if latest is None:
            months = [_LONG_AGO, _FAR_AHEAD]
        else:
            months = [month_before(latest, back) for back in (3 if named else 6, 24, -13)]
        asked = [month_before(named, back) for back in (1, -1)] if named else []
        right = [rules.month_of(link) == month for month in asked for link in bus.links(operation, month)]
        for month in months:
            _gives_no_link(bus, operation, month, of_that_month=bool(right) and not any(right))


def _latest(bus: Bus, operation: str) -> str | None:
    """The default month, or the one before this month by the time of the server; None if the server shows neither."""
    if (named := rules.month_of(bus.link(operation))) is not None:
        return named
    with suppress(NotTried):
        return month_before(f"{bus.now():%Y%m}", 1)
    return None


@check("bus.volume.months-appear-on-the-10th")
def months_appear_on_the_10th(bus: Bus) -> None:
    """The default is the month before, or until the 10th the one before that; it and the two before it have files."""
    now = bus.now()
    possible = rules.latest_months(now)
    for operation in bus.target.of(VOLUME):
        reply = bus.read(operation).needed()
        latest = _month_of(bus.link(operation))
        is_shown = reply.shows(rules.months_appear_on_the_10th)  # not if its link does not say when it was signed
        reply.expect(is_shown or latest in possible, f"at {now.isoformat()} the latest file is that of {latest}")
        for back in range(3):
            month = month_before(latest, back)
            answer = bus.read(operation, {"Date": month})
            answer.expect(bool(rows(answer)), f"there is no file of {month}, and one of {latest}")


@check("bus.volume.by-stop-counts-taps")
def file_by_stop_counts_taps(bus: Bus) -> None:
    """The first line names no ends of trips. It shows taps in and out if its columns have these words."""
    _, file = _words(bus, "passenger_volume.by_stop", _TAPS, not_those_of=_ENDS)
    file.expect(file.ok, "the file is not there")


@check("bus.volume.by-trip-counts-trips")
def file_by_trip_counts_trips(bus: Bus) -> None:
    """The first line names no taps. If it names an origin and a destination, either both are stops by codes or none."""
    ends, file = _words(bus, "passenger_volume.by_trip", _TRIPS, not_those_of=_TAPS)
    codes = {rules.is_stop_code(cell) for name, cell in ends if "origin" in name or "destination" in name}
    cells = ", ".join(cell for _, cell in ends)[:200]
    file.expect(len(codes) == 1, f"of origin and destination, one is no stop: {cells}")


@check("bus.volume.columns-have-the-contracts-words")
def columns_have_the_words_of_the_contract(bus: Bus) -> None:
    """The first line of each file has the words with which the contract says what it counts."""
    for operation, words in (("passenger_volume.by_stop", _TAPS), ("passenger_volume.by_trip", _TRIPS)):
        file = bus.opened(operation)
        first, _ = file.lines()
        missing = [word for word in words if not _names(first, word)]
        file.expect(not missing, f"no column is named by {', '.join(missing)}: {first[:200]}")


def _words(
    bus: Bus, operation: str, words: tuple[str, ...], *, not_those_of: tuple[str, ...]
) -> tuple[list[tuple[str, str]], OpenedFile]:
    """The names of the columns of a file with the cells of its first row.

    Raises:
        Broken: The columns belong to the other file.
        NotTried: They are not named by the words of the contract, which does not name any.
    """
    file = bus.opened(operation)
    first, row = file.lines()
    is_other = all(_names(first, word) for word in not_those_of) and not all(_names(first, word) for word in words)
    file.expect(not is_other, f"the file is the other one, with the columns {first[:200]}")
    if not all(_names(first, word) for word in words):
        raise NotTried(f"the columns have other names than {', '.join(words)}: {first[:200]}")
    return [*zip(first.lower().split(","), row.split(","), strict=False)], file


def _names(columns: str, word: str) -> bool:
    return re.search(rf"(?<![a-z]){word}(?![a-z])", columns.lower()) is not None


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
    """Most of three links open nothing after the time that they name, or after 5 minutes: the check waits for it.

    The contract names five minutes as the typical time, so that a single link may last longer.
    """
    links = [bus.link(operation) for operation in (*VOLUME, VOLUME[0])]
    open_links = [link for link in links if bus.open(link).ok]
    if not open_links:
        bus.opened(VOLUME[0])
    bus.target.budget.wait(1 + max(map(_seconds_of, open_links)))
    files = [bus.open(link) for link in open_links]
    still_open = [file for file in files if file.ok]
    files[0].expect(len(still_open) * 2 <= len(files), "links that have expired still open their files")


def _seconds_of(link: str) -> int:
    """For how many seconds a link opens its file: as it says itself, or typically."""
    named = parse_qs(urlsplit(link).query).get("X-Amz-Expires", [""])[0]
    return int(named) if named.isdecimal() else _TYPICALLY


def _gives_no_link(bus: Bus, operation: str, month: str, *, of_that_month: bool) -> None:
    """A month is refused, or it has no file: the contract does not say which."""
    reply = bus.read(operation, {"Date": month})
    links = [record["Link"] for record in matches(reply)]
    wrong = [link for link in links if not of_that_month or rules.month_of(link) == month]
    reply.expect(not wrong, f"Date={month} gives a file")


def _month_of(link: str) -> str:
    month = rules.month_of(link)
    if month is None:
        raise NotTried("the link does not name its month")
    return month
