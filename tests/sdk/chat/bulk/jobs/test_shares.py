"""The bulk job over shares."""

import pytest

from trivet import InvalidArgumentError
from trivet.chat._bulk.jobs.shares import conversation_id, revoke_shares
from trivet.chat._generated.models import decode_conversation, decode_share, decode_shares

ID = "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001"
OTHER = "5b8a1c9e-6f0d-4a37-9a51-0d6f5be0c002"
CREATED = {"created_at": "2025-05-01T08:00:00Z"}


def share(share_id, **fields):
    known = {"id": share_id, "conversation_id": OTHER, "shared_by": ID, "permission": "view", "share_token": "secret"}
    return {**known, **CREATED, **fields}


def test_share_is_revoked_in_its_conversation_and_found_in_its_list():
    job = revoke_shares(confirm=1)
    change = job.row_change(0, decode_share(share(ID, shared_with=None)), None)
    assert change.row.old == {"conversation_id": OTHER, "shared_with": None, "permission": "view"}
    assert not job.needs_lookup(change)
    assert job.change_call(change.row).path == f"/conversations/{OTHER}/shares/{ID}"
    call = job.read_call(change.row)
    assert call.path == f"/conversations/{OTHER}/shares"
    assert call.extract(decode_shares({"items": [share(OTHER), share(ID.upper())], "total": 2})).id == ID.upper()
    assert call.extract(decode_shares({"items": [share(OTHER)], "total": 1})) is None
    assert (job.new_values, job.confirm) == (None, 1)


def test_confirm_names_the_shares_to_revoke():
    with pytest.raises(InvalidArgumentError, match="rows that are to be revoked"):
        revoke_shares(confirm=None).check_confirmed()


def test_conversation_is_an_id_or_a_record():
    record = decode_conversation({"id": ID, "title": "t", "user_id": ID, "is_archived": False, **CREATED})
    assert conversation_id(0, ID) == conversation_id(0, record) == ID
    for wrong in (7, "x", None, decode_share(share(ID))):
        with pytest.raises(InvalidArgumentError, match=r"conversations\[3\] must be a"):
            conversation_id(3, wrong)
