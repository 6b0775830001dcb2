"""What a bulk job tells of its rows."""

import pickle

import pytest

from trivet import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    DecodeError,
    InternalServerError,
    NotFoundError,
    StreamError,
)
from trivet.chat._bulk.report import failure
from trivet.chat.bulk import Report, Row


@pytest.mark.parametrize(
    ("error", "changed", "looked_up"),
    [
        (NotFoundError("op", 404, {}, b"", "NOT_FOUND", "gone"), ("failed", 404, "NOT_FOUND"), "failed"),
        (AuthenticationError("op", 401, {}, b""), ("failed", 401, None), "failed"),
        (InternalServerError("op", 500, {}, b""), ("failed", 500, None), "failed"),
        (InternalServerError("op", 503, {}, b""), ("unknown", 503, None), "failed"),
        (InternalServerError("op", 504, {}, b"", "GATEWAY"), ("unknown", 504, "GATEWAY"), "failed"),
        (DecodeError("op", 200, {}, b"", "no"), ("unknown", 200, None), "failed"),
        (APITimeoutError("op", "late"), ("unknown", None, None), "failed"),
        (StreamError("op", "cut"), ("unknown", None, None), "failed"),
        (APIConnectionError("op", "refused", sent=False), ("failed", None, None), "failed"),
    ],
)
def test_an_error_of_a_change_is_unknown_where_the_change_may_have_taken_effect(error, changed, looked_up):
    row = failure("id", error, changing=True)
    assert (row.outcome, row.status, row.code) == changed
    assert row.reason == str(error)
    assert failure("id", error, changing=False).outcome == looked_up


def test_a_long_reason_is_cut():
    row = failure("id", NotFoundError("op", 404, {}, b"", None, "x" * 9000), changing=True)
    assert len(row.reason) == 500
    assert row.reason.endswith("x...")


def test_a_report_counts_by_outcome():
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
