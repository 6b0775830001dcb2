"""The stub of the bus service."""

from collections.abc import Container
from datetime import date
from pathlib import Path

from trivet_stubs.bus.handlers import ArrivalHandlers, ListHandlers, VolumeHandlers
from trivet_stubs.bus.master_data import BusRecords
from trivet_stubs.bus.request_hooks import BusHooks
from trivet_stubs.bus.state import BusObserved, BusState, BusSteering
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.settings import UnknownKeys
from trivet_stubs.stub import StateAttribute, Stub


class BusStub(Stub):
    """A bus service. Everything but the routes of the contract may be set, before or between requests.

        with BusStub(page_size=5) as stub:
            stub.quota = 0
            bus = BusClient(account_key=stub.account_key, base_url="http://bus.test", transport=stub.transport())

    Args:
        data: A directory to read the records from: `bus_stop*.csv`, `bus_service*.csv`, `bus_route*.csv` and
            `planned_bus_route*.csv`, the same as `.ndjson`, as `trivet bus snapshot` writes them, or JSON pages as the
            service sends them; by default, a small set of invented records.
        page_size: How many records a page holds.
        account_key: The only valid account key.
        clock: The stub's clock; by default, one that stands at Monday, 16 June 2025, 08:00 in Singapore.
        latency: Real seconds that every answer takes.
        observed: Switches for the observed behaviour of the public service.
        unknown_keys: `refuse` a query parameter or a key of a body that the contract does not have, or `ignore` it, as
            many servers do.
    """

    __module__ = "trivet_stubs"

    state: BusState
    """The state that the handlers share; pass it to handlers of your own."""
    records: StateAttribute[BusRecords] = StateAttribute()
    """Stops, services, routes and planned routes."""
    page_size: StateAttribute[int] = StateAttribute()
    """How many records a page holds."""
    account_key: StateAttribute[str] = StateAttribute()
    """The only valid account key."""
    observed: StateAttribute[BusObserved] = StateAttribute()
    """Switches for observed behaviour, each off at first: `stub.observed.null_times = True`."""
    holidays: StateAttribute[Container[date]] = StateAttribute()
    """The public holidays, which run by the Sunday times: `stub.holidays = {date(2025, 8, 9)}`; none at first."""
    file_base_url: StateAttribute[str | None] = StateAttribute()
    """Scheme and host of the links to files; None takes them from the request for a link."""
    volume_rows: StateAttribute[int] = StateAttribute()
    """How many rows a file of passenger volume has."""

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
        state = BusState(
            data=data,
            page_size=page_size,
            account_key=account_key,
            clock=clock,
            latency=latency,
            observed=observed,
            unknown_keys=unknown_keys,
        )
        handlers = [ArrivalHandlers(state), ListHandlers(state), VolumeHandlers(state)]
        super().__init__(state, BusHooks(state), handlers, steering=BusSteering(state))

    def client_credentials(self) -> dict[str, str]:
        """The account key, as an argument of `BusClient`.

        >>> BusClient(base_url="http://bus.test", transport=stub.transport(), **stub.client_credentials())
        """
        return {"account_key": self.account_key}

    def touch_files(self) -> None:
        """Change the files of passenger volume, as if they were published again.

        >>> stub.touch_files()
        """
        with self.state.lock:
            self.state.files.touch()
