"""The change of one row: when it is uncertain, and when a run still has to handle it."""

import pytest

from trivet.chat._bulk.rows.change import RowChange, locks_out
from trivet.chat._bulk.rows.row import Row


def change(outcome, *, status=None, sent=True):
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
    assert change(outcome, status=status).uncertain is uncertain
    assert change(outcome, status=status, sent=False).uncertain is False


def test_sent_change_has_unknown_outcome():
    made = change("planned", sent=False)
    made.mark_sent()
    assert (made.row.id, made.row.outcome, made.sent, made.uncertain) == ("a", "unknown", True, True)


@pytest.mark.parametrize(("outcome", "sent"), [("done", True), ("failed", True), ("unknown", True), ("planned", False)])
def test_settled_change_counts_as_sent_unless_planned_again(outcome, sent):
    made = change("unknown")
    made.settle(Row("a", outcome))
    assert (made.row, made.sent) == (Row("a", outcome), sent)


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
    made = change(outcome, status=status)
    assert made.is_pending(retry_failed=False) is pending
    assert made.is_pending(retry_failed=True) is with_retry


class Record:
    def __init__(self, **fields):
        self.__dict__.update(fields)


def test_record_gives_label_old_values_and_owner():
    made = change("planned", sent=False)
    record = Record(title="Plans", is_archived=None, user_id="o")
    made.describe(record, label="title", fields=("title", "is_archived", "never"), new={"title": "x"})
    assert (made.row.label, made.row.old, made.row.new) == ("Plans", {"title": "Plans"}, {"title": "x"})
    assert made.owner_id == "o"
    made.describe(Record(title=None), label="title", fields=("title",))
    assert made.row.old == {"title": None}


def test_values_of_a_row_that_was_sent_are_not_its_old_ones():
    made = change("planned", sent=False)
    made.mark_sent()
    made.describe(Record(email="ann@old.example", role="admin"), label="email", fields=("role",), new={"role": "admin"})
    assert (made.row.label, made.row.old, made.row.new) == ("ann@old.example", None, {"role": "admin"})


def test_values_that_end_a_sign_in_or_the_role_lock_out():
    assert [locks_out({"is_active": value}) for value in (False, True)] == [True, False]
    assert [locks_out({"role": value}) for value in ("user", "admin")] == [True, False]
    assert not locks_out({"title": None})
