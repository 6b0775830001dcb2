# Derived from tests/sdk/chat/_async/test_bulk_reviewed.py by `python -m codegen`; do not edit.
"""Bulk jobs that change what a dry run has shown, and dry runs of jobs that have begun."""

import json
from collections import Counter

import pytest

from trivet import InvalidArgumentError, TrivetError
from trivet.chat.bulk import Bulk, JobStoppedError, Row

NAMES = ("alice", "bob", "carol", "dave")


@pytest.fixture
def emails():
    return [f"{name}@example.com" for name in NAMES]


def updates(stub):
    return Counter(entry.path.rpartition("/")[2] for entry in stub.requests if entry.operation == "admin.users.update")


def test_report_as_rows_changes_its_planned_rows_and_keeps_the_others(stub, connect, emails, tmp_path):
    with connect() as chat:
        bulk = Bulk(chat, journal=tmp_path / "job.jsonl")
        rows = [*emails, "gone@example.com", "nadia@example.com"]
        preview = bulk.update_users(rows, is_active=False, skip_unchanged=True, dry_run=True)
        assert [row.role for row in preview.rows] == ["user"] * 4 + [None, "admin"]
        assert (preview.rows[2].outcome, preview.rows[2].reason) == ("skipped", "it has these values already")
        stub.state.records.users[stub.user_id("bob")].role = "admin"  # since the dry run
        stub.clock.advance(61)
        report = bulk.update_users(preview, is_active=False, skip_unchanged=True)
    assert [row.outcome for row in report.rows] == ["done", "skipped", "skipped", "done", "skipped", "skipped"]
    assert report.rows[1].reason == "an administrator who is not named in admins"
    assert updates(stub) == dict.fromkeys([stub.user_id("alice"), stub.user_id("dave")], 1)
    lines = [json.loads(line) for line in (tmp_path / "job.jsonl").read_text().splitlines()]
    assert [line["role"] for line in lines if "send" in line] == ["user", "user"]


def test_deletion_of_a_report_needs_its_number(stub, connect, emails):
    with connect() as chat:
        preview = Bulk(chat).delete_users(emails[:2], dry_run=True)
        with pytest.raises(InvalidArgumentError, match="confirm must be 2"):
            Bulk(chat).delete_users(preview, confirm=3)
        assert (Bulk(chat).delete_users(preview, confirm=2)).counts == {"done": 2}


def test_dry_run_of_a_begun_job_shows_its_journal_and_changes_nothing(stub, connect, emails, tmp_path):
    path = tmp_path / "job.jsonl"
    stub.records.users[stub.user_id("carol")].is_active = True
    stub.faults.add("admin.users.update", after=1, times=2, status=422)
    stub.faults.add("admin.users.update", after=1, times=None, status=503, body="no upstream")
    with connect(max_retries=0) as chat:
        bulk = Bulk(chat, journal=path, concurrency=1, max_failures=3)
        with pytest.raises(JobStoppedError):
            bulk.update_users(emails, is_active=False)
        before, sent = path.read_bytes(), len(stub.requests)
        preview = bulk.update_users([], is_active=False, dry_run=True)
        assert [row.outcome for row in preview.rows] == ["unknown", "failed", "failed", "unknown"]
        assert preview.rows[0].reason == "it was done, but may be lost: the service or the job ended soon after"
        again = Bulk(chat, journal=path, retry_failed=True).update_users(emails, is_active=False, dry_run=True)
        assert [row.outcome for row in again.rows] == ["unknown", "planned", "planned", "unknown"]
        assert (path.read_bytes(), len(stub.requests)) == (before, sent)
        with pytest.raises(InvalidArgumentError, match="is_active must be False as in the journal"):
            bulk.update_users([], is_active=True, dry_run=True)
        stub.faults.clear()
        report = Bulk(chat, journal=path, retry_failed=True).update_users([], is_active=False)
    assert report.counts == {"done": 4}


def test_unchanged_rows_are_sent_unless_they_are_to_be_skipped(stub, connect):
    carol = stub.user_id("carol")
    with connect() as chat:
        skipping = Bulk(chat).update_users([carol], is_active=False)
        assert skipping.rows == (Row(carol, "skipped", "it has these values already"),)
        assert updates(stub) == {}
        assert (Bulk(chat).update_users([carol], is_active=False, skip_unchanged=False)).counts == {"done": 1}
    assert updates(stub) == {carol: 1}


def test_account_that_runs_the_job_is_kept(stub, connect):
    with connect() as chat:
        mine = chat.conversations.create(title="Mine")
        chat.conversations.archive(mine.id)
        named = ["Admin@example.com", stub.user_id("nadia")]
        preview = Bulk(chat).update_users(named, is_active=False, admins=named, dry_run=True)
        assert [row.outcome for row in preview.rows] == ["skipped", "planned"]
        assert preview.rows[0].reason == "it is the account that runs the job, and would lock itself out"
        demoted = Bulk(chat).update_users(named[:1], role="user", admins=named)
        deleted = Bulk(chat).delete_users(named[:1], confirm=0, admins=named)
        assert demoted.rows == deleted.rows == preview.rows[:1]
        promoted = Bulk(chat).update_users(named, is_app_admin=True, admins=named)
        assert [row.cause for row in promoted.rows if row.outcome != "done"] == ["unchanged"]
    assert stub.state.records.users[stub.user_id("admin")].is_active


def test_last_active_administrators_are_kept_where_the_own_account_is_not_known(stub, connect):
    named = ["admin@example.com", "nadia@example.com"]
    with connect() as chat:
        preview = Bulk(chat).delete_users(named, admins=named, dry_run=True)
        assert {row.reason for row in preview.rows} == {"no active administrator would be left"}
        bulk = Bulk(chat, own=named[0])
        report = bulk.update_users([stub.user_id("nadia")], is_active=False, admins=named)
        assert report.counts == {"done": 1}
        alone = Bulk(chat).update_users([stub.user_id("admin")], is_active=False, admins=named)
        assert alone.rows[0].reason == "no active administrator would be left"
    assert stub.state.records.users[stub.user_id("admin")].is_active


@pytest.mark.parametrize("by_id", [False, True])
def test_administrator_is_kept_where_the_list_shows_no_other(stub, connect, by_id):
    users = {name: stub.records.users[stub.user_id(name)] for name in ("alice", "nadia")}
    listed = [{"id": user.id, "email": user.email, "role": user.role, "is_active": True} for user in users.values()]
    with connect() as chat:
        rows = [user.id if by_id else chat.admin.users.get(user.id) for user in users.values()]
        stub.faults.add("admin.users.list", body={"items": listed, "total": 5}, times=None)
        report = Bulk(chat).update_users(rows, is_active=False, admins=["nadia@example.com"])
    assert report.counts == {"done": 1, "skipped": 1}
    assert report.skipped[0].reason == (
        "no other active administrator was found, and 3 users are on no page of the list; the account that runs the "
        "job is known to be one once it has a conversation: create one, and repeat"
    )
    assert [user.is_active for user in users.values()] == [False, True]


def test_list_that_cannot_be_read_stops_the_job_before_it_changes_anything(stub, connect):
    stub.faults.add("admin.users.list", times=None, status=403)
    nadia = stub.user_id("nadia")
    with connect() as chat:
        with pytest.raises(TrivetError, match="403"):
            Bulk(chat).update_users([nadia], is_active=False, admins=[nadia])
    assert updates(stub) == {}
