"""The cells of a table."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trivet.cli.output.formats.cells import fitted, text_of, width_of, widths


def test_text_of_a_cell_is_short() -> None:
    values = [
        None,
        True,
        False,
        1.5,
        "a",
        ["a", 1, None],
        [{"a": 1}],
        [[1], [2]],
        {"a": [1]},
        datetime(2025, 6, 16, tzinfo=UTC),
    ]
    shown = ["", "yes", "no", "1.5", "a", "a, 1, ", "1 item", "2 items", '{"a":[1]}', "2025-06-16 00:00:00Z"]
    assert [text_of(each) for each in values] == shown


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["a", "é", "東", "🚌", "👩‍🚀", " "])).map("".join), st.integers(1, 12), st.booleans())
def test_fitted_text_takes_exactly_its_width(text: str, width: int, right: bool) -> None:
    assert width_of(fitted(text, width, right=right)) == width


def test_text_that_may_not_be_cut_stays_whole() -> None:
    assert fitted("東京都", 4) == "東 …"
    assert fitted("abcdef", 3, cut=False) == "abcdef"
    assert fitted("7", 3, right=True) == "  7"


def test_columns_have_their_own_width_where_there_is_room() -> None:
    rows = [["id", "name"], ["1234", "東京"]]
    assert widths(rows, [True, True], None, 2) == [4, 4]
    assert widths(rows, [True, True], 10, 2) == [4, 4]
    assert widths([[]], [], 80, 2) == []


def test_long_columns_are_cut_first_and_the_last_ones_left_out() -> None:
    rows = [["id", "text", "n", "more"], ["1" * 36, "x" * 90, "5" * 12, "y" * 90]]
    may_cut = [True, True, False, True]
    assert widths(rows, may_cut, 101, 2) == [36, 24, 12, 23]
    assert widths(rows, may_cut, 72, 2) == [36, 20, 12]
    assert widths(rows, may_cut, 20, 2) == [20]


@settings(max_examples=40)
@given(
    st.lists(st.lists(st.text("ab", max_size=60), min_size=4, max_size=4), min_size=1, max_size=4), st.integers(1, 120)
)
def test_columns_never_exceed_the_terminal(rows: list[list[str]], available: int) -> None:
    found = widths(rows, [True] * 4, available, 2)
    assert 1 <= len(found) <= 4
    assert sum(found) + 2 * (len(found) - 1) <= available


@pytest.mark.parametrize("width", [1, 2])
def test_cut_wide_characters_do_not_spill_over(width: int) -> None:
    assert width_of(fitted("🚌🚌", width)) == width
