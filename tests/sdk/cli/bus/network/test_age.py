"""Ages as they are typed and shown."""

from datetime import timedelta

import pytest

from trivet.cli.bus.network.age import age_in_words, parse_age
from trivet.cli.failures import UsageError


def test_ages_are_a_number_and_a_unit() -> None:
    assert parse_age("7d", "--max-age") == timedelta(days=7)
    assert parse_age(" 2 W ", "--max-age") == timedelta(weeks=2)
    assert [parse_age(each, "--max-age").total_seconds() for each in ("90s", "30m", "12h", "0s")] == [
        90,
        1800,
        43200,
        0,
    ]


@pytest.mark.parametrize("text", ["7", "", "d", "-7d", "7 days", "1e3d", "9999999d", "٧d"])
def test_other_text_is_refused_with_the_way_out(text: str) -> None:
    with pytest.raises(UsageError, match=r"--max-age: .* is no age; give it as 7d"):
        parse_age(text, "--max-age")


def test_ages_are_shown_in_their_largest_unit() -> None:
    ages = [timedelta(days=9, hours=3), timedelta(days=1), timedelta(minutes=61), timedelta(seconds=59.9), timedelta()]
    assert [age_in_words(each) for each in ages] == ["9 days", "1 day", "1 hour", "59 seconds", "0 seconds"]
