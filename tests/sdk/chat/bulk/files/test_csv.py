"""A CSV file that is whole or not there, without formulas."""

import csv

import pytest

from trivet.chat._bulk.files.csv import cell, write_csv


def test_formula_begins_with_apostrophe():
    assert cell("=1+1") == "'=1+1"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (False, "false"),
        (404, "404"),
        (-1, "-1"),
        ("-1.5", "-1.5"),
        ("", ""),
        ("a=b", "a=b"),
        ([1], "[1]"),
    ],
)
def test_other_values_are_their_text(value, text):
    assert cell(value) == text


def test_file_is_replaced_and_reads_back(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("old")
    rows = [["a,b", 'say "hi"', "two\nlines", None, "half \ud800 pair", "zoë"]]
    write_csv(path, ["=h", *"bcdef"], rows, encoding="utf-8")
    with path.open(encoding="utf-8", newline="") as file:
        assert [*csv.reader(file)] == [
            ["'=h", *"bcdef"],
            ["a,b", 'say "hi"', "two\nlines", "", "half \\ud800 pair", "zoë"],
        ]
    assert [path.name for path in tmp_path.iterdir()] == ["x.csv"]


def test_failure_keeps_the_old_file_and_leaves_no_other(tmp_path, full_disk):
    path = tmp_path / "x.csv"
    path.write_text("old")

    def broken():
        yield ["a"]
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        write_csv(path, ["h"], broken(), encoding="utf-8")
    with full_disk(1000), pytest.raises(OSError, match="File too large") as caught:
        write_csv(path, ["h"], [["x" * 50]] * 100, encoding="utf-8")
    assert caught.value.filename == str(path)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("x.csv", "old")]


def test_missing_folder_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="missing") as caught:
        write_csv(tmp_path / "missing" / "x.csv", ["h"], [], encoding="utf-8")
    assert caught.value.filename.endswith("x.csv")
