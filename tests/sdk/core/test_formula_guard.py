"""Cells of CSV that a spreadsheet would calculate are guarded, and every text comes back."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trivet._core.formula_guard import guarded, unguarded

SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20"
FORMULAS = [
    *(f"{sign}1+1" for sign in SIGNS),
    *(f"{blank}=1+1" for blank in " \t\r\n\x00\u00a0\u200b\ufeff"),
    "'=1+1",
    "''=1+1",
    "--1",
    "-1.5.5",
    "-\uff11",
    "\tname",
    "\rname",
    "\nname",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_formula_gets_one_apostrophe(text):
    assert guarded(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "-", "-1", "+6591234567", "-1.5e3", ".5", "a=b", " name", "'tis", "'-1", "a\n=1"])
def test_other_text_is_unchanged(text):
    assert guarded(text) == text


@given(st.text() | st.text(f"'{SIGNS}\t\r\n \ufeff01.e", max_size=6))
@example("'=1+1")
def test_any_text_survives_write_and_read(text):
    file = io.StringIO(newline="")
    csv.writer(file).writerow([guarded(text), "end"])
    ((cell, _),) = csv.reader(io.StringIO(file.getvalue(), newline=""), strict=True)
    assert unguarded(cell) == text
