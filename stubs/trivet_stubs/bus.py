"""The bus stub: the rules of the bus transport data service over records that do not change by themselves."""

import hmac
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import orjson
from starlette.requests import Request
from starlette.responses import Response

from trivet_stubs.app import Stub
from trivet_stubs.bus_atom import ATOM, collection, single
from trivet_stubs.bus_file_host import PREFIX, FileHost
from trivet_stubs.bus_files import Kind
from trivet_stubs.bus_records import BUILT_IN, BusRecords, Row, read_records
from trivet_stubs.bus_timetable import arrivals
from trivet_stubs.call import Call, operation
from trivet_stubs.clock import SINGAPORE, Clock
from trivet_stubs.contract import JSON, JsonObject, Operation
from trivet_stubs.problem import Kind as ProblemKind
from trivet_stubs.problem import Problem

_ERROR_CODES: dict[ProblemKind, str] = {
    "argument": "protocol.http.BadRequest",
    "credentials": "oauth.v2.InvalidApiKey",
    "quota": "policies.ratelimit.QuotaViolation",
    "route": "messaging.runtime.RaiseFault",
    "method": "messaging.runtime.RaiseFault",
    "stub_bug": "stub.Bug",
}
_UNKNOWN_ROUTE = "Raising fault. Fault name : unknown-resource"
_QUOTA = "Rate limit quota violation. Quota limit exceeded. Identifier : {key}"
_MONTHS_KEPT = 3
_NESTED = {"Services": "ArrivalService", "NextBus": "ArrivalBus", "NextBus2": "ArrivalBus", "NextBus3": "ArrivalBus"}


class BusStub(Stub):
    """A bus service. Everything but the routes of the contract may be set, before or between requests.

    Args:
        data: A directory to read the records from: `bus_stop*.csv`, `bus_service*.csv`, `bus_route*.csv` and
            `planned_bus_route*.csv`, or JSON pages as the service sends them. Without it, a small set of invented ones.
        page_size: How many records a page holds.
        account_key: The one key that is let in.
        clock: The time there; without it, a clock that stands at Monday, 16 June 2025, 08:00 in Singapore.
        latency: Real seconds that every answer takes.
    """

    service = "bus"
    standing_headers: ClassVar = {"cache-control": "no-store"}
    content_types: ClassVar = {**Stub.content_types, ATOM: f"{ATOM};charset=utf-8"}

    def __init__(
        self,
        *,
        data: Path | str | None = None,
        page_size: int = 500,
        account_key: str = "stub-key",
        clock: Clock | None = None,
        latency: float = 0.0,
    ) -> None:
        super().__init__(clock=clock, latency=latency)
        if page_size < 1:
            raise ValueError(f"page_size: {page_size} is less than 1")
        self.records: BusRecords = read_records(BUILT_IN if data is None else Path(data))
        self.page_size = page_size
        self.account_key = account_key
        self.quota: int | None = None
        """How many requests are let through before the quota fault; None means any number."""
        self.file_base_url: str | None = None
        """Scheme and host of the links to files; None means those by which the stub was asked."""
        self.volume_rows = 400
        """How many rows a file of passenger volume has."""
        self._files = FileHost(lambda: self.clock, lambda: self.volume_rows, lambda: [*self.records.stop_by_code])

    def touch_files(self) -> None:
        """Change the files of passenger volume, as if they were published anew."""
        with self.lock:
            self._files.touch()

    # The operations.

    @operation("arrivals.get")
    def _arrivals(self, call: Call) -> JsonObject:
        code: str = call.query["BusStopCode"]
        return {
            "odata.metadata": f"{self.contract.server_url}/v3/BusArrival",
            "BusStopCode": code,
            "Services": arrivals(self.records, code, self.clock.now(), call.query.get("ServiceNo")),
        }

    @operation("services.list")
    def _services(self, call: Call) -> JsonObject:
        return self._page("#BusServices", _only("ServiceNo", call, self.records.services), call)

    @operation("routes.list")
    def _routes(self, call: Call) -> JsonObject:
        return self._page("BusRoutes", self.records.routes, call)

    @operation("stops.list")
    def _stops(self, call: Call) -> JsonObject:
        return self._page("#BusStops", _only("BusStopCode", call, self.records.stops), call)

    @operation("planned_routes.list")
    def _planned_routes(self, call: Call) -> JsonObject:
        now = self.clock.now()
        pairs = zip(self.records.planned_routes, self.records.effective_at, strict=True)
        return self._page("PlannedBusRoutes", [row for row, effective in pairs if effective <= now], call)

    @operation("passenger_volume.by_stop")
    def _volume_by_stop(self, call: Call) -> JsonObject:
        return self._link("transport_node_bus", call)

    @operation("passenger_volume.by_trip")
    def _volume_by_trip(self, call: Call) -> JsonObject:
        return self._link("origin_destination_bus", call)

    # The rules.

    def admit(self, operation: Operation, request: Request) -> None:
        """Let in whoever has the key, as often as the quota allows."""
        header = self.contract.security_scheme("AccountKey")["name"]
        key = request.headers.get(header)
        if key is None:
            raise Problem(401, "credentials", f"{header}: the header is missing")
        if not hmac.compare_digest(key.encode("latin-1"), self.account_key.encode()):
            raise Problem(401, "credentials", f"{header}: the key is not known")
        with self.lock:
            if self.quota is not None:
                if self.quota <= 0:
                    raise Problem(500, "quota", _QUOTA.format(key=self.account_key))
                self.quota -= 1

    def problem_body(self, problem: Problem) -> JsonObject:
        """The fault that the service's gateway reports."""
        message = _UNKNOWN_ROUTE if problem.kind == "route" else problem.message
        return {"fault": {"faultstring": message, "detail": {"errorcode": _ERROR_CODES[problem.kind]}}}

    def render(self, media_type: str, operation: Operation, value: Any) -> bytes:
        """JSON or Atom."""
        if media_type == JSON:
            return orjson.dumps(value)
        return collection(value) if "value" in value else single(value, _NESTED)

    def elsewhere(self, request: Request) -> Response | None:
        """The files of passenger volume."""
        if not request.url.path.startswith(PREFIX):
            return None
        with self.lock:
            return self._files.answer(request)

    def _page(self, name: str, rows: Sequence[Row], call: Call) -> JsonObject:
        skip: int = call.query.get("$skip", 0)
        return {
            "odata.metadata": f"{self.contract.server_url}/$metadata{name}",
            "value": rows[skip : skip + self.page_size] if skip < len(rows) else [],
        }

    def _link(self, kind: Kind, call: Call) -> JsonObject:
        today = self.clock.now().astimezone(SINGAPORE)
        kept = [_month(today.year, today.month - back) for back in range(1, _MONTHS_KEPT + 1)]
        month: str = call.query.get("Date", kept[0])
        if month not in kept:
            raise Problem.argument("Date", f"{month} is not one of the last three months: {', '.join(kept)}")
        base = self.file_base_url or f"{call.request.url.scheme}://{call.request.url.netloc}"
        return {
            "odata.metadata": f"{self.contract.server_url}/$metadata#ValueStr",
            "value": [{"Link": base.rstrip("/") + self._files.link(kind, month)}],
        }


def _only(name: str, call: Call, rows: Sequence[Row]) -> Sequence[Row]:
    wanted = call.query.get(name)
    return rows if wanted is None else [row for row in rows if row[name] == wanted]


def _month(year: int, month: int) -> str:
    """Months count on below one: 0 is December of the year before."""
    return f"{year + (month - 1) // 12:04d}{(month - 1) % 12 + 1:02d}"
