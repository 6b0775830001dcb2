"""The rules of a bulk job: which items are rows, which rows are looked up, and which outcome a look-up shows."""

import pytest

from trivet import APITimeoutError, InternalServerError, InvalidArgumentError, NotFoundError
from trivet.chat import Conversation
from trivet.chat._bulk.jobs.conversations import delete_conversations, update_conversations
from trivet.chat._bulk.jobs.job import check_confirm
from trivet.chat._bulk.jobs.users import delete_users, update_users
from trivet.chat._bulk.rows.change import RowChange
from trivet.chat._bulk.rows.row import Row
from trivet.chat._generated.models import decode_admin_user, decode_conversation

ID = "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001"
GATEWAY = NotFoundError("admin.users.get", 404, {}, b"<html>", None, "<html>")


def user(**fields):
    wire = {"id": ID, "email": "ann@old.example", "full_name": "Ann", "role": "user", "is_active": True}
    counts = {"conversation_count": 0, "rating_count": 0}
    times = {"created_at": "2025-05-01T08:00:00Z", "updated_at": "2025-05-01T08:00:00Z"}
    return decode_admin_user({**wire, **counts, **times, "is_app_admin": False, **fields})


def conversation(**fields):
    times = {"created_at": "2025-05-01T08:00:00Z", "updated_at": "2025-05-01T08:00:00Z"}
    return decode_conversation({"id": ID, "title": "t", "user_id": ID, "is_archived": False, **times, **fields})


def deactivation():
    return update_users(role=None, is_active=False, is_app_admin=None, admins=())


def sent(row_id=ID):
    change = RowChange(Row(row_id, "planned"))
    change.mark_sent()
    return change


@pytest.mark.parametrize("source", [ID, ID.encode(), None, 7, user])
def test_source_other_than_an_iterable_of_rows_is_refused(source):
    with pytest.raises(InvalidArgumentError, match="users must be a pager or another iterable of ids or records"):
        deactivation().check_rows(source)


@pytest.mark.parametrize("source", [[], (), {ID}, iter([ID])])
def test_any_iterable_is_a_source(source):
    assert deactivation().check_rows(source) is None


def test_id_becomes_planned_change_that_is_looked_up():
    change = deactivation().row_change(0, ID, None)
    assert change == RowChange(Row(ID, "planned"))
    assert deactivation().needs_lookup(change)


def test_record_becomes_planned_change_without_lookup():
    change = deactivation().row_change(0, user(), None)
    assert (change.row, change.is_admin) == (Row(ID, "planned"), False)
    assert not deactivation().needs_lookup(change)


@pytest.mark.parametrize("fields", [{"role": "admin"}, {"is_app_admin": True}])
def test_admin_is_skipped_unless_named(fields):
    change = deactivation().row_change(0, user(**fields), None)
    assert (change.row.outcome, change.is_admin) == ("skipped", True)
    named = delete_users(confirm=1, admins=[ID.upper()]).row_change(0, user(**fields), None)
    assert (named.row.outcome, named.is_admin) == ("planned", True)


def test_user_without_role_is_skipped_unless_named():
    wire = {"id": ID, "email": "ann@old.example", "created_at": "2025-05-01T08:00:00Z"}
    record = decode_admin_user({**wire, "is_active": True, "conversation_count": 0})
    assert deactivation().row_change(0, record, None).row.outcome == "skipped"
    assert delete_users(confirm=1, admins=[ID]).row_change(0, record, None).row.outcome == "planned"


def test_where_selects_records_and_refuses_ids():
    job = deactivation()
    assert job.row_change(0, user(), lambda record: record.email.endswith("@new.example")) is None
    assert job.row_change(0, user(), lambda record: record.email.endswith("@old.example")).row.id == ID
    with pytest.raises(InvalidArgumentError, match=r"where must be left out where users\[3\] is an id"):
        job.row_change(3, ID, lambda record: True)


@pytest.mark.parametrize("selected", [None, 1, "yes"])
def test_where_that_returns_no_bool_is_refused(selected):
    with pytest.raises(InvalidArgumentError, match="where must be a function that returns True or False"):
        deactivation().row_change(0, user(), lambda record: selected)


@pytest.mark.parametrize("item", [None, 7, "ann", conversation])
def test_item_that_is_neither_id_nor_record_is_refused(item):
    with pytest.raises(InvalidArgumentError, match=r"users\[2\]"):
        deactivation().row_change(2, item() if callable(item) else item, None)


def test_conversation_is_looked_up_only_when_uncertain():
    job = update_conversations(title="new", is_archived=None)
    change = job.row_change(0, conversation(), None)
    assert not job.needs_lookup(change)
    change.mark_sent()
    assert job.needs_lookup(change)
    assert isinstance(conversation(), Conversation)


def test_uncertain_update_is_done_when_record_has_new_values():
    job = deactivation()
    assert job.outcome_from_record(sent(), user(is_active=False)) == Row(ID, "done")
    assert job.outcome_from_record(sent(), user(is_active=True)) is None
    assert job.outcome_from_record(RowChange(Row(ID, "planned")), user(is_active=False)) is None


@pytest.mark.parametrize(
    ("error", "planned", "updated", "deleted"),
    [
        (GATEWAY, "failed", "unknown", "unknown"),
        (InternalServerError("op", 500, {}, b""), "failed", "unknown", "unknown"),
        (APITimeoutError("op", "late"), "failed", "unknown", "unknown"),
    ],
)
def test_failed_lookup_leaves_uncertain_row_unknown(error, planned, updated, deleted):
    update, delete = deactivation(), delete_users(confirm=1, admins=())
    assert update.outcome_from_error(RowChange(Row(ID, "planned")), error).outcome == planned
    assert update.outcome_from_error(sent(), error).outcome == updated
    assert delete.outcome_from_error(sent(), error).outcome == deleted


def test_record_that_is_gone_settles_uncertain_row():
    update, delete = deactivation(), delete_users(confirm=1, admins=())
    assert delete.outcome_from_record(sent(), None) == Row(ID, "done")
    row = update.outcome_from_record(sent(), None)
    assert (row.outcome, row.status, row.code) == ("failed", 404, "NOT_FOUND")


def test_delete_needs_confirm_with_number_of_rows():
    deactivation().check_confirmed(7)
    delete_conversations(confirm=2).check_confirmed()
    delete_conversations(confirm=2).check_confirmed(2)
    with pytest.raises(InvalidArgumentError, match="confirm must be the number of rows"):
        delete_conversations(confirm=None).check_confirmed()
    with pytest.raises(InvalidArgumentError, match="confirm must be 3, the number of rows"):
        delete_conversations(confirm=2).check_confirmed(3)


@pytest.mark.parametrize("confirm", [-1, 1.0, "1", True])
def test_confirm_other_than_a_count_is_refused(confirm):
    with pytest.raises(InvalidArgumentError, match="confirm"):
        check_confirm(confirm)


@pytest.mark.parametrize("confirm", [None, 0, 1000])
def test_confirm_is_none_or_a_count(confirm):
    assert check_confirm(confirm) is confirm
