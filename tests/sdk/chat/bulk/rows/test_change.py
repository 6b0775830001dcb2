"""The change of one row: when it is uncertain, and when a run still has to handle it."""

import pytest

from trivet.chat._bulk.rows.change import RowChange, locks_out
from trivet.chat._bulk.rows.row import Row


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
    assert (change.row.label, change.row.old, change.row.new) == (
        "ann@old.example",
        None,
        {"role": "admin"},
    )


def test_values_that_end_a_sign_in_or_the_role_lock_out():
    assert [locks_out({"is_active": value}) for value in (False, True)] == [True, False]
    assert [locks_out({"role": value}) for value in ("user", "admin")] == [True, False]
    assert not locks_out({"title": None})
