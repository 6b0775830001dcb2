"""The network: searches, distances, ages and differences."""

import copy
from datetime import datetime, timedelta

import attrs
import pytest

from tests.sdk.bus.network.records import NOW, network, rows, stop
from trivet import InvalidArgumentError
from trivet.bus import Network, Position
from trivet.bus._network.network import changes

STOPS = [
    stop("01113", "Opp Bugis Stn", 1.2990, 103.8550),
    stop("01112", "Bugis Stn", 1.2991, 103.8551),
    stop("02111", "Aft Bugis Stn", 1.3990, 103.8550),
]


def test_text_is_found_by_words_in_any_case() -> None:
    find = network(stops=STOPS).find
    assert [stop.bus_stop_code for stop in find("bugis STN")] == ["01112", "01113", "02111"]  # begins with it first
    assert [stop.bus_stop_code for stop in find("opp bug")] == ["01113"]
    assert [stop.bus_stop_code for stop in find("0111")] == ["01112", "01113"]
    assert [stop.bus_stop_code for stop in find("pier", limit=2)] == ["01112", "01113"]
    assert find("nowhere") == []
    with pytest.raises(InvalidArgumentError, match="text"):
        find("  ")


def test_nearest_stops_are_sorted_and_bounded() -> None:
    near, here = network(stops=STOPS).nearest, Position(1.2990, 103.8550)
    assert [candidate.stop.bus_stop_code for candidate in near(here)] == ["01113", "01112", "02111"]
    assert [candidate.stop.bus_stop_code for candidate in near(here, within=500)] == ["01113", "01112"]
    assert [candidate.stop.bus_stop_code for candidate in near(here, limit=1)] == ["01113"]
    assert near(here, within=0)[0].metres == 0
    with pytest.raises(InvalidArgumentError, match="within"):
        near(here, within=float("nan"))
    with pytest.raises(InvalidArgumentError, match="limit"):
        near(here, limit=0)
    with pytest.raises(InvalidArgumentError, match="position must be a Position"):
        near((1.2990, 103.8550))  # type: ignore[arg-type]


def test_position_with_the_longitude_first_is_refused_by_name() -> None:
    message = r"^position must be a latitude before a longitude, as Position\(latitude=1.299, longitude=103.855\), got "
    with pytest.raises(InvalidArgumentError, match=message):
        network(stops=STOPS).nearest(Position(103.8550, 1.2990))
    alps = network(stops=[stop("01112", latitude=46.5, longitude=9.8), stop("01113", latitude=0.0, longitude=0.0)])
    with pytest.raises(InvalidArgumentError, match="position must be a latitude before a longitude"):
        alps.nearest(Position(10.5, 47.0))


def test_position_far_from_every_stop_is_accepted_on_the_globe_only() -> None:
    nearest = network(stops=STOPS).nearest
    assert len(nearest(Position(51.5, -0.1))) == len(nearest(Position(2.2, 104.8))) == len(STOPS)
    assert network(stops=[]).nearest(Position(1.3, 103.8)) == []
    for position in (Position(91.0, 0.0), Position(0.0, -181.0), Position(float("nan"), 1.0)):
        with pytest.raises(InvalidArgumentError, match="position must be a latitude within 90"):
            nearest(position)


def test_reprs_are_one_readable_line() -> None:
    routes = network(rows("10", "01112", "01113"), stops=[stop("01112", "Opp Pier"), stop("01113", "Pier")])
    (ride,) = routes.rides("01112", "01113")
    assert repr(routes) == "<Network of 1 services, 2 route stops, 2 stops, fetched at 2025-06-16T00:00:00+00:00>"
    assert repr(ride.route) == "<Route 10, direction 1, 2 stops from 01112 Opp Pier to 01113 Pier>"
    assert repr(ride.stops) == "[<RouteStop 1 of 10: 01112 Opp Pier>, <RouteStop 2 of 10: 01113 Pier>]"
    assert repr(ride) == "<Ride on 10 from 01112 Opp Pier to 01113 Pier, 1 stops, 1.0 km>"
    without_stops = network(rows("10", "01112"), stops=[])
    assert repr(without_stops.routes) == "[<Route 10, direction 1, 1 stops from 01112 to 01112>]"
    assert repr(routes.diff(without_stops)) == f"<NetworkDiff of {routes.diff(without_stops)}>"
    assert repr(attrs.evolve(ride.route, stops=[])) == "<Route 10, direction 1, 0 stops>"


def test_services_at_a_stop_are_in_natural_order_each_once() -> None:
    loaded = network(
        rows("10", "A", "B", "A"), rows("2", "A"), rows("NR5", "B", "A"), rows("10", "B", "A", direction=2)
    )
    assert [(route.service_no, route.direction) for route in loaded.services_at("A")] == [
        ("2", 1),
        ("10", 1),
        ("10", 2),
        ("NR5", 1),
    ]


def test_error_of_a_missing_route_lists_the_directions() -> None:
    loaded = network(rows("10", "A", "B"), rows("10", "B", "A", direction=2))
    assert loaded.route("10", 2).direction == 2
    with pytest.raises(InvalidArgumentError, match="1 or 2 for the service 10"):
        loaded.route("10", 3)
    with pytest.raises(InvalidArgumentError, match="service_no"):
        loaded.route("11")


def test_age_is_never_below_zero_and_times_have_zones() -> None:
    loaded = network(rows("10", "A"))
    assert loaded.age(NOW + timedelta(days=2)) == timedelta(days=2)
    assert loaded.age(NOW - timedelta(days=2)) == timedelta()
    with pytest.raises(InvalidArgumentError, match="fetched_at"):
        Network([], [], [], datetime(2025, 6, 16))


def test_differences_list_added_removed_and_changed_records() -> None:
    older = network(rows("10", "A", "B"), rows("2", "A"))
    newer = copy.deepcopy(older)
    newer.rows[0].distance = 0.5
    newer.rows.append(rows("10", "A", "B", "C")[2])
    del newer.services[1]
    diff = newer.diff(older)
    assert str(diff) == (
        "services: 0 added, 1 removed, 0 changed; route stops: 1 added, 0 removed, 1 changed; "
        "stops: 0 added, 0 removed, 0 changed"
    )
    assert [(was.distance, now.distance) for was, now in diff.routes.changed] == [(0.0, 0.5)]
    assert diff
    assert not newer.diff(newer)
    assert not diff.stops


def test_last_of_several_records_with_one_key_counts() -> None:
    difference = changes([("a", 1), ("a", 2), ("b", 1)], [("a", 1), ("c", 1)], lambda record: record[0])
    assert difference.added == [("b", 1)]
    assert difference.removed == [("c", 1)]
    assert difference.changed == [(("a", 1), ("a", 2))]
    assert not changes([("a", 1)], [("a", 1)], lambda record: record[0])
