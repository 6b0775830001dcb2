"""Changes of the bus stub: of the records of a list, of the buses that arrive, and of a parameter of a query."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

from trivet_checks.mutants.changes import change_answer, change_query
from trivet_stubs.bus import BusStub

Json = dict[str, Any]

SLOTS = ("NextBus", "NextBus2", "NextBus3")


def change_records(stub: BusStub, operation: str, change: Callable[[list[Json]], list[Json]]) -> None:
    """Change the records of each page of a list.

    >>> change_records(stub, "stops.list", lambda stops: stops[::-1])
    """
    change_answer(stub, operation, lambda page: {**page, "value": change(page["value"])})


def change_each(stub: BusStub, operation: str, change: Callable[[Json], Json]) -> None:
    """Change each record of a list.

    >>> change_each(stub, "stops.list", lambda stop: {**stop, "BusStopCode": stop["BusStopCode"].lstrip("0")})
    """
    change_records(stub, operation, lambda records: [change(record) for record in records])


def change_services(stub: BusStub, change: Callable[[Json], Json]) -> None:
    """Change each service of the arrivals at a stop."""
    change_answer(
        stub, "arrivals.get", lambda stop: {**stop, "Services": [change(service) for service in stop["Services"]]}
    )


def change_buses(stub: BusStub, name: str, change: Callable[[Any], Any]) -> None:
    """Change a field of each bus that is expected at a stop.

    >>> change_buses(stub, "Load", lambda load: load.lower())
    """

    def changed(slot: Json) -> Json:
        return {**slot, name: change(slot[name])} if slot["EstimatedArrival"] else slot

    change_services(stub, lambda service: {**service, **{slot: changed(service[slot]) for slot in SLOTS}})


def change_parameter(stub: BusStub, operation: str, name: str, change: Callable[[str | None], str | None]) -> None:
    """Change a parameter of the query before the stub reads it; None stands for a parameter that is not there.

    >>> change_parameter(stub, "services.list", "ServiceNo", lambda _: None)
    """

    def changed(query: bytes) -> bytes:
        pairs = parse_qsl(query.decode(), keep_blank_values=True)
        value = change(next((text for key, text in pairs if key == name), None))
        kept = [pair for pair in pairs if pair[0] != name]
        return urlencode([*kept, *([] if value is None else [(name, value)])]).encode()

    change_query(stub, operation, changed)


def filter_by(stub: BusStub, operation: str, name: str, matches: Callable[[str, str], bool]) -> None:
    """Filter the first page of a list by a comparison of a field with a parameter of the same name.

    >>> filter_by(stub, "services.list", "ServiceNo", str.startswith)
    """
    texts: list[str | None] = []

    def remember(text: str | None) -> None:
        texts.append(text)

    change_parameter(stub, operation, name, remember)
    change_records(
        stub,
        operation,
        lambda records: [record for record in records if texts[-1] is None or matches(record[name], texts[-1])],
    )


def without(record: Json, *names: str) -> Json:
    """A record without some of its fields."""
    return {name: value for name, value in record.items() if name not in names}
