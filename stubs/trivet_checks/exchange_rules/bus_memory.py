"""The rules of the bus service that two exchanges of one caller show."""

from datetime import datetime, timedelta

from trivet_checks.exchange_rules.answer_rule import Looks, unless
from trivet_checks.exchange_rules.bus import PAGED, VOLUME, signed_at, time_of, times_of
from trivet_checks.exchange_rules.memory import Facts, learned_from, shown_by_two
from trivet_checks.exchanges.exchange import Exchange, Json

_SOON = 10.0
"""The seconds between two pages of one list: lists change once in a day or so."""
_A_DAY = timedelta(days=1)


def _key(exchange: Exchange) -> str:
    return "&".join(sorted(f"{name}={value}" for name, value in exchange.query.items() if name != "$skip"))


def _hashes(records: list[Json]) -> list[int]:
    return [hash(repr(record)) for record in records]


def _skip(exchange: Exchange) -> int | None:
    text = exchange.query.get("$skip", "0")
    return int(text) if text.isdecimal() else None


@shown_by_two("bus.paging.skip-counts-records")
def skip_counts_records(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a page that begins within an earlier one begins with its records."""
    skip, first = _skip(exchange), facts.recent(exchange, _SOON, "page", exchange.operation, _key(exchange))
    if not exchange.ok or first is None or not skip or skip >= len(first):
        return
    page = _hashes(exchange.rows("value"))
    count = min(len(first) - skip, len(page))
    fault = f"{exchange.operation}: $skip={skip} does not begin at record {skip}"
    yield unless(bool(page) and page[:count] == first[skip : skip + count], fault)


@learned_from(*PAGED)
def first_page(exchange: Exchange, facts: Facts) -> None:
    """Remember the first page of each list, as hashes."""
    if exchange.ok and _skip(exchange) == 0 and (records := exchange.rows("value")):
        facts.note(exchange, _hashes(records[:500]), "page", exchange.operation, _key(exchange))


@shown_by_two("bus.planned-routes.released-on-their-date", *VOLUME)
def planned_routes_are_released_on_their_date(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a plan that was out before has a date after the time at which the server signs a link."""
    latest: datetime | None = facts.known("effective date")
    for record in exchange.rows("value") if exchange.ok else []:
        now = signed_at(record["Link"])
        if now is not None and latest is not None:
            fault = f"a plan of {latest.isoformat()} is out at {now.isoformat()}"
            yield unless(latest <= now, fault)


@learned_from("planned_routes.list")
def effective_dates(exchange: Exchange, facts: Facts) -> None:
    """Remember the latest date of the plans."""
    dates = [time_of(row.get("EffectiveDate")) for row in exchange.rows("value") if exchange.ok]
    if known := [date for date in dates if date is not None]:
        facts.note(exchange, max(known), "effective date")


@shown_by_two("bus.arrivals.are-of-one-stop-in-real-time")
def arrivals_are_in_real_time(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether an estimate is older than the time by the server, which a link has shown before."""
    now: datetime | None = facts.known("time")
    if now is None:
        return
    for estimate in (time for service in exchange.rows("Services") if exchange.ok for time in times_of(service)):
        yield unless(now - estimate < _A_DAY, f"{estimate.isoformat()} is not near {now.isoformat()}")


@learned_from(*VOLUME)
def time_by_the_server(exchange: Exchange, facts: Facts) -> None:
    """Remember when the server signed a link, by its clock."""
    for record in exchange.rows("value") if exchange.ok else []:
        if (now := signed_at(record["Link"])) is not None:
            facts.note(exchange, now, "time")
