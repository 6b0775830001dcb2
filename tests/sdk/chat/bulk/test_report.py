"""The report of a bulk job, and its CSV file, which is whole or not there and holds no formulas."""

import csv
import pickle

import pytest

from trivet import InvalidArgumentError
from trivet.chat._bulk.report import cell, write_csv
from trivet.chat.bulk import Report, Row


def test_report_counts_and_lists_rows_by_outcome():
    rows = (Row("a", "done"), Row("b", "skipped", "why"), Row("c", "done"), Row("d", "unknown"), Row("e", "planned"))
    report = Report(rows)
    assert report.counts == {"done": 2, "skipped": 1, "unknown": 1, "planned": 1}
    assert (report.done, report.skipped, report.unknown, report.planned) == (
        [rows[0], rows[2]],
        [rows[1]],
        [rows[3]],
        [rows[4]],
    )
    assert report.failed == []
    assert str(report) == "5 rows: 2 done, 1 skipped, 1 unknown, 1 planned"
    assert repr(Report(rows[:1])) == "Report(1 row: 1 done)"
    assert pickle.loads(pickle.dumps(report)) == report


ROWS = (
    Row("a", "done", label="=ann@old.example", old={"is_active": True, "role": "user"}, new={"is_active": False}),
    Row("b", "failed", "op: 404 NOT_FOUND gone", 404, "NOT_FOUND"),
    Row("c", "planned", label="-5", old={"title": None}),
)


def test_saved_report_has_a_column_for_each_old_and_new_value(tmp_path):
    path = Report(ROWS).save(str(tmp_path / "x.csv"))
    with path.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    values = ["old_is_active", "old_role", "old_title", "new_is_active"]
    assert [*rows[0]] == ["id", "label", "outcome", "reason", "status", "code", *values]
    assert [row["label"] for row in rows] == ["'=ann@old.example", "", "-5"]
    assert [[row[name] for name in values] for row in rows] == [
        ["true", "user", "", "false"],
        ["", "", "", ""],
        ["", "", "", ""],
    ]
    assert (rows[1]["reason"], rows[1]["status"], rows[1]["code"]) == ("op: 404 NOT_FOUND gone", "404", "NOT_FOUND")


def test_address_without_a_user_does_not_stand_in_the_column_of_ids(tmp_path):
    unknown = Row("gone@x.test", "skipped", "no user has this email address", label="gone@x.test", cause="no_user")
    path = Report((unknown, Row("4f8a", "done", label="b@x.test"))).save(tmp_path / "x.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = [(row["id"], row["label"]) for row in csv.DictReader(file)]
    assert rows == [("", "gone@x.test"), ("4f8a", "b@x.test")]


def test_report_without_rows_is_saved_as_a_header(tmp_path):
    path = Report(()).save(tmp_path / "x.csv", encoding="utf-8-sig")
    assert path.read_bytes() == b"\xef\xbb\xbfid,label,outcome,reason,status,code\r\n"


@pytest.mark.parametrize("encoding", ["base64", "no-such", "nul\0", None, 7])
def test_wrong_argument_of_save_is_refused_and_writes_nothing(tmp_path, encoding):
    with pytest.raises(InvalidArgumentError, match="encoding must be the name of an encoding"):
        Report(ROWS).save(tmp_path / "x.csv", encoding=encoding)
    for path in (7, None, "", "/"):
        with pytest.raises(InvalidArgumentError, match="path must be the path of a file"):
            Report(ROWS).save(path)
    assert [*tmp_path.iterdir()] == []


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
