"""Arrivals as records for scripts."""

import orjson

from tests.sdk.bus.network.records import network, stop
from tests.sdk.cli.bus.boards.stops import NOW, board, bus, service
from trivet import APIError
from trivet.bus import Board, StopBoard
from trivet.cli.bus.boards.rows import BUS_FIELDS, bus_rows, services_of, snapshot
from trivet.cli.bus.stops import Names

NAMES = Names(network(stops=[stop("A", "Opp Bugis Stn"), stop("Z", "Marina Ctr")]))
GOOD = board(service("10", bus(3), bus(12, monitored=0, latitude="0", visit_number="2")), service("2", bus(1)))
BAD = StopBoard(bus_stop_code="B", error=APIError("arrivals.get", "down"))


def test_every_bus_is_a_record_and_empty_slots_are_none() -> None:
    found = list(bus_rows([GOOD, BAD], NAMES, [], NOW))
    assert [(each["service_no"], each["minutes"]) for each in found] == [("2", 1), ("10", 3), ("10", 12)]
    assert [each for each in BUS_FIELDS if each not in found[0]] == []
    last = found[-1]
    assert (last["is_scheduled"], last["latitude"], last["visit"], last["type_in_words"]) == (
        True,
        None,
        2,
        "double deck",
    )
    assert (last["description"], last["destination"], last["destination_code"]) == ("Opp Bugis Stn", "Marina Ctr", "Z")
    assert next(bus_rows([GOOD], Names(None), ["10"], NOW))["description"] is None


def test_snapshot_has_every_stop_with_its_age_and_error() -> None:
    stops = {"A": GOOD, "B": BAD}
    record = orjson.loads(orjson.dumps(snapshot(Board(at=NOW, stops=stops, next_after=40.0), NAMES, [])))
    assert (record["at"], record["next_after"]) == ("2025-06-16T08:00:00+08:00", 40.0)
    good, bad = record["stops"]
    assert (good["age"], good["error"], [each["service_no"] for each in good["services"]]) == (0.0, None, ["2", "10"])
    assert (bad["age"], bad["fetched_at"], bad["services"]) == (None, None, [])
    assert "down" in bad["error"]


def test_services_of_a_stop_without_an_answer_are_none() -> None:
    assert services_of(BAD, []) == []
