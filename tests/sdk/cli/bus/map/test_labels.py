"""The placement of names."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from trivet.cli.bus.map.labels import Box, PlacedName, StopName, place_names

SHEET = Box(0, 0, 400, 300)


def box_of(placed: PlacedName) -> Box:
    width = len(placed.name.text) * placed.name.size * 0.58
    left = placed.at[0] - {"start": 0.0, "middle": width / 2, "end": width}[placed.anchor]
    return Box(left, placed.at[1] - placed.name.size * 0.8, left + width, placed.at[1])


def test_names_overlap_neither_names_nor_dots_and_stay_on_the_sheet() -> None:
    dice = random.Random(3)
    names = [StopName((dice.uniform(0, 400), dice.uniform(0, 300)), "x" * dice.randrange(1, 20), 10) for _ in range(60)]
    dots = [Box(name.at[0] - 3, name.at[1] - 3, name.at[0] + 3, name.at[1] + 3) for name in names]
    placed = list(place_names(names, sheet=SHEET, taken=dots, lines=[]))
    boxes = [box_of(name) for name in placed]
    assert len(placed) > 20
    assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]
    assert not [1 for box in boxes for dot in dots if box.overlaps(dot)]
    assert all(SHEET.contains(box) for box in boxes)


def test_names_keep_two_pixels_from_the_edge_of_the_sheet() -> None:
    for number in range(800):
        name = StopName((number / 2, 150), "name", 10)
        for placed in place_names([name], sheet=SHEET, taken=[], lines=[]):
            assert box_of(placed).left >= 2 - 1e-6
            assert box_of(placed).right <= 398 + 1e-6


def test_name_above_is_as_near_as_one_below() -> None:
    name, sides = StopName((200, 150), "name", 10), [Box(0, 0, 186, 300), Box(214, 0, 400, 300)]
    [above] = place_names([name], sheet=SHEET, taken=[*sides, Box(186, 150, 214, 300)], lines=[])
    [below] = place_names([name], sheet=SHEET, taken=[*sides, Box(186, 0, 214, 150)], lines=[])
    assert 150 - box_of(above).bottom == pytest.approx(box_of(below).top - 150)


def test_name_avoids_the_line_where_it_can() -> None:
    (placed,) = place_names([StopName((200, 150), "name", 10)], sheet=SHEET, taken=[], lines=[((0, 150), (400, 150))])
    assert not box_of(placed).meets((0, 150), (400, 150))


def test_name_that_is_further_away_has_a_leader() -> None:
    around = [Box(190, 140, 210, 160)]
    (placed,) = place_names([StopName((200, 150), "name", 10)], sheet=SHEET, taken=around, lines=[])
    assert placed.leader is not None


def test_line_meets_a_box_that_it_crosses_or_ends_in() -> None:
    box = Box(0, 0, 10, 10)
    assert box.meets((-5, 5), (15, 5))
    assert box.meets((5, 5), (50, 50))
    assert not box.meets((-5, 11), (15, 11))
    assert not box.meets((-5, 8), (2, 30))
