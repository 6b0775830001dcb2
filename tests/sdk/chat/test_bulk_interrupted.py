"""Bulk jobs that are cancelled in a task or interrupted in the main thread."""

import asyncio
from collections import Counter

import pytest

from trivet.chat.bulk import AsyncBulk, Bulk

pytestmark = [pytest.mark.usefixtures("lost_sockets"), pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")]


@pytest.fixture
def users():
    return 20


@pytest.fixture
def seed():
    return "empty"


def deletes(stub):
    return Counter(entry.path for entry in stub.requests if entry.operation == "admin.users.delete")


@pytest.mark.parametrize("concurrency", [1, 4])
async def test_cancelled_job_leaves_rows_in_flight_unknown_and_resumes(stub, async_connect, tmp_path, concurrency):
    stub.faults.add("admin.users.delete", after=5, times=None, hang=True)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=tmp_path / "job.jsonl", concurrency=concurrency)
        running = asyncio.create_task(job.delete_users(chat.admin.users.list(), confirm=20))
        for _ in range(10_000):
            if stub.requests.count("admin.users.delete") == 5 + concurrency:
                break
            await asyncio.sleep(0)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert job.report.counts == {"done": 5, "unknown": concurrency, "planned": 15 - concurrency, "skipped": 1}
        uncertain = {f"/admin/users/{row.id}" for row in job.report.unknown}
        stub.faults.clear()
        report = await job.delete_users(chat.admin.users.list(), confirm=20)
    assert report.counts == {"done": 20, "skipped": 1}
    assert {path for path, times in deletes(stub).items() if times > 1} == uncertain
    assert {entry.path for entry in stub.requests if entry.operation == "admin.users.get"} == uncertain


@pytest.mark.parametrize("concurrency", [1, 4])
def test_interrupted_job_journals_rows_in_flight_and_resumes(stub, connect, tmp_path, concurrency):
    def interrupt(row, done, total):
        if done == 2:  # one was skipped
            raise KeyboardInterrupt

    stub.faults.add("admin.users.delete", delay=0.1)
    stub.faults.add("admin.users.delete", times=concurrency - 1, delay=0.2)
    with connect() as chat:
        path = tmp_path / "job.jsonl"
        job = Bulk(chat, journal=path, concurrency=concurrency, progress=interrupt)
        with pytest.raises(KeyboardInterrupt):
            job.delete_users(chat.admin.users.list(), confirm=20)
        assert job.report.unknown == []
        assert 1 <= len(job.report.done) < 20
        report = Bulk(chat, journal=path, concurrency=concurrency).delete_users(chat.admin.users.list(), confirm=20)
    assert report.counts == {"done": 20, "skipped": 1}
    assert set(deletes(stub).values()) == {1}
    assert stub.requests.count("admin.users.get") == 0
