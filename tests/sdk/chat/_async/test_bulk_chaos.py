"""A bulk job against a service and a gateway that do everything wrong, run again until it is finished."""

from contextlib import suppress
from random import Random

import httpx
import pytest

from trivet.chat.bulk import AsyncBulk, JobStoppedError

ROUNDS = 60


@pytest.fixture
def seed():
    return "empty"


@pytest.fixture
def users():
    return 40


class AsyncBadGateway(httpx.AsyncBaseTransport):
    """A transport that loses requests and answers, and sends answers of its own, before or after the service's."""

    def __init__(self, stub, seed):
        self.inner, self.random, self.off = stub.async_transport(), Random(seed), False

    async def handle_async_request(self, request):
        choice = 1.0 if self.off else self.random.random()
        if choice < 0.05:
            raise httpx.ConnectError("refused")
        if choice < 0.1:
            raise httpx.ReadError("lost before it arrived")
        if choice < 0.2:
            return httpx.Response(404, html="<h1>404 Not Found</h1>")
        if choice < 0.25:
            return httpx.Response(503, text="no upstream")
        response = await self.inner.handle_async_request(request)
        if choice < 0.35:
            raise httpx.ReadError("lost after it took effect")
        if choice < 0.4:
            return httpx.Response(404, json={"detail": "Not Found"})
        if choice < 0.45:
            return httpx.Response(504, text="too late")
        if choice < 0.5:
            return httpx.Response(200, html="<h1>maintenance</h1>")
        return response


@pytest.mark.parametrize("name", ["update_users", "delete_users"])
@pytest.mark.parametrize("missing_user_500", [False, True])
async def test_row_is_done_only_once_it_is_and_every_row_is_in_the_end(
    stub, async_connect, call, tmp_path, name, missing_user_500
):
    stub.observed.missing_user_500 = missing_user_500
    stub.observed.unstable_ties = stub.observed.search_wildcards = True
    arguments = {"is_active": False} if name == "update_users" else {"confirm": 40}
    before = dict(stub.records.users)
    gateway = AsyncBadGateway(stub, 2)
    rounds = 0
    async with async_connect(transport=gateway, max_retries=0) as chat:
        gateway.off = True
        users = await chat.admin.users.list().complete()
        gateway.off = False
        done = []
        while len(done) < 40:
            rounds += 1
            assert rounds < ROUNDS, "the job does not end"
            job = AsyncBulk(chat, journal=tmp_path / "job.jsonl", concurrency=3, retry_failed=True)
            with suppress(JobStoppedError):
                await call(job, name, users=users, **arguments)
            done = job.report.done
            assert "NOT_FOUND" not in [row.code for row in job.report.failed], "only this job deletes"
            for row in done:
                if name == "update_users":
                    assert not before[row.id].is_active
                else:
                    assert row.id not in stub.records.users
    assert rounds > 2
    assert job.report.counts == {"done": 40, "skipped": 1}
