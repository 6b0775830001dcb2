"""Positions: their distance, and the texts that they are parsed from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.bus._records.position import Position, parse_position


def test_distance_is_in_metres():
    raffles, changi = Position(1.2840, 103.8514), Position(1.3644, 103.9915)
    assert raffles.distance_to(changi) == pytest.approx(17_950, rel=0.005)
    assert Position(0, 0).distance_to(Position(0, 1)) == pytest.approx(111_195, abs=1)
    assert Position(0, 0).distance_to(Position(0, 180)) == pytest.approx(20_015_115, abs=1)
    assert Position(-82, -180).distance_to(Position(82, 0)) == pytest.approx(20_015_115, abs=1)


positions = st.builds(Position, st.floats(-90, 90), st.floats(-180, 180))


@given(positions, positions)
def test_distance_is_symmetric_and_at_most_half_circumference(one: Position, other: Position):
    assert one.distance_to(one) == 0
    assert one.distance_to(other) == pytest.approx(other.distance_to(one))
    assert 0 <= one.distance_to(other) <= 20_015_120


@given(positions)
def test_parsed_position_equals_written_one(position: Position):
    expected = position if all(position) else None
    assert parse_position(str(position.latitude), str(position.longitude)) == expected


@given(st.text(), st.text())
def test_parse_position_never_raises(latitude: str, longitude: str):
    position = parse_position(latitude, longitude)
    assert position is None or (abs(position.latitude) <= 90 and abs(position.longitude) <= 180)
