"""The bulk job that acts as each of many users."""

import pytest

from trivet import InvalidArgumentError
from trivet.chat._bulk.jobs.acting import act_as_users, was_active
from trivet.chat._bulk.rows.change import RowChange
from trivet.chat._bulk.rows.row import Row
from trivet.chat._generated.models import decode_user

ID = "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001"


def user(**fields):
    known = {"id": ID, "email": "ann@old.example", "role": "user", "created_at": "2025-05-01T08:00:00Z"}
    return decode_user({**known, **fields})


def planned():
    return RowChange(Row(ID, "planned"))


def left_uncertain():
    change = RowChange(Row(ID, "planned", old={"is_active": False}))
    change.mark_sent()
    return change


@pytest.mark.parametrize(
    ("activate", "fields", "reason"),
    [
        (True, {"is_active": True}, None),
        (True, {"is_active": False}, None),
        (False, {"is_active": True}, None),
        (False, {"is_active": False}, "it is not active, and activate is not set"),
        (True, {}, "the service does not show whether it is active"),
        (True, {"is_active": True, "role": "admin"}, "an administrator who is not named in admins"),
    ],
)
def test_row_is_done_unless_it_is_inactive_unknown_or_an_administrator(activate, fields, reason):
    job, change = act_as_users(activate=activate, admins=()), planned()
    assert job.needs_lookup(change)
    outcome = job.outcome_from_record(change, user(**fields))
    assert (outcome and outcome.reason) == reason
    assert (change.row.label, was_active(change.row)) == ("ann@old.example", fields.get("is_active"))


def test_uncertain_row_is_done_again_and_keeps_old_values():
    job, change = act_as_users(activate=True, admins=()), left_uncertain()
    assert job.outcome_from_record(change, user(is_active=True)) is None
    assert was_active(change.row) is False
    assert job.outcome_from_record(change, None) == Row(
        ID, "failed", "the user does not exist any more", 404, "NOT_FOUND"
    )


def test_verified_row_must_be_as_active_as_before():
    job, change = act_as_users(activate=True, admins=()), left_uncertain()
    change.settle(Row(ID, "done"))
    assert job.is_shown(change, user(is_active=False)) is True
    assert job.is_shown(change, user(is_active=True)) is job.is_shown(change, None) is False
    assert job.verified(change, user(is_active=False)) == Row(ID, "done")
    assert job.verified(change, user(is_active=True)) == Row(ID, "unknown", "it is active, and was not before the job")


def test_job_is_identified_by_its_arguments():
    assert act_as_users(activate=True, admins=[ID.upper()]).arguments == {"activate": True, "admins": [ID]}
    assert (act_as_users(activate=True, admins=()).durable, act_as_users(activate=False, admins=()).durable) == (
        True,
        False,
    )
    with pytest.raises(InvalidArgumentError, match="activate must be True or False"):
        act_as_users(activate=None, admins=())
