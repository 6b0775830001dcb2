"""The rows that the service will refuse to change."""

import pytest

from trivet.chat._bulk.jobs.conversations import delete_conversations, update_conversations
from trivet.chat._bulk.jobs.users import delete_users
from trivet.chat._bulk.rows.change import RowChange
from trivet.chat._bulk.rows.foreseen import is_title_only, last_admin, not_owned, own_account, refused_title
from trivet.chat._bulk.rows.row import Row

CHANGE = RowChange(Row("a", "planned"), owner_id="o")


@pytest.mark.parametrize(
    ("title", "refused"),
    [("x" * 255, False), ("x" * 256, True), (f" {'x' * 255}\n", False), ("", False), (None, False)],
)
def test_title_is_too_long_after_its_blanks_are_removed(title, refused):
    row = refused_title(update_conversations(title=title, is_archived=None), CHANGE)
    assert (row is not None) is refused
    assert row is None or row == Row("a", "failed", "the service takes titles of 255 characters; this one has 256")


def test_deletions_and_jobs_of_users_have_no_title():
    for job in (delete_conversations(confirm=1), delete_users(confirm=1, admins=())):
        assert refused_title(job, CHANGE) is None
        assert not is_title_only(job)


def test_only_the_title_may_be_changed_by_others():
    assert is_title_only(update_conversations(title="x", is_archived=None))
    assert not is_title_only(update_conversations(title="x", is_archived=True))


def test_row_of_another_owner_is_not_deleted_and_an_update_fails():
    deleted = not_owned(delete_conversations(confirm=1), CHANGE)
    updated = not_owned(update_conversations(title="x", is_archived=True), CHANGE)
    assert deleted == Row("a", "skipped", "only its owner may delete it, and that is the user o: act as them")
    assert updated == Row("a", "failed", "only its owner may change it, and that is the user o: act as them")


def test_administrators_who_are_needed_still_are_skipped():
    assert own_account(CHANGE).outcome == last_admin(CHANGE).outcome == "skipped"
    assert own_account(CHANGE).reason != last_admin(CHANGE).reason
    assert (
        last_admin(CHANGE, 3).reason
        == "no other active administrator was found, and 3 users are on no page of the list"
    )
    assert (
        last_admin(CHANGE, 1).reason == "no other active administrator was found, and 1 user is on no page of the list"
    )
