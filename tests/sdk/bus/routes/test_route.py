import json
import random

import attrs
import pytest

from trivet.bus._routes.route import geojson, join_routes


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


def test_a_route_holds_its_service_its_rows_and_its_stops():
    service, row, stop = Service("10", 1), Row("10", 1, 1, "75009"), Stop("75009")
    [route] = join_routes([service], [row], [stop])
    assert (route.service_no, route.direction) == ("10", 1)
    assert route.service is service
    assert route.stops[0].route is row
    assert route.stops[0].stop is stop


def test_routes_come_in_the_order_in_which_their_rows_first_name_them():
    rows = [Row("9", 1, 1, "a"), Row("10", 2, 1, "a"), Row("10", 1, 1, "a"), Row("9", 1, 2, "b")]
    assert [(route.service_no, route.direction) for route in join_routes([], rows, [])] == [
        ("9", 1),
        ("10", 2),
        ("10", 1),
    ]


def test_stops_are_ordered_by_number_however_the_rows_come():
    rows = [Row("10", 1, sequence, str(sequence)) for sequence in (10, 2, 1, 9)]
    [route] = join_routes([], rows, [])
    assert [stop.route.stop_sequence for stop in route.stops] == [1, 2, 9, 10]


def test_a_stop_that_a_loop_visits_twice_stands_there_twice():
    stop = Stop("75009")
    [route] = join_routes([], [Row("10", 1, 1, "75009"), Row("10", 1, 9, "75009")], [stop])
    assert [each.stop for each in route.stops] == [stop, stop]


def test_codes_that_nobody_knows_become_none():
    [route] = join_routes([Service("10", 2)], [Row("10", 1, 1, "75009")], [Stop("76059")])
    assert route.service is None
    assert route.stops[0].stop is None
    assert route.stops[0].route.bus_stop_code == "75009"


def test_a_service_without_rows_is_left_out():
    assert join_routes([Service("162", 2)], [], []) == []


def test_any_iterable_will_do():
    rows = [Row("10", 1, 1, "75009")]
    assert join_routes(iter([Service("10", 1)]), iter(rows), iter([Stop("75009")])) == join_routes(
        [Service("10", 1)], rows, [Stop("75009")]
    )


def test_the_lists_are_left_as_they_were():
    rows = [Row("10", 1, 2, "b"), Row("10", 1, 1, "a")]
    join_routes([], rows, [])
    assert [row.stop_sequence for row in rows] == [2, 1]


def test_geojson_puts_the_longitude_first():
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
def test_every_route_of_the_snapshot_goes_from_its_origin_to_its_destination(snapshot, shuffled: bool):
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
    assert all(each.stop is not None for route in routes for each in route.stops)
    for route in routes:
        assert route.service is not None
        assert route.stops[0].route.bus_stop_code == route.service.origin_code
        assert route.stops[-1].route.bus_stop_code == route.service.destination_code
    joined = {(route.service_no, route.direction) for route in routes}
    without_rows = {(service.service_no, service.direction) for service in services} - joined
    assert without_rows == {("162", 2), ("911", 2), ("307", 2)}
    assert sum(len({each.route.bus_stop_code for each in route.stops}) < len(route.stops) for route in routes) == 222
