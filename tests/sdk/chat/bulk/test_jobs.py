"""The jobs of a bulk client: their arguments, their calls, and their identity."""

from datetime import UTC, datetime

import pytest

from trivet import UNSET, InvalidArgumentError
from trivet.chat._bulk.items import from_item, restoring
from trivet.chat._bulk.jobs import (
    CONVERSATIONS,
    SharedConversation,
    act_as_users,
    delete_conversations,
    delete_users,
    revoke_shares,
    share_conversations,
    undo,
    update_conversations,
    update_users,
)
from trivet.chat._bulk.kinds import Restoration, locks_out
from trivet.chat._bulk.state import RowState
from trivet.chat._generated.models import decode_conversation, decode_share, decode_shares
from trivet.chat.bulk import Row

NOW = datetime(2025, 6, 16, 8, tzinfo=UTC)
ID = "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001"
ROW = Row(ID, "planned")
OTHER = "5b8a1c9e-6f0d-4a37-9a51-0d6f5be0c002"


def test_update_sends_only_the_given_fields():
    job = update_users(role="admin", is_active=None, is_app_admin=False, admins=())
    assert job.new_values == {"role": "admin", "is_app_admin": False}
    assert job.arguments == {"role": "admin", "is_app_admin": False, "admins": []}
    call = job.change_call(ROW)
    assert (call.operation, call.body) == ("admin.users.update", job.new_values)
    assert job.subject.read_call(ROW).operation == "admin.users.get"


def test_update_without_new_values_is_refused():
    with pytest.raises(InvalidArgumentError, match="role, is_active or is_app_admin must be given"):
        update_users(role=None, is_active=None, is_app_admin=None, admins=())


def test_delete_has_no_new_values_and_keeps_confirm():
    job = delete_users(confirm=3, admins=())
    assert (job.name, job.subject.argument, job.new_values, job.confirm) == ("delete_users", "users", None, 3)
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
        job.takes_rights(ROW)
        for job in (job, update_users(role="admin", is_active=None, is_app_admin=False, admins=()))
    ] == [
        True,
        False,
    ]


def test_values_that_end_a_sign_in_or_the_role_lock_out():
    assert [locks_out({"is_active": value}) for value in (False, True)] == [True, False]
    assert [locks_out({"role": value}) for value in ("user", "admin")] == [True, False]
    assert not locks_out({"title": None})


def test_job_that_acts_is_identified_by_its_arguments():
    assert act_as_users(activate=True, admins=[ID.upper()]).arguments == {"activate": True, "admins": [ID]}
    assert (act_as_users(activate=True, admins=()).durable, act_as_users(activate=False, admins=()).durable) == (
        True,
        False,
    )
    with pytest.raises(InvalidArgumentError, match="activate must be True or False"):
        act_as_users(activate=None, admins=())


def test_update_of_conversations_sends_only_the_given_fields():
    job = update_conversations(title="new", is_archived=None)
    assert job.new_values == job.arguments == {"title": "new"}
    assert job.change_call(ROW).operation == "conversations.update"
    assert job.subject.read_call(ROW).operation == "conversations.get"


def test_title_of_none_is_a_new_value():
    assert update_conversations(title=None, is_archived=None).new_values == {"title": None}


def test_update_of_conversations_without_new_values_is_refused():
    with pytest.raises(InvalidArgumentError, match="title or is_archived must be given"):
        update_conversations(title=UNSET, is_archived=None)


def test_delete_has_neither_new_values_nor_admins():
    job = delete_conversations(confirm=3)
    assert (job.name, job.subject.argument, job.new_values, job.confirm) == (
        "delete_conversations",
        "conversations",
        None,
        3,
    )
    assert (job.arguments, job.admins) == ({}, None)
    assert job.change_call(ROW).operation == "conversations.delete"


def test_export_is_part_of_the_identity_of_a_deletion_of_conversations(tmp_path):
    assert delete_conversations(confirm=3, export=tmp_path).arguments == {"export": str(tmp_path)}


CREATED = {"created_at": "2025-05-01T08:00:00Z"}


def share(share_id, **fields):
    known = {"id": share_id, "conversation_id": OTHER, "shared_by": ID, "permission": "view", "share_token": "secret"}
    return {**known, **CREATED, **fields}


def test_share_is_revoked_in_its_conversation_and_found_in_its_list():
    job = revoke_shares(confirm=1)
    state = from_item(job, 0, decode_share(share(ID, shared_with=None)), None, NOW)
    assert state.row.old == {"conversation_id": OTHER, "shared_with": None, "permission": "view"}
    assert not job.needs_look_up(state, NOW)
    assert job.change_call(state.row).path == f"/conversations/{OTHER}/shares/{ID}"
    call = job.subject.read_call(state.row)
    assert call.path == f"/conversations/{OTHER}/shares"
    assert call.extract(decode_shares({"items": [share(OTHER), share(ID.upper())], "total": 2})).id == ID.upper()
    assert call.extract(decode_shares({"items": [share(OTHER)], "total": 1})) is None
    assert (job.new_values, job.confirm) == (None, 1)


def test_confirm_names_the_shares_to_revoke():
    with pytest.raises(InvalidArgumentError, match="rows that are to be revoked"):
        revoke_shares(confirm=None).check_confirmed()


def test_conversation_is_an_id_or_a_record():
    record = decode_conversation({"id": ID, "title": "t", "user_id": ID, "is_archived": False, **CREATED})
    assert CONVERSATIONS.id_of(0, ID) == CONVERSATIONS.id_of(0, record) == ID
    for wrong in (7, "x", None, decode_share(share(ID))):
        with pytest.raises(InvalidArgumentError, match=r"conversations\[3\] must be a"):
            CONVERSATIONS.id_of(3, wrong)


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
    job, state = undo({"job": name}), restoring(RowState(Row(ID, "done", old=old, new=new), sent=True))
    call = job.change_call(state.row)
    assert (call.operation, call.body) == (operation, body)
    assert isinstance(job, Restoration)
    assert (job.name, job.arguments) == ("undo", {"undone": {"job": name}})
    assert job.needs_look_up(state, NOW)
    again = undo({"job": "undo", **job.arguments})
    back = restoring(RowState(Row(ID, "done", old=new, new=old), sent=True))
    assert (again.subject.argument, back.row.new) == (job.subject.argument, new)


@pytest.mark.parametrize(("record", "new"), [(None, {"shared_with": ID, "share": "s"}), (OTHER, {"shared_with": ID})])
def test_share_of_an_earlier_answer_is_kept_unless_the_conversation_is_to_be_shared_again(record, new):
    job = share_conversations(user_id=ID, permission="view")
    state = RowState(Row(OTHER, "unknown", new={"shared_with": ID, "share": "s"}), sent=True)
    judged = job.judged(state, None if record is None else SharedConversation(record))
    assert (judged.row.cause, judged.is_planned, judged.row.new) == (
        ("gone", False, new) if record is None else (None, True, new)
    )


@pytest.mark.parametrize("head", [{"job": "delete_users"}, {}, {"job": "undo", "undone": {"job": "revoke_shares"}}])
def test_job_other_than_an_update_is_refused(head):
    with pytest.raises(InvalidArgumentError, match="journal must be the journal of an update"):
        undo(head)
