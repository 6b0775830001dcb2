"""The contents of a board: records for scripts, and short texts for a terminal."""

from datetime import timedelta

import orjson

from tests.sdk.bus.network.records import network, rows, stop
from tests.sdk.cli.bus.boards.stops import NOW, board, bus, service
from trivet import APIError
from trivet.bus import Board, StopBoard
from trivet.cli.bus.boards.contents import BUS_FIELDS, bus_rows, section_of, services_of, snapshot
from trivet.cli.bus.stop_lookup import StopNames

UNNAMED = StopNames(None)
NAMES = StopNames(network(stops=[stop("A", "Opp Bugis Stn"), stop("Z", "Marina Ctr")]))
GOOD = board(service("10", bus(3), bus(12, monitored=0, latitude="0", visit_number="2")), service("2", bus(1)))
BAD = StopBoard(bus_stop_code="B", error=APIError("arrivals.get", "down"))


def test_every_bus_is_a_record_without_empty_slots() -> None:
    rows = list(bus_rows([GOOD, BAD], NAMES, [], NOW))
    assert [(row["service_no"], row["minutes"]) for row in rows] == [("2", 1), ("10", 3), ("10", 12)]
    assert [name for name in BUS_FIELDS if name not in rows[0]] == []
    last = rows[-1]
    assert (last["is_scheduled"], last["latitude"], last["visit"], last["type_in_words"]) == (
        True,
        None,
        2,
        "double deck",
    )
    assert (last["description"], last["destination"], last["destination_code"]) == ("Opp Bugis Stn", "Marina Ctr", "Z")
    assert next(bus_rows([GOOD], StopNames(None), ["10"], NOW))["description"] is None


def test_snapshot_has_every_stop_with_its_age_and_error() -> None:
    stops = {"A": GOOD, "B": BAD}
    record = orjson.loads(orjson.dumps(snapshot(Board(at=NOW, stops=stops, next_after=40.0), NAMES, [])))
    assert (record["at"], record["next_after"]) == ("2025-06-16T08:00:00+08:00", 40.0)
    good, bad = record["stops"]
    assert (good["age"], good["error"]) == (0.0, None)
    assert [service["service_no"] for service in good["services"]] == ["2", "10"]
    assert (bad["age"], bad["fetched_at"], bad["services"]) == (None, None, [])
    assert "down" in bad["error"]


def test_stop_without_an_answer_has_no_services() -> None:
    assert services_of(BAD, []) == []


def test_buses_are_short_texts() -> None:
    first = bus(3.9)
    scheduled = bus(12, load="SDA", type="BD", feature="", monitored=0)
    strange = bus(0.5, load="NEW", type="", visit_number="x")
    [row] = section_of(board(service("10", first, scheduled, strange)), UNNAMED, [], NOW).services
    texts = [(text.minutes, text.time, text.load, text.type, text.accessible, text.visit) for text in row.buses]
    assert texts == [
        ("3 min", "08:03", "seats", "double", True, ""),
        ("12 min", "~08:12", "standing", "bendy", False, ""),
        ("Arr", "08:00", "", "", True, ""),
    ]
    assert row.destination == "Z"


def test_visits_are_shown_if_a_loop_comes_twice() -> None:
    twice = service("302", bus(1, visit_number="2"), bus(2), bus(3, visit_number="4"))
    once = service("10", bus(1), bus(2))
    loop, line = section_of(board(twice, once), UNNAMED, [], NOW).services[::-1]
    assert [bus.visit for bus in loop.buses] == ["2nd", "1st", "4th"]
    assert [bus.visit for bus in line.buses] == ["", ""]


def test_bus_with_another_destination_names_it() -> None:
    known = StopNames(network(stops=[stop("Z", "Marina Ctr"), stop("Y", "Dock")]))
    mixed, other = service("136", bus(1), bus(2, destination_code="Y")), service("136", bus(1, destination_code="Y"))
    services = section_of(board(mixed, other), known, [], NOW).services
    assert [(row.service_no, row.destination) for row in services] == [("136", "Marina Ctr"), ("136", "Dock")]
    assert [bus.destination for bus in services[0].buses] == ["", "Dock"]


def test_services_are_in_natural_order_and_chosen_in_any_case() -> None:
    stop_board = board(*(service(number, bus(1)) for number in ("100", "10e", "NR5", "2")))
    assert [row.service_no for row in section_of(stop_board, UNNAMED, [], NOW).services] == ["2", "10e", "100", "NR5"]
    assert [row.service_no for row in section_of(stop_board, UNNAMED, ["10E", "7"], NOW).services] == ["10e"]


def test_old_arrivals_have_an_age_and_gone_buses() -> None:
    error = APIError("arrivals.get", "down\x1b[2J\nnow")
    old = board(service("10", bus(-3), bus(-0.5), bus(4)), age=300, error=error)
    section = section_of(old, UNNAMED, [], NOW)
    assert section.age == "5 min ago"
    assert "down" in section.error
    assert "\x1b" not in section.error
    assert "\n" not in section.error
    assert [bus.minutes for bus in section.services[0].buses] == ["gone", "Arr", "4 min"]
    fresh = section_of(board(service("10", bus(-3))), UNNAMED, [], NOW)
    assert (fresh.age, fresh.services[0].buses[0].minutes) == ("now", "Arr")  # the service says that it is due


def test_stop_that_never_answered_has_only_an_error() -> None:
    section = section_of(StopBoard(bus_stop_code="A", error=APIError("arrivals.get", "down")), UNNAMED, [], NOW)
    assert (section.age, section.services, section.remarks) == ("", (), ())


def test_remarks_name_services_without_an_estimate() -> None:
    every = [
        *rows("10", "A", "B"),
        *rows("2", "A", "B"),
        *rows("NR5", "A", "B"),
        *rows("7", "B", "A"),
        *rows("5", "A", "B"),
    ]
    for row in every:
        if row.service_no in ("10", "2", "7"):
            row.wd_first_bus, row.wd_last_bus = "0500", "2300"
    known = StopNames(network(every))
    remarks = section_of(board(service("2", bus(1))), known, [], NOW).remarks
    assert remarks == ("No estimate: 10", "Not running now: 5 NR5")  # 7 ends here
    assert section_of(board(), known, ["nr5"], NOW).remarks == ("Not running now: NR5",)
    assert section_of(board(), known, ["2"], NOW - timedelta(hours=4)).remarks == ("Not running now: 2",)
    assert section_of(board(code="X"), known, [], NOW).remarks == ()


def test_text_of_the_server_is_escaped() -> None:
    known = StopNames(network(stops=[stop("A", "Bugis\x1b[2J"), stop("Z", "\u202eDock\n")]))
    section = section_of(board(service("1\x1b0", bus(1))), known, [], NOW)
    assert section.name == "Bugis\\x1b[2J, Pier Rd"
    assert (section.services[0].service_no, section.services[0].destination) == ("1\\x1b0", "\\u202eDock\\n")
