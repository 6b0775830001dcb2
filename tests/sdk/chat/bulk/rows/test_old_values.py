"""Which old values an undo restores, and when."""

from types import SimpleNamespace

import pytest

from trivet.chat._bulk.rows.change import RowChange
from trivet.chat._bulk.rows.old_values import may_be_admin, restoring_outcome, restoring_row
from trivet.chat._bulk.rows.row import Row

NEW = {"role": "admin", "is_active": False}


def done(**old):
    return RowChange(Row("a", "done", label="ann", old=old, new=NEW), sent=True)


def test_only_changed_values_are_restored():
    row = restoring_row(done(role="user", is_active=False))
    assert (row.outcome, row.label, row.old, row.new) == ("planned", "ann", {"role": "admin"}, {"role": "user"})


@pytest.mark.parametrize(
    ("change", "reason", "cause"),
    [
        (done(**NEW), "the job did not change it: it had the new values before", "untouched"),
        (done(role="user"), "its is_active before the job is not known", None),
        (done(), "its role and is_active before the job is not known", None),
        (
            RowChange(Row("a", "failed", status=404, new=NEW), sent=True),
            "the job did not change it: its outcome is failed",
            "untouched",
        ),
        (
            RowChange(Row("a", "failed", status=500, new=NEW), sent=True),
            "it is not known whether the job changed it",
            None,
        ),
        (RowChange(Row("a", "unknown", new=NEW), sent=True), "it is not known whether the job changed it", None),
        (RowChange(Row("a", "planned", new=NEW)), "the job did not change it: its outcome is planned", "untouched"),
    ],
)
def test_row_without_a_known_change_is_skipped_with_the_reason(change, reason, cause):
    row = restoring_row(change)
    assert (row.id, row.outcome, row.cause) == ("a", "skipped", cause)
    assert row.reason.startswith(reason)


@pytest.mark.parametrize(
    ("title", "sent", "outcome"),
    [
        ("new", False, None),
        ("new", True, None),
        ("old", False, "skipped"),
        ("old", True, "done"),
        ("other", False, "skipped"),
        ("other", True, "skipped"),
        (None, True, "skipped"),
    ],
)
def test_value_is_restored_only_while_the_one_of_the_job_stands(title, sent, outcome):
    change = RowChange(Row("a", "planned", old={"title": " new "}, new={"title": "old"}))
    if sent:
        change.mark_sent()
    row = restoring_outcome(change, SimpleNamespace(title=title))
    assert (row and row.outcome) == outcome


def test_shown_value_is_cut():
    change = RowChange(Row("a", "planned", old={"title": "n"}, new={"title": "o"}))
    assert len(restoring_outcome(change, SimpleNamespace(title="x" * 999)).reason) < 200


@pytest.mark.parametrize(
    ("role", "old", "expected"),
    [
        ("user", {"is_active": True}, False),
        ("admin", {"is_active": True}, True),
        (None, {"is_active": True}, True),
        ("user", {"role": "admin"}, True),
        ("user", {"role": "guest"}, False),
    ],
)
def test_row_may_be_an_administrators_before_the_job_or_through_it(role, old, expected):
    assert may_be_admin(Row("a", "planned", role=role, old=old)) is expected


@pytest.mark.parametrize(("new", "skipped"), [({"is_active": False}, True), ({"is_active": True}, False)])
def test_user_who_has_become_an_administrator_since_is_not_locked_out(new, skipped):
    change = RowChange(Row("a", "planned", role="user", old={"is_active": not new["is_active"]}, new=new))
    row = restoring_outcome(change, SimpleNamespace(role="admin", is_active=not new["is_active"]))
    assert (row and row.reason) == ("it was changed since: role is 'admin', and was 'user'" if skipped else None)
