"""How texts are cleaned."""

import pytest

from trivet_stubs.chat.text import cleaned_comment, stripped


@pytest.mark.parametrize(("text", "expected"), [(None, None), ("", ""), (" a b \n", "a b"), ("\t", "")])
def test_stripped_text_has_no_white_space_around_it(text, expected):
    assert stripped(text) == expected


@pytest.mark.parametrize(
    ("comment", "expected"),
    [(None, None), (" \n", None), ("a\x00b\x85c", "abc"), ("a\tb\nc", "a\tb\nc"), (" x" * 1500, ("x " * 1500)[:2000])],
)
def test_cleaned_comment_has_no_control_characters_and_a_length(comment, expected):
    assert cleaned_comment(comment) == expected
