"""A bus server of another make: written from the contract's words alone, it knows neither our spec nor our stub.

It keeps the contract in a way of its own: pages of twenty records, problem documents as errors, 403 without the key,
422 for invalid input, a link that names its end in a parameter of its own and lasts four minutes. It can be given any
other choice of the freedoms of the contract. Each `BusFault` makes it break a statement.
"""

import itertools
import json
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tests.other_make import bus_records
from tests.other_make.bus_answers import BusAnswers
from tests.other_make.bus_faults import BusFault
from tests.other_make.bus_records import NUMBERS, SINGAPORE, STOPS_OF_A_ROUTE, Record, stop_code
from tests.other_make.choices import Choices

KEY = "key-of-the-bus"
SLOTS = ("NextBus", "NextBus2", "NextBus3")
FREQUENCIES = ("AM_Peak_Freq", "AM_Offpeak_Freq", "PM_Peak_Freq", "PM_Offpeak_Freq")
RESTING_AT_NOON = ("12", "7", "77")
"""Services that do not run all day, on a server that has such services."""
QUIET_STOP = stop_code(6)
"""A stop at which no bus is expected, and at which the checks look."""
PAGE = 20
LIFETIME = timedelta(minutes=4)
MONTHS = 3


class Bus:
    """The answers of the server."""

    def __init__(self, faults: Collection[BusFault], now: Callable[[], datetime], choices: Choices) -> None:
        self.faults = faults
        self.now = now
        self.choices = choices
        self.began = now()
        self.links = itertools.count(1)
        self.answered_links = itertools.count(1)

    def refuse_unknown(self, request: Request, *names: str) -> None:
        if self.choices.has("unknown-parameters", "refused") and request.query_params.keys() - {*names, "$skip"}:
            raise HTTPException(422, "a parameter is unknown")

    # Lists.

    def stops(self, request: Request) -> Response:
        self.refuse_unknown(request, "BusStopCode")
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
        return self.page(request, [self.stop(row) for row in chosen], code, bus_records.stops)

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
        self.refuse_unknown(request, "ServiceNo")
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
        for row in rows:
            self.name_values(row)
            if BusFault.SERVICE_WITHOUT_LOOP in self.faults:
                del row["LoopDesc"]
            if BusFault.DIRECTION_IS_TEXT in self.faults:
                row["Direction"] = str(row["Direction"])
            if self.choices.has("frequency-digits", "plain"):
                for name in FREQUENCIES:
                    row[name] = "-".join(part.lstrip("0") for part in row[name].split("-"))
            if row["ServiceNo"] in RESTING_AT_NOON and not self.choices.has("no-frequency", "always"):
                row["AM_Offpeak_Freq"] = "-" if self.choices.has("no-frequency", "dash") else ""
            for name in FREQUENCIES:
                if BusFault.FREQUENCY_IN_WORDS in self.faults:
                    row[name] = row[name].replace("-", " to ")
            if BusFault.EVENING_IN_WORDS in self.faults:
                row["PM_Offpeak_Freq"] += " min"
        return self.page(request, rows, number, bus_records.services)

    def name_values(self, row: Record) -> None:
        """Give a record the server's own values of fields without a value set."""
        if self.choices.has("value-sets", "others"):
            row.update(Operator="", Direction=1 - row["Direction"])
            if "Category" in row:
                row["Category"] = "Night & Day"

    def routes(self, request: Request) -> Response:
        self.refuse_unknown(request)
        rows = bus_records.routes()
        if BusFault.ROUTES_REVERSED in self.faults:
            rows.sort(key=lambda row: (row["ServiceNo"], row["Direction"], -row["StopSequence"]))
        if BusFault.ROUTES_BY_STOP in self.faults:
            rows.sort(key=lambda row: row["BusStopCode"])
        if BusFault.ROUTE_CODE_WITHOUT_ZEROS in self.faults:
            rows = [{**row, "BusStopCode": row["BusStopCode"].lstrip("0")} for row in rows]
        if BusFault.ROUTE_WITHOUT_DISTANCE in self.faults:
            rows = [{name: value for name, value in row.items() if name != "Distance"} for row in rows]
        return self.page(request, [self.times(row) for row in rows])

    def times(self, row: Record) -> Record:
        self.name_values(row)
        if row["StopSequence"] > 3 and not self.choices.has("after-midnight", "before"):
            row["WD_LastBus"] = "0015" if self.choices.has("after-midnight", "next-day") else "2400"
        if row["ServiceNo"] in RESTING_AT_NOON and not self.choices.has("no-bus-on-a-day", "always"):
            none = "-" if self.choices.has("no-bus-on-a-day", "dash") else ""
            row.update(SUN_FirstBus=none, SUN_LastBus=none)
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
        self.refuse_unknown(request)
        now = self.now()
        until = now + timedelta(days=1 if BusFault.PLANS_A_DAY_EARLY in self.faults else 0)
        rows = bus_records.planned_routes(self.began)
        until_in_singapore = until.astimezone(UTC) + SINGAPORE
        if self.choices.has("release-time", "on-the-date"):
            until_in_singapore = until_in_singapore.replace(hour=23, minute=59, second=59)
        if self.choices.has("release-time", "later"):
            until_in_singapore -= timedelta(days=7)
        at_once = BusFault.PLANS_AT_ONCE in self.faults
        released = [self.times(row) for row in rows if at_once or row["EffectiveDate"] <= until_in_singapore]
        for row in released:
            offset = "+08:00" if BusFault.PLAN_WITH_A_COLON in self.faults else "+0800"
            if BusFault.PLAN_IN_UTC in self.faults:
                row["EffectiveDate"], offset = row["EffectiveDate"] - SINGAPORE, "Z"
            row["EffectiveDate"] = f"{row['EffectiveDate']:%Y%m%dT%H:%M:%S}{offset}"
            if BusFault.PLAN_CODE_WITHOUT_ZEROS in self.faults:
                row["BusStopCode"] = row["BusStopCode"].lstrip("0")
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

    def page(
        self,
        request: Request,
        rows: list[Record],
        filtered: str | None = None,
        everything: Callable[[], list[Record]] = list[Record],
    ) -> Response:
        skip = self.skip(request)
        if filtered is not None and not rows and not self.choices.has("filter-without-match", "empty"):
            raise HTTPException(404 if self.choices.has("filter-without-match", "not-found") else 422, "no match")
        before = BusFault.SKIP_BEFORE_FILTER in self.faults
        if filtered is not None and skip and (before or not self.choices.has("skip-with-filter", "counts-matches")):
            if self.choices.has("skip-with-filter", "refused"):
                raise HTTPException(422, "$skip and a filter do not combine")
            if before or self.choices.has("skip-with-filter", "counts-all"):
                left = sum(filtered in (row.get("ServiceNo"), row.get("BusStopCode")) for row in everything()[skip:])
                rows, skip = rows[len(rows) - left :], 0
            else:
                skip = 0
        rows = self.in_order(rows)
        if BusFault.SKIP_IGNORED in self.faults:
            skip = 0
        if BusFault.SKIP_HAS_A_CEILING in self.faults:
            skip = min(skip, 3 * PAGE)
        if BusFault.SKIP_COUNTS_PAGES in self.faults:
            skip *= PAGE
        if BusFault.SKIP_OFF_BY_ONE in self.faults and skip:
            skip -= 1
        if skip and skip >= len(rows) and not self.choices.has("past-the-end", "empty"):
            raise HTTPException(404 if self.choices.has("past-the-end", "not-found") else 416, "the list ends before")
        size = {"twenty": PAGE, "three": 3, "all": len(rows)}[self.choices.of("page-size")]
        more = len(rows) > skip + size
        return self.listed(rows[skip : skip + size], 206 if more and BusFault.STATUS_206 in self.faults else 200)

    def in_order(self, rows: list[Record]) -> list[Record]:
        if self.choices.has("order-of-lists", "backwards"):
            return rows[::-1]
        if self.choices.has("order-of-lists", "by-stop"):
            return sorted(rows, key=lambda row: (row.get("BusStopCode", ""), str([*row.values()][-1])))
        return rows

    def metadata(self) -> str:
        texts = {"words": "of another make", "url": "http://bus.test/$metadata#all", "empty": ""}
        return texts[self.choices.of("metadata-text")]

    def listed(self, rows: list[Record], status: int = 200, metadata: object = None) -> Response:
        metadata = self.metadata() if metadata is None else metadata
        envelope = {"odata.metadata": metadata, "items" if BusFault.ITEMS in self.faults else "value": rows}
        if BusFault.NO_METADATA in self.faults:
            del envelope["odata.metadata"]
        return Response(json.dumps(envelope), status)

    # Arrivals.

    def arrivals(self, request: Request) -> Response:
        self.refuse_unknown(request, "BusStopCode", "ServiceNo")
        code, number = request.query_params.get("BusStopCode"), request.query_params.get("ServiceNo")
        if code is None and BusFault.EMPTY_WITHOUT_STOP in self.faults:
            code = ""
        if code is None and BusFault.STOP_IS_OPTIONAL in self.faults:
            code = stop_code(0)
        if code is None:
            raise HTTPException(422, "BusStopCode is missing")
        timetable = self.stop_of_timetable(code)
        rows = [row for row in bus_records.routes() if row["BusStopCode"] == timetable != QUIET_STOP]
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
        elif "$skip" in request.query_params and self.choices.has("skip-where-not-taken", "refused"):
            raise HTTPException(422, "the arrivals have no $skip")
        is_stop = code in {row["BusStopCode"] for row in bus_records.stops()}
        if not is_stop:
            if not self.choices.has("unknown-stop", "no-services"):
                raise HTTPException(404 if self.choices.has("unknown-stop", "not-found") else 422, "no such stop")
        elif not rows and number == "0" and self.choices.has("resting-services", "listed"):
            pass
        elif not rows and number is not None and self.choices.has("service-not-at-the-stop", "not-found"):
            raise HTTPException(404, "the service does not stop there")
        elif not rows and number is None and self.choices.has("stop-without-buses", "not-found"):
            raise HTTPException(404, "no bus stops there now")
        services = {row["ServiceNo"]: self.coming(row) for row in rows}
        if is_stop and number in (None, "0") and self.choices.has("resting-services", "listed"):
            services["0"] = {"ServiceNo": "0", "Operator": "OM", **{slot: self.no_bus() for slot in SLOTS}}
        echo = stop_code(0) if BusFault.ECHO_IS_THE_FIRST in self.faults else code
        if BusFault.ECHO_IS_A_NUMBER in self.faults:
            echo = echo.lstrip("0")
        body = {"odata.metadata": self.metadata(), "BusStopCode": echo, "Services": list(services.values())}
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
        if row["StopSequence"] % 3 == 2:  # so that some stops show it, whatever the pages that the checks begin with
            buses = [*buses[:2], self.no_bus()]
        operator = "" if self.choices.has("value-sets", "others") else "OM"
        return {"ServiceNo": row["ServiceNo"], "Operator": operator, **dict(zip(SLOTS, buses, strict=True))}

    def no_bus(self) -> Record:
        """The slot of a bus that is not expected."""
        row = bus_records.routes()[0]
        bus = {**self.bus(row, self.now(), 1), "EstimatedArrival": ""}
        empty = self.choices.has("missing-bus", "empty-texts")
        return {name: "" if isinstance(value, str) else value for name, value in bus.items()} if empty else bus

    def bus(self, row: Record, at: datetime, wait: int) -> Record:
        under_way = wait < 15
        latitude, longitude = (1.3 + wait / 1000, 103.8 - wait / 1000) if under_way else (0.0, 0.0)
        if BusFault.POSITION_EXCHANGED in self.faults:
            latitude, longitude = longitude, latitude
        is_hidden = not under_way and self.choices.has("unknown-position", "empty")
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
            "Latitude": "" if is_hidden else as_text(latitude),
            "Longitude": "" if is_hidden else as_text(longitude),
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
        form = self.choices.of("estimate-form")
        if form == "singapore":
            at = at.astimezone(timezone(SINGAPORE))
        if form == "basic":
            return f"{at:%Y%m%dT%H%M%S%z}"
        text = at.isoformat(
            " " if BusFault.ESTIMATE_WITH_A_SPACE in self.faults else "T",
            "milliseconds" if form == "fraction" else "seconds",
        )
        return text.replace("+00:00", "Z") if form == "zulu" else text

    # Passenger volume.

    def volume(self, request: Request, kind: str) -> Response:
        self.refuse_unknown(request, "Date")
        is_refused = BusFault.FILES_SKIP not in self.faults and self.choices.has("skip-where-not-taken", "refused")
        if "$skip" in request.query_params and is_refused:
            raise HTTPException(422, "the links have no $skip")
        try:
            months = self.month(request.query_params.get("Date"))
        except HTTPException as error:
            if self.choices.has("month-without-a-file", "empty"):
                return self.listed([])
            refused = self.choices.has("month-without-a-file", "refused")
            raise HTTPException(422, error.detail) if refused else error from None
        if BusFault.FILES_EXCHANGED in self.faults:
            kind = {"stop": "trip", "trip": "stop"}[kind]
        answer = next(self.answered_links)
        rows = [{"Link": self.link(request, kind, month, answer)} for month in months]
        if BusFault.FILES_SKIP in self.faults:
            rows = rows[self.skip(request) :]
        return self.listed(rows, metadata={} if BusFault.METADATA_OF_FILES in self.faults else None)

    def link(self, request: Request, kind: str, month: str, answer: int) -> str:
        lifetime = timedelta(hours=1) if BusFault.LINK_LASTS_AN_HOUR in self.faults else LIFETIME
        if self.choices.has("link-lifetime", "mostly") and answer % 3 == 1:
            lifetime = timedelta(minutes=20)
        name = f"file-{next(self.links)}" if self.choices.has("link-form", "opaque") else month
        path = f"/files/{kind}/{name}.csv?until={(self.now() + lifetime).timestamp():.0f}&mark=0a1b2c"
        return path if BusFault.LINK_IS_A_PATH in self.faults else f"{request.base_url}{path[1:]}"

    def month(self, text: str | None) -> list[str]:
        """The months of the links that are answered for a `Date`."""
        latest = self.months(1)[0]
        if BusFault.DATE_IGNORED in self.faults:
            return [latest]
        if text is None:
            return {"latest": [latest], "oldest": self.months(MONTHS)[-1:], "all": self.months(MONTHS)[::-1]}[
                self.choices.of("default-month")
            ]
        if BusFault.DATE_WITH_A_DASH in self.faults:
            text = text.replace("-", "")
        if BusFault.DATE_OF_A_DAY in self.faults and len(text) == 8:
            text = text[:6]
        if len(text) != 6 or not text.isdecimal():
            raise HTTPException(422, "Date has not the form YYYYMM")
        published = self.months(MONTHS + (BusFault.FOUR_MONTHS in self.faults))
        if BusFault.MONTH_TO_COME in self.faults and text > latest:
            return [text]
        if text not in published and BusFault.ANY_MONTH not in self.faults:
            raise HTTPException(404, "there is no file of this month")
        if BusFault.MONTH_BEFORE in self.faults:
            return [self.months(MONTHS + 1)[published.index(text) + 1]]
        return [text]

    def months(self, count: int) -> list[str]:
        """The last months, the latest first."""
        here = self.now().astimezone(UTC) + SINGAPORE
        back = {"before": 2, "running": 1, "two-before": 3}[self.choices.of("latest-month")]
        last = here.year * 12 + here.month - back
        return [f"{month // 12:04d}{month % 12 + 1:02d}" for month in range(last, last - count, -1)]

    def file(self, request: Request) -> Response:
        kind, until = request.path_params["kind"], request.query_params.get("until", "0")
        if kind == "trip" and BusFault.LINK_OF_TRIPS_IS_DEAD in self.faults:
            raise HTTPException(404, "there is no such file")
        if BusFault.LINK_NEEDS_THE_KEY in self.faults:
            self.require_key(request)
        if self.now().timestamp() > float(until) and BusFault.LINK_NEVER_EXPIRES not in self.faults:
            if self.choices.has("expired-link", "redirect"):
                return Response(status_code=302, headers={"location": "/"})
            status = {"gone": 410, "forbidden": 403, "not-found": 404}[self.choices.of("expired-link")]
            raise HTTPException(status, "the link has expired")
        form = self.choices.of("file-form")
        if form == "workbook":
            return Response(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" * 80, media_type="application/vnd.ms-excel")
        if form == "other-names":
            names = "month,stop,boardings,alightings" if kind == "stop" else "month,start,end,journeys"
            row = "01012,7,9" if kind == "stop" else "01012,01183,4"
            return PlainTextResponse(f"{names}\n2025-05,{row}\n", media_type="text/csv")
        if kind == "stop":
            taps = "tap_out" if BusFault.TAPS_OUT_ALONE in self.faults else "tap_in,tap_out"
            return PlainTextResponse(f"month,stop,{taps}\n2025-05,01012,7,9\n", media_type="text/csv")
        row = "01012,7,9" if BusFault.TRIPS_OF_TAPS in self.faults else "01012,01183,4"
        start = "from" if BusFault.TRIPS_WITHOUT_ORIGIN in self.faults else "origin"
        return PlainTextResponse(f"month,{start},destination,trips\n2025-05,{row}\n", media_type="text/csv")

    def require_key(self, request: Request) -> None:
        if request.headers.get("accountkey") != KEY:
            if self.choices.has("refusal-of-callers", "redirect"):
                raise HTTPException(303, "see where to get a key", {"location": "/keys"})
            refusals = {"forbidden": 403, "unauthorized": 401, "bad-request": 400, "not-found": 404, "failure": 500}
            raise HTTPException(refusals[self.choices.of("refusal-of-callers")], "the key is wrong or missing")


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


def bus_server(
    faults: Collection[BusFault] = (),
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    choices: Choices | None = None,
) -> Starlette:
    """A fresh server, as an ASGI application; each fault breaks a statement of the contract.

    Args:
        faults: Its mistakes.
        now: The time.
        choices: How it uses the freedoms of the contract.
    """
    chosen = choices or Choices("bus")
    bus = Bus(faults, now, chosen)
    methods = ["GET", *(["POST"] if BusFault.POST_ANSWERS in faults else [])]
    methods += ["DELETE"] if BusFault.DELETE_ANSWERS in faults else []
    answers = BusAnswers(faults, now, chosen)

    def route(path: str, handler: Callable[[Bus, Request], Response], keyless: BusFault, kind: str) -> Route:
        async def answer(request: Request) -> Response:
            if keyless not in faults:
                bus.require_key(request)
            media_type = answers.media_type(request, kind)
            return answers.in_format(handler(bus, request), media_type)

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
    return Starlette(
        routes=routes,
        exception_handlers={HTTPException: answers.problem},
        middleware=[Middleware(answers.limited)],
    )
