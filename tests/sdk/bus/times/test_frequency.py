"""Frequency texts and ranges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.bus._times.frequency import FrequencyRange, parse_frequency


@pytest.mark.parametrize(
    ("text", "minimum", "maximum"),
    [
        ("10-12", 10, 12),
        ("5-08", 5, 8),
        ("9-9", 9, 9),
        ("9", 9, 9),
        ("08", 8, 8),
        ("13-07", 7, 13),
        ("8-288", 8, 288),
        ("10-528", 10, 528),
        ("115-115", 115, 115),
        ("0-5", 0, 5),
        ("5-0", 0, 5),
    ],
)
def test_frequency_text_is_parsed_to_range(text: str, minimum: int, maximum: int):
    assert parse_frequency(text) == FrequencyRange(minimum, maximum)


@pytest.mark.parametrize("text", ["00-00", "0-0", "0-00", "0", "00", "0000-0"])
def test_range_of_zeros_means_that_none_runs(text: str):
    assert parse_frequency(text) is None


@pytest.mark.parametrize("text", [None, "", "-", "5-", "-5", "5 - 8", "5-8-9", "five", "5.5", "5-8\n", "٥-٨", "12345"])
def test_text_that_is_no_range_is_none(text: str | None):
    assert parse_frequency(text) is None


@given(st.text())
def test_parse_frequency_never_raises(text: str):
    read = parse_frequency(text)
    assert read is None or read.minimum <= read.maximum


@given(st.integers(0, 9999), st.integers(0, 9999))
def test_reversed_range_is_swapped(one: int, other: int):
    assert parse_frequency(f"{one}-{other}") == parse_frequency(f"{other}-{one}")


def test_range_as_text():
    assert str(FrequencyRange(5, 8)) == "5-8 min"
    assert str(FrequencyRange(9, 9)) == "9 min"


def test_ranges_are_ordered_and_hashable():
    assert sorted([FrequencyRange(9, 9), FrequencyRange(5, 20), FrequencyRange(5, 8)]) == [
        FrequencyRange(5, 8),
        FrequencyRange(5, 20),
        FrequencyRange(9, 9),
    ]
    assert len({FrequencyRange(5, 8), FrequencyRange(5, 8)}) == 1


def test_every_frequency_of_snapshot_is_parsed(snapshot):
    rows = snapshot("bus_service")
    texts = [text for row in rows for name, text in row.items() if name.endswith("_Freq")]
    ranges = [parse_frequency(text) for text in texts]
    assert len(ranges) == 2_896
    none = {"-": 659, "00-00": 2}
    assert {text: texts.count(text) for text in none} == none
    assert ranges.count(None) == sum(none.values())
    assert all(each is None or each.maximum > 0 for each in ranges)
