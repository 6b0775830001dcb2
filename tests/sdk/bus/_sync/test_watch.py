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
    """The boards of some rounds; `change` is called after each with its number."""
    found = list[Board]()
    for board in bus.arrivals.watch(stops):
        found.append(board)
        if len(found) == rounds:
            break
        change(len(found))
    return found


def test_round_asks_for_each_stop_once_every_20_seconds(bus_stub: BusStub, bus_client: BusClient) -> None:
    with bus_client as bus:
        begun = bus_stub.clock.now()
        boards = first(bus, 3, lambda _: None, [*STOPS, STOPS[0]])
    assert bus_stub.requests.count("arrivals.get") == len(bus_stub.requests) == 9
    assert [(each.at - begun).total_seconds() for each in boards] == [0, 20, 40]
    assert [[each.bus_stop_code for each in board] for board in boards] == [STOPS] * 3
    assert all(each.arrivals is not None and each.age(board.at) == timedelta() for board in boards for each in board)
    assert boards[0]["54009"].arrivals is not None
    assert len(boards[0]) == 3
    assert boards[0].next_after == 20


def test_stop_that_fails_keeps_its_last_good_arrivals_with_their_age(bus_stub: BusStub, bus_client: BusClient) -> None:
    def change(number: int) -> None:
        if number == 1:
            bus_stub.faults.add("arrivals.get", status=503, times=3)  # the client's own retries would hide one

    with bus_client as bus:
        good, bad, again = first(bus, 3, change)
    assert [type(each.error) for each in bad] == [InternalServerError] * 3
    assert [each.arrivals for each in bad] == [each.arrivals for each in good]
    assert [each.age(bad.at) for each in bad] == [timedelta(seconds=20)] * 3
    assert [each.error for each in again] == [None] * 3
    assert [each.age(again.at) for each in again] == [timedelta()] * 3
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
    assert [each.next_after for each in boards] == [40, 80, 160, 320, 320, 320, 160, 80, 40, 20, 20, 20]
    assert len(bus_stub.requests) == 12


def test_time_that_the_program_takes_is_part_of_the_interval(bus_stub: BusStub, bus_client: BusClient) -> None:
    with bus_client as bus:
        begun = bus_stub.clock.now()
        boards = first(bus, 3, lambda _: bus_stub.clock.advance(15), ["54009"])
        late = first(bus, 2, lambda _: bus_stub.clock.advance(50), ["54009"])
    assert [(each.at - begun).total_seconds() for each in boards] == [0, 20, 40]
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
