"""Small networks for tests."""

from datetime import UTC, datetime

from trivet.bus import ArrivalBus, Arrivals, ArrivalService, BusRoute, BusService, BusStop, Network

NOW = datetime(2025, 6, 16, tzinfo=UTC)


def stop(code: str, description: str = "", latitude: float = 1.3, longitude: float = 103.8) -> BusStop:
    return BusStop(
        bus_stop_code=code, road_name="Pier Rd", description=description, latitude=latitude, longitude=longitude
    )


def rows(service_no: str, *codes: str, direction: int = 1) -> list[BusRoute]:
    times = dict.fromkeys(
        ("wd_first_bus", "wd_last_bus", "sat_first_bus", "sat_last_bus", "sun_first_bus", "sun_last_bus"), "-"
    )
    return [
        BusRoute(
            service_no=service_no,
            operator="SBST",
            direction=direction,
            stop_sequence=at + 1,
            bus_stop_code=code,
            distance=float(at),
            **times,
        )
        for at, code in enumerate(codes)
    ]


def service(service_no: str, category: str = "TRUNK") -> BusService:
    return BusService(
        service_no=service_no,
        operator="SBST",
        direction=1,
        category=category,
        origin_code="",
        destination_code="",
        am_peak_freq="-",
        am_offpeak_freq="-",
        pm_peak_freq="-",
        pm_offpeak_freq="-",
        loop_desc="",
    )


def network(*routes: list[BusRoute], stops: list[BusStop] | None = None) -> Network:
    every = [row for route in routes for row in route]
    codes = dict.fromkeys(row.bus_stop_code for row in every)
    return Network(
        [service(number) for number in dict.fromkeys(row.service_no for row in every)],
        every,
        [stop(code) for code in codes] if stops is None else stops,
        NOW,
    )


def arrivals(service_no: str, *ends: str) -> Arrivals:
    """Return the arrivals of a service whose next buses, three at most, end at these stops."""
    at = NOW.isoformat()
    buses = [
        ArrivalBus(
            origin_code="",
            destination_code=end,
            estimated_arrival=at if end else "",
            latitude="0",
            longitude="0",
            visit_number="1",
            load="",
            feature="",
            type="",
        )
        for end in [*ends, "", "", ""][:3]
    ]
    slots = dict(zip(("next_bus", "next_bus_2", "next_bus_3"), buses, strict=True))
    service = ArrivalService(service_no=service_no, operator="SBST", **slots)
    return Arrivals(bus_stop_code="A", services=[service])
