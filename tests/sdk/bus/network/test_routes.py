"""Routes joined from the three lists, direct rides, natural order, and stops as GeoJSON."""

import json
import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sdk.bus.network.records import arrivals, network, rows
from trivet import InvalidArgumentError
from trivet.bus import natural_order
from trivet.bus._network.routes import geojson, join_routes


@attrs.define
class Service:
    service_no: str
    direction: int
    origin_code: str = ""
    destination_code: str = ""


@attrs.define
class Row:
    service_no: str
    direction: int
    stop_sequence: int
    bus_stop_code: str


@attrs.define
class Stop:
    bus_stop_code: str
    road_name: str = "Victoria St"
    description: str = "Opp Bugis"
    latitude: float = 1.3
    longitude: float = 103.9


def test_route_holds_service_rows_and_stops():
    service, row, stop = Service("10", 1), Row("10", 1, 1, "75009"), Stop("75009")
    [route] = join_routes([service], [row], [stop])
    assert (route.service_no, route.direction) == ("10", 1)
    assert route.service is service
    assert route.stops[0].route is row
    assert route.stops[0].stop is stop


def test_routes_are_in_order_of_first_row():
    rows = [Row("9", 1, 1, "a"), Row("10", 2, 1, "a"), Row("10", 1, 1, "a"), Row("9", 1, 2, "b")]
    assert [(route.service_no, route.direction) for route in join_routes([], rows, [])] == [
        ("9", 1),
        ("10", 2),
        ("10", 1),
    ]


def test_stops_are_sorted_by_sequence():
    rows = [Row("10", 1, sequence, str(sequence)) for sequence in (10, 2, 1, 9)]
    [route] = join_routes([], rows, [])
    assert [stop.route.stop_sequence for stop in route.stops] == [1, 2, 9, 10]


def test_stop_visited_twice_occurs_twice():
    stop = Stop("75009")
    [route] = join_routes([], [Row("10", 1, 1, "75009"), Row("10", 1, 9, "75009")], [stop])
    assert [visit.stop for visit in route.stops] == [stop, stop]


def test_unknown_service_and_stop_become_none():
    [route] = join_routes([Service("10", 2)], [Row("10", 1, 1, "75009")], [Stop("76059")])
    assert route.service is None
    assert route.stops[0].stop is None
    assert route.stops[0].route.bus_stop_code == "75009"


def test_service_without_rows_is_left_out():
    assert join_routes([Service("162", 2)], [], []) == []


def test_join_routes_accepts_iterators():
    rows = [Row("10", 1, 1, "75009")]
    assert join_routes(iter([Service("10", 1)]), iter(rows), iter([Stop("75009")])) == join_routes(
        [Service("10", 1)], rows, [Stop("75009")]
    )


def test_join_routes_does_not_change_its_arguments():
    rows = [Row("10", 1, 2, "b"), Row("10", 1, 1, "a")]
    join_routes([], rows, [])
    assert [row.stop_sequence for row in rows] == [2, 1]


def test_geojson_has_longitude_first():
    collection = json.loads(json.dumps(geojson([Stop("75009", latitude=1.3, longitude=103.9)])))
    assert collection["type"] == "FeatureCollection"
    [feature] = collection["features"]
    assert feature["type"] == "Feature"
    assert feature["geometry"] == {"type": "Point", "coordinates": [103.9, 1.3]}
    assert feature["properties"] == {
        "bus_stop_code": "75009",
        "road_name": "Victoria St",
        "description": "Opp Bugis",
    }


@pytest.mark.parametrize("shuffled", [False, True])
def test_snapshot_routes_lead_from_origin_to_destination(snapshot, shuffled: bool):
    services = [
        Service(row["ServiceNo"], int(row["Direction"]), row["OriginCode"], row["DestinationCode"])
        for row in snapshot("bus_service")
    ]
    rows = [
        Row(row["ServiceNo"], int(row["Direction"]), int(row["StopSequence"]), row["BusStopCode"])
        for row in snapshot("bus_route")
    ]
    stops = [Stop(row["BusStopCode"]) for row in snapshot("bus_stop")]
    if shuffled:
        random.Random(7).shuffle(rows)
    routes = join_routes(services, rows, stops)

    assert len(routes) == 721
    assert sum(len(route.stops) for route in routes) == 25_450
    assert all(visit.stop is not None for route in routes for visit in route.stops)
    for route in routes:
        assert route.service is not None
        assert route.stops[0].route.bus_stop_code == route.service.origin_code
        assert route.stops[-1].route.bus_stop_code == route.service.destination_code
    joined = {(route.service_no, route.direction) for route in routes}
    without_rows = {(service.service_no, service.direction) for service in services} - joined
    assert without_rows == {("162", 2), ("911", 2), ("307", 2)}
    assert sum(len({visit.route.bus_stop_code for visit in route.stops}) < len(route.stops) for route in routes) == 222


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ("A B C", [(0, 2, 1)]),
        ("C B A", []),
        ("A B A C", [(2, 3, 2)]),  # boarding at the first visit would go round for nothing
        ("A C B A C", [(0, 1, 1), (3, 4, 2)]),
        ("A B C B C", [(0, 2, 1)]),
        ("C A", []),
    ],
)
def test_ride_boards_at_the_last_visit_before_it_alights(codes: str, expected: list[tuple[int, int, int]]) -> None:
    others = rows("9", "A", "C")
    rides = network(rows("1", *codes.split()), others).rides("A", "C")
    assert sorted((ride.board, ride.alight, ride.visit) for ride in rides if ride.service_no == "1") == expected
    assert [ride.km for ride in rides] == sorted(ride.km for ride in rides)


def test_stops_of_a_ride_are_those_between() -> None:
    [ride] = network(rows("1", "X", "A", "B", "C", "Y")).rides("A", "C")
    assert [visit.route.bus_stop_code for visit in ride.stops] == ["A", "B", "C"]
    assert (ride.service_no, ride.km) == ("1", 2.0)


@pytest.mark.parametrize(("origin", "destination"), [("A", "A"), ("A", "Z"), ("Z", "A")])
def test_stop_that_is_unknown_or_the_same_is_refused(origin: str, destination: str) -> None:
    with pytest.raises(InvalidArgumentError, match=r"code|destination"):
        network(rows("1", "A", "B")).rides(origin, destination)


def test_buses_of_the_other_direction_alone_are_none_of_the_ride() -> None:
    both = network(rows("1", "X", "A", "B", "C"), rows("1", "C", "B", "A", "X", direction=2))
    [ride] = both.rides("A", "C")
    for ends, expected in ((["X"], []), (["X", "C"], ["C"]), (["X", "Z"], ["Z"])):  # Z: a short trip
        assert [arriving.destination_code for arriving in ride.buses(arrivals("1", *ends))] == expected
    [back] = both.rides("C", "A")
    assert [arriving.destination_code for arriving in back.buses(arrivals("1", "X", "C"))] == ["X"]


def test_ride_lists_the_buses_of_both_directions_that_end_at_the_same_stop() -> None:
    loops = network(rows("382", "X", "A", "B", "X"), rows("382", "X", "C", "D", "X", direction=2))
    [ride] = loops.rides("X", "B")
    assert [bus.destination_code for bus in ride.buses(arrivals("382", "X", "X"))] == ["X", "X"]
    assert loops.directions_to("382", "X", "X") == [1, 2]
    assert loops.directions_to("382", "A", "X") == [1]
    assert loops.directions_to("382", "A", "D") == loops.directions_to("1", "A", "X") == []


def test_destination_shows_the_direction_of_a_bus_that_goes_on() -> None:
    both = network(rows("1", "A", "B", "C"), rows("1", "C", "B", "A", direction=2))
    assert (both.directions_to("1", "B", "A"), both.directions_to("1", "B", "C")) == ([2], [1])
    assert both.directions_to("1", "C", "C") == []  # its last stop
    with pytest.raises(InvalidArgumentError, match="code"):
        both.directions_to("1", "Z", "A")


IN_ORDER = ["2", "2A", "10", "10A", "10e", "100", "188", "188R", "975", "CT8", "NR5", "NR10"]


def test_numbers_are_sorted_by_value_and_before_letters():
    shuffled = random.Random(7).sample(IN_ORDER, len(IN_ORDER))
    assert sorted(shuffled, key=natural_order) == IN_ORDER


def test_different_texts_have_different_keys():
    texts = ["10e", "10E", "010e", "10", "010", "", " ", "१०"]
    assert len({natural_order(text) for text in texts}) == len(texts)


@given(st.lists(st.integers(0, 10**20), max_size=20))
def test_digits_are_compared_as_numbers(numbers: list[int]):
    assert sorted(map(str, numbers), key=natural_order) == [str(number) for number in sorted(numbers)]


@given(st.lists(st.text()))
def test_any_texts_can_be_sorted(texts: list[str]):
    assert sorted(sorted(texts, key=natural_order, reverse=True), key=natural_order) == sorted(texts, key=natural_order)


def test_very_long_number_has_a_key():
    assert natural_order("9" * 100_000) > natural_order("9" * 99_999)


def test_services_of_snapshot_are_in_natural_order(snapshot):
    numbers = sorted({row["ServiceNo"] for row in snapshot("bus_service")}, key=natural_order)
    assert numbers[:4] == ["2", "2B", "3", "3A"]
    assert numbers.index("10") < numbers.index("100") < numbers.index("100A") < numbers.index("101")
