"""Cancellation while a bulk job acts as users who are not active."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.waiting import until_tasks
from trivet import AsyncChatClient
from trivet.chat.bulk import AsyncBulk, Row
from trivet_stubs import ChatStub


@pytest.mark.parametrize("concurrency", [1, 3])
async def test_cancelled_job_deactivates_and_resumes(
    stub: ChatStub, async_connect: Callable[..., AsyncChatClient], tmp_path: Path, concurrency: int
) -> None:
    leavers = [stub.user_id(name) for name in ("alice", "bob", "dave")]
    for id_ in leavers:
        stub.records.users[id_].is_active = False
    began, calls = asyncio.Event(), list[str]()

    async def work(user: AsyncChatClient, row: Row) -> None:
        calls.append(row.id)
        if len(calls) == concurrency:
            began.set()
        if len(calls) <= concurrency:
            await asyncio.Event().wait()

    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=tmp_path / "job.journal", concurrency=concurrency)
        job = asyncio.create_task(bulk.act_as_users(leavers, work, activate=True))
        await began.wait()
        assert sum(stub.records.users[id_].is_active for id_ in leavers) == concurrency
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        assert not any(stub.records.users[id_].is_active for id_ in leavers)
        assert len(bulk.report.unknown) == concurrency
        assert (await bulk.act_as_users(leavers, work, activate=True)).counts == {"done": 3}
    assert not any(stub.records.users[id_].is_active for id_ in leavers)
    assert len(calls) == concurrency + 3


async def test_second_cancellation_warns_of_a_user_who_may_be_active(
    stub: ChatStub, async_connect: Callable[..., AsyncChatClient], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    alice, began = stub.user_id("alice"), asyncio.Event()
    stub.records.users[alice].is_active = False
    stub.faults.add("admin.users.update", after=1, hang=True)

    async def work(user: AsyncChatClient, row: Row) -> None:
        if not began.is_set():
            began.set()
            await asyncio.Event().wait()

    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=tmp_path / "job.journal")
        job = asyncio.create_task(bulk.act_as_users([alice], work, activate=True))
        await began.wait()
        job.cancel()
        await until_tasks(lambda: stub.requests.count("admin.users.update") == 2)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        assert f"user {alice}: the user may still be active" in caplog.text
        assert stub.records.users[alice].is_active
        assert (await bulk.act_as_users([alice], work, activate=True)).counts == {"done": 1}
    assert not stub.records.users[alice].is_active


async def test_cancellation_during_the_deactivation_leaves_no_user_active(
    stub: ChatStub, async_connect: Callable[..., AsyncChatClient], tmp_path: Path
) -> None:
    alice = stub.user_id("alice")
    stub.records.users[alice].is_active = False
    stub.faults.add("admin.users.update", after=1, hang=True)
    calls = list[str]()
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=tmp_path / "job.journal")
        job = asyncio.create_task(bulk.act_as_users([alice], lambda user, row: calls.append(row.id), activate=True))
        await until_tasks(lambda: stub.requests.count("admin.users.update") == 2)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        assert not stub.records.users[alice].is_active
        assert (await bulk.act_as_users([alice], lambda user, row: calls.append(row.id), activate=True)).counts == {
            "done": 1
        }
    assert calls == [alice, alice]
