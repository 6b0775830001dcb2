# Derived from tests/sdk/chat/_async/test_bulk_acting.py by `python -m codegen`; do not edit.
"""Acting as each of many users; afterwards inactive users are inactive again."""

import json

import pytest

from trivet import AuthenticationError, InvalidArgumentError, TrivetError
from trivet.chat.bulk import Bulk, Row


@pytest.fixture
def path(tmp_path):
    """The path of the journal."""
    return tmp_path / "job.journal"


@pytest.fixture
def leavers(stub):
    """The ids of alice and bob, inactive users with conversations."""
    ids = [stub.user_id(name) for name in ("alice", "bob")]
    for id_ in ids:
        stub.records.users[id_].is_active = False
    return ids


def active(stub, ids):
    return [stub.records.users[id_].is_active for id_ in ids]


def owned(stub, ids):
    return [conversation.id for conversation in stub.records.conversations.values() if conversation.user_id in ids]


def patches(stub):
    return [json.loads(entry.body)["is_active"] for entry in stub.requests if entry.method == "PATCH"]


def test_conversations_of_inactive_users_are_exported_and_deleted(stub, connect, leavers, path, tmp_path):
    everything = owned(stub, leavers)
    others = len(stub.records.conversations) - len(everything)
    audited, settled = [], []
    began = stub.clock.now()

    def clear(user, row):
        assert (user.acting.user_id, row.outcome) == (row.id, "unknown")
        assert active(stub, [row.id]) == [True]
        rows = user.conversations.list(include_archived=True).complete()
        bulk = Bulk(user, journal=tmp_path / f"{row.id}.journal")
        return bulk.delete_conversations(rows, confirm=len(rows), export=tmp_path / "export")

    with connect() as chat:

        def users():
            return chat.admin.users.list()

        bulk = Bulk(chat, journal=path, concurrency=1, progress=lambda row, *count: settled.append(count))
        where = lambda user: not user.is_active and user.id in leavers  # noqa: E731
        preview = bulk.act_as_users(users(), clear, activate=True, where=where, dry_run=True)
        assert (preview.counts, patches(stub)) == ({"planned": 2}, [])
        report = bulk.act_as_users(users(), clear, activate=True, where=where, audit=audited.append)
        assert bulk.act_as_users(users(), clear, activate=True, where=where) == report
    assert {row.label: row.reason for row in report.done} == {
        "alice@example.com": "4 rows: 4 done",
        "bob@example.com": f"{len(everything) - 4} rows: {len(everything) - 4} done",
    }
    assert {row.old["is_active"] for row in report.rows} == {False}
    assert (owned(stub, leavers), len(stub.records.conversations)) == ([], others)
    assert {path.stem for path in (tmp_path / "export").iterdir()} == {*everything}
    assert patches(stub) == [True, False, True, False]
    assert active(stub, leavers) == [False, False]
    assert {entry.user_id for entry in audited} == {*leavers}
    assert settled == [(1, 2), (2, 2)]
    assert stub.clock.now() == began, "the job waits only where the service does not show a change"


def test_inactive_user_is_skipped_without_activate_and_active_one_untouched(stub, connect, leavers):
    calls = []
    users = [*leavers, stub.user_id("dave"), stub.user_id("nadia")]
    with connect() as chat:
        report = Bulk(chat, concurrency=1).act_as_users(users, lambda user, row: calls.append(row.id))
    assert report.counts == {"done": 1, "skipped": 3}
    assert [row.reason for row in report.skipped] == [
        "it is not active, and activate is not set",
        "it is not active, and activate is not set",
        "an administrator who is not named in admins",
    ]
    assert (calls, patches(stub)) == ([stub.user_id("dave")], [])


@pytest.mark.parametrize(
    ("operation", "fault"),
    [
        ("admin.users.impersonate", {"status": 500}),
        ("admin.users.impersonate", {"drop": True}),
        ("admin.users.update", {"status": 503}),
        ("admin.users.update", {"cut_after": 0}),
        ("conversations.list", {"status": 401}),
        ("conversations.list", {"drop": True, "times": 3}),
    ],
)
def test_failure_leaves_no_user_active(stub, connect, leavers, operation, fault):
    stub.faults.add(operation, **fault)
    with connect() as chat:
        bulk = Bulk(chat, concurrency=1)
        report = bulk.act_as_users(leavers, lambda user, row: user.conversations.list().page(), activate=True)
    assert [row.outcome for row in report.rows] == ["failed", "done"]
    assert report.failed[0].reason.startswith(operation)
    assert active(stub, leavers) == [False, False]


def test_user_who_cannot_be_deactivated_is_unknown_until_the_job_resumes(stub, connect, leavers, path):
    stub.faults.add("admin.users.update", after=1, times=3, status=500)
    calls = []
    with connect() as chat:
        bulk = Bulk(chat, journal=path, concurrency=1)
        first = bulk.act_as_users(leavers, lambda user, row: calls.append(row.id), activate=True)
        assert first.counts == {"done": 1, "unknown": 1}
        [row] = first.unknown
        assert row.reason.startswith(
            "the user may still be active, and was not before the job: admin.users.update: 500"
        )
        assert (row.status, active(stub, leavers)) == (None, [True, False])
        report = bulk.act_as_users(leavers, lambda user, row: calls.append(row.id), activate=True)
    assert report.counts == {"done": 2}
    assert calls == [leavers[0], leavers[1], leavers[0]]
    assert active(stub, leavers) == [False, False]


def test_error_of_the_function_stops_the_job_and_deactivates(stub, connect, leavers, path):
    calls = []

    def work(user, row):
        calls.append(row.id)
        if len(calls) == 1:
            raise OSError("full")

    with connect() as chat:
        bulk = Bulk(chat, journal=path, concurrency=1)
        with pytest.raises(OSError, match="full") as caught:
            bulk.act_as_users(leavers, work, activate=True)
        assert bulk.report.counts == {"unknown": 1, "planned": 1}
        assert caught.value.__notes__ == [
            f"the job stopped at 2 rows: 1 unknown, 1 planned; the same call resumes it from {path}"
        ]
        assert active(stub, leavers) == [False, False]
        assert (bulk.act_as_users(leavers, work, activate=True)).counts == {"done": 2}
        assert calls == [leavers[0], *leavers]
        assert active(stub, leavers) == [False, False]


def test_failure_that_the_function_returns_or_raises_fails_the_row(stub, connect, leavers, nothing):
    def work(user, row):
        if row.id == leavers[0]:
            return Bulk(user).delete_conversations([nothing], dry_run=True)
        raise TrivetError("no")

    with connect() as chat:
        report = Bulk(chat).act_as_users([*leavers, nothing], work, activate=True)
    assert [(row.outcome, row.reason) for row in report.rows[:2]] == [("failed", "1 row: 1 failed"), ("failed", "no")]
    assert (report.rows[2].outcome, report.rows[2].status) == ("failed", 404)
    assert active(stub, leavers) == [False, False]


@pytest.mark.parametrize("times", [1, None])
def test_401_of_the_administrator_stops_the_job(stub, connect, leavers, path, times):
    stub.faults.add("admin.users.impersonate", status=401)
    if times is None:  # from then on, the token is not accepted for anything
        stub.faults.add("admin.users.update", after=1, times=None, status=401)
    with connect() as chat:
        bulk = Bulk(chat, journal=path, concurrency=1)
        with pytest.raises(AuthenticationError):
            bulk.act_as_users(leavers, lambda user, row: None, activate=True)
        assert bulk.report.counts == ({"planned": 2} if times else {"unknown": 1, "planned": 1})
        assert active(stub, leavers) == [times is None, False]
        stub.faults.clear()
        assert (bulk.act_as_users(leavers, lambda user, row: None, activate=True)).counts == {"done": 2}
    assert active(stub, leavers) == [False, False]


def test_killed_job_resumes_with_the_user_whom_it_left_active(stub, connect, leavers, path):
    calls = []
    with connect() as chat:
        bulk = Bulk(chat, journal=path, concurrency=1)
        bulk.act_as_users(leavers, lambda user, row: None, activate=True)
        # As if the process had been killed while it acted as the second user.
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2]))
        stub.records.users[leavers[1]].is_active = True
        report = bulk.act_as_users(leavers, lambda user, row: calls.append(row.id), activate=True)
    assert (report.counts, calls, active(stub, leavers)) == ({"done": 2}, [leavers[1]], [False, False])
    assert report.rows[1].old == {"is_active": False}


def test_late_commits_and_users_activated_by_others_are_seen(stub, connect, leavers, path):
    stub.observed.late_commits = True

    def work(user, row):
        assert len(user.conversations.list(include_archived=True).complete()) > 0

    with connect() as chat:
        bulk = Bulk(chat, journal=path, concurrency=1)
        assert (bulk.act_as_users(leavers, work, activate=True)).counts == {"done": 2}
        stub.observed.late_commits = False
        stub.records.users[leavers[0]].is_active = True
        checked = Bulk(chat, journal=path, verify=True).act_as_users(leavers, work, activate=True)
        assert checked.rows[0] == Row(leavers[0], "unknown", "it is active, and was not before the job")
        assert (bulk.act_as_users(leavers, work, activate=True)).counts == {"done": 2}
    assert active(stub, leavers) == [False, False]


def test_user_whose_activity_is_not_shown_is_skipped(stub, connect, leavers):
    body = {"id": leavers[0], "role": "user"}
    stub.faults.add("admin.users.get", body=body)
    with connect() as chat:
        report = Bulk(chat, concurrency=1).act_as_users(leavers[:1], print, activate=True)
    assert report.rows == (Row(leavers[0], "skipped", "the service does not show whether it is active"),)
    assert patches(stub) == []


def test_wrong_arguments_are_refused_before_sending(stub, connect, leavers):
    with connect() as chat:
        bulk = Bulk(chat)
        for arguments, message in [
            ({"work": None}, "work must be something to call"),
            ({"audit": 7}, "audit must be something to call"),
            ({"activate": 1}, "activate must be True or False"),
            ({"admins": "x"}, "admins must be a collection of ids"),
            ({"users": [7]}, r"users\[0\] must be an id"),
        ]:
            with pytest.raises(InvalidArgumentError, match=message):
                bulk.act_as_users(**{"users": leavers, "work": print, **arguments})
    assert len(stub.requests) == 0
