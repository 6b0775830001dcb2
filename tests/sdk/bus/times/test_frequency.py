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
def test_a_frequency_is_a_range_of_minutes(text: str, minimum: int, maximum: int):
    assert parse_frequency(text) == FrequencyRange(minimum, maximum)


@pytest.mark.parametrize("text", ["", "-", "5-", "-5", "5 - 8", "5-8-9", "five", "5.5", "5-8\n", "٥-٨", "12345"])
def test_what_gives_no_range_is_none(text: str):
    assert parse_frequency(text) is None


@given(st.text())
def test_no_text_makes_a_frequency_raise(text: str):
    read = parse_frequency(text)
    assert read is None or read.minimum <= read.maximum


@given(st.integers(0, 9999), st.integers(0, 9999))
def test_the_order_of_the_ends_does_not_matter(one: int, other: int):
    assert parse_frequency(f"{one}-{other}") == parse_frequency(f"{other}-{one}")


def test_a_range_reads_well():
    assert str(FrequencyRange(5, 8)) == "5-8 min"
    assert str(FrequencyRange(9, 9)) == "9 min"


def test_ranges_sort_by_the_shorter_wait_and_are_values():
    assert sorted([FrequencyRange(9, 9), FrequencyRange(5, 20), FrequencyRange(5, 8)]) == [
        FrequencyRange(5, 8),
        FrequencyRange(5, 20),
        FrequencyRange(9, 9),
    ]
    assert len({FrequencyRange(5, 8), FrequencyRange(5, 8)}) == 1


def test_every_frequency_of_the_snapshot_is_read(snapshot):
    rows = snapshot("bus_service")
    texts = [text for row in rows for name, text in row.items() if name.endswith("_Freq")]
    ranges = [parse_frequency(text) for text in texts]
    assert len(ranges) == 2_896
    assert ranges.count(None) == texts.count("-") == 659
