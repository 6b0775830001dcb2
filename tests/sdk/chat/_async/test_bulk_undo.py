"""Rows with old values, and jobs that restore them."""

import json

import pytest

from trivet import AuthenticationError, InvalidArgumentError
from trivet.chat.bulk import AsyncBulk, Row


def values(report):
    return [(row.label, row.old, row.new) for row in report.rows]


def changed(stub):
    return [entry.path.rpartition("/")[2] for entry in stub.requests if entry.method == "PATCH"]


@pytest.mark.parametrize("by_id", [False, True])
@pytest.mark.parametrize("dry_run", [False, True])
async def test_rows_have_label_and_old_and_new_values(stub, async_connect, ids, by_id, dry_run):
    async with async_connect() as chat:
        users = [user async for user in chat.admin.users.list() if user.id in ids or user.role == "admin"]
        rows = [user.id for user in users] if by_id else users
        seen = []
        bulk = AsyncBulk(chat, progress=lambda row, *_: seen.append(row))
        report = await bulk.update_users(rows, is_active=False, dry_run=dry_run)
        expected = [(user.email, {"is_active": True}, {"is_active": False}) for user in users]
        assert values(report) == expected
        assert {row.label for row in report.skipped} == {"admin@example.com", "nadia@example.com"}
        if not dry_run:
            assert {row.label for row in seen} >= {row.label for row in report.done}
            assert all(row.old == {"is_active": True} for row in seen)


@pytest.mark.parametrize("by_id", [False, True])
async def test_rows_of_deletion_show_deleted_values(async_connect, travel, budget, by_id):
    async with async_connect("alice") as alice:
        rows = [await alice.conversations.get(conversation.id) for conversation in (travel, budget)]
        report = await AsyncBulk(alice).delete_conversations([row.id if by_id else row for row in rows], confirm=2)
    old = {"user_id": travel.user_id, "is_archived": False}
    assert values(report) == [(travel.title, old, None), (budget.title, old, None)]


async def test_undo_restores_exactly_the_changes_of_the_job(stub, async_connect, ids, nothing, path):
    stub.records.users[ids[1]].is_active = False  # before the job: it changes nothing there
    stub.faults.add(f"/admin/users/{ids[2]}", after=1, status=422)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        report = await job.update_users([*ids, stub.user_id("admin"), nothing], is_active=False)
        assert report.counts == {"done": 2, "failed": 2, "skipped": 2}
        before = len(changed(stub))
        preview = await AsyncBulk(chat, journal=path.with_suffix(".undo")).undo(path, dry_run=True)
        assert (len(changed(stub)), preview.counts) == (before, {"skipped": 4, "planned": 2})
        undone = await AsyncBulk(chat, journal=path.with_suffix(".undo")).undo(path)
    assert sorted(changed(stub)[before:]) == sorted([ids[0], ids[3]])
    assert [row.id for row in undone.done] == [ids[0], ids[3]]
    assert values(undone)[0] == ("alice@example.com", {"is_active": False}, {"is_active": True})
    assert [row.reason for row in undone.skipped] == [
        "the job did not change it: its outcome is skipped",
        "the job did not change it: its outcome is failed",
        "the job did not change it: its outcome is skipped",
        "the job did not change it: its outcome is failed",
    ]
    active = [stub.records.users[id_].is_active for id_ in ids]
    assert active == [True, False, True, True]


async def test_undo_keeps_values_that_others_have_changed_since(stub, async_connect, ids, path):
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users(ids, role="admin", is_active=False)
        stub.records.users[ids[0]].role = "user"
        stub.records.users[ids[1]].is_active = True
        stub.records.users[ids[2]].role, stub.records.users[ids[2]].is_active = "user", True
        stub.records.delete_user(stub.records.users[ids[3]])
        report = await AsyncBulk(chat).undo(path)
    assert report.counts == {"failed": 1, "skipped": 3}
    assert [row.reason for row in report.skipped] == [
        "it was changed since: role is 'user', and the job set 'admin'",
        "it was changed since: is_active is True, and the job set False",
        "it has these values already",
    ]
    assert [row.status for row in report.failed] == [404]
    assert sorted(changed(stub)) == sorted(ids)


@pytest.mark.parametrize("crash", [False, True])
async def test_user_who_is_gone_is_known_to_be_gone_although_the_service_crashes(stub, async_connect, ids, path, crash):
    stub.observed.missing_user_500 = crash
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users(ids[:2], is_active=False)
        stub.records.delete_user(stub.records.users[ids[0]])
        for dry_run in (True, False):
            report = await AsyncBulk(chat).undo(path, dry_run=dry_run)
            assert [(row.outcome, row.status, row.cause) for row in report.failed] == [("failed", 404, "gone")]
            assert len(report.rows) == 2
    assert stub.records.users[ids[1]].is_active


async def test_row_of_an_undo_that_crashes_alone_is_restored(stub, async_connect, ids, path):
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users(ids[:1], is_active=False)
        stub.faults.add("admin.users.get", status=500)
        assert (await AsyncBulk(chat).undo(path)).counts == {"done": 1}
    assert stub.records.users[ids[0]].is_active


async def test_undo_of_conversations_clears_a_title_and_restores_blanks_as_stored(stub, async_connect, travel, path):
    async with async_connect("alice") as alice:
        ids = [conversation.id async for conversation in alice.conversations.list(include_archived=True)]
        before = {
            id_: (stub.records.conversations[id_].title, stub.records.conversations[id_].is_archived) for id_ in ids
        }
        stub.records.conversations[ids[0]].title = None
        before[ids[0]] = (None, before[ids[0]][1])
        await AsyncBulk(alice, journal=path).update_conversations(ids, title="  new ", is_archived=True)
        report = await AsyncBulk(alice).undo(path)
    assert report.counts == {"done": len(ids)}
    assert {
        id_: (stub.records.conversations[id_].title, stub.records.conversations[id_].is_archived) for id_ in ids
    } == before


async def test_stopped_undo_resumes_from_its_own_journal(stub, async_connect, ids, path):
    undo = path.with_suffix(".undo")
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users(ids, is_active=False)
        stub.faults.add("admin.users.update", after=1, status=401)
        with pytest.raises(AuthenticationError):
            await AsyncBulk(chat, journal=undo, concurrency=1).undo(path)
        # The outcome of the last row is lost, as if the process had been killed before it wrote the line.
        lines = undo.read_bytes().splitlines(keepends=True)
        undo.write_bytes(b"".join(line for line in lines if b'"done"' not in line))
        before = len(changed(stub))
        report = await AsyncBulk(chat, journal=undo).undo(path)
        assert report.counts == {"done": 4}
        assert sorted(changed(stub)[before:]) == sorted(ids[1:])
        assert await AsyncBulk(chat, journal=undo).undo(path) == report
        assert len(changed(stub)) == before + 3
        redone = await AsyncBulk(chat).undo(undo)
        assert redone.counts == {"done": 4}
    assert not any(stub.records.users[id_].is_active for id_ in ids)


async def test_uncertain_row_is_not_undone_before_the_job_is_resumed(stub, async_connect, ids, path):
    stub.faults.add("admin.users.update", drop=True)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, concurrency=1)
        assert (await job.update_users(ids, is_active=False)).counts == {"done": 3, "unknown": 1}
        report = await AsyncBulk(chat).undo(path, dry_run=True)
        assert [row.reason for row in report.skipped] == [
            "it is not known whether the job changed it; resume that job first"
        ]
        await job.update_users(ids, is_active=False)
        assert (await AsyncBulk(chat).undo(path)).counts == {"done": 4}


async def test_value_that_the_service_does_not_show_is_not_restored(stub, async_connect, ids, path):
    async with async_connect() as chat:
        body = {
            "id": ids[0],
            "email": "a@b.example",
            "role": "user",
            "is_active": True,
            "created_at": "2025-06-16T00:00:00Z",
        }
        stub.faults.add("admin.users.get", body=json.dumps(body), content_type="application/json")
        await AsyncBulk(chat, journal=path).update_users(ids[:1], is_active=False, is_app_admin=True)
        report = await AsyncBulk(chat).undo(path)
    assert report.rows == (Row(ids[0], "skipped", "its is_app_admin before the job is not known"),)


async def test_only_an_update_of_this_service_can_be_undone(stub, async_connect, ids, travel, path, tmp_path):
    async with async_connect() as chat, async_connect(base_url="http://new.test") as moved:
        await AsyncBulk(chat, journal=path).delete_users(ids[2:], confirm=2)
        with pytest.raises(InvalidArgumentError, match="the journal of an update; delete_users cannot be undone"):
            await AsyncBulk(chat).undo(path)
        for wrong in (None, 7, tmp_path / "missing"):
            with pytest.raises(InvalidArgumentError, match=r"journal must be the (path of a file|journal of a job)"):
                await AsyncBulk(chat).undo(wrong)
        path.unlink()
        await AsyncBulk(chat, journal=path).update_users(ids[:2], is_active=False)
        with pytest.raises(InvalidArgumentError, match=r"base_url must be 'http://chat.test' as in .*as moved_from"):
            await AsyncBulk(moved).undo(path)
        with pytest.raises(InvalidArgumentError, match="job must be 'update_users' as in the journal"):
            await AsyncBulk(chat, journal=path).undo(path)
        stub.records.users[ids[0]].is_active = True
        async with chat.acting_as(ids[0]) as alice:
            with pytest.raises(InvalidArgumentError, match="acting_as must be None as in the journal"):
                await AsyncBulk(alice).undo(path)
        report = await AsyncBulk(moved, moved_from="http://chat.test/").undo(path)
    assert report.counts == {"done": 1, "skipped": 1}
    assert stub.records.users[ids[1]].is_active


async def test_undo_restores_the_part_of_an_update_that_took_effect(stub, async_connect, ids, path):
    stub.observed.listed_app_admin = True
    async with async_connect() as chat:
        users = [user async for user in chat.admin.users.list() if user.id in ids]
        report = await AsyncBulk(chat, journal=path).update_users(users, is_active=False, is_app_admin=True)
        assert {row.reason for row in report.failed} == {"the update has no effect: is_app_admin is False"}
        stub.records.users[ids[3]].role = "admin"  # by others; the job did not set it
        undone = await AsyncBulk(chat).undo(path)
        assert undone.counts == {"done": 4}
        assert {str(row.new) for row in undone.rows} == {"{'is_active': True}"}
    assert all(stub.records.users[id_].is_active for id_ in ids)


async def test_resumed_undo_restores_a_part_however_the_journal_words_the_reason(stub, async_connect, ids, path):
    stub.observed.listed_app_admin = True
    undo = path.with_suffix(".undo")
    async with async_connect() as chat:
        users = [user async for user in chat.admin.users.list() if user.id in ids]
        await AsyncBulk(chat, journal=path).update_users(users, is_active=False, is_app_admin=True)
        stub.faults.add("admin.users.update", status=401)
        with pytest.raises(AuthenticationError):
            await AsyncBulk(chat, journal=undo, concurrency=1).undo(path)
        data = undo.read_bytes()
        assert data.count(b"the job may have changed a part of it") == 4
        undo.write_bytes(data.replace(b"the job may have changed a part of it", b"a part of it may be changed"))
        assert (await AsyncBulk(chat, journal=undo).undo(path)).counts == {"done": 4}
    assert all(stub.records.users[id_].is_active for id_ in ids)


async def test_undo_looks_up_values_that_only_the_list_shows(stub, async_connect, ids, path):
    async with async_connect() as chat:
        users = [user async for user in chat.admin.users.list() if user.id in ids]
        report = await AsyncBulk(chat, journal=path).update_users(users, is_active=False, is_app_admin=True)
        assert report.counts == {"done": 4}
        stub.observed.listed_app_admin = True
        assert (await AsyncBulk(chat).undo(path, dry_run=True)).counts == {"planned": 4}


async def test_undo_resumes_after_the_service_has_moved(stub, async_connect, ids, path):
    undo, again = path.with_suffix(".undo"), path.with_suffix(".again")
    async with async_connect() as chat, async_connect(base_url="http://new.test") as moved:
        await AsyncBulk(chat, journal=path).update_users(ids, is_active=False)
        report = await AsyncBulk(chat, journal=undo).undo(path)
        redone = await AsyncBulk(chat, journal=again).undo(undo)
        assert await AsyncBulk(moved, journal=undo, moved_from="http://chat.test").undo(path) == report
        assert await AsyncBulk(moved, journal=again, moved_from="http://chat.test").undo(undo) == redone


@pytest.fixture
def activated(stub, async_connect, path):
    """The journal of a job that has activated some inactive users."""

    async def activated(*names):
        ids = [stub.user_id(name) for name in names]
        for id_ in ids:
            stub.records.users[id_].is_active = False
        async with async_connect() as chat:
            report = await AsyncBulk(chat, journal=path).update_users(ids, is_active=True, admins=ids)
        assert report.counts == {"done": len(ids)}
        return path

    return activated


@pytest.fixture
def short(stub):
    """Let the list of users show some of them, and count three more that are on no page."""

    def short(*names):
        users = [stub.records.users[stub.user_id(name)] for name in names]
        rows = [{"id": user.id, "email": user.email, "role": user.role, "is_active": True} for user in users]
        stub.faults.add("admin.users.list", body={"items": rows, "total": len(rows) + 3}, times=None)

    return short


def is_active(stub, *names):
    return [stub.records.users[stub.user_id(name)].is_active for name in names]


async def test_undo_without_administrators_reads_no_list_of_users(stub, async_connect, activated):
    journal = await activated("alice", "bob")
    async with async_connect() as chat:
        assert (await AsyncBulk(chat).undo(journal, dry_run=True)).counts == {"planned": 2}
        assert (await AsyncBulk(chat).undo(journal)).counts == {"done": 2}
    assert is_active(stub, "alice", "bob") == [False, False]
    assert stub.requests.count("admin.users.list") == 0


async def test_undo_with_administrator_needs_no_list_where_the_caller_is_known(stub, async_connect, activated):
    journal = await activated("alice", "nadia")
    async with async_connect() as chat:
        await chat.conversations.create(title="Mine")
        assert (await AsyncBulk(chat).undo(journal)).counts == {"done": 2}
    assert is_active(stub, "alice", "nadia", "admin") == [False, False, True]
    assert stub.requests.count("admin.users.list") == 0


async def test_undo_with_administrator_needs_one_other_of_an_incomplete_list(stub, async_connect, activated, short):
    journal = await activated("alice", "nadia")
    short("alice", "nadia", "admin")
    async with async_connect() as chat:
        preview = await AsyncBulk(chat).undo(journal, dry_run=True)
        assert [row.cause for row in preview.rows] == [None, "own_not_known"]
        assert stub.requests.count("admin.users.list") == 1
        report = await AsyncBulk(chat, own=stub.user_id("admin")).undo(journal)
    assert report.counts == {"done": 2}
    assert is_active(stub, "alice", "nadia", "admin") == [False, False, True]


@pytest.mark.parametrize("listed", [("alice", "nadia"), ("alice",)])
async def test_undo_leaves_administrator_where_no_other_is_found(stub, async_connect, activated, short, listed):
    journal = await activated("alice", "nadia")
    short(*listed)
    async with async_connect() as chat:
        report = await AsyncBulk(chat).undo(journal)
    assert report.counts == {"done": 1, "skipped": 1}
    reason = "no other active administrator was found, and 3 users are on no page of the list; "
    reason += "the account that runs the job is known to be one once it has a conversation: create one, and repeat"
    assert [(row.label, row.reason) for row in report.skipped] == [("nadia@example.com", reason)]
    assert is_active(stub, "alice", "nadia") == [False, True]


async def test_undo_leaves_users_who_have_become_administrators_since(stub, async_connect, activated):
    journal = await activated("alice", "bob")
    stub.records.users[stub.user_id("bob")].role = "admin"
    async with async_connect() as chat:
        report = await AsyncBulk(chat).undo(journal)
    assert [row.reason for row in report.skipped] == ["it was changed since: role is 'admin', and was 'user'"]
    assert is_active(stub, "alice", "bob") == [False, True]


async def test_undo_of_a_promotion_keeps_the_account_that_runs_it(stub, async_connect, ids, path):
    stub.records.users[stub.user_id("alice")].role = "admin"
    async with async_connect() as chat, async_connect("alice") as promoted:
        stub.records.users[stub.user_id("alice")].role = "user"
        await AsyncBulk(chat, journal=path).update_users(ids, role="admin")
        report = await AsyncBulk(promoted).undo(path)
    assert [row.reason for row in report.skipped] == ["it is the account that runs the job, and would lock itself out"]
    roles = [stub.records.users[id_].role for id_ in ids]
    assert sorted(roles) == ["admin", "user", "user", "user"]
