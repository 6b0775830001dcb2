"""The deltas that a text ends with, against a comparison of every length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.agent._store.transcript import Overlap


def longest(text, deltas):
    """Return the length of the most deltas that a text ends with."""
    ends = [len("".join(deltas[:count])) for count in range(len(deltas) + 1)]
    return max(end for end in ends if text.endswith("".join(deltas)[:end]))


@given(st.text("ab\U0001f33f", max_size=20), st.lists(st.text("ab\U0001f33f", max_size=4), max_size=20))
def test_length_is_that_of_the_longest_run(text, deltas):
    overlap = Overlap(text)
    for count, delta in enumerate(deltas, 1):
        overlap.append(delta)
        assert overlap.length == longest(text, deltas[:count])


@pytest.mark.parametrize(
    ("text", "deltas", "length"), [("xaaaa", "aaaaaa", 4), ("abab", "abab", 4), ("ab", "ca", 0), ("", "a", 0)]
)
def test_length_of_repeating_text(text, deltas, length):
    overlap = Overlap(text)
    for delta in deltas:
        overlap.append(delta)
    assert overlap.length == length
