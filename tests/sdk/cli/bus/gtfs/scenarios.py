"""Feeds as gtfs-kit reads them; the session `gtfs` runs this, as gtfs-kit needs pandas and GDAL."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.cli.bus.gtfs.recorded import REAL, kept_times, real_network
from tests.sdk.cli.bus.gtfs.validator import problems, read_tables
from tests.sdk.cli.bus.in_process import run_on
from trivet.cli.bus.gtfs.calendar import Calendar
from trivet.cli.bus.gtfs.feed import Feed, write_feed
from trivet_stubs import BusStub


def kit_feed(path: Path) -> Any:
    """Read a feed."""
    import gtfs_kit  # noqa: PLC0415  only its session installs it

    return gtfs_kit.read_feed(path, dist_units="km")


def check(feed: Any, services: set[str]) -> None:
    """Check that every service with rows is in a feed, and that no trip goes back in time."""
    routes, trips, times = feed.routes, feed.trips, feed.stop_times
    assert set(routes["route_short_name"]) == services
    assert set(trips["route_id"]) == set(routes["route_id"])
    ordered = times.sort_values(["trip_id", "stop_sequence"])
    clock = ordered["arrival_time"].str.split(":", expand=True).astype(int)
    at = clock[0] * 3600 + clock[1] * 60 + clock[2]
    assert (at.groupby(ordered["trip_id"]).diff().dropna() >= 0).all()
    assert set(times["trip_id"]) == set(trips["trip_id"])


def test_gtfs_kit_reads_the_feed_of_the_stub(tmp_path: Path) -> None:
    with BusStub() as stub:
        done = run_on(stub, "gtfs", str(tmp_path / "out.zip"), "--holidays", "2025-08-09")
        assert done.status == 0, done.err
        services = {route["ServiceNo"] for route in stub.records.routes}
    feed = kit_feed(tmp_path / "out.zip")
    check(feed, services)
    assert len(feed.get_shapes(as_gdf=True)) == feed.shapes["shape_id"].nunique()
    on_holiday, on_sunday, on_friday = (
        set(feed.get_trips(day)["trip_id"]) for day in ("20250809", "20250810", "20250808")
    )
    assert on_holiday == on_sunday != on_friday


@pytest.mark.skipif(not REAL.is_dir(), reason="the recorded lists are not on this machine")
def test_gtfs_kit_reads_the_feed_of_all_recorded_services(tmp_path: Path) -> None:
    network, out = real_network(), tmp_path / "out.zip"
    feed = Feed(network, Calendar.of(date(2024, 9, 19), date(2025, 9, 18), frozenset()))
    counts = write_feed(out, feed.tables())
    assert problems(out) == []
    assert list(feed.notes()) == ["3 services have no route, and are left out: 162/2, 307/2, 911/2"]
    check(kit_feed(out), {row.service_no for row in network.rows})
    with_trips = {trip["trip_id"].rsplit("-", 2)[0] for trip in read_tables(out)["trips.txt"]}
    assert with_trips == {f"{row.service_no}-{row.direction}" for row in network.rows}
    assert counts["stops.txt"] == len({row.bus_stop_code for row in network.rows})
    published, kept = kept_times(network, out)
    assert published == 92_480
    assert kept / published > 0.997
