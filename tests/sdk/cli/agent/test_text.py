"""Text of a server on a terminal."""

import pytest

from trivet.cli.agent.text import fit, one_line, running_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("one\n\ttwo\r\nthree", "one\n\ttwo\nthree"),
        ("\x1b[2Jred\x1b]0;title\x07\x9b31m\x08", "\\x1b[2Jred\\x1b]0;title\\x07\\x9b31m\\x08"),
        ("over\rwritten \u202edlrow", "over\\rwritten \\u202edlrow"),
        ("# *as it is*", "# *as it is*"),
    ],
)
def test_running_text_keeps_newlines_and_tabs_and_escapes_controls(text, shown):
    assert running_text(text) == shown


def test_running_text_is_not_cut():
    assert len(running_text("x\n" * 50_000)) == 100_000


def test_line_fits_in_columns_of_wide_characters_too():
    assert fit("orchard", 7) == "orchard"
    assert fit("orchard", 4) == "orc…"
    assert fit("果樹園の木", 5) == "果樹…"
    assert fit("orchard", 1) == "…"
    assert fit("orchard", 0) == ""


def test_one_line_has_no_line_breaks_and_nothing_for_none():
    assert one_line("a\nb\x1b") == "a\\nb\\x1b"
    assert one_line(None) == ""
    assert one_line("a" * 100_000, 10) == "a" * 9 + "…"
