"""The lists of a bus server as its answers have shown them: each record by its place, with the step that shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.steps import Step
from trivet_stubs.kernel.json_text import dumps

STOPS, SERVICES, ROUTES, PLANS = "stops.list", "services.list", "routes.list", "planned_routes.list"
FILTERS = {STOPS: "BusStopCode", SERVICES: "ServiceNo"}
"""The filter of each list that has one, which is also the name of the field that it is about."""
FILTER_RULES = {STOPS: "bus.stops.code-filter", SERVICES: "bus.services.number-filter"}


@dataclass(frozen=True, slots=True)
class Row:
    """A record, by a hash of its text: a list may have 26,000 of them."""

    key: int
    value: str
    """The field that the filter of the list is about; empty if it has none."""
    step: Step
    """The step that has shown it."""


@dataclass(slots=True)
class Matches:
    """The records that a filter has found."""

    keys: list[int]
    is_whole: bool
    """Whether the page has all of them."""
    step: Step


@dataclass(slots=True)
class ListMemory:
    """One list: which record stands at which place, and where it ends."""

    rows: dict[int, Row] = field(default_factory=dict[int, Row])
    end: tuple[int, Step] | None = None
    """The least place behind the last record that an answer has shown to be one."""
    page: int = 0
    """The most records of a page."""
    matches: dict[str, Matches] = field(default_factory=dict[str, Matches])
    """What the filter has found, by its value."""
    by_value: dict[str, Row] = field(default_factory=dict[str, Row])
    """One record of each value of the filter's field."""

    @property
    def is_whole(self) -> bool:
        """Whether every record of it is known."""
        return self.end is not None and len(self.rows) == self.end[0]

    def keys(self) -> set[int]:
        """The records that are known."""
        return {row.key for row in self.rows.values()}

    def of(self, value: str) -> Iterator[Row]:
        """The known records with a value of the filter's field."""
        return (row for row in self.rows.values() if row.value == value)

    def steps(self) -> list[Step]:
        """The steps that have shown its records and its end."""
        shown = {row.step.number: row.step for row in self.rows.values()}
        if self.end is not None:
            shown[self.end[1].number] = self.end[1]
        return [shown[number] for number in sorted(shown)]


def keys_of(records: Sequence[Json]) -> list[int]:
    """The records as hashes of their texts.

    >>> keys_of([{"BusStopCode": "01012"}]) == keys_of([{"BusStopCode": "01012"}])
    True
    """
    return [hash(dumps(record)) for record in records]


def text_of(record: Json, name: str) -> str:
    """A field that is a text; empty for any other value."""
    value: Any = record.get(name, "")
    return value if isinstance(value, str) else ""
