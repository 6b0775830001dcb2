"""The picture of a service."""

from __future__ import annotations

from datetime import UTC, datetime

from trivet.bus import Position
from trivet.cli.bus.map.drawing import draw_map
from trivet.cli.bus.map.lines import MapLine, MapStop
from trivet.cli.pictures.scene import Dot, Label, Line, Shape

NOW = datetime(2025, 6, 16, tzinfo=UTC)


def line(direction: int, *places: tuple[float, float]) -> MapLine:
    stops = [
        MapStop(f"{index:05}", f"Stop {index}", "Road", Position(*each), index, float(index))
        for index, each in enumerate(places, 1)
    ]
    return MapLine("10", direction, stops, [])


def test_directions_are_drawn_apart_with_arrows_along_them() -> None:
    there = ((1.30, 103.80), (1.30, 103.85), (1.30, 103.90))
    scene = draw_map([line(1, *there), line(2, *reversed(there))], "TRUNK", NOW)
    tracks = {each.style: each.points for each in scene.marks if isinstance(each, Line) and len(each.points) == 3}
    assert tracks["route-1"][0][1] < tracks["route-2"][0][1]  # eastwards, the left side is the north
    arrows = [each for each in scene.marks if isinstance(each, Shape) and each.style == "fill-1"]
    assert all(tip[0] > back[0] for tip, back, _ in (each.points for each in arrows))
    assert len(arrows) > 1


def test_everything_is_inside_whatever_the_form_of_the_route() -> None:
    forms = (
        [(1.3, 103.8), (1.3, 103.8)],
        [(1.3, 103.8), (1.5, 103.8)],
        [(1.3, 103.6), (1.3, 104.0)],
        [(1.3 + each % 7 * 1e-5, 103.8 + each % 5 * 1e-5) for each in range(120)],
    )
    for form in forms:
        scene = draw_map([line(1, *form)], "", NOW)
        for mark in scene.marks:
            points = mark.points if isinstance(mark, Line | Shape) else (mark.at,)
            assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in points), mark
        assert sum(isinstance(each, Dot) for each in scene.marks) == len(form)


def test_names_without_room_are_counted() -> None:
    scene = draw_map([line(1, *((1.3, 103.8 + each * 1e-6) for each in range(150)))], "", NOW)
    assert any("names have no room." in each.text for each in scene.marks if isinstance(each, Label))


def test_stop_across_the_road_is_named_once() -> None:
    here = ((1.30, 103.80), (1.31, 103.85))
    scene = draw_map([line(1, *here), line(1, *here)], "", NOW)
    assert [each.text for each in scene.marks if isinstance(each, Label)].count("Stop 1") == 1
