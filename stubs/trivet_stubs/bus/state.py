"""The state of the bus stub: its records, its settings and switches, and how they are steered."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, cast

from trivet_stubs.bus.master_data import BusRecords, Row, built_in_records, read_records
from trivet_stubs.bus.timetable import Timetable
from trivet_stubs.bus.volume_files import FileHost
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.settings import Observed, UnknownKeys
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.state import StubState
from trivet_stubs.kernel.steering import Records, Steering
from trivet_stubs.kernel.validation import check

_KINDS = {"stops": "BusStop", "services": "BusService", "routes": "BusRoute", "planned_routes": "PlannedBusRoute"}
"""The kinds of records, and the names of their records in the contract."""
_ROWS: JsonObject = {"type": "array", "items": {"type": "object"}, "maxItems": 200_000}


@dataclass(slots=True, kw_only=True)
class BusObserved(Observed):
    """Switches for the observed behaviour of the public service; each is off at first, and may be set between requests.

    >>> stub = BusStub(observed=BusObserved(empty_arrivals=True, null_times=True))
    """

    __module__ = "trivet_stubs.bus"

    empty_arrivals: bool = False
    """A stop where no bus is expected gets an empty body, as at night, instead of an empty list of services."""
    null_times: bool = False
    """The time of a first or last bus that does not run is null instead of `-`."""


class BusState(StubState):
    """A bus service's records and settings; `BusStub` describes the arguments."""

    observed: BusObserved

    def __init__(
        self,
        *,
        data: Path | str | None = None,
        page_size: int = 500,
        account_key: str = "stub-key",
        clock: Clock | None = None,
        latency: float = 0.0,
        observed: BusObserved | None = None,
        unknown_keys: UnknownKeys = "refuse",
    ) -> None:
        super().__init__(
            "bus", clock=clock, latency=latency, observed=observed or BusObserved(), unknown_keys=unknown_keys
        )
        if page_size < 1:
            raise ValueError(f"page_size: {page_size} is less than 1")
        self.records: BusRecords = built_in_records() if data is None else read_records(Path(data))
        self._timetable = Timetable(self.records)
        self.holidays: Container[date] = frozenset[date]()
        self.page_size = page_size
        self.account_key = account_key
        self.file_base_url: str | None = None
        self.volume_rows = 400
        self.replace(self.records)

    def replace(self, records: BusRecords) -> None:
        """Replace the records, and number the links to files from 1 again.

        >>> state.replace(BusRecords())
        """
        self.records = records
        self.files: FileHost = FileHost(
            lambda: self.clock, lambda: self.volume_rows, lambda: [*self.records.stop_by_code]
        )

    @property
    def timetable(self) -> Timetable:
        """The trips of the records, which may be replaced between requests."""
        if self._timetable.records is not self.records:
            self._timetable = Timetable(self.records)
        return self._timetable


class BusSteering(Steering):
    """Steers a bus stub: replaces its records by others in the form of the service."""

    seed_schema: ClassVar[JsonObject] = {
        "type": "object",
        "properties": {
            "data": {"type": "object", "properties": dict.fromkeys(_KINDS, _ROWS), "additionalProperties": False}
        },
        "additionalProperties": False,
    }
    own_settings: ClassVar[Mapping[str, JsonObject]] = {
        "page_size": {"type": "integer", "minimum": 1, "maximum": 100_000},
        "volume_rows": {"type": "integer", "minimum": 0, "maximum": 1_000_000},
        "account_key": {"type": "string", "pattern": "^[!-~]{1,200}$"},
        "holidays": {"type": "array", "items": {"type": "string", "format": "date"}, "maxItems": 1000},
    }

    def __init__(self, state: BusState) -> None:
        super().__init__(state)
        self._bus = state
        self._made_with = state.records

    def seed(self, body: JsonObject) -> None:
        """Replace the records, without `data` by the built-in ones; a kind that `data` lacks becomes empty."""
        self._bus.replace(self._records_of(body["data"]) if "data" in body else built_in_records())

    def stored(self) -> JsonObject:
        """The records as the service sends them; links to files are not part of it."""
        return {kind: list(map(dict, getattr(self._bus.records, kind))) for kind in _KINDS}

    def read_stored(self, raw: object) -> Callable[[], None]:
        """Read records; return the function that puts them in place."""
        data: dict[str, Any] = {"data": raw}
        check(self.seed_schema, data)
        records = self._records_of(data["data"])
        return lambda: self._bus.replace(records)

    def _records_of(self, data: dict[str, list[Row]]) -> BusRecords:
        for kind, rows in data.items():
            for number, row in enumerate(rows):
                try:
                    self._bus.contract.check_record(_KINDS[kind], row)
                except Refusal as refusal:
                    wrong = refusal.message.partition("with a wrong ")[2]
                    raise ValueError(f"data.{kind}.{number}: {wrong}") from None
        return BusRecords(**{kind: tuple(rows) for kind, rows in data.items()})

    def kinds(self) -> Mapping[str, Records]:
        """The records of each kind, as the service sends them."""
        return {kind: self._rows(kind) for kind in _KINDS}

    def callers(self) -> dict[str, dict[str, str]]:
        """The header with the account key."""
        return {"account key": {"AccountKey": self._bus.account_key}}

    def setting(self, name: str) -> Any:
        """A setting as a JSON value; holidays that cannot be iterated are shown as an empty list."""
        value = getattr(self._bus, name)
        if name != "holidays":
            return value
        days = cast(Iterable[date], value) if isinstance(value, Iterable) else ()
        return sorted(day.isoformat() for day in days)

    def change_setting(self, name: str, value: Any) -> None:
        """Change a setting to a JSON value."""
        if name == "holidays":
            days: Container[date] = frozenset(map(date.fromisoformat, value))
            self._bus.holidays = days
        else:
            setattr(self._bus, name, value)

    def remember(self, *, exact: bool = True) -> None:
        """Make the present state the stub's start; holidays that cannot be iterated are kept as an object."""
        super().remember(exact=exact)
        back, holidays = self._back, self._bus.holidays

        def back_with_holidays() -> None:
            back()
            self._bus.holidays = holidays

        self._back = back_with_holidays

    def data(self) -> BusRecords:
        """The records, which are replaced and never changed."""
        return self._bus.records

    def restore(self, data: Any) -> None:
        """Restore earlier records, or the first ones."""
        self._bus.replace(self._made_with if data is None else data)

    def _rows(self, kind: str) -> Records:
        return lambda: (dict(row) for row in getattr(self._bus.records, kind))
