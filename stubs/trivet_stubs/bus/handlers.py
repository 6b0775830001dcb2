"""The handlers of the bus operations: arrivals, lists of records, and links to the files of passenger volume."""

from collections.abc import Callable, Sequence

from starlette.responses import Response

from trivet_stubs.bus.master_data import TIMES, Row
from trivet_stubs.bus.state import BusState
from trivet_stubs.bus.volume_files import VolumeKind, possible_months, published_months
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject


class ArrivalHandlers:
    """The next buses at a stop."""

    def __init__(self, state: BusState) -> None:
        self._state = state

    @operation("arrivals.get")
    @applies("bus.arrivals.echo-the-stop", "bus.arrivals.empty-at-night-as-observed")
    def get_arrivals(self, request: ContractRequest) -> JsonObject | Response:
        """Answer the arrivals at a stop by the stub's clock."""
        state = self._state
        code: str = request.query["BusStopCode"]
        only: str | None = request.query.get("ServiceNo")
        services = state.timetable.arrivals(code, state.clock.now(), only, state.holidays)
        if state.observed.empty_arrivals and not services:
            return Response()
        return {
            "odata.metadata": f"{state.contract.server_url}/v3/BusArrival",
            "BusStopCode": code,
            "Services": services,
        }


class ListHandlers:
    """The lists of records, page by page."""

    def __init__(self, state: BusState) -> None:
        self._state = state

    @operation("services.list")
    @applies("bus.services.list-has-service-records", "bus.services.number-filter")
    def list_services(self, request: ContractRequest) -> JsonObject:
        """Answer a page of services."""
        return self._page("#BusServices", _only("ServiceNo", request, self._state.records.services), request)

    @operation("routes.list")
    @applies("bus.routes.list-has-route-records", "bus.routes.stops-are-in-their-order")
    @applies("bus.routes.stop-codes-have-five-digits")
    def list_routes(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the stops along all routes."""
        return self._page("BusRoutes", self._state.records.routes, request, self._as_observed)

    @operation("stops.list")
    @applies("bus.stops.list-has-stop-records", "bus.stops.code-filter")
    def list_stops(self, request: ContractRequest) -> JsonObject:
        """Answer a page of stops."""
        return self._page("#BusStops", _only("BusStopCode", request, self._state.records.stops), request)

    @operation("planned_routes.list")
    @applies("bus.planned-routes.released-on-their-date")
    def list_planned_routes(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the planned rows that are in effect by the stub's clock."""
        now = self._state.clock.now()
        records = self._state.records
        pairs = zip(records.planned_routes, records.effective_at, strict=True)
        planned = [row for row, effective in pairs if effective <= now]
        return self._page("PlannedBusRoutes", planned, request, self._as_observed)

    @applies("bus.routes.times-may-be-null-as-observed")
    def _as_observed(self, row: Row) -> Row:
        if not self._state.observed.null_times:
            return row
        return {name: None if name in TIMES and value == "-" else value for name, value in row.items()}

    @applies("bus.answers.collections-have-metadata-and-value", "bus.paging.skip-counts-records")
    @applies("bus.paging.a-page-has-500-records", "bus.paging.past-the-end-is-empty")
    @applies("bus.paging.skip-counts-what-a-filter-finds")
    def _page(
        self,
        name: str,
        rows: Sequence[Row],
        request: ContractRequest,
        form: Callable[[Row], Row] | None = None,
    ) -> JsonObject:
        skip: int = request.query.get("$skip", 0)
        page: Sequence[Row] = rows[skip : skip + self._state.page_size] if skip < len(rows) else []
        return {
            "odata.metadata": f"{self._state.contract.server_url}/$metadata{name}",
            "value": page if form is None else [*map(form, page)],
        }


class VolumeHandlers:
    """Links to the files of passenger volume."""

    def __init__(self, state: BusState) -> None:
        self._state = state

    @operation("passenger_volume.by_stop")
    @applies("bus.volume.by-stop-counts-taps")
    def volume_by_stop(self, request: ContractRequest) -> JsonObject:
        """Answer a link to a month's taps at stops."""
        return self._link("transport_node_bus", request)

    @operation("passenger_volume.by_trip")
    @applies("bus.volume.by-trip-counts-trips")
    def volume_by_trip(self, request: ContractRequest) -> JsonObject:
        """Answer a link to a month's trips between stops."""
        return self._link("origin_destination_bus", request)

    @applies("bus.answers.collections-have-metadata-and-value", "bus.volume.link-downloads-a-file")
    def _link(self, kind: VolumeKind, request: ContractRequest) -> JsonObject:
        state = self._state
        now = state.clock.now()
        published, possible = published_months(now), possible_months(now)
        month: str = request.query.get("Date", published[0])
        metadata = f"{state.contract.server_url}/$metadata#ValueStr"
        if month not in possible:
            *months, fourth = possible
            text = f"{month} is not one of the last three months: {', '.join(months)}, or {fourth} (assumed)"
            raise Refusal.argument("Date", text, by="bus.volume.date-is-of-the-last-three-months")
        if month not in published:
            return {"odata.metadata": metadata, "value": []}
        http = request.http_request
        base = state.file_base_url or f"{http.url.scheme}://{http.url.netloc}{http.scope.get('root_path', '')}"
        return {
            "odata.metadata": metadata,
            "value": [{"Link": base.rstrip("/") + state.files.link(kind, month)}],
        }


def _only(name: str, request: ContractRequest, rows: Sequence[Row]) -> Sequence[Row]:
    value = request.query.get(name)
    return rows if value is None else [row for row in rows if row[name] == value]
