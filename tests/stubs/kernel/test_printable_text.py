"""Foreign text as one line."""

from trivet_stubs.kernel.printable_text import printable


def test_text_is_one_line_without_control_characters():
    assert printable("a\x1b[31m\nb", 300) == "a [31m b"


def test_long_text_is_cut_with_a_mark():
    assert printable("x" * 301, 300) == "x" * 299 + "\u2026"
    assert printable("x" * 300, 300) == "x" * 300
