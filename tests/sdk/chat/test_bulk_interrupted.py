"""Bulk jobs that are cancelled in a task or interrupted in the main thread."""

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter

import pytest

from tests.waiting import until, until_tasks
from trivet.chat.bulk import AsyncBulk, Bulk

PROGRAM = """
import signal, sys
from trivet import ChatClient
from trivet.chat.bulk import Bulk

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
with ChatClient() as chat:
    job = Bulk(chat, journal=sys.argv[1], concurrency=4)
    print(job.delete_users(chat.admin.users.list(), confirm=20))
"""


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
        await until_tasks(lambda: stub.requests.count("admin.users.delete") == 5 + concurrency)
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
        with pytest.raises(KeyboardInterrupt) as caught:
            job.delete_users(chat.admin.users.list(), confirm=20)
        assert caught.value.__notes__ == [f"the job stopped at {job.report}; the same call resumes it from {path}"]
        assert job.report.unknown == []
        assert 1 <= len(job.report.done) < 20
        report = Bulk(chat, journal=path, concurrency=concurrency).delete_users(chat.admin.users.list(), confirm=20)
    assert report.counts == {"done": 20, "skipped": 1}
    assert set(deletes(stub).values()) == {1}
    assert stub.requests.count("admin.users.get") == 0


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
@pytest.mark.parametrize("place", ["port"])
def test_second_interrupt_ends_job_at_once_and_says_how_to_resume(stub, url, tmp_path, connect):
    stub.faults.add("admin.users.delete", after=5, times=None, hang=True)
    journal = tmp_path / "job.jsonl"
    environment = {**os.environ, "TRIVET_CHAT_BASE_URL": url, "TRIVET_CHAT_TOKEN": stub.admin_token}
    command = [sys.executable, "-c", PROGRAM, str(journal)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        until(lambda: stub.requests.count("admin.users.delete") == 9)
        process.send_signal(signal.SIGINT)
        said = process.stderr.readline()
        assert process.poll() is None, "the first interrupt waits for the rows in flight"
        process.send_signal(signal.SIGINT)
        _, trace = process.communicate(timeout=20)  # the requests hang for a minute
    assert said == "waiting for the answers to 4 rows; interrupt again to end at once\n"
    assert process.returncode in (-signal.SIGINT, 130)
    last = (
        f"the job stopped at 21 rows: 5 done, 1 skipped, 4 unknown, 11 planned; the same call resumes it from {journal}"
    )
    assert trace.splitlines()[-1] == last
    stub.faults.clear()
    with connect() as chat:
        report = Bulk(chat, journal=journal).delete_users(chat.admin.users.list(), confirm=20)
    assert report.counts == {"done": 20, "skipped": 1}
    assert stub.requests.count("admin.users.get") == 9, "the rows in flight, and those done shortly before"
