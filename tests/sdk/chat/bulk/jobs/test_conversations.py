"""The bulk jobs over conversations."""

import pytest

from trivet import UNSET, InvalidArgumentError
from trivet.chat._bulk.jobs.conversations import delete_conversations, update_conversations
from trivet.chat._bulk.rows.row import Row

ID = "4f8a1c9e-6f0d-4a37-9a51-0d6f5be0c001"
ROW = Row(ID, "planned")


def test_update_sends_only_the_given_fields():
    job = update_conversations(title="new", is_archived=None)
    assert job.new_values == job.arguments == {"title": "new"}
    assert job.change_call(ROW).operation == "conversations.update"
    assert job.read_call(ROW).operation == "conversations.get"


def test_title_of_none_is_a_new_value():
    assert update_conversations(title=None, is_archived=None).new_values == {"title": None}


def test_update_without_new_values_is_refused():
    with pytest.raises(InvalidArgumentError, match="title or is_archived must be given"):
        update_conversations(title=UNSET, is_archived=None)


def test_delete_has_neither_new_values_nor_admins():
    job = delete_conversations(confirm=3)
    assert (job.name, job.argument, job.new_values, job.confirm) == ("delete_conversations", "conversations", None, 3)
    assert (job.arguments, job.admins) == ({}, None)
    assert job.change_call(ROW).operation == "conversations.delete"


def test_export_is_part_of_the_identity_of_a_deletion(tmp_path):
    assert delete_conversations(confirm=3, export=tmp_path).arguments == {"export": str(tmp_path)}
