"""`trivet bus route`, against a stub."""

import csv
import json
from datetime import date

import pytest

from tests.sdk.bus.network.records import network, rows
from tests.sdk.cli.bus.conftest import Rider
from tests.sdk.cli.console import run_script
from trivet.cli.bus.route import clock_time, find_routes, first_and_last
from trivet.cli.failures import UsageError

MONDAY, SATURDAY = date(2025, 6, 16), date(2025, 6, 21)


def test_route_has_every_stop_with_first_and_last_buses(rider: Rider) -> None:
    stops = rider.rows("route", "23", "--direction", "1")
    records = [row for row in rider.stub.records.routes if (row["ServiceNo"], row["Direction"]) == ("23", 1)]
    assert [stop["stop_sequence"] for stop in stops] == [row["StopSequence"] for row in records]
    last = stops[-1]
    assert (last["bus_stop_code"], last["description"], last["km"]) == ("54009", "Seletar Gdn Ter", 12.4)
    assert (last["weekday_first_bus"], last["weekday_last_bus"], last["sunday_last_bus"]) == ("06:11", "24:21", "24:11")
    assert len(rider.rows("route", "23")) > len(stops)  # both directions
    table = rider.run("route", "23", "--direction", "1", "-o", "table")
    assert "00:21+1" in table.out


@pytest.mark.parametrize("fields", [(), ("--fields", "weekday_last_bus,stop_sequence")])
def test_last_buses_sort_as_text_beyond_midnight(rider: Rider, fields: tuple[str, ...]) -> None:
    line = ("route", "23", "--direction", "1", *fields)
    for records in (rider.rows(*line), csv.DictReader(rider.run(*line, "-o", "csv").out.splitlines())):
        last_buses = [row["weekday_last_bus"] for row in records]  # of one bus, which stops after midnight, too
        assert (last_buses[0], last_buses[-1]) == ("23:40", "24:21")
        assert sorted(last_buses) == last_buses


def test_loop_lists_a_stop_at_each_visit(rider: Rider) -> None:
    codes = [stop["bus_stop_code"] for stop in rider.rows("route", "302")]
    assert (codes.count("28301"), codes.count("28009")) == (2, 2)


def test_today_is_the_service_day(rider: Rider) -> None:
    rider.stub.clock.advance(17 * 3600)  # one in the morning of Tuesday
    stops = rider.rows("route", "23", "--direction", "1", "--today")
    assert {stop["day"] for stop in stops} == {"2025-06-16"}
    assert (stops[-1]["last_bus"], stops[-1]["in_service"]) == ("24:21", False)
    assert rider.rows("route", "nr5", "--today")[0]["first_bus"] is None
    holiday = rider.rows("route", "23", "--direction", "1", "--today", "--holiday")
    assert holiday[0]["first_bus"] == "05:45"


def test_unknown_service_is_refused_with_similar_numbers(rider: Rider) -> None:
    assert "there are 188e" in rider.refused("route", "188")
    assert "--refresh fetches it again" in rider.refused("route", "\x1b[2J")
    line = rider.refused("route", "302", "--direction", "2")
    assert line == "trivet: --direction: service 302 has no direction 2, only 1"
    assert "--holiday" in rider.refused("route", "302", "--holiday")


def test_letters_match_in_any_case_unless_ambiguous() -> None:
    known = network(rows("10e", "A", "B"), rows("10E", "A", "B"), rows("NR5", "A", "B"))
    assert [find_routes(known, number)[0].service_no for number in ("10E", "10e", "nr5")] == ["10E", "10e", "NR5"]
    with pytest.raises(UsageError, match=r"Nr5: no such service .* there are NR5, nr5"):
        find_routes(network(rows("nr5", "A"), rows("NR5", "A")), "Nr5")


@pytest.mark.long
def test_command_runs_as_a_script(rider: Rider) -> None:
    done = run_script("bus", "route", "302", "-o", "ndjson", env=rider.env)
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out.splitlines()[0])["bus_stop_code"] == "28009"


def test_times_after_midnight_belong_to_their_service_day() -> None:
    [row] = rows("10", "A")
    row.wd_first_bus, row.wd_last_bus, row.sun_first_bus, row.sun_last_bus = "0530", "0031", "2400", "0259"
    assert first_and_last(row, MONDAY) == ("05:30", "24:31")
    assert first_and_last(row, SATURDAY) == (None, None)
    assert first_and_last(row, MONDAY, holidays={MONDAY}) == ("24:00", "26:59")


def test_clock_times_mark_the_day_after() -> None:
    assert [clock_time(hours) for hours in ("05:30", "24:00", "26:59", None)] == ["05:30", "00:00+1", "02:59+1", "-"]
