"""When a row of a bulk job is done: what an answer, a look-up and a gateway say about it."""

from collections import Counter

import pytest

from trivet.chat.bulk import AsyncBulk

GATEWAY = [
    {"body": "no such upstream"},
    {"body": "<html><h1>404 Not Found</h1></html>", "content_type": "text/html"},
    {"body": {"detail": "Not Found"}},
    {"body": {"error": {"message": "NOT_FOUND"}}},
]
LOST = "the deletion has no effect: the service still has the record"


@pytest.fixture
def new_operations(stub):
    """The number of requests of each operation since the last call of this function."""
    seen = 0

    def new_operations():
        nonlocal seen
        entries, seen = list(stub.requests)[seen:], len(stub.requests)
        return Counter(entry.operation for entry in entries)

    return new_operations


async def test_rows_that_a_report_has_as_done_are_verified(stub, async_connect, ids):
    async with async_connect() as chat:
        report = await AsyncBulk(chat).update_users(ids[:2], is_active=False)
        stub.records.users[ids[0]].is_active = True
        checked = await AsyncBulk(chat, verify=True).update_users(report, is_active=False)
    assert [(row.outcome, row.cause) for row in checked.rows] == [("failed", "no_effect"), ("done", None)]


@pytest.mark.parametrize("answer", GATEWAY)
async def test_404_of_gateway_does_not_settle_deletion_in_doubt(stub, async_connect, ids, path, answer):
    stub.faults.add("admin.users.delete", drop=True)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        assert (await job.delete_users(ids[:1], confirm=1)).counts == {"unknown": 1}
        stub.faults.add("admin.users.get", status=404, **answer)
        [row] = (await job.delete_users(ids[:1], confirm=1)).unknown
        assert (row.status, row.code) == (404, None)
        assert ids[0] in stub.records.users
        assert (await job.delete_users(ids[:1], confirm=1)).counts == {"done": 1}
    assert ids[0] not in stub.records.users


@pytest.mark.parametrize("answer", GATEWAY)
async def test_404_of_gateway_to_repeated_deletion_leaves_row_unknown(stub, async_connect, ids, path, answer):
    stub.faults.add("admin.users.delete", drop=True)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        await job.delete_users(ids[:1], confirm=1)
        stub.faults.add("admin.users.delete", status=404, **answer)
        stub.faults.add("admin.users.get", after=1, status=404, **answer)
        assert (await job.delete_users(ids[:1], confirm=1)).counts == {"unknown": 1}
        assert (await job.delete_users(ids[:1], confirm=1)).counts == {"done": 1}


@pytest.mark.parametrize("by_id", [False, True])
async def test_deletions_in_doubt_end_where_a_missing_user_is_a_500(
    stub, async_connect, ids, path, new_operations, by_id
):
    stub.observed.missing_user_500 = stub.observed.search_wildcards = True
    stub.faults.add("admin.users.delete", cut_after=0, times=3)  # they take effect, and the answers are lost
    stub.faults.add("admin.users.delete", drop=True)  # it does not
    async with async_connect() as chat:
        users = ids if by_id else [await chat.admin.users.get(id_) for id_ in ids]
        job = AsyncBulk(chat, journal=path, concurrency=1)
        assert (await job.delete_users(users, confirm=4)).counts == {"unknown": 4}
        new_operations()
        report = await job.delete_users(users, confirm=4)
    assert report.counts == {"done": 4}
    assert new_operations() == {"admin.users.get": 4, "admin.users.list": 3, "admin.users.delete": 1}
    assert not stub.records.users.keys() & set(ids)


async def test_late_deletion_is_done_where_a_missing_user_is_a_500(stub, async_connect, ids, path):
    stub.faults.add("admin.users.delete", drop=True)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        await job.delete_users(ids[:1], confirm=1)
        stub.observed.missing_user_500 = True
        record = await chat.with_response(chat.admin.users.get, ids[0])
        stub.faults.add("admin.users.get", body=record.body, content_type="application/json")
        stub.records.delete_user(stub.records.users[ids[0]])
        assert (await job.delete_users(ids[:1], confirm=1)).counts == {"done": 1}


async def test_user_who_is_still_listed_stays_in_doubt_when_reading_fails(stub, async_connect, ids, path):
    stub.faults.add("admin.users.delete", drop=True)
    stub.faults.add("admin.users.delete", status=500)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        await job.delete_users(ids[:1], confirm=1)
        stub.faults.add("admin.users.get", status=500, times=None)
        [row] = (await job.delete_users(ids[:1], confirm=1)).rows
        assert (row.outcome, row.status) == ("failed", 500)
        stub.faults.clear()
        assert (await AsyncBulk(chat, journal=path, retry_failed=True).delete_users(ids[:1], confirm=1)).counts == {
            "done": 1
        }


async def test_answer_that_contradicts_an_update_is_looked_up(stub, async_connect, ids, new_operations):
    async with async_connect() as chat:
        for id_, times in zip(ids, (1, 3), strict=False):
            answer = await chat.with_response(chat.admin.users.get, id_)
            path = f"/admin/users/{id_}"
            stub.faults.add(path, body=answer.body, content_type="application/json", after=1, times=times)
        stub.records.users[ids[0]].is_active = False  # the update took effect, but its answer does not say so
        new_operations()
        report = await AsyncBulk(chat, concurrency=1).update_users(ids[:2], is_active=False, skip_unchanged=False)
    assert [(row.outcome, row.reason, row.status) for row in report.rows] == [
        ("done", None, None),
        ("failed", "the update has no effect: is_active is True", 200),
    ]
    assert new_operations() == {"admin.users.get": 5, "admin.users.update": 2}


async def test_update_that_the_answer_does_not_show_is_looked_up_in_the_list(stub, async_connect, ids, new_operations):
    stub.observed.listed_app_admin = stub.observed.search_wildcards = True
    stub.records.users[ids[0]].is_app_admin = True
    new_operations()
    async with async_connect() as chat:
        report = await AsyncBulk(chat, concurrency=1).update_users(ids[:2], is_app_admin=True)
    assert [(row.outcome, row.reason) for row in report.rows] == [
        ("done", None),
        ("failed", "the update has no effect: is_app_admin is False"),
    ]
    assert new_operations() == {"admin.users.get": 3, "admin.users.update": 2, "admin.users.list": 3}


async def test_update_that_is_shown_nowhere_stays_unknown(stub, async_connect, ids, path):
    stub.observed.listed_app_admin = True
    rows = [{"id": id_, "email": "a@example.com", "role": "user", "is_active": False} for id_ in ids]
    stub.faults.add("admin.users.list", body={"items": rows, "total": 4}, times=None)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        for _ in range(2):
            report = await job.update_users(ids, is_app_admin=True, is_active=False)
            assert {row.reason for row in report.unknown} == {"the service does not show is_app_admin"}
            assert report.counts == {"unknown": 4}


@pytest.mark.parametrize("name", ["update_users", "delete_users"])
async def test_verified_job_finds_changes_that_were_answered_and_never_stored(
    stub, async_connect, call, ids, path, name
):
    arguments = {"is_active": False} if name == "update_users" else {"confirm": 4}
    stub.observed.lost_commits = True
    async with async_connect() as chat:
        blind = await call(AsyncBulk(chat), name, users=ids, **arguments)
        assert blind.counts == {"done": 4}
        job = AsyncBulk(chat, journal=path, verify=True)
        report = await call(job, name, users=ids, **arguments)
        assert report.counts == {"failed": 4}
        reason = "the update has no effect: is_active is True" if name == "update_users" else LOST
        assert {(row.reason, row.status) for row in report.rows} == {(reason, 200 if name == "update_users" else 204)}
        stub.observed.lost_commits = False
        report = await call(job, name, users=ids, **arguments)
        assert report.counts == {"done": 4}
        assert await call(AsyncBulk(chat, journal=path), name, users=ids, **arguments) == report
    left = [stub.records.users.get(id_) for id_ in ids]
    assert not any(user is not None and user.is_active for user in left)


async def test_finished_job_is_verified_later(stub, async_connect, ids, path, new_operations):
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users(ids, is_active=False)
        stub.records.users[ids[2]].is_active = True  # a restored backup
        new_operations()
        report = await AsyncBulk(chat, journal=path, verify=True).update_users(ids, is_active=False)
        assert new_operations() == {"admin.users.get": 5}
        assert [row.outcome for row in report.rows] == ["done", "done", "failed", "done"]
        report = await AsyncBulk(chat, journal=path, verify=True).update_users(ids, is_active=False)
    assert report.counts == {"done": 4}


@pytest.mark.parametrize("concurrency", [1, 3])
async def test_verified_job_is_done_where_answers_come_before_the_commit(stub, async_connect, concurrency):
    stub.observed.late_commits = True
    async with async_connect("alice") as chat:
        job = AsyncBulk(chat, concurrency=concurrency, verify=True)
        conversations = await chat.conversations.list(include_archived=True).all()
        assert (await job.update_conversations(conversations, title=" Same ")).counts == {"done": 4}
        assert (await job.delete_conversations(conversations, confirm=4)).counts == {"done": 4}


async def test_verified_job_settles_rows_without_an_answer(stub, async_connect, ids):
    stub.faults.add("admin.users.delete", cut_after=0)  # it takes effect, and the answer is lost
    stub.faults.add("admin.users.delete", drop=True)
    async with async_connect() as chat:
        report = await AsyncBulk(chat, concurrency=1, verify=True).delete_users(ids, confirm=4)
    assert [(row.outcome, row.reason) for row in report.rows] == [
        ("done", None),
        ("failed", LOST),
        ("done", None),
        ("done", None),
    ]


async def test_row_that_cannot_be_verified_is_unknown(stub, async_connect, ids, path):
    stub.faults.add("admin.users.get", after=4, status=503, times=2)
    async with async_connect() as chat:
        job = AsyncBulk(chat.with_options(max_retries=0), journal=path, concurrency=1, verify=True)
        report = await job.update_users(ids, is_active=False)
        assert [row.status for row in report.unknown] == [503, 503]
        assert report.counts == {"unknown": 2, "done": 2}
        assert (await job.update_users(ids, is_active=False)).counts == {"done": 4}


async def test_answer_with_another_record_settles_nothing(stub, async_connect, travel, budget):
    stub.records.conversations[budget.id].is_archived = True
    async with async_connect("alice") as chat:
        rows = [await chat.conversations.get(travel.id)]
        other = (await chat.with_response(chat.conversations.get, budget.id)).body
        stub.faults.add("conversations.update", body=other, content_type="application/json", times=2)
        stub.faults.add("conversations.get", body=other, content_type="application/json")
        [row] = (await AsyncBulk(chat).update_conversations(rows, is_archived=True)).unknown
        assert "the answer is another record" in row.reason
        [row] = (await AsyncBulk(chat).update_conversations(rows, is_archived=True)).failed
        assert row.reason == "the update has no effect: is_archived is False"


@pytest.mark.parametrize("who", ["admin", "alice"])
async def test_change_that_is_stored_only_after_its_verification_is_done_in_the_next_run(
    stub, async_connect, ids, travel, tmp_path, who
):
    erin, sent = stub.user_id("erin"), lambda: sum(entry.method != "GET" for entry in stub.requests)
    stub.observed.slow_commits = True
    async with async_connect(who) as chat:

        async def run():
            first, second = (AsyncBulk(chat, journal=tmp_path / name, verify=True) for name in ("first", "second"))
            if who == "admin":
                return [
                    await first.update_users([ids[0]], is_active=False),
                    await second.delete_users([ids[1]], confirm=1),
                ]
            return [
                await first.share_conversations([travel.id], erin),
                await second.update_conversations([travel.id], title="late"),
            ]

        assert [report.failed[0].cause for report in await run()] == ["no_effect", "no_effect"]
        stub.clock.advance(3)
        assert [report.counts for report in await run()] == [{"done": 1}, {"done": 1}]
        assert sent() == 2
        if who == "alice":
            stub.clock.advance(3)
            assert (await AsyncBulk(chat, journal=tmp_path / "undo").undo(tmp_path / "first")).counts == {"done": 1}
            assert stub.records.conversations[travel.id].share_with(erin) is None
