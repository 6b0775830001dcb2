"""The network: what is found, what is near, and what is kept."""

import copy
from datetime import datetime, timedelta

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
    found = network(stops=STOPS).find
    assert [each.bus_stop_code for each in found("bugis STN")] == ["01112", "01113", "02111"]  # begins with it first
    assert [each.bus_stop_code for each in found("opp bug")] == ["01113"]
    assert [each.bus_stop_code for each in found("0111")] == ["01112", "01113"]
    assert [each.bus_stop_code for each in found("pier", limit=2)] == ["01112", "01113"]
    assert found("nowhere") == []
    with pytest.raises(InvalidArgumentError, match="text"):
        found("  ")


def test_nearest_stops_are_sorted_and_bounded() -> None:
    near, here = network(stops=STOPS).nearest, Position(1.2990, 103.8550)
    assert [each.stop.bus_stop_code for each in near(here)] == ["01113", "01112", "02111"]
    assert [each.stop.bus_stop_code for each in near(here, within=500)] == ["01113", "01112"]
    assert [each.stop.bus_stop_code for each in near(here, limit=1)] == ["01113"]
    assert near(here, within=0)[0].metres == 0
    with pytest.raises(InvalidArgumentError, match="within"):
        near(here, within=float("nan"))
    with pytest.raises(InvalidArgumentError, match="limit"):
        near(here, limit=0)
    with pytest.raises(InvalidArgumentError, match="position must be a Position"):
        near((1.2990, 103.8550))  # type: ignore[arg-type]


def test_services_at_a_stop_are_in_natural_order_each_once() -> None:
    found = network(rows("10", "A", "B", "A"), rows("2", "A"), rows("NR5", "B", "A"), rows("10", "B", "A", direction=2))
    assert [(each.service_no, each.direction) for each in found.services_at("A")] == [
        ("2", 1),
        ("10", 1),
        ("10", 2),
        ("NR5", 1),
    ]


def test_route_that_does_not_exist_is_refused_by_what_there_is() -> None:
    found = network(rows("10", "A", "B"), rows("10", "B", "A", direction=2))
    assert found.route("10", 2).direction == 2
    with pytest.raises(InvalidArgumentError, match="1 or 2 for the service 10"):
        found.route("10", 3)
    with pytest.raises(InvalidArgumentError, match="service_no"):
        found.route("11")


def test_age_is_never_below_zero_and_times_have_zones() -> None:
    found = network(rows("10", "A"))
    assert found.age(NOW + timedelta(days=2)) == timedelta(days=2)
    assert found.age(NOW - timedelta(days=2)) == timedelta()
    with pytest.raises(InvalidArgumentError, match="fetched_at"):
        Network([], [], [], datetime(2025, 6, 16))


def test_differences_name_what_was_added_removed_and_changed() -> None:
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
    found = changes([("a", 1), ("a", 2), ("b", 1)], [("a", 1), ("c", 1)], lambda each: each[0])
    assert found.added == [("b", 1)]
    assert found.removed == [("c", 1)]
    assert found.changed == [(("a", 1), ("a", 2))]
    assert not changes([("a", 1)], [("a", 1)], lambda each: each[0])
