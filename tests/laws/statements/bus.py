"""The statements of the bus service's contract."""

from collections.abc import Iterator, Mapping

from tests.laws.statements.cells import entries, rules
from tests.laws.statements.markdown import tables
from tests.laws.statements.records import fields
from tests.laws.statements.statement import Note, Statement, alike, noted

# The schema of each table of fields, by the heading of the table.
RECORDS = {
    "Arrival response (from the arrivals operation)": "Arrivals",
    "Arrival service": "ArrivalService",
    "Arrival bus": "ArrivalBus",
    "Bus service record": "BusService",
    "Bus route record": "BusRoute",
    "Bus stop record": "BusStop",
    "Passenger volume link record": "PassengerVolumeLink",
}
# The schemas by their names in the cells.
NAMES = {"arrival bus": "ArrivalBus", "arrival service": "ArrivalService"}
ANSWERS = {
    "arrival response": "Arrivals",
    "collection of bus service records": "BusServices",
    "collection of bus route records": "BusRoutes",
    "collection of bus stop records": "BusStops",
    "collection of planned bus route records": "PlannedBusRoutes",
    "collection of passenger volume link records": "PassengerVolumeLinks",
}
PROSE = ("stop code", "filter on one service", "month YYYYMM", "up to the last three months", "same rule")
COLLECTIONS = {schema: schema.removesuffix("s") for schema in ANSWERS.values() if schema != "Arrivals"}
"""The schemas of the collections, with the schemas of their records."""


def values(about: str, *allowed: str) -> tuple[Statement, ...]:
    return tuple(Statement(about, "value", value) for value in allowed)


NOTES = [
    Note(
        "Collection envelope (all collections except arrivals): object with `odata.metadata` (string) and `value` "
        "(array of records).",
        tuple(
            Statement(f"{name}.{wire}", aspect, value)
            for name, record in COLLECTIONS.items()
            for wire, kind in (("odata.metadata", "string"), ("value", f"array of {record}"))
            for aspect, value in (("field", ""), ("required", ""), ("type", kind))
        ),
    ),
    Note(
        "All fields of the bus route record plus `EffectiveDate` (string, ",
        (
            Statement("PlannedBusRoute", "extends", "BusRoute"),
            Statement("PlannedBusRoute.EffectiveDate", "field"),
            Statement("PlannedBusRoute.EffectiveDate", "required"),
            Statement("PlannedBusRoute.EffectiveDate", "type", "string"),
        ),
    ),
    Note(
        "| BusStopCode | string | unique 5-digit identifier of a physical stop |",
        (Statement("BusStop.BusStopCode", "pattern", "^[0-9]{5}$"),),
    ),
    Note("0 = schedule-based, 1 = location-estimated", values("ArrivalBus.Monitored", "0", "1")),
    Note(
        "SEA = seats available, SDA = standing available, LSD = limited standing",
        values("ArrivalBus.Load", "SEA", "SDA", "LSD"),
    ),
    Note("WAB = wheelchair-accessible bus", values("ArrivalBus.Feature", "WAB")),
    Note("vehicle type: SD, DD or BD", values("ArrivalBus.Type", "SD", "DD", "BD")),
    Note(
        "an API key sent in the header named `AccountKey`", (Statement("credentials", "scheme", "header AccountKey"),)
    ),
    Note("The interface definition is at revision 6.8.", (Statement("the service", "version", "6.8"),)),
]
# Sentences about every operation.
EVERY = "All operations: method GET, no request body, response status 200 with a JSON body"
FORMATS = "| accept | header | string | `application/json` (default) or `application/atom+xml`;"


def read(text: str) -> set[Statement]:
    """Return all statements of the contract."""
    statements = noted(text, [*NOTES, Note(EVERY, ()), Note(FORMATS, ())])
    shared = dict[str, tuple[Statement, ...]]()
    for table in tables(text):
        if table.heading in RECORDS and "Field" in table.columns:
            statements.update(fields(table, RECORDS[table.heading], NAMES))
        elif "In" in table.columns:
            shared |= {row["Name"]: tuple(_shared(row)) for row in table.rows if row["In"] == "query"}
        elif "Path" in table.columns:
            for row in table.rows:
                statements.update(_operation(row, shared))
    statements.update(
        noted(text, [Note("Date (same rule)", alike(statements, "GET /PV/ODBus Date", "GET /PV/Bus Date"))])
    )
    return statements


def _shared(row: dict[str, str]) -> Iterator[Statement]:
    entry = next(entries(f"{row['Name']} ({row['Type']}, {row['Rule'].partition(';')[0]})"))
    yield Statement("", "input")
    yield Statement("", "in", row["In"])
    yield from rules(entry, "")


def _operation(row: dict[str, str], shared: Mapping[str, tuple[Statement, ...]]) -> Iterator[Statement]:
    about = f"GET {row['Path']}"
    yield Statement(about, "operation")
    yield Statement(about, "status", "200")
    yield Statement(about, "media", "application/atom+xml")
    answer = row["Response"].partition(" (")[0]
    yield Statement(about, "answer", ANSWERS[answer])
    for entry in entries(row["Extra query parameters"]):
        where = f"{about} {entry.name}"
        if entry.name in shared:
            yield from (statement._replace(about=where) for statement in shared[entry.name])
            continue
        yield Statement(where, "input")
        yield Statement(where, "in", "query")
        if "required" in entry.phrases:
            yield Statement(where, "required")
        yield from rules(entry, where, PROSE)
