"""`trivet bus near`, against a stub."""

import json

import pytest

from tests.sdk.bus.network.records import network, rows, stop
from tests.sdk.cli.bus.conftest import Rider
from tests.sdk.cli.console import run_script
from trivet.bus import NearStop, Position
from trivet.cli.bus.near import near_rows, parse_position
from trivet.cli.failures import UsageError


def test_stops_within_a_distance_are_all_listed_nearest_first(rider: Rider) -> None:
    rows = rider.rows("near", "1.3334,103.8224", "--within", "1000000")
    assert len(rows) == len(rider.stub.records.stops)  # all, as no limit is given
    assert [row["metres"] for row in rows] == sorted(row["metres"] for row in rows)
    nearest = rows[0]
    assert (nearest["bus_stop_code"], nearest["metres"]) == ("28009", 3)
    assert (nearest["description"], nearest["road_name"]) == ("Orchid Int", "Orchid Ctrl")
    assert nearest["services"] == ["23", "302", "NR5"]
    assert len(rider.rows("near", "1.3334,103.8224", "--within", "1000000", "--limit", "3")) == 3
    assert len(rider.rows("near", "1.3334,103.8224")) == 10


def test_place_may_be_a_stop(rider: Rider) -> None:
    by_code, by_words = rider.rows("near", "28009", "--limit", "2"), rider.rows("near", "orchid int", "--limit", "2")
    assert by_code == by_words
    assert [row["metres"] for row in by_code] == [0, 401]


def test_no_stop_near_is_a_note_with_status_0(rider: Rider) -> None:
    done = rider.run("near", "0,0", "--within", "500", "-o", "json")
    assert (done.status, done.err) == (0, "trivet: no stop is within 500 m of 0.0,0.0\n")
    assert json.loads(done.out or "[]") == []


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("103.8,1.3",), "the latitude comes first"),
        (("1.3,103.8", "--within=-1"), "--within: -1 is not a distance; give metres, such as 500"),
        (("1.3,103.8", "--within", "nan"), "--within: nan is not a distance"),
    ],
)
def test_impossible_place_is_refused_before_the_fetch(rider: Rider, arguments: tuple[str, ...], line: str) -> None:
    assert line in rider.refused("near", *arguments)
    assert len(rider.stub.requests) == 0


def test_service_in_two_directions_is_listed_once() -> None:
    known = network([*rows("10", "A", "B"), *rows("10", "B", "A", direction=2), *rows("2", "A")])
    [row] = near_rows(known, [NearStop(stop=stop("A"), metres=1.6)])
    assert (row["metres"], row["services"]) == (2, ["2", "10"])


@pytest.mark.long
def test_command_runs_as_a_script(rider: Rider) -> None:
    done = run_script("bus", "near", "28009", "--limit", "1", "-o", "ndjson", env=rider.env)
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out)["bus_stop_code"] == "28009"


@pytest.mark.parametrize("text", ["1.2990,103.8550", " 1.299, 103.855 ", "+1.299 103.855", "1.299;103.855"])
def test_two_numbers_are_a_position(text: str) -> None:
    assert parse_position(text) == Position(1.299, 103.855)


def test_other_text_is_not_a_position() -> None:
    assert [parse_position(text) for text in ("54009", "opp bugis", "1.299", "1,2,3", "nan,inf", "blk 12")] == [
        None
    ] * 6


def test_position_outside_the_globe_is_refused() -> None:
    with pytest.raises(UsageError, match="latitude comes first"):
        parse_position("103.8550,1.2990")
    with pytest.raises(UsageError, match="no such position"):
        parse_position("1,181")
