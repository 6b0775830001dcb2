"""The report of a bulk job."""

import pickle

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
