"""The picture of a service."""

from __future__ import annotations

from datetime import UTC, datetime
from math import atan2, degrees, dist

import pytest

from trivet import BusClient
from trivet.bus import Position, load_network
from trivet.cli.bus.map.drawing import MapLine, MapStop, Projection, draw_map, map_lines, round_length
from trivet.cli.bus.route import find_routes
from trivet.cli.pictures.scene import Dot, Label, Line, Polygon

NOW = datetime(2025, 6, 16, tzinfo=UTC)


def line(direction: int, *places: tuple[float, float]) -> MapLine:
    stops = [
        MapStop(f"{index:05}", f"Stop {index}", "Road", Position(*place), index, float(index))
        for index, place in enumerate(places, 1)
    ]
    return MapLine("10", direction, stops, [])


def test_directions_are_drawn_apart_with_arrows_along_them() -> None:
    there = ((1.30, 103.80), (1.30, 103.85), (1.30, 103.90))
    scene = draw_map([line(1, *there), line(2, *reversed(there))], "TRUNK", NOW)
    tracks = {mark.style: mark.points for mark in scene.marks if isinstance(mark, Line) and len(mark.points) == 3}
    assert tracks["route-1"][0][1] < tracks["route-2"][0][1]  # eastwards, the left side is the north
    arrows = [mark for mark in scene.marks if isinstance(mark, Polygon) and mark.style == "fill-1"]
    assert all(tip[0] > back[0] for tip, back, _ in (arrow.points for arrow in arrows))
    assert len(arrows) > 1


def test_arrows_point_along_a_slanting_line() -> None:
    scene = draw_map([line(1, (1.30, 103.80), (1.35, 103.85), (1.40, 103.90))], "TRUNK", NOW)
    [track] = [mark.points for mark in scene.marks if isinstance(mark, Line) and len(mark.points) == 3]
    heading = degrees(atan2(track[-1][1] - track[0][1], track[-1][0] - track[0][0]))
    _, *arrows = [mark.points for mark in scene.marks if isinstance(mark, Polygon) and mark.style == "fill-1"]
    assert len(arrows) > 1
    for tip, left, right in arrows:
        assert dist(tip, left) == pytest.approx(dist(tip, right))
        back = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
        assert degrees(atan2(tip[1] - back[1], tip[0] - back[0])) == pytest.approx(heading, abs=1)


def test_all_marks_are_on_the_sheet_for_any_form_of_route() -> None:
    forms = (
        [(1.3, 103.8), (1.3, 103.8)],
        [(1.3, 103.8), (1.5, 103.8)],
        [(1.3, 103.6), (1.3, 104.0)],
        [(1.3 + number % 7 * 1e-5, 103.8 + number % 5 * 1e-5) for number in range(120)],
    )
    for form in forms:
        scene = draw_map([line(1, *form)], "", NOW)
        for mark in scene.marks:
            points = mark.points if isinstance(mark, Line | Polygon) else (mark.at,)
            assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in points), mark
        assert sum(isinstance(mark, Dot) for mark in scene.marks) == len(form)


def test_names_without_room_are_counted() -> None:
    scene = draw_map([line(1, *((1.3, 103.8 + number * 1e-6) for number in range(150)))], "", NOW)
    assert any("names have no room." in mark.text for mark in scene.marks if isinstance(mark, Label))


def test_stop_across_the_road_is_named_once() -> None:
    here = ((1.30, 103.80), (1.31, 103.85))
    scene = draw_map([line(1, *here), line(1, *here)], "", NOW)
    assert [mark.text for mark in scene.marks if isinstance(mark, Label)].count("Stop 1") == 1


def test_directions_have_their_stops_in_order(bus_client: BusClient) -> None:
    lines = map_lines(find_routes(load_network(bus_client), "23"))
    assert [line.direction for line in lines] == [1, 2]
    assert [stop.code for stop in lines[0].stops] == [stop.code for stop in reversed(lines[1].stops)]
    assert lines[0].title.startswith("Direction 1: ")
    assert lines[0].title.endswith(", 10 stops, 12.4 km")
    assert lines[0].stops[1].title.endswith("stop 2, 0.6 km")


A, B = Position(1.30, 103.80), Position(1.35, 103.90)


def test_positions_fill_the_box_north_up_at_one_scale() -> None:
    projection = Projection([A, B], width=1000, tallest=800)
    (west, south), (east, north) = projection(A), projection(B)
    assert (west, east) == pytest.approx((0, 1000), abs=1e-6)
    assert -1 < north < south < projection.height + 1
    assert projection.height <= 800
    assert projection.metres * (east - west) == pytest.approx(
        A.distance_to(Position(A.latitude, B.longitude)), rel=0.01
    )
    assert projection.metres * (south - north) == pytest.approx(
        A.distance_to(Position(B.latitude, A.longitude)), rel=0.01
    )


def test_one_place_and_the_poles_have_a_scale() -> None:
    for positions in ([A], [A, A], [Position(90, 180), Position(-90, -180)]):
        projection = Projection(positions, width=1000, tallest=800)
        for position in positions:
            x, y = projection(position)
            assert -1 <= x <= 1001
            assert -1 <= y <= projection.height + 1


@pytest.mark.parametrize(("most", "length"), [(3300, 2000), (999, 500), (1000, 1000), (1, 1), (0.3, 0.3)])
def test_scale_bar_has_a_round_length(most: float, length: float) -> None:
    assert round_length(most) == length
