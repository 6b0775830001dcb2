"""`trivet bus arrivals`, once and with `--watch`, against a stub."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from unittest import mock

import pytest

from tests.sdk.cli.bus.conftest import Rider
from tests.sdk.cli.console import run_script
from trivet._core import settings
from trivet_stubs import Clock

QUOTA = {"fault": {"faultstring": "used up", "detail": {"errorcode": "policies.ratelimit.QuotaViolation"}}}
ORCHID, SCHOOL, SELETAR = "28009", "28301", "54009"


def test_buses_of_stops_are_records_in_natural_order(rider: Rider) -> None:
    rows = rider.rows("arrivals", ORCHID, SELETAR)
    assert [row["bus_stop_code"] for row in rows] == sorted(row["bus_stop_code"] for row in rows)
    numbers = [row["service_no"] for row in rows if row["bus_stop_code"] == ORCHID]
    assert list(dict.fromkeys(numbers)) == ["23", "302"]
    assert {row["eta"][-6:] for row in rows} == {"+08:00"}
    assert rows[0]["description"] is None  # codes need no network
    assert rider.stub.requests.count("arrivals.get") == len(rider.stub.requests) == 2
    chosen = rider.rows("arrivals", ORCHID, "--service", "302", "--fields", "service_no,minutes")
    assert [list(row) for row in chosen] == [["service_no", "minutes"]] * 3
    assert {row["service_no"] for row in chosen} == {"302"}


def test_words_name_a_stop_and_rows_have_its_name(rider: Rider) -> None:
    rows = rider.rows("arrivals", "orchid pr")
    assert {(row["bus_stop_code"], row["description"]) for row in rows} == {(SCHOOL, "Orchid Pr Sch")}
    assert {row["visit"] for row in rows} == {1, 2}
    rider.stub.clock.advance(30 * 86400)
    assert rider.rows("arrivals", ORCHID)[0]["description"] == "Orchid Int"  # names may be old


def test_service_that_does_not_stop_there_is_refused(rider: Rider) -> None:
    line = rider.refused("arrivals", "orchid pr", "--service", "302", "--service", "23")
    assert line == ("trivet: --service: 23 does not stop at 28301; these do: 302. --refresh fetches the network again")
    assert rider.rows("arrivals", "orchid pr", "orchid int", "--service", "23")
    assert rider.stub.requests.count("arrivals.get") == 2


def test_ambiguous_stop_is_refused_in_one_line(rider: Rider) -> None:
    assert "may be any of 5 stops" in rider.refused("arrivals", "blk")
    assert "no stop has these words" in rider.refused("arrivals", "atlantis")
    assert "no stop has this code" in rider.refused("arrivals", "99999")
    assert rider.stub.requests.count("arrivals.get") == 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--every", "5"), "--every: 5 is too short; the service renews its estimates every 20 seconds"),
        (("--every", "nan"), "--every: nan is too short"),
        (("--watch", "-o", "json"), "--watch: json would have no end; use -o ndjson"),
        (("--watch", "-o", "yaml"), "--watch: yaml would have no end"),
        (("--max-age", "soon"), "--max-age: 'soon' is not an age"),
    ],
)
def test_option_that_cannot_be_used_is_refused(rider: Rider, arguments: tuple[str, ...], line: str) -> None:
    assert line in rider.refused("arrivals", SELETAR, *arguments)
    assert len(rider.stub.requests) == 0


def test_stop_that_fails_is_named_and_the_other_is_shown(rider: Rider) -> None:
    rider.stub.faults.add("arrivals.get", status=500, after=1, times=None)
    done = rider.run("arrivals", SELETAR, ORCHID, "-o", "ndjson")
    assert done.status == 1
    assert {json.loads(line)["bus_stop_code"] for line in done.out.splitlines()} == {SELETAR}
    assert done.err.startswith(f"trivet: {ORCHID}: ")
    assert done.err.count("\n") == 1
    drawn = rider.run("arrivals", SELETAR, ORCHID, "-o", "table")
    assert (drawn.status, drawn.err) == (1, "")
    assert drawn.out.count("! ") == 2


def test_only_stop_that_fails_is_an_error_of_one_line(rider: Rider) -> None:
    rider.stub.faults.add("arrivals.get", status=500, times=None)
    done = rider.run("arrivals", SELETAR)
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
    rider.stub.faults.clear()
    rider.env["TRIVET_BUS_ACCOUNT_KEY"] = "wrong"
    for more in ((), (ORCHID,), ("--watch",), (ORCHID, "--watch")):
        refused = rider.run("arrivals", SELETAR, *more)
        assert (refused.status, refused.out.strip(), refused.err.count("\n")) == (1, "", 1)
        assert "401" in refused.err


def test_board_has_singapore_times_and_escapes_server_text(rider: Rider) -> None:
    stops = tuple({**stop, "Description": f"\x1b[2J{stop['Description']}"} for stop in rider.stub.records.stops)
    rider.stub.records = replace(rider.stub.records, stops=stops)
    done = rider.run("arrivals", SELETAR, "--refresh", "-o", "table")
    assert (done.status, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert f"{SELETAR}  \\x1b[2JSeletar Gdn Ter" in done.out
    assert "08:00:00" in done.out
    assert "Data: LTA DataMall, Singapore Open Data Licence" in done.out
    assert "Not running now: 188e" in done.out


def test_watch_writes_each_round_with_the_last_good_answer(rider: Rider) -> None:
    rider.stub.faults.add("arrivals.get", status=500, body=QUOTA, after=2, times=3)  # rounds of two requests
    done = rider.run("arrivals", SELETAR, ORCHID, "--watch", "--rounds", "5")
    assert (done.status, done.err) == (0, "")
    rounds = [json.loads(line) for line in done.out.splitlines()]
    assert [record["next_after"] for record in rounds] == [20, 40, 80, 40, 20]
    assert [record["at"][11:19] for record in rounds] == ["08:00:00", "08:00:20", "08:01:00", "08:02:20", "08:03:00"]
    good, bad, half, *again = [record["stops"] for record in rounds]
    assert [stop["services"] for stop in bad] != [[], []]
    assert [stop["age"] for stop in bad] == [20, 20]
    assert sorted(stop["error"] is None for stop in half) == [False, True]
    assert {stop["error"] for stops in (good, *again) for stop in stops} == {None}
    assert rider.stub.requests.count("arrivals.get") == 10


def test_watch_writes_csv_and_boards(rider: Rider) -> None:
    rows = rider.run("arrivals", SELETAR, "--watch", "--rounds", "2", "-o", "csv")
    assert rows.status == 0
    assert "08:00:20" in rows.out
    table = rider.run("arrivals", SELETAR, "--watch", "--rounds", "1", "-o", "table", "--fields", "service_no,minutes")
    assert (table.status, table.out.splitlines()[0].split()) == (0, ["Bus", "Minutes"])
    boards = rider.run("arrivals", SELETAR, "--watch", "--rounds", "2", "-o", "table")
    assert (boards.status, boards.out.count(f"{SELETAR}  ")) == (0, 2)


def test_server_whose_clock_stands_is_noticed(rider: Rider) -> None:
    with mock.patch.object(settings, "SystemClock", return_value=Clock(rider.stub.clock.now() + timedelta(days=1))):
        done = rider.run("arrivals", ORCHID)
    assert done.status == 0
    assert "every bus was due by 2025-06-16 08:" in done.err
    assert "the clock of the server stands" in done.err


def test_night_without_buses_gives_no_rows(rider: Rider) -> None:
    rider.stub.clock.advance(19 * 3600)
    assert rider.rows("arrivals", SELETAR) == []
    rider.stub.observed.empty_arrivals = True
    assert rider.rows("arrivals", SELETAR) == []
    assert "No buses are expected." in rider.run("arrivals", SELETAR, "-o", "table").out


@pytest.mark.long
def test_command_runs_as_a_script(rider: Rider) -> None:
    done = run_script("bus", "arrivals", SELETAR, "-o", "ndjson", env=rider.env)
    assert done.status == 0
    assert "the clock of the server stands" in done.err
    assert {json.loads(line)["service_no"] for line in done.out.splitlines()} == {"23"}
