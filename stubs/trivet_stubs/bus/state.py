"""The state of the bus stub: its records, what a caller may do, and the files of passenger volume."""

from collections.abc import Container
from datetime import date
from pathlib import Path

from trivet_stubs.bus.file_host import FileHost
from trivet_stubs.bus.observed import BusObserved
from trivet_stubs.bus.records import BUILT_IN, BusRecords, read_records
from trivet_stubs.bus.timetable import Timetable
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.state import StubState


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
    ) -> None:
        super().__init__("bus", clock=clock, latency=latency, observed=observed or BusObserved())
        if page_size < 1:
            raise ValueError(f"page_size: {page_size} is less than 1")
        self.records: BusRecords = read_records(BUILT_IN if data is None else Path(data))
        self._timetable = Timetable(self.records)
        self.holidays: Container[date] = frozenset[date]()
        self.page_size = page_size
        self.account_key = account_key
        self.file_base_url: str | None = None
        self.volume_rows = 400
        self.replace(self.records)

    def replace(self, records: BusRecords) -> None:
        """Take other records, and number the links to files from 1 again.

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
