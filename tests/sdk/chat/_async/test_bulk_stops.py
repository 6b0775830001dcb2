"""Rules that stop a bulk job: a dead service, too many failures; and the rate at which rows are begun."""

import pytest

from trivet import AuthenticationError
from trivet._core.clock import SystemClock
from trivet.chat.bulk import AsyncBulk, JobStoppedError
from trivet_stubs import ChatStub

UPDATE = "admin.users.update"


@pytest.fixture
def seed():
    return "empty"


@pytest.fixture
def users():
    return 60


@pytest.mark.parametrize("concurrency", [1, 8])
@pytest.mark.parametrize("dead", [{"drop": True}, {"status": 503, "body": "upstream is down"}])
async def test_dead_service_stops_job_after_five_rows_and_it_resumes(stub, async_connect, path, concurrency, dead):
    stub.faults.add(UPDATE, after=20, times=None, **dead)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, concurrency=concurrency)
        users = chat.admin.users.list()
        with pytest.raises(JobStoppedError) as caught:
            await job.update_users(users, is_active=False)
        tried = job.report.counts["unknown"]
        # A late answer to one of the first twenty begins the count again.
        assert 5 <= tried < (6 if concurrency == 1 else 35)
        planned = 40 - tried
        assert job.report.counts == {"done": 20, "skipped": 1, "unknown": tried, "planned": planned}
        assert str(caught.value).startswith(
            "the job was stopped: 5 rows in a row got no answer from the service: admin.users.update: "
        )
        assert caught.value.__notes__ == [f"the job stopped at {job.report}; the same call resumes it from {path}"]
        stub.faults.clear()
        assert (await job.update_users(users, is_active=False)).counts == {"done": 60, "skipped": 1}
    assert not any(user.is_active for user in stub.records.users.values() if user.role == "user")


async def test_service_that_was_never_reached_stops_job_and_every_row_is_sent_again(stub, async_connect, path):
    with ChatStub() as gone:
        pass
    async with async_connect() as chat, async_connect(transport=gone.async_transport()) as cut_off:
        users = await chat.admin.users.list().all()
        job = AsyncBulk(cut_off, journal=path)
        with pytest.raises(JobStoppedError):
            await job.update_users(users, is_active=False)
        assert len(job.report.failed) < 13
        report = await AsyncBulk(chat, journal=path).update_users(users, is_active=False)
    assert report.counts == {"done": 60, "skipped": 1}
    assert stub.requests.count(UPDATE) == 60


@pytest.mark.parametrize("dry_run", [False, True])
async def test_dead_service_stops_look_ups_before_any_change(stub, async_connect, path, dry_run):
    for operation in ("admin.users.list", "admin.users.get"):
        stub.faults.add(operation, times=None, drop=True)
    async with async_connect(max_retries=0) as chat:
        job = AsyncBulk(chat, journal=path)
        with pytest.raises(JobStoppedError, match="5 rows in a row got no answer") as caught:
            await job.delete_users(list(stub.records.users), confirm=60, dry_run=dry_run)
    assert caught.value.__notes__ == ["the job stopped before it changed anything"]
    assert stub.requests.count("admin.users.get") < 13
    assert (stub.requests.count("admin.users.delete"), path.exists()) == (0, False)


async def test_dead_service_stops_verification(stub, async_connect, path):
    stub.faults.add("admin.users.get", times=None, drop=True)
    async with async_connect(max_retries=0) as chat:
        job = AsyncBulk(chat, journal=path, verify=True)
        with pytest.raises(JobStoppedError):
            await job.update_users(chat.admin.users.list(), is_active=False)
        assert len(job.report.unknown) < 13
        stub.faults.clear()
        assert (await job.update_users(chat.admin.users.list(), is_active=False)).counts == {"done": 60, "skipped": 1}
    assert stub.requests.count(UPDATE) == 60


async def test_answers_between_connection_failures_keep_job_running(stub, async_connect):
    for number in range(10):
        stub.faults.add(UPDATE, after=number * 5, times=4, drop=True)
    async with async_connect() as chat:
        report = await AsyncBulk(chat, concurrency=1).update_users(chat.admin.users.list(), is_active=False)
    assert report.counts == {"done": 60 - 40, "skipped": 1, "unknown": 40}


@pytest.mark.parametrize("concurrency", [1, 8])
async def test_max_failures_stops_job(stub, async_connect, path, concurrency):
    refused = {"error": {"code": "VALIDATION_ERROR", "message": "no", "details": None}}
    stub.faults.add(UPDATE, after=10, times=None, status=422, body=refused)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, concurrency=concurrency, max_failures=3)
        with pytest.raises(JobStoppedError, match=r"3 rows failed \(max_failures=3\), the last: .* 422 VALIDATION_ERR"):
            await job.update_users(chat.admin.users.list(), is_active=False)
        assert 3 <= len(job.report.failed) < 3 + concurrency
        stub.faults.clear()
        again = AsyncBulk(chat, journal=path, max_failures=3, retry_failed=True)
        assert (await again.update_users(chat.admin.users.list(), is_active=False)).counts == {"done": 60, "skipped": 1}


@pytest.mark.parametrize("concurrency", [1, 4])
async def test_rate_spreads_rows_evenly(stub, async_connect, concurrency):
    begun = []
    async with async_connect() as chat:
        users = await chat.admin.users.list().all()
        before = stub.clock.monotonic()
        job = AsyncBulk(
            chat, concurrency=concurrency, rate=10, progress=lambda *_: begun.append(stub.clock.monotonic() - before)
        )
        assert (await job.update_users(users[1:21], is_active=False)).counts == {"done": 20}
    assert begun[-1] >= 1.9 - 1e-6
    assert all(at >= (number - concurrency) / 10 - 1e-6 for number, at in enumerate(sorted(begun), 1))


async def test_job_that_stops_does_not_wait_for_its_rate(stub, async_connect):
    stub.faults.add(UPDATE, status=401)
    async with async_connect(clock=SystemClock()) as chat:
        users = await chat.admin.users.list().all()
        job = AsyncBulk(chat, concurrency=4, rate=0.01)
        with pytest.raises(AuthenticationError):
            await job.update_users(users, is_active=False)  # the second row would begin after 100 seconds
    assert stub.requests.count(UPDATE) == 1
