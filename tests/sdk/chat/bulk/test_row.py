"""A row: its description, when its change is uncertain, and when a run still has to handle it."""

from datetime import UTC, datetime, timedelta

import pytest

from trivet.chat._bulk.row import RowChange
from trivet.chat.bulk import Row


def test_description_is_kept_and_never_overwritten():
    before = Row("a", "planned", label="ann@old.example", old={"role": "user"}, new={"role": "admin"})
    done = Row("a", "done", "why", 200, label="ann@new.example").described_as(before)
    assert (done.outcome, done.reason, done.status) == ("done", "why", 200)
    assert (done.label, done.old, done.new) == ("ann@new.example", {"role": "user"}, {"role": "admin"})


def test_rows_are_equal_by_id_and_outcome_and_can_be_counted():
    assert Row("a", "done", label="x", old={"role": "user"}) == Row("a", "done")
    assert Row("a", "done") != Row("a", "failed")
    assert len({Row("a", "done", new={"role": "user"}), Row("a", "done")}) == 1


def change_with(outcome, *, status=None, sent=True):
    return RowChange(Row("a", outcome, status=status), sent=sent)


@pytest.mark.parametrize(
    ("outcome", "status", "uncertain"),
    [
        ("unknown", None, True),
        ("unknown", 503, True),
        ("failed", 500, True),
        ("failed", 408, True),
        ("failed", 404, False),
        ("failed", None, False),
        ("done", None, False),
        ("planned", None, False),
    ],
)
def test_sent_change_is_uncertain_without_a_conclusive_answer(outcome, status, uncertain):
    assert change_with(outcome, status=status).uncertain is uncertain
    assert change_with(outcome, status=status, sent=False).uncertain is False


def test_sent_change_has_unknown_outcome():
    change = change_with("planned", sent=False)
    change.mark_sent()
    assert (change.row.id, change.row.outcome, change.sent, change.uncertain) == (
        "a",
        "unknown",
        True,
        True,
    )


@pytest.mark.parametrize(("outcome", "sent"), [("done", True), ("failed", True), ("unknown", True), ("planned", False)])
def test_settled_change_counts_as_sent_unless_planned_again(outcome, sent):
    change = change_with("unknown")
    change.settle(Row("a", outcome))
    assert (change.row, change.sent) == (Row("a", outcome), sent)


@pytest.mark.parametrize(
    ("outcome", "status", "pending", "with_retry"),
    [
        ("planned", None, True, True),
        ("unknown", 503, True, True),
        ("failed", None, True, True),
        ("failed", 404, False, True),
        ("done", None, False, False),
        ("skipped", None, False, False),
    ],
)
def test_change_is_pending_until_settled(outcome, status, pending, with_retry):
    change = change_with(outcome, status=status)
    assert change.is_pending(retry_failed=False) is pending
    assert change.is_pending(retry_failed=True) is with_retry


class Record:
    def __init__(self, **fields):
        self.__dict__.update(fields)


def test_record_gives_label_old_values_and_owner():
    change = change_with("planned", sent=False)
    record = Record(title="Plans", is_archived=None, user_id="o")
    change.describe(record, label="title", fields=("title", "is_archived", "never"), new={"title": "x"})
    assert (change.row.label, change.row.old, change.row.new) == (
        "Plans",
        {"title": "Plans"},
        {"title": "x"},
    )
    assert change.owner_id == "o"
    change.describe(Record(title=None), label="title", fields=("title",))
    assert change.row.old == {"title": None}


def test_values_of_a_row_that_was_sent_are_not_its_old_ones():
    change = change_with("planned", sent=False)
    change.mark_sent()
    change.describe(
        Record(email="ann@old.example", role="admin"), label="email", fields=("role",), new={"role": "admin"}
    )
    assert (change.row.label, change.row.old, change.row.new, change.row.role) == (
        "ann@old.example",
        None,
        {"role": "admin"},
        "admin",
    )


@pytest.mark.parametrize(("age", "fresh"), [(-1, False), (0, True), (60, True), (61, False)])
def test_record_is_fresh_for_a_minute(age, fresh):
    now = datetime(2025, 6, 16, 8, tzinfo=UTC)
    change = RowChange(Row("a", "planned"), read_at=now - timedelta(seconds=age))
    assert change.is_fresh(now) is fresh
    assert not change_with("planned").is_fresh(now)
