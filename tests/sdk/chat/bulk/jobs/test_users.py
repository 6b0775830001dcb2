"""The bulk jobs over users."""

import pytest

from trivet import InvalidArgumentError
from trivet.chat._bulk.jobs.users import delete_users, update_users
from trivet.chat._bulk.rows.row import Row

ID = "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001"
ROW = Row(ID, "planned")
OTHER = "5b8a1c9e-6f0d-4a37-9a51-0d6f5be0c002"


def test_update_sends_only_the_given_fields():
    job = update_users(role="admin", is_active=None, is_app_admin=False, admins=())
    assert job.new_values == {"role": "admin", "is_app_admin": False}
    assert job.arguments == {"role": "admin", "is_app_admin": False, "admins": []}
    call = job.change_call(ROW)
    assert (call.operation, call.body) == ("admin.users.update", job.new_values)
    assert job.read_call(ROW).operation == "admin.users.get"


def test_update_without_new_values_is_refused():
    with pytest.raises(InvalidArgumentError, match="role, is_active or is_app_admin must be given"):
        update_users(role=None, is_active=None, is_app_admin=None, admins=())


def test_delete_has_no_new_values_and_keeps_confirm():
    job = delete_users(confirm=3, admins=())
    assert (job.name, job.argument, job.new_values, job.confirm) == ("delete_users", "users", None, 3)
    assert job.change_call(ROW).operation == "admin.users.delete"


def test_export_is_part_of_the_identity_of_a_deletion(tmp_path):
    assert delete_users(confirm=3, admins=(), export=tmp_path).arguments == {"admins": [], "export": str(tmp_path)}


def test_admins_are_compared_in_lower_case_and_kept_in_order():
    job = delete_users(confirm=0, admins=[OTHER.upper(), ID])
    assert job.admins == {ID, OTHER}
    assert job.arguments == {"admins": [ID, OTHER]}


def test_single_id_for_admins_is_refused():
    with pytest.raises(InvalidArgumentError, match="admins must be a collection of ids"):
        delete_users(confirm=0, admins=ID)


def test_malformed_admin_id_is_refused_by_index():
    with pytest.raises(InvalidArgumentError, match=r"admins\[1\]"):
        delete_users(confirm=0, admins=[ID, "ann"])


def test_administrators_may_be_named_by_email_address():
    job = delete_users(confirm=0, admins=[" Ann@Example.com", ID])
    assert job.admins == {ID, "ann@example.com"}
    assert [
        job.locks_out for job in (job, update_users(role="admin", is_active=None, is_app_admin=False, admins=()))
    ] == [
        True,
        False,
    ]
