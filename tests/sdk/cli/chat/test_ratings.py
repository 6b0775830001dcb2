"""`trivet chat ratings`."""

from __future__ import annotations

import csv
import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.sdk.cli.chat.conftest import Administrator
from trivet.cli.chat.ratings import ASCII, Day, bars, days_between, legend, spans_of

REPORT = """\
Ratings of the last 6 days: 1
  likes 1   dislikes 0
  average +1.00 (-1 to +1)   with comments 0

Ratings a day:  ██ likes   ░░ dislikes
Sun 08 Jun 2025  ·
Mon 09 Jun 2025  ·
Tue 10 Jun 2025  ·
Wed 11 Jun 2025  ·
Thu 12 Jun 2025  ·
Fri 13 Jun 2025  ████████████████████████████████████████████████████████  1 | 0
"""


def test_report_in_a_terminal_has_totals_and_a_bar_for_each_day(ann: Administrator) -> None:
    result = ann.run("ratings", "report", "--days", "6", "-o", "table", env={"COLUMNS": "80"})
    assert (result.status, "\n".join(line.rstrip() for line in result.out.splitlines()) + "\n") == (0, REPORT)
    assert max(map(len, result.out.splitlines())) <= 80
    long = ann.run("ratings", "report", "--days", "365", "-o", "table")
    assert "Ratings in 28 days" in long.out
    assert len(long.out.splitlines()) < 30


@pytest.mark.long
def test_script_gets_the_summary_or_a_line_for_each_day(ann: Administrator) -> None:
    summary = json.loads(ann.script("ratings", "report", "--days", "90").out)
    assert (summary["like_count"], summary["dislike_count"]) == (3, 2)
    result = ann.run("ratings", "report", "--days", "90", "-o", "csv")
    rows = list(csv.DictReader(result.out.splitlines()))
    assert len(rows) >= 90
    assert sum(int(row["dislikes"]) for row in rows) == 2
    assert ann.run("ratings", "report", "--fields", "like_count", "-o", "json").out == '{"like_count":2}\n'


def test_report_without_ratings_or_assumed_fields_succeeds(ann: Administrator) -> None:
    ann.stub.faults.add("admin.ratings.summary", body={"total_ratings": 0})
    result = ann.run("ratings", "report", "-o", "table")
    assert (result.status, result.out.splitlines()[0]) == (0, "Ratings of the last 30 days: 0")
    assert "likes ?" in result.out


def test_chart_is_drawn_to_a_file(ann: Administrator) -> None:
    pytest.importorskip("matplotlib", reason="the extra `pictures` is not installed")
    result = ann.run("ratings", "report", "--chart", "r.svg")
    assert (result.status, result.err) == (0, "chart: r.svg\n")
    assert "<svg" in Path("r.svg").read_text("utf-8")
    for name, message in (("r.gif", "ends neither in .svg nor in .png"), ("no/r.svg", "there is no folder no")):
        refused = ann.run("ratings", "report", "--chart", name)
        assert (refused.status, message in refused.err) == (2, True)


def test_chosen_ratings_are_exported_in_a_format(ann: Administrator) -> None:
    only = ("--only", "dislikes", "--with-comments-only")
    result = ann.run("ratings", "export", "--out", "d.csv", "--format", "csv", *only)
    assert (result.status, json.loads(result.out)["ratings"]) == (0, 2)
    with Path("d.csv").open(encoding="utf-8", newline="") as file:
        assert {row["Rating"] for row in csv.DictReader(file)} == {"Dislike"}
    assert ann.run("ratings", "export", "--format", "xml").status == 2


DAYS = [Day(date(2025, 6, 14), 30, 10), Day(date(2025, 6, 15)), Day(date(2025, 6, 16), 1000, 1)]


def text(lines: object) -> str:
    return "\n".join("".join(piece.text for piece in line) for line in lines)  # type: ignore[attr-defined]


def test_chart_can_be_read_on_a_monochrome_terminal_and_fits() -> None:
    assert text(bars(DAYS, 60)) == (
        "Sat 14 Jun 2025  █░  30 | 10\nSun 15 Jun 2025  ·\nMon 16 Jun 2025  ████████████████████████████████░  1000 | 1"
    )
    assert text(bars(DAYS[:1], 40, ASCII)) == "Sat 14 Jun 2025  ##########----  30 | 10"
    assert text([legend(ASCII)]) == "## likes   -- dislikes"


def test_lines_fit_and_every_rated_day_has_a_bar() -> None:
    for width in (40, 80, 200):
        lines = [text([line]) for line in bars(DAYS, width)]
        assert max(map(len, lines)) <= width
    assert text(bars(DAYS, 10)).splitlines()[0] == "Sat 14 Jun 2025  █░  30 | 10"
    assert bars([], 80) == []


TODAY = date(2025, 6, 16)


def test_days_without_ratings_are_filled_in_up_to_today() -> None:
    rated = Day(date(2025, 6, 14), 2, 1)
    assert days_between([rated], 4, TODAY) == [Day(date(2025, 6, 13)), rated, Day(date(2025, 6, 15)), Day(TODAY)]
    assert days_between([], 1, TODAY) == [Day(TODAY)]


def test_service_with_another_clock_shows_its_own_days() -> None:
    for last in (TODAY - timedelta(400), TODAY + timedelta(1)):
        days = days_between([Day(last, 1)], 3, TODAY)
        assert [day.date for day in days] == [last - timedelta(2), last - timedelta(1), last]


def test_many_days_become_weeks_or_months_with_all_ratings() -> None:
    days = [Day(TODAY + timedelta(n), 1, 2) for n in range(365)]
    assert spans_of(days[:45]) == days[:45]
    weeks, months = spans_of(days[:90]), spans_of(days)
    assert (len(weeks), weeks[0], weeks[-1].days) == (13, Day(TODAY, 7, 14, 7), 6)
    assert (len(months), sum(month.total for month in months)) == (14, 365 * 3)


def same_times(document: bytes) -> bytes:
    """Return a document with one spelling of a time."""
    return document.replace(b".000000", b"").replace(b'00Z"', b'00+00:00"')


def repeating(ann: Administrator, form: str) -> bytes:
    """Let the export of ratings repeat one in the place of another, and return the whole document."""
    assert ann.run("ratings", "export", "--out", "whole", "--format", form, "--force").status == 0
    whole = Path("whole").read_bytes()
    if form == "csv":
        lines = whole.splitlines(keepends=True)
        body = b"".join([*lines[:-1], lines[1]])
    else:
        document = json.loads(whole)
        document["ratings"][-1] = document["ratings"][0]
        body = json.dumps(document).encode()
    kind = "text/csv" if form == "csv" else "application/json"
    ann.stub.faults.add("admin.ratings.export", body=body, content_type=kind, times=None)
    return whole


@pytest.mark.parametrize("form", ["csv", "json"])
def test_export_that_repeats_a_rating_is_completed_from_the_list(ann: Administrator, form: str) -> None:
    whole = repeating(ann, form)
    for words in (("ratings",), ("admin", "ratings")):
        broken = ann.run(*words, "export", "--format", form, "--out", "r")
        assert (broken.status, broken.out, Path("r").exists()) == (1, "", False)
        assert "1 of its 5 records has the id of an earlier one, so at least 1 is missing" in broken.err
        assert "`trivet chat ratings export --complete` adds them" in broken.err
    result = ann.run("ratings", "export", "--format", form, "--out", "r", "--complete")
    assert (result.status, json.loads(result.out)["ratings"]) == (0, 5)
    assert "the export lacks ratings, which come from the list: the document is not whole: 1 of its 5" in result.err
    assert ann.count("admin.ratings.list") == (5 if form == "csv" else 1)
    if form == "csv":
        assert same_times(Path("r").read_bytes()) == same_times(whole)
    else:
        before, after = json.loads(same_times(whole)), json.loads(same_times(Path("r").read_bytes()))
        assert after["ratings"] == before["ratings"]
        assert (after["total"], list(after)) == (5, list(before))
    assert sorted(path.name for path in Path().iterdir() if path.name.startswith("r")) == ["r"]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_complete_export_is_filtered_and_whole_where_the_service_repeats_nothing(ann: Administrator, form: str) -> None:
    for more, count in (((), 5), (("--only", "dislikes", "--with-comments-only"), 2)):
        words = ("ratings", "export", "--format", form, "--out", "r", "--complete", "--force", *more)
        result = ann.run(*words)
        assert (result.status, json.loads(result.out)["ratings"], result.err) == (0, count, "")
    text = Path("r").read_text("utf-8")
    assert len(list(csv.DictReader(text.splitlines())) if form == "csv" else json.loads(text)["ratings"]) == 2


@pytest.mark.parametrize("form", ["csv", "json"])
def test_complete_export_without_ratings_is_an_empty_document(ann: Administrator, form: str) -> None:
    body = "ID,Message ID\r\n" if form == "csv" else '{"ratings": [], "total": 0}'
    kind = "text/csv" if form == "csv" else "application/json"
    ann.stub.faults.add("admin.ratings.export", body=body, content_type=kind)
    ann.stub.faults.add("admin.ratings.list", body={"items": [], "total": 0}, times=None)
    assert ann.run("ratings", "export", "--format", form, "--out", "r", "--complete").status == 0
    text = Path("r").read_text("utf-8")
    assert text.startswith("ID,Message ID,") if form == "csv" else json.loads(text)["ratings"] == []


@pytest.mark.parametrize("form", ["csv", "json"])
def test_export_that_is_cut_is_completed_from_the_list(ann: Administrator, form: str) -> None:
    ann.stub.faults.add("admin.ratings.export", cut_after=0)
    result = ann.run("ratings", "export", "--format", form, "--out", "r", "--complete")
    assert (result.status, json.loads(result.out)["ratings"]) == (0, 5)
    assert "after 0 records" in result.err


def test_complete_export_of_a_list_that_lacks_ratings_leaves_no_file(ann: Administrator) -> None:
    repeating(ann, "csv")
    page = ann.run("admin", "ratings", "list", "-o", "json").out
    body = {"items": json.loads(page)[:4], "total": 5}
    ann.stub.faults.add("admin.ratings.list", body=body, times=None)
    result = ann.run("ratings", "export", "--format", "csv", "--out", "r", "--complete")
    assert (result.status, result.out, Path("r").exists()) == (1, "", False)
    assert "admin.ratings.list: 1 of 5 item is missing" in result.err


def test_complete_export_needs_a_new_file(ann: Administrator) -> None:
    result = ann.run("ratings", "export", "--complete")
    assert (result.status, "--complete needs --out FILE" in result.err) == (2, True)
    Path("r").write_text("mine")
    result = ann.run("ratings", "export", "--complete", "--out", "r")
    assert (result.status, Path("r").read_text(), len(ann.stub.requests)) == (2, "mine", 0)


def test_complete_export_needs_ids(ann: Administrator) -> None:
    ann.stub.faults.add("admin.ratings.export", body="Rating\r\nLike\r\n", content_type="text/csv")
    result = ann.run("ratings", "export", "--complete", "--out", "r", "--format", "csv")
    assert (result.status, Path("r").exists()) == (1, False)
    assert "the CSV document has no column ID; use --format json" in result.err
