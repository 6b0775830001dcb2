"""The handlers of the bus operations: arrivals, lists of records, and links to the files of passenger volume."""

from collections.abc import Sequence

from trivet_stubs.bus.records import Row
from trivet_stubs.bus.state import BusState
from trivet_stubs.bus.timetable import arrivals
from trivet_stubs.bus.volume_files import VolumeKind
from trivet_stubs.kernel.clock import SINGAPORE
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import JsonObject
from trivet_stubs.kernel.refusal import Refusal

_MONTHS_KEPT = 3


class ArrivalHandlers:
    """The next buses at a stop."""

    def __init__(self, state: BusState) -> None:
        self._state = state

    @operation("arrivals.get")
    def get_arrivals(self, request: ContractRequest) -> JsonObject:
        """Answer the arrivals at a stop by the stub's clock."""
        state = self._state
        code: str = request.query["BusStopCode"]
        return {
            "odata.metadata": f"{state.contract.server_url}/v3/BusArrival",
            "BusStopCode": code,
            "Services": arrivals(state.records, code, state.clock.now(), request.query.get("ServiceNo")),
        }


class ListHandlers:
    """The lists of records, page by page."""

    def __init__(self, state: BusState) -> None:
        self._state = state

    @operation("services.list")
    def list_services(self, request: ContractRequest) -> JsonObject:
        """Answer a page of services."""
        return self._page("#BusServices", _only("ServiceNo", request, self._state.records.services), request)

    @operation("routes.list")
    def list_routes(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the stops along all routes."""
        return self._page("BusRoutes", self._state.records.routes, request)

    @operation("stops.list")
    def list_stops(self, request: ContractRequest) -> JsonObject:
        """Answer a page of stops."""
        return self._page("#BusStops", _only("BusStopCode", request, self._state.records.stops), request)

    @operation("planned_routes.list")
    def list_planned_routes(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the planned rows that are in effect by the stub's clock."""
        now = self._state.clock.now()
        records = self._state.records
        pairs = zip(records.planned_routes, records.effective_at, strict=True)
        return self._page("PlannedBusRoutes", [row for row, effective in pairs if effective <= now], request)

    def _page(self, name: str, rows: Sequence[Row], request: ContractRequest) -> JsonObject:
        skip: int = request.query.get("$skip", 0)
        return {
            "odata.metadata": f"{self._state.contract.server_url}/$metadata{name}",
            "value": rows[skip : skip + self._state.page_size] if skip < len(rows) else [],
        }


class VolumeHandlers:
    """Links to the files of passenger volume."""

    def __init__(self, state: BusState) -> None:
        self._state = state

    @operation("passenger_volume.by_stop")
    def volume_by_stop(self, request: ContractRequest) -> JsonObject:
        """Answer a link to a month's taps at stops."""
        return self._link("transport_node_bus", request)

    @operation("passenger_volume.by_trip")
    def volume_by_trip(self, request: ContractRequest) -> JsonObject:
        """Answer a link to a month's trips between stops."""
        return self._link("origin_destination_bus", request)

    def _link(self, kind: VolumeKind, request: ContractRequest) -> JsonObject:
        state = self._state
        today = state.clock.now().astimezone(SINGAPORE)
        kept = [_month(today.year, today.month - back) for back in range(1, _MONTHS_KEPT + 1)]
        month: str = request.query.get("Date", kept[0])
        if month not in kept:
            raise Refusal.argument("Date", f"{month} is not one of the last three months: {', '.join(kept)}")
        http = request.http_request
        base = state.file_base_url or f"{http.url.scheme}://{http.url.netloc}{http.scope.get('root_path', '')}"
        return {
            "odata.metadata": f"{state.contract.server_url}/$metadata#ValueStr",
            "value": [{"Link": base.rstrip("/") + state.files.link(kind, month)}],
        }


def _only(name: str, request: ContractRequest, rows: Sequence[Row]) -> Sequence[Row]:
    wanted = request.query.get(name)
    return rows if wanted is None else [row for row in rows if row[name] == wanted]


def _month(year: int, month: int) -> str:
    """A month as the service writes it; months below one count backwards: 0 is December of the year before."""
    return f"{year + (month - 1) // 12:04d}{(month - 1) % 12 + 1:02d}"
