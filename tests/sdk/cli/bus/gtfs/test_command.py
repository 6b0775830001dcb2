"""`trivet bus gtfs`: a feed that a validator accepts, with the same bytes each time; arguments that are refused."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.sdk.cli.bus.gtfs.recorded import REAL, kept_times, real_network
from tests.sdk.cli.bus.gtfs.validator import problems, read_tables
from tests.sdk.cli.bus.in_process import run_on
from tests.sdk.cli.console import run_script
from trivet.cli.bus.gtfs.calendar import Calendar
from trivet.cli.bus.gtfs.feed import Feed, write_feed
from trivet_stubs import BusStub
from trivet_stubs.serving.port import Served


def test_feed_of_the_stub_is_valid_and_has_every_service(bus_stub: BusStub, tmp_path: Path) -> None:
    out = tmp_path / "out.zip"
    holidays = "2025-08-09,2025-10-20,2025-08-10,2030-01-01"
    done = run_on(bus_stub, "gtfs", str(out), "--holidays", holidays, "-o", "json")
    assert done.status == 0, done.err
    assert problems(out) == []
    tables = read_tables(out)
    assert {row["route_id"] for row in tables["routes.txt"]} == {
        route["ServiceNo"] for route in bus_stub.records.routes
    }
    assert {row["agency_name"] for row in tables["agency.txt"]} >= {"SBS Transit", "SMRT Buses"}
    exceptions = [tuple(row.values()) for row in tables["calendar_dates.txt"]]
    assert exceptions == [  # a Saturday, a Sunday and a Monday
        ("SAT", "20250809", "2"),
        ("SUN", "20250809", "1"),
        ("WD", "20251020", "2"),
        ("SUN", "20251020", "1"),
    ]
    info = tables["feed_info.txt"][0]
    assert (info["feed_start_date"], info["feed_end_date"]) == ("20250616", "20260615")
    assert "Singapore Open Data Licence" in info["feed_publisher_name"]
    assert "accessed on 16 June 2025" in tables["attributions.txt"][0]["organization_name"]
    assert "1 of 4 holidays are outside of the feed's days" in done.err


def test_times_after_midnight_belong_to_the_service_day(bus_stub: BusStub, tmp_path: Path) -> None:
    assert run_on(bus_stub, "gtfs", str(tmp_path / "out.zip")).status == 0
    rows = {(row["trip_id"], row["stop_sequence"]): row for row in read_tables(tmp_path / "out.zip")["stop_times.txt"]}
    last = [rows["23-1-WD-last", sequence]["arrival_time"] for sequence in ("1", "7", "8", "12")]
    assert last == ["23:40:00", "24:00:00", "24:06:00", "24:21:00"]
    assert rows["23-1-WD-last", "8"]["timepoint"] == "1"
    assert rows["23-1-WD-between", "8"]["timepoint"] == "0"


def test_same_lists_give_the_same_bytes(bus_stub: BusStub, tmp_path: Path) -> None:
    assert run_on(bus_stub, "snapshot", str(tmp_path / "lists"), "--format", "csv").status == 0
    sources = (["--snapshot", str(tmp_path / "lists")], ["--network", str(tmp_path / "n.json")], [])
    for number, source in enumerate(sources):
        assert run_on(bus_stub, "gtfs", str(tmp_path / f"{number}.zip"), *source).status == 0
    feeds = {(tmp_path / f"{number}.zip").read_bytes() for number in range(len(sources))}
    assert len(feeds) == 1
    assert (tmp_path / "n.json").exists()


def test_odd_records_give_a_valid_feed_and_notes(bus_stub: BusStub, tmp_path: Path) -> None:
    records = bus_stub.records
    stops = [dict(stop) for stop in records.stops]
    stops[0] |= {"Latitude": 0.0, "Longitude": 0.0}
    stops[1] |= {"Description": 'Opp "A", \x1b[31m<b>\n', "RoadName": ""}
    routes = [dict(route) for route in records.routes]
    routes[2]["WD_FirstBus"] = "9999"  # not a time
    routes[6] |= {"WD_FirstBus": "0300", "Distance": 0}
    routes[7] |= {"Distance": 1e300}
    routes.append(dict(routes[8], BusStopCode=routes[9]["BusStopCode"]))  # the same place in the route twice
    routes.append(dict(routes[0], ServiceNo='9,"9', BusStopCode="99999", Operator="NEW"))
    bus_stub.records = replace(records, stops=tuple(stops), routes=tuple(routes), services=records.services[1:])
    done = run_on(bus_stub, "gtfs", str(tmp_path / "out.zip"))
    assert done.status == 0, done.err
    assert problems(tmp_path / "out.zip") == []
    assert "1 stops are not in the list of stops, and are left out: 99999" in done.err
    assert "1 stops have no position, and are left out" in done.err
    assert '1 services have no times, and are left out: 9,"9' in done.err
    assert "\x1b" not in "".join(stop["stop_name"] for stop in read_tables(tmp_path / "out.zip")["stops.txt"])


@pytest.mark.long
@pytest.mark.skipif(not REAL.is_dir(), reason="the recorded lists are not on this machine")
def test_recorded_services_keep_their_first_and_last_buses(tmp_path: Path) -> None:
    network = real_network(every=24)
    assert {"63", "225G"} <= {row.service_no for row in network.rows}
    feed = Feed(network, Calendar.of(date(2024, 9, 19), date(2025, 9, 18), frozenset()))
    write_feed(tmp_path / "out.zip", feed.tables())
    assert problems(tmp_path / "out.zip") == []
    assert list(feed.notes()) == []
    published, kept = kept_times(network, tmp_path / "out.zip")
    assert published > 2500
    assert kept / published > 0.995  # the other cells are errors of the data


@pytest.mark.long
def test_script_writes_the_feed(bus_server: Served[BusStub], tmp_path: Path) -> None:
    env = {"TRIVET_BUS_BASE_URL": bus_server.url, "TRIVET_BUS_ACCOUNT_KEY": "stub-key"}
    done = run_script("bus", "gtfs", str(tmp_path / "out.zip"), "-o", "json", env=env)
    assert done.status == 0, done.err
    assert problems(tmp_path / "out.zip") == []


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["absent/out.zip"], "OUT.zip: there is no folder absent"),
        (["out.txt"], "out.txt: a feed is a zip; give a name that ends with .zip"),
        (["out.zip", "--holidays", "2025-02-30"], "--holidays: '2025-02-30' is not a date; give it as YYYY-MM-DD"),
        (["out.zip", "--holidays", "absent.csv"], "--holidays: 'absent.csv' is not a file"),
        (["out.zip", "--from", "soon"], "--from: 'soon' is not a date"),
        (["out.zip", "--from", "2025-07-01", "--until", "2025-06-30"], "--until: 2025-06-30 is before 2025-07-01"),
        (["out.zip", "--snapshot", "absent"], "absent: there is no snapshot; run `trivet bus snapshot absent`"),
        (["out.zip", "--snapshot", "a", "--network", "b"], "--snapshot and --network: give one of them"),
    ],
)
def test_wrong_argument_is_one_line_and_nothing_written(
    bus_stub: BusStub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_on(bus_stub, "gtfs", *arguments)
    assert (done.status, done.out) == (2, "")
    assert line in done.err
    assert list(tmp_path.iterdir()) == []


def test_full_disk_keeps_the_old_feed(bus_stub: BusStub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "out.zip").write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = run_on(bus_stub, "gtfs", str(tmp_path / "out.zip"), "--force")
    assert done.status == 1
    assert done.err.splitlines()[-1].startswith("trivet: ")
    assert [file.name for file in tmp_path.iterdir()] == ["out.zip"]
    assert (tmp_path / "out.zip").read_text() == "old"
