"""Direct rides between two stops."""

import pytest

from tests.sdk.bus.network.records import arrivals, network, rows
from trivet import InvalidArgumentError


@pytest.mark.parametrize(
    ("codes", "found"),
    [
        ("A B C", [(0, 2, 1)]),
        ("C B A", []),
        ("A B A C", [(2, 3, 2)]),  # boarding at the first visit would go round for nothing
        ("A C B A C", [(0, 1, 1), (3, 4, 2)]),
        ("A B C B C", [(0, 2, 1)]),
        ("C A", []),
    ],
)
def test_ride_boards_at_the_last_visit_before_it_alights(codes: str, found: list[tuple[int, int, int]]) -> None:
    others = rows("9", "A", "C")
    rides = network(rows("1", *codes.split()), others).rides("A", "C")
    assert sorted((each.board, each.alight, each.visit) for each in rides if each.service_no == "1") == found
    assert [each.km for each in rides] == sorted(each.km for each in rides)


def test_stops_of_a_ride_are_those_between() -> None:
    [ride] = network(rows("1", "X", "A", "B", "C", "Y")).rides("A", "C")
    assert [each.route.bus_stop_code for each in ride.stops] == ["A", "B", "C"]
    assert (ride.service_no, ride.km) == ("1", 2.0)


@pytest.mark.parametrize(("origin", "destination"), [("A", "A"), ("A", "Z"), ("Z", "A")])
def test_stop_that_is_unknown_or_the_same_is_refused(origin: str, destination: str) -> None:
    with pytest.raises(InvalidArgumentError, match=r"code|destination"):
        network(rows("1", "A", "B")).rides(origin, destination)


def test_buses_of_the_other_direction_alone_are_none_of_the_ride() -> None:
    both = network(rows("1", "X", "A", "B", "C"), rows("1", "C", "B", "A", "X", direction=2))
    [ride] = both.rides("A", "C")
    for ends, found in ((["X"], []), (["X", "C"], ["C"]), (["X", "Z"], ["Z"])):  # Z: a short trip
        assert [each.destination_code for each in ride.buses(arrivals("1", *ends))] == found
    [back] = both.rides("C", "A")
    assert [each.destination_code for each in back.buses(arrivals("1", "X", "C"))] == ["X"]
