import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._text import LONGEST, cut, printable, short_repr


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain café 日本 👩‍👩‍👧 a\xa0b", "plain café 日本 👩‍👩‍👧 a\xa0b"),
        ("a\r\nb\tc", r"a\r\nb\tc"),
        ("\x1b[31m\x9b2J\x7f\x00", r"\x1b[31m\x9b2J\x7f\x00"),
        ("\u202egnp.exe\u2066\u200f", r"\u202egnp.exe\u2066\u200f"),
        ("a\u2028b\u2029\x85", r"a\u2028b\u2029\x85"),
        ("\ud800\udfff", r"\ud800\udfff"),
        ("\U000e0041", r"\U000e0041"),
        (r"C:\new", r"C:\new"),
    ],
)
def test_characters_that_a_terminal_acts_upon_are_escaped(text: str, expected: str):
    assert printable(text) == expected


def test_long_text_is_cut_before_and_after_it_is_escaped():
    assert printable("a" * LONGEST) == "a" * LONGEST
    assert printable("a" * (LONGEST + 1)) == cut("a" * 5000, LONGEST) == "a" * (LONGEST - 3) + "..."
    assert len(printable("\x1b" * 10_000_000)) == LONGEST


@given(st.text(st.characters()), st.integers(3, 50))
def test_printable_text_stays_as_it_is(text: str, longest: int):
    result = printable(text, longest)
    assert len(result) <= longest
    assert printable(result, longest) == result
    result.encode()
    assert len(result.splitlines()) <= 1


class Odd:
    def __init__(self, text: str | None) -> None:
        self.shown = text

    def __repr__(self) -> str:
        if self.shown is None:
            raise ValueError
        return self.shown


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a\n", r"'a\n'"),
        ("s" * 10_000_000, "'" + "s" * 76 + "..."),
        (Odd("two\nlines\x1b"), r"two\nlines\x1b"),
        (Odd(None), "<Odd without a repr>"),
        (short_repr("x"), "'x'"),
    ],
)
def test_repr_of_a_value_is_short_and_on_one_line(value: object, expected: str):
    assert short_repr(value) == repr(short_repr(value)) == expected
