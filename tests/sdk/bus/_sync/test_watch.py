# Derived from tests/sdk/bus/_async/test_watch.py by `python -m codegen`; do not edit.
"""Live boards: one request a stop in each round, the last good arrivals, and slower rounds for the quota."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from trivet import BusClient, InternalServerError, InvalidArgumentError, RateLimitError, TrivetError
from trivet.bus import Board
from trivet_stubs import BusStub

STOPS = ["54009", "28009", "04121"]
QUOTA = {"fault": {"faultstring": "used up", "detail": {"errorcode": "policies.ratelimit.QuotaViolation"}}}


def first(bus: BusClient, rounds: int, change: Callable[[int], Any], stops: list[str] = STOPS) -> list[Board]:
    """Return the boards of some rounds; `change` is called after each round with its number."""
    boards = list[Board]()
    for board in bus.arrivals.watch(stops):
        boards.append(board)
        if len(boards) == rounds:
            break
        change(len(boards))
    return boards


def test_round_asks_for_each_stop_once_every_20_seconds(bus_stub: BusStub, bus_client: BusClient) -> None:
    with bus_client as bus:
        begun = bus_stub.clock.now()
        boards = first(bus, 3, lambda _: None, [*STOPS, STOPS[0]])
    assert bus_stub.requests.count("arrivals.get") == len(bus_stub.requests) == 9
    assert [(board.at - begun).total_seconds() for board in boards] == [0, 20, 40]
    assert [[stop.bus_stop_code for stop in board] for board in boards] == [STOPS] * 3
    assert all(stop.arrivals is not None and stop.age(board.at) == timedelta() for board in boards for stop in board)
    assert boards[0]["54009"].arrivals is not None
    assert len(boards[0]) == 3
    assert boards[0].next_after == 20


def test_stop_that_fails_keeps_its_last_good_arrivals_with_their_age(bus_stub: BusStub, bus_client: BusClient) -> None:
    def change(number: int) -> None:
        if number == 1:
            bus_stub.faults.add("arrivals.get", status=503, times=3)  # the client's own retries would hide one

    with bus_client as bus:
        good, bad, again = first(bus, 3, change)
    assert [type(stop.error) for stop in bad] == [InternalServerError] * 3
    assert [stop.arrivals for stop in bad] == [stop.arrivals for stop in good]
    assert [stop.age(bad.at) for stop in bad] == [timedelta(seconds=20)] * 3
    assert [stop.error for stop in again] == [None] * 3
    assert [stop.age(again.at) for stop in again] == [timedelta()] * 3
    assert len(bus_stub.requests) == 9


def test_stop_that_never_answered_has_only_an_error(bus_stub: BusStub, bus_client: BusClient) -> None:
    bus_stub.faults.add("arrivals.get", drop=True)
    with bus_client as bus:
        [board] = first(bus, 1, lambda _: None, ["54009"])
    assert (board["54009"].arrivals, board["54009"].age(board.at)) == (None, None)
    assert board["54009"].error is not None


def test_quota_makes_the_rounds_slower_and_success_quicker_again(bus_stub: BusStub, bus_client: BusClient) -> None:
    bus_stub.faults.add("arrivals.get", status=500, body=QUOTA, times=6)
    with bus_client as bus:
        boards = first(bus, 12, lambda _: None, ["54009"])
    assert isinstance(boards[0]["54009"].error, RateLimitError)
    assert [board.next_after for board in boards] == [40, 80, 160, 320, 320, 320, 160, 80, 40, 20, 20, 20]
    assert len(bus_stub.requests) == 12


def test_time_that_the_program_takes_is_part_of_the_interval(bus_stub: BusStub, bus_client: BusClient) -> None:
    with bus_client as bus:
        begun = bus_stub.clock.now()
        boards = first(bus, 3, lambda _: bus_stub.clock.advance(15), ["54009"])
        late = first(bus, 2, lambda _: bus_stub.clock.advance(50), ["54009"])
    assert [(board.at - begun).total_seconds() for board in boards] == [0, 20, 40]
    assert (late[1].at - late[0].at).total_seconds() == 50


@pytest.mark.parametrize("stops", [[], "54009", [""], [54009]])
def test_stops_that_are_none_are_refused_at_the_call(bus_stub: BusStub, bus_client: BusClient, stops: Any) -> None:
    with bus_client as bus:
        with pytest.raises(InvalidArgumentError):
            bus.arrivals.watch(stops)
    assert len(bus_stub.requests) == 0


@pytest.mark.parametrize("every", [19.9, 0, -20, float("nan")])
def test_interval_below_20_seconds_is_refused_at_the_call(
    bus_stub: BusStub, bus_client: BusClient, every: float
) -> None:
    with bus_client as bus:
        with pytest.raises(InvalidArgumentError, match="every"):
            bus.arrivals.watch(STOPS, every=every)
    assert len(bus_stub.requests) == 0


def test_closed_client_ends_the_iteration(bus_client: BusClient) -> None:
    with bus_client as bus:
        watch = bus.arrivals.watch(STOPS)
    with pytest.raises(TrivetError, match="closed"):
        [board for board in watch]
