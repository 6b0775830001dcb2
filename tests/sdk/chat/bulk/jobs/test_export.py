"""The bulk job that saves users."""

from pathlib import Path

from trivet.chat import AdminUser
from trivet.chat._bulk.jobs.export import export_users
from trivet.chat._bulk.rows.change import RowChange
from trivet.chat._bulk.rows.row import Row

ID = "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001"


def test_administrators_are_saved_too_and_rows_of_records_need_no_look_up():
    job = export_users(Path("saved"))
    change = RowChange(Row(ID, "planned"))
    assert job.needs_lookup(change)
    record = AdminUser(
        id=ID, email="a@b.test", role="admin", is_active=True, conversation_count=0, created_at=None, full_name=None
    )
    assert job.outcome_from_record(change, record) is None
    assert (change.row.label, change.row.role) == ("a@b.test", "admin")
    assert not job.needs_lookup(change)
    assert job.arguments == {"export": "saved"}


def test_row_that_was_saved_is_saved_again_without_a_look_up():
    job = export_users(Path("saved"))
    change = RowChange(Row(ID, "planned"))
    change.mark_sent()
    assert not job.needs_lookup(change)
    assert job.verified(change, None) == change.row
    assert job.change_call(change.row).operation == "admin.users.get"
