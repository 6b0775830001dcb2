"""A bus server of another make: written from the contract's words alone, it knows neither our spec nor our stub.

It keeps the contract in a way of its own: pages of twenty records, problem documents as errors, 403 without the key,
422 for invalid input, a link that names its end in a parameter of its own and lasts four minutes. Each `BusFault` makes
it break a statement.
"""

import json
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from html import escape
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tests.other_make import bus_records
from tests.other_make.bus_faults import BusFault
from tests.other_make.bus_records import NUMBERS, SINGAPORE, STOPS_OF_A_ROUTE, Record, stop_code

KEY = "key-of-the-bus"
PAGE = 20
LIFETIME = timedelta(minutes=4)
MONTHS = 3


class Bus:
    """The answers of the server."""

    def __init__(self, faults: Collection[BusFault], now: Callable[[], datetime]) -> None:
        self.faults = faults
        self.now = now

    # Lists.

    def stops(self, request: Request) -> Response:
        rows = bus_records.stops()
        code = request.query_params.get("BusStopCode")
        chosen = self.chosen(
            rows,
            "BusStopCode",
            code,
            ignored=BusFault.STOPS_FILTER_IGNORED,
            prefix=BusFault.STOPS_FILTER_PREFIX,
            suffix=BusFault.STOPS_FILTER_SUFFIX,
            of_a_page=BusFault.STOPS_FILTER_OF_A_PAGE,
        )
        return self.page(request, [self.stop(row) for row in chosen])

    def stop(self, row: Record) -> Record:
        if BusFault.CODE_TWICE in self.faults and row["BusStopCode"] == stop_code(5):
            row["BusStopCode"] = stop_code(4)
        if BusFault.CODE_WITHOUT_ZEROS in self.faults:
            row["BusStopCode"] = row["BusStopCode"].lstrip("0")
        if BusFault.STOP_WITHOUT_ROAD in self.faults:
            del row["RoadName"]
        latitude, longitude = row["Latitude"], row["Longitude"]
        if BusFault.STOP_POSITION_EXCHANGED in self.faults:
            row.update(Latitude=longitude, Longitude=latitude)
        if BusFault.STOP_POSITION_IS_TEXT in self.faults:
            row.update(Latitude=str(latitude), Longitude=str(longitude))
        return row

    def services(self, request: Request) -> Response:
        number = request.query_params.get("ServiceNo")
        rows = self.chosen(
            bus_records.services(),
            "ServiceNo",
            number,
            ignored=BusFault.SERVICES_FILTER_IGNORED,
            prefix=BusFault.SERVICES_FILTER_PREFIX,
            suffix=BusFault.SERVICES_FILTER_SUFFIX,
            contains=BusFault.SERVICES_FILTER_CONTAINS,
            of_a_page=BusFault.SERVICES_FILTER_OF_A_PAGE,
        )
        if number is not None and BusFault.SERVICES_FILTER_FIRST in self.faults:
            rows = rows[:1]
        if number is not None and BusFault.SKIP_BEFORE_FILTER in self.faults:
            skipped = bus_records.services()[self.skip(request) :]
            return self.listed([row for row in skipped if row["ServiceNo"] == number])
        for row in rows:
            if BusFault.SERVICE_WITHOUT_LOOP in self.faults:
                del row["LoopDesc"]
            if BusFault.DIRECTION_IS_TEXT in self.faults:
                row["Direction"] = str(row["Direction"])
            for name in ("AM_Peak_Freq", "AM_Offpeak_Freq", "PM_Peak_Freq", "PM_Offpeak_Freq"):
                if BusFault.FREQUENCY_IN_WORDS in self.faults:
                    row[name] = row[name].replace("-", " to ")
            if BusFault.EVENING_IN_WORDS in self.faults:
                row["PM_Offpeak_Freq"] += " min"
        return self.page(request, rows)

    def routes(self, request: Request) -> Response:
        rows = bus_records.routes()
        if BusFault.ROUTES_REVERSED in self.faults:
            rows.sort(key=lambda row: (row["ServiceNo"], row["Direction"], -row["StopSequence"]))
        if BusFault.ROUTES_BY_STOP in self.faults:
            rows.sort(key=lambda row: row["BusStopCode"])
        if BusFault.ROUTE_WITHOUT_DISTANCE in self.faults:
            rows = [{name: value for name, value in row.items() if name != "Distance"} for row in rows]
        return self.page(request, [self.times(row) for row in rows])

    def times(self, row: Record) -> Record:
        for day in bus_records.DAYS:
            first, last = f"{day}_FirstBus", f"{day}_LastBus"
            if BusFault.FIRST_AND_LAST in self.faults:
                row[first], row[last] = row[last], row[first]
            for name in (first, last):
                if BusFault.TIMES_WITH_A_COLON in self.faults:
                    row[name] = f"{row[name][:2]}:{row[name][2:]}"
                if BusFault.TIMES_WITHOUT_ZERO in self.faults:
                    row[name] = row[name].lstrip("0")
                if BusFault.SATURDAY_WITH_SECONDS in self.faults and day == "SAT":
                    row[name] += "00"
        return row

    def planned_routes(self, request: Request) -> Response:
        until = self.now() + timedelta(days=1 if BusFault.PLANS_A_DAY_EARLY in self.faults else 0)
        rows = bus_records.planned_routes(self.now())
        until_in_singapore = until.astimezone(UTC) + SINGAPORE
        at_once = BusFault.PLANS_AT_ONCE in self.faults
        released = [row for row in rows if at_once or row["EffectiveDate"] <= until_in_singapore]
        for row in released:
            offset = "+08:00" if BusFault.PLAN_WITH_A_COLON in self.faults else "+0800"
            if BusFault.PLAN_IN_UTC in self.faults:
                row["EffectiveDate"], offset = row["EffectiveDate"] - SINGAPORE, "Z"
            row["EffectiveDate"] = f"{row['EffectiveDate']:%Y%m%dT%H:%M:%S}{offset}"
            if BusFault.PLAN_WITHOUT_DATE in self.faults:
                del row["EffectiveDate"]
            if BusFault.PLAN_WITHOUT_SUNDAYS in self.faults:
                del row["SUN_FirstBus"], row["SUN_LastBus"]
        return self.page(request, released)

    def chosen(
        self,
        rows: list[Record],
        name: str,
        value: str | None,
        *,
        ignored: BusFault,
        prefix: BusFault,
        suffix: BusFault,
        of_a_page: BusFault | None = None,
        contains: BusFault | None = None,
    ) -> list[Record]:
        """The records whose field has a value."""
        if value is None or ignored in self.faults:
            return rows
        if of_a_page in self.faults:
            rows = rows[:PAGE]
        if prefix in self.faults:
            return [row for row in rows if row[name].startswith(value)]
        if suffix in self.faults:
            return [row for row in rows if row[name].endswith(value)]
        if contains in self.faults:
            return [row for row in rows if value in row[name]]
        return [row for row in rows if row[name] == value]

    def skip(self, request: Request) -> int:
        text = request.query_params.get("$skip", "0")
        of_plans = BusFault.NEGATIVE_SKIP_OF_PLANS in self.faults and request.url.path.endswith("PlannedBusRoutes")
        least = -(10**9) if of_plans or BusFault.NEGATIVE_SKIP in self.faults else 0
        if BusFault.SKIP_ABOVE_ZERO in self.faults and text == "0" and "$skip" in request.query_params:
            least = 1
        if not text.lstrip("-").isdecimal() or int(text) < least:
            raise HTTPException(422, "$skip is not an integer of at least 0")
        return max(int(text), 0)

    def page(self, request: Request, rows: list[Record]) -> Response:
        skip = self.skip(request)
        if BusFault.SKIP_IGNORED in self.faults:
            skip = 0
        if BusFault.SKIP_COUNTS_PAGES in self.faults:
            skip *= PAGE
        if BusFault.SKIP_OFF_BY_ONE in self.faults and skip:
            skip -= 1
        more = len(rows) > skip + PAGE
        return self.listed(rows[skip : skip + PAGE], 206 if more and BusFault.STATUS_206 in self.faults else 200)

    def listed(self, rows: list[Record], status: int = 200, metadata: object = "of another make") -> Response:
        envelope = {"odata.metadata": metadata, "items" if BusFault.ITEMS in self.faults else "value": rows}
        if BusFault.NO_METADATA in self.faults:
            del envelope["odata.metadata"]
        return Response(json.dumps(envelope), status)

    # Arrivals.

    def arrivals(self, request: Request) -> Response:
        code, number = request.query_params.get("BusStopCode"), request.query_params.get("ServiceNo")
        if code is None and BusFault.EMPTY_WITHOUT_STOP in self.faults:
            code = ""
        if code is None and BusFault.STOP_IS_OPTIONAL in self.faults:
            code = stop_code(0)
        if code is None:
            raise HTTPException(422, "BusStopCode is missing")
        rows = [row for row in bus_records.routes() if row["BusStopCode"] == self.stop_of_timetable(code)]
        rows = self.chosen(
            rows,
            "ServiceNo",
            number,
            ignored=BusFault.ARRIVALS_FILTER_IGNORED,
            prefix=BusFault.ARRIVALS_FILTER_PREFIX,
            suffix=BusFault.ARRIVALS_FILTER_SUFFIX,
            contains=BusFault.ARRIVALS_FILTER_CONTAINS,
        )
        if BusFault.ARRIVALS_SKIP in self.faults:
            rows = rows[self.skip(request) :]
        elif "$skip" in request.query_params:
            raise HTTPException(422, "the arrivals have no $skip")
        services = {row["ServiceNo"]: self.coming(row) for row in rows}
        echo = stop_code(0) if BusFault.ECHO_IS_THE_FIRST in self.faults else code
        if BusFault.ECHO_IS_A_NUMBER in self.faults:
            echo = echo.lstrip("0")
        body = {"odata.metadata": "of another make", "BusStopCode": echo, "Services": list(services.values())}
        return Response(json.dumps(body), 203 if BusFault.ARRIVALS_203 in self.faults else 200)

    def stop_of_timetable(self, code: str) -> str:
        """The code of the stop whose buses are answered for a stop."""
        return stop_code(3) if BusFault.ONE_TIMETABLE in self.faults else code

    def coming(self, row: Record) -> Record:
        """The next three buses of a service at a stop."""
        place = NUMBERS.index(row["ServiceNo"])
        every, at = 6 + place % 5, (3 * row["StopSequence"] + place) % 60
        now = self.now()
        if BusFault.YESTERDAYS_BUSES in self.faults:
            now -= timedelta(days=2)
        minutes = [wait for wait in range(1, 61) if (now.hour * 60 + now.minute + wait - at) % every == 0][:3]
        if BusFault.DEPARTED_BUSES in self.faults:
            minutes = [minutes[0] - every * (30 // every + 1), *minutes[:2]]
        if BusFault.BUSES_REVERSED in self.faults:
            minutes.reverse()
        if BusFault.SECOND_AND_THIRD in self.faults:
            minutes = [minutes[0], minutes[2], minutes[1]]
        if BusFault.ONE_BUS_THRICE in self.faults:
            minutes = minutes[:1] * 3
        whole = now.replace(second=0, microsecond=0)
        buses = [self.bus(row, whole + timedelta(minutes=wait), wait) for wait in minutes]
        slots = zip(("NextBus", "NextBus2", "NextBus3"), buses, strict=True)
        return {"ServiceNo": row["ServiceNo"], "Operator": "OM", **dict(slots)}

    def bus(self, row: Record, at: datetime, wait: int) -> Record:
        under_way = wait < 15
        latitude, longitude = (1.3 + wait / 1000, 103.8 - wait / 1000) if under_way else (0.0, 0.0)
        if BusFault.POSITION_EXCHANGED in self.faults:
            latitude, longitude = longitude, latitude
        monitored: Any = int(under_way)
        if BusFault.MONITORED_INVERTED in self.faults:
            monitored = 1 - monitored
        if BusFault.MONITORED_IS_2 in self.faults:
            monitored += 1
        if BusFault.MONITORED_IS_A_BOOLEAN in self.faults:
            monitored = bool(monitored)
        load = ("SEA", "SDA", "LSD")[wait % 3]
        if BusFault.LOAD_IN_WORDS in self.faults:
            load = "Seats available"
        if BusFault.LOAD_IN_SMALL_LETTERS in self.faults:
            load = load.lower()
        as_text: Callable[[float], Any] = float if BusFault.POSITION_IS_A_NUMBER in self.faults else str
        bus: Record = {
            "OriginCode": stop_code(NUMBERS.index(row["ServiceNo"])),
            "DestinationCode": stop_code(NUMBERS.index(row["ServiceNo"]) + STOPS_OF_A_ROUTE),
            "EstimatedArrival": self.estimate(at.astimezone(UTC)),
            "Monitored": monitored,
            "Latitude": as_text(latitude),
            "Longitude": as_text(longitude),
            "VisitNumber": "1",
            "Load": load,
            "Feature": "Y" if BusFault.FEATURE_IS_YES in self.faults else "WAB" if wait % 2 else "",
            "Type": "MB" if BusFault.TYPE_IS_MINI in self.faults else ("SD", "DD", "BD")[wait % 3],
        }
        if BusFault.NO_LOAD in self.faults:
            del bus["Load"]
        if BusFault.NO_LOCATION in self.faults:
            del bus["Latitude"], bus["Longitude"]
        return bus

    def estimate(self, at: datetime) -> Any:
        """A time in UTC, which is as good as any other offset."""
        if BusFault.ESTIMATE_IS_A_NUMBER in self.faults:
            return int(at.timestamp())
        if BusFault.ESTIMATE_WITHOUT_OFFSET in self.faults:
            return f"{at:%Y-%m-%dT%H:%M:%S}"
        return at.isoformat(" " if BusFault.ESTIMATE_WITH_A_SPACE in self.faults else "T")

    # Passenger volume.

    def volume(self, request: Request, kind: str) -> Response:
        if "$skip" in request.query_params and BusFault.FILES_SKIP not in self.faults:
            raise HTTPException(422, "the links have no $skip")
        month = self.month(request.query_params.get("Date"))
        if BusFault.FILES_EXCHANGED in self.faults:
            kind = {"stop": "trip", "trip": "stop"}[kind]
        lifetime = timedelta(hours=1) if BusFault.LINK_LASTS_AN_HOUR in self.faults else LIFETIME
        path = f"/files/{kind}/{month}.csv?until={(self.now() + lifetime).timestamp():.0f}&mark=0a1b2c"
        link = path if BusFault.LINK_IS_A_PATH in self.faults else f"{request.base_url}{path[1:]}"
        rows = [{"Link": link}]
        if BusFault.FILES_SKIP in self.faults:
            rows = rows[self.skip(request) :]
        return self.listed(rows, metadata={} if BusFault.METADATA_OF_FILES in self.faults else "links")

    def month(self, text: str | None) -> str:
        latest = self.months(1)[0]
        if text is None or BusFault.DATE_IGNORED in self.faults:
            return latest
        if BusFault.DATE_WITH_A_DASH in self.faults:
            text = text.replace("-", "")
        if BusFault.DATE_OF_A_DAY in self.faults and len(text) == 8:
            text = text[:6]
        if len(text) != 6 or not text.isdecimal():
            raise HTTPException(422, "Date has not the form YYYYMM")
        published = self.months(MONTHS + (BusFault.FOUR_MONTHS in self.faults))
        if BusFault.MONTH_TO_COME in self.faults and text > latest:
            return text
        if text not in published and BusFault.ANY_MONTH not in self.faults:
            raise HTTPException(404, "there is no file of this month")
        if BusFault.MONTH_BEFORE in self.faults:
            return self.months(MONTHS + 1)[published.index(text) + 1]
        return text

    def months(self, count: int) -> list[str]:
        """The last months, the latest first."""
        here = self.now().astimezone(UTC) + SINGAPORE
        last = here.year * 12 + here.month - 2
        return [f"{month // 12:04d}{month % 12 + 1:02d}" for month in range(last, last - count, -1)]

    def file(self, request: Request) -> Response:
        kind, until = request.path_params["kind"], request.query_params.get("until", "0")
        if kind == "trip" and BusFault.LINK_OF_TRIPS_IS_DEAD in self.faults:
            raise HTTPException(404, "there is no such file")
        if BusFault.LINK_NEEDS_THE_KEY in self.faults:
            self.require_key(request)
        if self.now().timestamp() > float(until) and BusFault.LINK_NEVER_EXPIRES not in self.faults:
            raise HTTPException(410, "the link has expired")
        if kind == "stop":
            taps = "boarding,tap_out" if BusFault.TAPS_OUT_ALONE in self.faults else "tap_in,tap_out"
            return PlainTextResponse(f"month,stop,{taps}\n2025-05,01012,7,9\n", media_type="text/csv")
        row = "01012,7,9" if BusFault.TRIPS_OF_TAPS in self.faults else "01012,01183,4"
        start = "from" if BusFault.TRIPS_WITHOUT_ORIGIN in self.faults else "origin"
        return PlainTextResponse(f"month,{start},destination,trips\n2025-05,{row}\n", media_type="text/csv")

    def require_key(self, request: Request) -> None:
        if request.headers.get("accountkey") != KEY:
            raise HTTPException(403, "the key is wrong or missing")


LISTS: dict[str, Callable[[Bus, Request], Response]] = {
    "/BusServices": Bus.services,
    "/BusRoutes": Bus.routes,
    "/BusStops": Bus.stops,
    "/PlannedBusRoutes": Bus.planned_routes,
}
FILES: dict[str, Callable[[Bus, Request], Response]] = {
    "/PV/Bus": lambda bus, request: bus.volume(request, "stop"),
    "/PV/ODBus": lambda bus, request: bus.volume(request, "trip"),
}
ARRIVALS = "/v3/BusArrival"


def bus_server(faults: Collection[BusFault] = (), now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Starlette:
    """A fresh server, as an ASGI application; each fault breaks a statement of the contract."""
    bus = Bus(faults, now)
    methods = ["GET", *(["POST"] if BusFault.POST_ANSWERS in faults else [])]
    methods += ["DELETE"] if BusFault.DELETE_ANSWERS in faults else []

    def route(path: str, handler: Callable[[Bus, Request], Response], keyless: BusFault, kind: str) -> Route:
        async def answer(request: Request) -> Response:
            if keyless not in faults:
                bus.require_key(request)
            return _in_its_format(handler(bus, request), _format(request, faults, kind), faults, bus.now())

        return Route(path, answer, methods=methods)

    def file(request: Request) -> Response:
        return bus.file(request)

    routes = [
        route(ARRIVALS, Bus.arrivals, BusFault.ARRIVALS_WITHOUT_KEY, "arrivals"),
        Route("/files/{kind}/{name}", file),
    ]
    if BusFault.ARRIVALS_WITHOUT_VERSION in faults:
        routes.append(route("/BusArrival", Bus.arrivals, BusFault.ARRIVALS_WITHOUT_KEY, "arrivals"))
    for prefix, below in (("", True), ("/v3", BusFault.LISTS_BELOW_V3 in faults)):
        routes += [route(prefix + path, LISTS[path], BusFault.LISTS_WITHOUT_KEY, "list") for path in LISTS if below]
    for prefix, below in (("", True), ("/v3", BusFault.FILES_BELOW_V3 in faults)):
        routes += [route(prefix + path, FILES[path], BusFault.FILES_WITHOUT_KEY, "files") for path in FILES if below]
    return Starlette(routes=routes, exception_handlers={HTTPException: _problem})


def _format(request: Request, faults: Collection[BusFault], kind: str) -> str:
    """The media type of an answer."""
    accepted = request.headers.get("accept", "*/*")
    if BusFault.NO_ATOM in faults:
        return "application/json"
    if (kind == "arrivals" and BusFault.NO_ATOM_OF_ARRIVALS in faults) or (
        kind == "files" and BusFault.NO_ATOM_OF_FILES in faults
    ):
        return "application/json"
    by_default = BusFault.ATOM_BY_DEFAULT in faults or (
        kind == "arrivals" and BusFault.ARRIVALS_ATOM_BY_DEFAULT in faults
    )
    if "application/atom+xml" in accepted or (by_default and "application/json" not in accepted):
        return "application/atom+xml"
    return "application/json"


def _in_its_format(answer: Response, media_type: str, faults: Collection[BusFault], now: datetime) -> Response:
    body = bytes(answer.body)
    if media_type == "application/atom+xml" and BusFault.ATOM_IS_LABELLED not in faults:
        entries = "".join(f"<entry><content>{escape(line)}</content></entry>" for line in body.decode().splitlines())
        body = f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">{entries}</feed>'.encode()
    headers = {"date": format_datetime(now.astimezone(UTC), usegmt=True)}
    return Response(body, answer.status_code, headers, media_type)


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    body = {"title": error.detail, "status": error.status_code, "instance": request.url.path}
    return Response(json.dumps(body), error.status_code, error.headers, "application/problem+json")
