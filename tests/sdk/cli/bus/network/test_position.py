"""Positions as they are typed."""

import pytest

from trivet.bus import Position
from trivet.cli.bus.network.position import parse_position
from trivet.cli.failures import UsageError


@pytest.mark.parametrize("text", ["1.2990,103.8550", " 1.299, 103.855 ", "+1.299 103.855", "1.299;103.855"])
def test_two_numbers_are_a_position(text: str) -> None:
    assert parse_position(text) == Position(1.299, 103.855)


def test_text_and_codes_are_no_position() -> None:
    assert [parse_position(each) for each in ("54009", "opp bugis", "1.299", "1,2,3", "nan,inf", "blk 12")] == [
        None
    ] * 6


def test_position_outside_the_globe_is_refused() -> None:
    with pytest.raises(UsageError, match="latitude comes first"):
        parse_position("103.8550,1.2990")
    with pytest.raises(UsageError, match="no such position"):
        parse_position("1,181")
