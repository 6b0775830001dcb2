"""Records for the tests of feeds."""

from __future__ import annotations

from trivet.bus import BusRoute, BusService, BusStop

__all__ = ["row", "service", "stop"]


def service(am_peak: str, am_offpeak: str, pm_peak: str, pm_offpeak: str) -> BusService:
    """Return a service with these frequencies."""
    return BusService(
        service_no="10",
        operator="SBST",
        direction=1,
        category="TRUNK",
        origin_code="00001",
        destination_code="00009",
        am_peak_freq=am_peak,
        am_offpeak_freq=am_offpeak,
        pm_peak_freq=pm_peak,
        pm_offpeak_freq=pm_offpeak,
        loop_desc="",
    )


def stop(code: str) -> BusStop:
    """Return a stop."""
    return BusStop(bus_stop_code=code, road_name="Road", description=f"Stop {code}", latitude=1.3, longitude=103.8)


def row(sequence: int, first: str | None, last: str | None, code: str | None = None) -> BusRoute:
    """Return a row with times on weekdays and none on the other days."""
    return BusRoute(
        service_no="10",
        operator="SBST",
        direction=1,
        stop_sequence=sequence,
        bus_stop_code=code or f"{sequence:05}",
        distance=float(sequence),
        wd_first_bus=first,
        wd_last_bus=last,
        sat_first_bus="-",
        sat_last_bus="-",
        sun_first_bus="-",
        sun_last_bus="-",
    )
