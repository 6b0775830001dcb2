"""`trivet bus ride`, against a stub."""

import csv
import json
from dataclasses import replace

import pytest

from tests.sdk.cli.bus.conftest import Rider
from tests.sdk.cli.console import run_script

ORCHID, SCHOOL, SELETAR = "28009", "28301", "54009"


def test_ride_has_its_stops_its_length_and_the_next_buses(rider: Rider) -> None:
    [ride] = rider.rows("ride", "orchid int", SCHOOL)
    assert (ride["service_no"], ride["stops"], ride["km"], ride["visit"]) == ("302", 2, 1.3, 1)
    assert (ride["board_sequence"], ride["alight_sequence"]) == (1, 3)
    assert ride["next"] == ride["buses"][0]
    assert ride["next"]["minutes"] is not None
    assert (ride["first_bus_today"], ride["last_bus_today"], ride["in_service"]) == ("05:15", "24:00", True)


def test_next_bus_of_a_loop_is_of_the_right_visit(rider: Rider) -> None:
    visits = {bus["eta"]: bus["visit"] for bus in rider.rows("arrivals", SCHOOL)}
    assert {*visits.values()} == {1, 2}
    [back] = rider.rows("ride", SCHOOL, ORCHID)
    assert (back["visit"], back["km"]) == (2, 1.3)  # the first visit leads round the loop
    assert back["buses"]
    assert {visits[bus["eta"]] for bus in back["buses"]} == {2}


def test_ride_on_a_loop_with_two_directions_names_its_own(rider: Rider) -> None:
    with_second_direction(rider, "302")
    rows = rider.rows("ride", ORCHID, SCHOOL)
    assert [(row["direction"], row["buses"][0]["directions"]) for row in rows] == [(1, [1, 2]), (2, [1, 2])]
    table = rider.run("ride", ORCHID, SCHOOL, "-o", "table").out.splitlines()
    assert [line.partition("  ")[0] for line in table[1:]] == ["302, dir. 1", "302, dir. 2"]
    [arrivals] = {tuple(bus["directions"]) for bus in rider.rows("arrivals", ORCHID, "--service", "302")}
    assert arrivals == (1, 2)
    drawn = rider.run("arrivals", ORCHID, "-o", "table").out
    assert "Orchid Int, dir. 1 or 2" in drawn
    assert "Tamarind Ter, dir." not in drawn


def with_second_direction(rider: Rider, service_no: str) -> None:
    """Add a second direction to a loop of the stub, which begins and ends where the first one does."""
    records = rider.stub.records
    routes, services = (
        [*rows, *(dict(row, Direction=2) for row in rows if row["ServiceNo"] == service_no)]
        for rows in (records.routes, records.services)
    )
    rider.stub.records = replace(records, routes=tuple(routes), services=tuple(services))


def test_no_live_sends_no_request_for_arrivals(rider: Rider) -> None:
    [ride] = rider.rows("ride", ORCHID, SCHOOL, "--no-live")
    assert (ride["next"], ride["buses"], ride["first_bus_today"]) == (None, None, "05:15")
    [on_sunday_times] = rider.rows("ride", ORCHID, SCHOOL, "--no-live", "--holiday")
    assert on_sunday_times["first_bus_today"] == "05:30"
    assert rider.stub.requests.count("arrivals.get") == 0


def test_no_direct_ride_is_a_note_with_status_0(rider: Rider) -> None:
    done = rider.run("ride", SELETAR, SCHOOL, "-o", "json")
    assert done.status == 0
    assert json.loads(done.out or "[]") == []
    assert done.err == (
        "trivet: no direct ride from 54009 Seletar Gdn Ter to 28301 Orchid Pr Sch; "
        "`trivet bus near` shows other stops\n"
    )
    assert rider.stub.requests.count("arrivals.get") == 0


def test_arrivals_that_fail_leave_the_timetable_and_status_1(rider: Rider) -> None:
    rider.stub.faults.add("arrivals.get", status=500, times=None)
    done = rider.run("ride", ORCHID, SCHOOL, "-o", "ndjson")
    assert (done.status, json.loads(done.out)["buses"]) == (1, None)
    assert done.err.startswith("trivet: the next buses are not known: ")
    assert done.err.count("\n") == 1


def test_table_marks_services_that_do_not_run(rider: Rider) -> None:
    rider.stub.clock.advance(19 * 3600)  # three in the morning
    done = rider.run("ride", ORCHID, SCHOOL, "-o", "table")
    assert done.status == 0
    assert "not running" in done.out
    assert "00:00+1" in done.out


def test_csv_has_the_next_bus_as_json_and_the_last_as_text(rider: Rider) -> None:
    [ride] = rider.rows("ride", ORCHID, SCHOOL)
    [row] = csv.DictReader(rider.run("ride", ORCHID, SCHOOL, "-o", "csv").out.splitlines())
    assert (json.loads(row["next"]), json.loads(row["buses"])) == (ride["next"], ride["buses"])
    assert row["last_bus_today"] == "24:00"


def test_ride_to_the_same_stop_is_refused(rider: Rider) -> None:
    assert "a ride needs two stops" in rider.refused("ride", ORCHID, "orchid int")
    assert "no stop has these words" in rider.refused("ride", ORCHID, "atlantis")


@pytest.mark.long
def test_command_runs_as_a_script(rider: Rider) -> None:
    done = run_script("bus", "ride", ORCHID, SCHOOL, "--no-live", "-o", "ndjson", env=rider.env)
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out)["service_no"] == "302"
