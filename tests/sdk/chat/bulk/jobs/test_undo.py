"""The bulk job that undoes an update."""

import pytest

from trivet import InvalidArgumentError
from trivet.chat._bulk.jobs.undo import undo
from trivet.chat._bulk.rows.change import RowChange
from trivet.chat._bulk.rows.row import Row

ID = "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001"


@pytest.mark.parametrize(
    ("name", "old", "body", "operation"),
    [
        (
            "update_users",
            {"role": "user", "is_active": True},
            {"role": "user", "is_active": True},
            "admin.users.update",
        ),
        ("update_conversations", {"title": None}, {"title": None}, "conversations.update"),
        ("update_conversations", {"is_archived": False}, {"is_archived": False}, "conversations.update"),
    ],
)
def test_undo_sends_only_the_old_values_of_the_row(name, old, body, operation):
    new = dict.fromkeys(old, "x")
    job, [change] = undo({"job": name}, [RowChange(Row(ID, "done", old=old, new=new), sent=True)])
    call = job.change_call(change.row)
    assert (call.operation, call.body) == (operation, body)
    assert (job.name, job.arguments, job.restores) == ("undo", {"undone": {"job": name}}, True)
    assert job.needs_lookup(change)
    again, [back] = undo({"job": "undo", **job.arguments}, [RowChange(Row(ID, "done", old=new, new=old), sent=True)])
    assert (again.argument, back.row.new) == (job.argument, new)


@pytest.mark.parametrize("head", [{"job": "delete_users"}, {}, {"job": "undo", "undone": {"job": "revoke_shares"}}])
def test_job_other_than_an_update_is_refused(head):
    with pytest.raises(InvalidArgumentError, match="journal must be the journal of an update"):
        undo(head, [])
