"""From positions to a sheet."""

from __future__ import annotations

import pytest

from trivet.bus import Position
from trivet.cli.bus.map.projection import Projection, round_length

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
        for each in positions:
            x, y = projection(each)
            assert -1 <= x <= 1001
            assert -1 <= y <= projection.height + 1


@pytest.mark.parametrize(("most", "length"), [(3300, 2000), (999, 500), (1000, 1000), (1, 1), (0.3, 0.3)])
def test_scale_bar_has_a_round_length(most: float, length: float) -> None:
    assert round_length(most) == length
