"""Bulk jobs that stop early and are resumed from their journal."""

import json
import sys

import pytest

from trivet import AuthenticationError, InvalidArgumentError
from trivet.chat.bulk import AsyncBulk
from trivet_stubs import ChatStub

if sys.platform != "win32":
    pass


@pytest.fixture
def forget():
    """Remove the last lines of a journal, as if the process had been killed before it wrote them."""

    def forget(path, count):
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[:-count]))

    return forget


async def test_finished_job_returns_same_report_and_changes_nothing(async_connect, ids, nothing, path, new_requests):
    async with async_connect() as chat:
        first = await AsyncBulk(chat, journal=path).update_users([*ids, nothing], is_active=False)
        new_requests()
        again = await AsyncBulk(chat, journal=path).update_users([*ids, nothing], is_active=False)
        some = chat.admin.users.list(search="alice")
        once_more = await AsyncBulk(chat, journal=str(path)).update_users(some, is_active=False)
        assert first.counts == {"done": 4, "failed": 1}
        assert first == again == once_more
        with pytest.raises(InvalidArgumentError, match="another job needs another journal"):
            await AsyncBulk(chat, journal=path).update_users(chat.admin.users.list(), is_active=False)
    assert new_requests() == {"GET users": 2}


async def test_job_stopped_by_401_resumes_without_sending_twice(stub, async_connect, ids, path, new_requests):
    stub.faults.add("admin.users.delete", after=2, times=None, status=401)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, concurrency=2)
        with pytest.raises(AuthenticationError) as caught:
            await job.delete_users(ids, confirm=4)
        assert caught.value.__notes__ == [
            f"the job stopped at 4 rows: 2 done, 2 planned; the same call resumes it from {path}"
        ]
        # Of two workers, the second may send its next row before the first has sent its own.
        planned = [row.id for row in job.report.rows if row.outcome == "planned"]
        stub.faults.clear()
        new_requests()
        report = await job.delete_users(ids, confirm=4)
    assert report.counts == {"done": 4}
    assert len(planned) == 2
    assert new_requests() == {f"DELETE {id_}": 1 for id_ in planned}, "after a 401 no row is uncertain"


async def test_uncertain_rows_and_those_done_shortly_before_a_crash_are_looked_up(
    stub, async_connect, ids, path, new_requests, forget
):
    async with async_connect() as chat:
        users = [await chat.admin.users.get(id_) for id_ in ids]
        job = AsyncBulk(chat, journal=path, concurrency=1, progress=lambda *_: stub.clock.advance(31))
        await job.delete_users(users, confirm=4)
        forget(path, 4)  # the outcome of the third row, both lines of the fourth, and the end of the run
        new_requests()
        report = await AsyncBulk(chat, journal=path).delete_users(users, confirm=4)
    assert new_requests() == {f"GET {ids[1]}": 1, f"GET {ids[2]}": 1, f"GET {ids[3]}": 1}, "the records are old"
    assert [(row.outcome, row.status) for row in report.rows] == [("done", None)] * 3 + [("failed", 404)]


async def test_uncertain_delete_without_effect_is_sent_again(stub, async_connect, ids, path, new_requests):
    stub.faults.add("admin.users.delete", after=1, drop=True)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, concurrency=1)
        assert (await job.delete_users(ids, confirm=4)).counts == {"done": 3, "unknown": 1}
        new_requests()
        assert (await job.delete_users(ids, confirm=4)).counts == {"done": 4}
        # The first row was done shortly before the service did not answer.
        assert new_requests() == {f"GET {ids[0]}": 1, f"GET {ids[1]}": 1, f"DELETE {ids[1]}": 1}
    assert not stub.records.users.keys() & set(ids)


async def test_uncertain_delete_arriving_after_lookup_is_done(stub, async_connect, ids, path):
    stub.faults.add("admin.users.delete", drop=True)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, concurrency=1)
        await job.delete_users(ids[:1], confirm=1)
        gone = {"error": {"code": "NOT_FOUND", "message": "User not found", "details": None}}
        stub.faults.add("admin.users.delete", status=404, body=gone)
        stub.faults.add("admin.users.get", after=1, status=404, body=gone)
        assert (await job.delete_users(ids[:1], confirm=1)).counts == {"done": 1}


async def test_uncertain_update_with_effect_is_not_sent_again(stub, async_connect, ids, path, new_requests):
    stub.faults.add("admin.users.update", after=1, cut_after=0)  # it takes effect, and the answer is lost
    stub.faults.add("admin.users.update", after=2, drop=True)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, concurrency=1)
        report = await job.update_users(ids, role="admin", is_active=False)
        assert [row.outcome for row in report.rows] == ["done", "unknown", "unknown", "done"]
        new_requests()
        report = await job.update_users(ids, role="admin", is_active=False)
    assert report.counts == {"done": 4}, "including a user who has become an administrator"
    # The first row was done shortly before the service did not answer.
    assert new_requests() == {f"GET {id_}": 1 for id_ in ids[:3]} | {f"PATCH {ids[2]}": 1}


async def test_uncertain_update_of_hidden_field_is_sent_again(stub, async_connect, ids, path, new_requests):
    stub.faults.add("admin.users.update", drop=True)
    body = json.dumps({"id": ids[0], "email": "a@b", "role": "user", "is_active": True, "created_at": "2025-06-16"})
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        await job.update_users(ids[:1], is_app_admin=True)
        new_requests()
        stub.faults.add(
            "admin.users.get", body=body.replace("06-16", "06-16T00:00:00Z"), content_type="application/json"
        )
        assert (await job.update_users(ids[:1], is_app_admin=True)).counts == {"done": 1}
    # The list of users shows the field, but not a user with this address.
    assert new_requests() == {f"GET {ids[0]}": 1, "GET users": 1, f"PATCH {ids[0]}": 1}


async def test_uncertain_row_stays_unknown_when_lookup_fails(stub, async_connect, ids, path, new_requests):
    stub.faults.add("admin.users.delete", drop=True)
    async with async_connect() as chat:
        job = AsyncBulk(chat.with_options(max_retries=0), journal=path)
        await job.delete_users(ids[:1], confirm=1)
        stub.faults.add("admin.users.get", status=503)
        assert (await job.delete_users(ids[:1], confirm=1)).counts == {"unknown": 1}
        assert (await job.delete_users(ids[:1], confirm=1)).counts == {"done": 1}
    assert new_requests() == {f"DELETE {ids[0]}": 2, f"GET {ids[0]}": 3}


async def test_refused_row_is_sent_again_only_with_retry_failed(stub, async_connect, ids, nothing, path, new_requests):
    stub.faults.add(f"/admin/users/{ids[0]}", after=1, status=422)
    stub.faults.add(f"/admin/users/{ids[1]}", after=1, status=500)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        first = await job.delete_users([*ids, nothing], confirm=4)
        assert [row.status for row in first.rows] == [422, 500, None, None, 404]
        new_requests()
        assert await job.delete_users([*ids, nothing], confirm=4) == first
        assert new_requests() == {}
        report = await AsyncBulk(chat, journal=path, retry_failed=True).delete_users([*ids, nothing], confirm=4)
    assert report.counts == {"done": 4, "failed": 1}
    assert new_requests() == {
        f"DELETE {ids[0]}": 1,
        f"GET {ids[1]}": 1,  # a change answered with 500 may have taken effect
        f"DELETE {ids[1]}": 1,
        f"GET {nothing}": 1,
    }


async def test_failed_rows_are_sent_again_although_their_list_has_other_users_by_now(stub, async_connect, path):
    async with async_connect() as chat:
        stub.faults.add("admin.users.update", status=422, times=2)
        first = await AsyncBulk(chat, journal=path).update_users(chat.admin.users.list(search="alice"), is_active=False)
        assert first.counts == {"failed": 1}
        longer = chat.admin.users.list()
        with pytest.raises(InvalidArgumentError, match="another job needs another journal"):
            await AsyncBulk(chat, journal=path).update_users(longer, is_active=False)
        again = AsyncBulk(chat, journal=path, retry_failed=True)
        assert (await again.update_users(longer, is_active=False)).counts == {"failed": 1}
        assert (await again.update_users(await longer.all(), is_active=False)).counts == {"done": 1}
        with pytest.raises(InvalidArgumentError, match="another job needs another journal"):
            await again.update_users(longer, is_active=False)


async def test_row_that_never_reached_service_is_sent_again(async_connect, ids, path, new_requests):
    gone = ChatStub(seed="empty")
    gone.close()
    async with async_connect() as chat, async_connect(transport=gone.async_transport(), max_retries=0) as cut_off:
        users = [await chat.admin.users.get(id_) for id_ in ids]
        report = await AsyncBulk(cut_off, journal=path).update_users(users, is_active=False)
        assert report.counts == {"failed": 4}
        assert {row.status for row in report.rows} == {None}
        assert all("the stub is closed" in row.reason for row in report.rows)
        new_requests()
        assert (await AsyncBulk(chat, journal=path).update_users(users, is_active=False)).counts == {"done": 4}
    assert new_requests() == {f"PATCH {id_}": 1 for id_ in ids}


async def test_resumed_conversation_job_looks_up_uncertain_rows(stub, async_connect, travel, path, new_requests):
    stub.faults.add("conversations.update", cut_after=0)
    async with async_connect("alice") as chat:
        job = AsyncBulk(chat, journal=path, concurrency=1)
        listed = chat.conversations.list(include_archived=True)
        assert (await job.update_conversations(listed, title=None)).counts == {"done": 3, "unknown": 1}
        new_requests()
        assert (await job.update_conversations(listed, title=None)).counts == {"done": 4}
    assert [(request.partition(" ")[0], count) for request, count in new_requests().items()] == [("GET", 1)]


async def test_resumed_job_is_already_confirmed(stub, async_connect, ids, path):
    async with async_connect() as chat:
        users = [await chat.admin.users.get(id_) for id_ in ids]
        stub.faults.add("admin.users.delete", status=401, after=1)
        with pytest.raises(AuthenticationError):
            await AsyncBulk(chat, journal=path, concurrency=1).delete_users(users, confirm=4)
        left = (await AsyncBulk(chat).delete_users(chat.admin.users.list(), dry_run=True)).planned
        report = await AsyncBulk(chat, journal=path).delete_users(users, confirm=len(left))
    assert report.counts == {"done": 4}
