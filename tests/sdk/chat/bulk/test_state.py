"""The state of a row: its description, when its change is uncertain, and when a run still has to handle it."""

from datetime import UTC, datetime, timedelta

import pytest

from trivet.chat._bulk.state import RowState
from trivet.chat.bulk import Row


def state_with(outcome, *, status=None, sent=True):
    return RowState(Row("a", outcome, status=status), sent=sent)


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
    assert state_with(outcome, status=status).uncertain is uncertain
    assert state_with(outcome, status=status, sent=False).uncertain is False


def test_sent_change_has_unknown_outcome():
    state = state_with("planned", sent=False).marked_sent()
    assert (state.row.id, state.row.outcome, state.sent, state.uncertain) == ("a", "unknown", True, True)


@pytest.mark.parametrize(("outcome", "sent"), [("done", True), ("failed", True), ("unknown", True), ("planned", False)])
def test_settled_change_counts_as_sent_unless_planned_again(outcome, sent):
    state = state_with("unknown").settled(Row("a", outcome))
    assert (state.row, state.sent) == (Row("a", outcome), sent)


@pytest.mark.parametrize(("outcome", "sent"), [("planned", False), ("unknown", True), ("failed", True)])
def test_row_whose_change_is_sent_again_is_planned_and_keeps_its_description(outcome, sent):
    state = RowState(Row("a", outcome, "why", 500, label="ann", old={"role": "user"}), is_admin=True, sent=sent)
    planned = state.planned()
    assert (planned.is_planned, planned.sent, planned.uncertain) == (True, sent, False)
    assert (planned.is_admin, planned.row.label, planned.row.old) == (True, "ann", {"role": "user"})


def test_reason_of_a_row_that_is_planned_already_is_kept():
    state = RowState(Row("a", "planned", "a part of it may be changed", cause="partly_changed"))
    assert state.planned() == state


def test_step_leaves_the_state_before_as_it_was():
    state = state_with("planned", sent=False)
    state.marked_sent().settled(Row("a", "done"))
    state.described(Record(email="ann@old.example", role="admin"), label="email", fields=("role",))
    assert state == state_with("planned", sent=False)


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
    state = state_with(outcome, status=status)
    assert state.is_pending(retry_failed=False) is pending
    assert state.is_pending(retry_failed=True) is with_retry


class Record:
    def __init__(self, **fields):
        self.__dict__.update(fields)


def test_record_gives_label_old_values_and_owner():
    record = Record(title="Plans", is_archived=None, user_id="o")
    state = state_with("planned", sent=False).described(
        record, label="title", fields=("title", "is_archived", "never"), new={"title": "x"}
    )
    assert (state.row.label, state.row.old, state.row.new) == ("Plans", {"title": "Plans"}, {"title": "x"})
    assert state.owner_id == "o"
    assert state.described(Record(title=None), label="title", fields=("title",)).row.old == {"title": None}


def test_values_of_a_row_that_was_sent_are_not_its_old_ones():
    record = Record(email="ann@old.example", role="admin")
    sent = state_with("planned", sent=False).marked_sent()
    row = sent.described(record, label="email", fields=("role",), new={"role": "admin"}).row
    assert (row.label, row.old, row.new, row.role) == ("ann@old.example", None, {"role": "admin"}, "admin")


@pytest.mark.parametrize(("age", "fresh"), [(-1, False), (0, True), (60, True), (61, False)])
def test_record_is_fresh_for_a_minute(age, fresh):
    now = datetime(2025, 6, 16, 8, tzinfo=UTC)
    state = RowState(Row("a", "planned"), read_at=now - timedelta(seconds=age))
    assert state.is_fresh(now) is fresh
    assert not state_with("planned").is_fresh(now)
