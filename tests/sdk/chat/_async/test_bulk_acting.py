"""Acting as each of many users; afterwards inactive users are inactive again."""

import json

import pytest

from trivet import AuthenticationError, InvalidArgumentError, TrivetError
from trivet.chat.bulk import AsyncBulk, Row
from trivet.observe import Observer


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


async def test_conversations_of_inactive_users_are_exported_and_deleted(stub, async_connect, leavers, path, tmp_path):
    everything = owned(stub, leavers)
    others = len(stub.records.conversations) - len(everything)
    audited, settled = [], []
    began = stub.clock.now()

    async def clear(user, row):
        assert (user.acting.user_id, row.outcome) == (row.id, "unknown")
        assert active(stub, [row.id]) == [True]
        rows = await user.conversations.list(include_archived=True).complete()
        bulk = AsyncBulk(user, journal=tmp_path / f"{row.id}.journal")
        return await bulk.delete_conversations(rows, confirm=len(rows), export=tmp_path / "export")

    async with async_connect() as chat:

        def users():
            return chat.admin.users.list()

        bulk = AsyncBulk(chat, journal=path, concurrency=1, progress=lambda row, *count: settled.append(count))
        where = lambda user: not user.is_active and user.id in leavers  # noqa: E731
        preview = await bulk.act_as_users(users(), clear, activate=True, where=where, dry_run=True)
        assert (preview.counts, patches(stub)) == ({"planned": 2}, [])
        report = await bulk.act_as_users(users(), clear, activate=True, where=where, audit=audited.append)
        assert await bulk.act_as_users(users(), clear, activate=True, where=where) == report
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


async def test_inactive_user_is_skipped_without_activate_and_active_one_untouched(stub, async_connect, leavers):
    calls = []
    users = [*leavers, stub.user_id("dave"), stub.user_id("nadia")]
    async with async_connect() as chat:
        report = await AsyncBulk(chat, concurrency=1).act_as_users(users, lambda user, row: calls.append(row.id))
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
async def test_failure_leaves_no_user_active(stub, async_connect, leavers, operation, fault):
    stub.faults.add(operation, **fault)
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, concurrency=1)
        report = await bulk.act_as_users(leavers, lambda user, row: user.conversations.list().page(), activate=True)
    assert [row.outcome for row in report.rows] == ["failed", "done"]
    assert report.failed[0].reason.startswith(operation)
    assert active(stub, leavers) == [False, False]


async def test_user_who_cannot_be_deactivated_is_unknown_until_the_job_resumes(stub, async_connect, leavers, path):
    stub.faults.add("admin.users.update", after=1, times=3, status=500)
    calls = []
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=path, concurrency=1)
        first = await bulk.act_as_users(leavers, lambda user, row: calls.append(row.id), activate=True)
        assert first.counts == {"done": 1, "unknown": 1}
        [row] = first.unknown
        assert row.reason.startswith(
            "the user may still be active, and was not before the job: admin.users.update: 500"
        )
        assert (row.status, active(stub, leavers)) == (None, [True, False])
        report = await bulk.act_as_users(leavers, lambda user, row: calls.append(row.id), activate=True)
    assert report.counts == {"done": 2}
    assert calls == [leavers[0], leavers[1], leavers[0]]
    assert active(stub, leavers) == [False, False]


async def test_errors_that_a_job_has_handled_keep_no_frames(stub, async_connect, leavers):
    class Errors(Observer):
        def __init__(self):
            self.kept = []

        def on_call_end(self, call):
            if call.error is not None:
                self.kept.append(call.error)

    errors = Errors()
    stub.faults.add("admin.users.impersonate", status=500)
    stub.faults.add("admin.users.update", after=1, times=3, status=500)
    async with async_connect(observers=[errors]) as chat:
        await AsyncBulk(chat, concurrency=1).act_as_users(leavers, print, activate=True)
    assert [error.__traceback__ for error in errors.kept] == [None] * 4


async def test_error_of_the_function_stops_the_job_and_deactivates(stub, async_connect, leavers, path):
    calls = []

    def work(user, row):
        calls.append(row.id)
        if len(calls) == 1:
            raise OSError("full")

    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=path, concurrency=1)
        with pytest.raises(OSError, match="full") as caught:
            await bulk.act_as_users(leavers, work, activate=True)
        assert bulk.report.counts == {"unknown": 1, "planned": 1}
        assert caught.value.__notes__ == [
            f"the job stopped at 2 rows: 1 unknown, 1 planned; the same call resumes it from {path}"
        ]
        assert active(stub, leavers) == [False, False]
        assert (await bulk.act_as_users(leavers, work, activate=True)).counts == {"done": 2}
        assert calls == [leavers[0], *leavers]
        assert active(stub, leavers) == [False, False]


async def test_failure_that_the_function_returns_or_raises_fails_the_row(stub, async_connect, leavers, nothing):
    async def work(user, row):
        if row.id == leavers[0]:
            return await AsyncBulk(user).delete_conversations([nothing], dry_run=True)
        raise TrivetError("no")

    async with async_connect() as chat:
        report = await AsyncBulk(chat).act_as_users([*leavers, nothing], work, activate=True)
    assert [(row.outcome, row.reason) for row in report.rows[:2]] == [("failed", "1 row: 1 failed"), ("failed", "no")]
    assert (report.rows[2].outcome, report.rows[2].status) == ("failed", 404)
    assert active(stub, leavers) == [False, False]


@pytest.mark.parametrize("times", [1, None])
async def test_401_of_the_administrator_stops_the_job(stub, async_connect, leavers, path, times):
    stub.faults.add("admin.users.impersonate", status=401)
    if times is None:  # from then on, the token is not accepted for anything
        stub.faults.add("admin.users.update", after=1, times=None, status=401)
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=path, concurrency=1)
        with pytest.raises(AuthenticationError):
            await bulk.act_as_users(leavers, lambda user, row: None, activate=True)
        assert bulk.report.counts == ({"planned": 2} if times else {"unknown": 1, "planned": 1})
        assert active(stub, leavers) == [times is None, False]
        stub.faults.clear()
        assert (await bulk.act_as_users(leavers, lambda user, row: None, activate=True)).counts == {"done": 2}
    assert active(stub, leavers) == [False, False]


async def test_killed_job_resumes_with_the_user_whom_it_left_active(stub, async_connect, leavers, path):
    calls = []
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=path, concurrency=1)
        await bulk.act_as_users(leavers, lambda user, row: None, activate=True)
        # As if the process had been killed while it acted as the second user.
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2]))
        stub.records.users[leavers[1]].is_active = True
        report = await bulk.act_as_users(leavers, lambda user, row: calls.append(row.id), activate=True)
    assert (report.counts, calls, active(stub, leavers)) == ({"done": 2}, [leavers[1]], [False, False])
    assert report.rows[1].old == {"is_active": False}


async def test_late_commits_and_users_activated_by_others_are_seen(stub, async_connect, leavers, path):
    stub.observed.late_commits = True

    async def work(user, row):
        assert len(await user.conversations.list(include_archived=True).complete()) > 0

    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=path, concurrency=1)
        assert (await bulk.act_as_users(leavers, work, activate=True)).counts == {"done": 2}
        stub.observed.late_commits = False
        stub.records.users[leavers[0]].is_active = True
        checked = await AsyncBulk(chat, journal=path, verify=True).act_as_users(leavers, work, activate=True)
        assert checked.rows[0] == Row(leavers[0], "unknown", "it is active, and was not before the job", 200)
        assert (await bulk.act_as_users(leavers, work, activate=True)).counts == {"done": 2}
    assert active(stub, leavers) == [False, False]


async def test_service_that_shows_five_users_as_active_again_has_answered(stub, async_connect, path):
    users = [user.id for user in stub.records.users.values() if user.role == "user"][:5]
    for user_id in users:
        stub.records.users[user_id].is_active = False
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=path, verify=True)
        assert (await bulk.act_as_users(users, lambda user, row: None, activate=True)).counts == {"done": 5}
        for user_id in users:
            stub.records.users[user_id].is_active = True
        assert (await bulk.act_as_users(users, lambda user, row: None, activate=True)).counts == {"unknown": 5}


async def test_user_whom_the_service_does_not_show_as_activated_fails(stub, async_connect, leavers):
    body = {"id": leavers[0], "role": "user", "is_active": False}
    stub.faults.add("admin.users.get", body=body, times=4)
    calls = []
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, concurrency=1)
        report = await bulk.act_as_users(leavers[:1], lambda user, row: calls.append(row.id), activate=True)
    assert report.rows == (Row(leavers[0], "failed", "it was activated, and the service does not show it"),)
    assert (report.rows[0].cause, calls, patches(stub)) == ("no_effect", [], [True, False])


async def test_user_whose_activity_is_not_shown_is_skipped(stub, async_connect, leavers):
    body = {"id": leavers[0], "role": "user"}
    stub.faults.add("admin.users.get", body=body)
    async with async_connect() as chat:
        report = await AsyncBulk(chat, concurrency=1).act_as_users(leavers[:1], print, activate=True)
    assert report.rows == (Row(leavers[0], "skipped", "the service does not show whether it is active"),)
    assert patches(stub) == []


async def test_wrong_arguments_are_refused_before_sending(stub, async_connect, leavers):
    async with async_connect() as chat:
        bulk = AsyncBulk(chat)
        for arguments, message in [
            ({"work": None}, "work must be something to call"),
            ({"audit": 7}, "audit must be something to call"),
            ({"activate": 1}, "activate must be True or False"),
            ({"admins": "x"}, "admins must be a collection of ids"),
            ({"users": [7]}, r"users\[0\] must be an id"),
        ]:
            with pytest.raises(InvalidArgumentError, match=message):
                await bulk.act_as_users(**{"users": leavers, "work": print, **arguments})
    assert len(stub.requests) == 0
