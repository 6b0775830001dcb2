"""The places of names."""

from __future__ import annotations

import random
from itertools import combinations

from trivet.cli.bus.map.labels import Box, Placed, Wanted, place_labels

SHEET = Box(0, 0, 400, 300)


def box_of(placed: Placed) -> Box:
    width = len(placed.wanted.text) * placed.wanted.size * 0.58
    left = placed.at[0] - {"start": 0.0, "middle": width / 2, "end": width}[placed.anchor]
    return Box(left, placed.at[1] - placed.wanted.size * 0.8, left + width, placed.at[1])


def test_names_meet_neither_each_other_nor_dots_and_stay_on_the_sheet() -> None:
    dice = random.Random(3)
    wanted = [Wanted((dice.uniform(0, 400), dice.uniform(0, 300)), "x" * dice.randrange(1, 20), 10) for _ in range(60)]
    dots = [Box(each.at[0] - 3, each.at[1] - 3, each.at[0] + 3, each.at[1] + 3) for each in wanted]
    placed = list(place_labels(wanted, sheet=SHEET, taken=dots, lines=[]))
    boxes = [box_of(each) for each in placed]
    assert len(placed) > 20
    assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]
    assert not [1 for each in boxes for dot in dots if each.overlaps(dot)]
    assert all(SHEET.contains(each) for each in boxes)


def test_name_avoids_the_line_where_it_can() -> None:
    (placed,) = place_labels([Wanted((200, 150), "name", 10)], sheet=SHEET, taken=[], lines=[((0, 150), (400, 150))])
    assert not box_of(placed).meets((0, 150), (400, 150))


def test_name_that_is_further_away_has_a_leader() -> None:
    around = [Box(190, 140, 210, 160)]
    (placed,) = place_labels([Wanted((200, 150), "name", 10)], sheet=SHEET, taken=around, lines=[])
    assert placed.leader is not None


def test_line_meets_a_box_it_goes_through_or_ends_in() -> None:
    box = Box(0, 0, 10, 10)
    assert box.meets((-5, 5), (15, 5))
    assert box.meets((5, 5), (50, 50))
    assert not box.meets((-5, 11), (15, 11))
    assert not box.meets((-5, 8), (2, 30))
