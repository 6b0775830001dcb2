"""The event loop or process that owns a connection."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from trivet import TrivetError
from trivet._concurrency.event_loop import (
    AsyncLoopEnd,
    LoopEnd,
    async_check_event_loop,
    async_connection_owner,
    check_event_loop,
    connection_owner,
    forget_closed_loops,
)


def test_owner_of_a_task_is_its_event_loop():
    async def run() -> tuple[object, object]:
        return async_connection_owner(), asyncio.get_running_loop()

    owner, loop = asyncio.run(run())
    other, _ = asyncio.run(run())
    assert owner is loop
    assert other is not owner


def test_owner_without_an_event_loop_is_the_process():
    assert async_connection_owner() is connection_owner()


def test_threads_share_one_owner():
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(connection_owner).result() is connection_owner()


def test_task_of_asyncio_passes_the_check():
    async def run() -> None:
        async_check_event_loop()

    asyncio.run(run())


def test_check_without_an_event_loop_raises():
    with pytest.raises(TrivetError, match="needs asyncio"):
        async_check_event_loop()


def test_threads_need_no_event_loop():
    check_event_loop()


def test_end_of_a_loop_calls_the_function_once_while_the_loop_runs():
    ended = []

    async def close() -> None:
        ended.append(asyncio.get_running_loop().is_running())
        await asyncio.sleep(0)

    async def run() -> AsyncLoopEnd:
        end = AsyncLoopEnd(close)
        await asyncio.sleep(0)
        assert ended == []
        return end

    end = asyncio.run(run())
    assert ended == [True]
    asyncio.run(end.cancel())
    assert ended == [True]


def test_cancelled_end_calls_nothing():
    ended = []

    async def close() -> None:
        ended.append(1)

    async def run() -> AsyncLoopEnd:
        end = AsyncLoopEnd(close)
        await end.cancel()
        await end.cancel()
        return end

    asyncio.run(run())
    assert ended == []


def test_function_may_cancel_the_end_that_calls_it():
    ended = []

    async def close() -> None:
        await kept[0].cancel()
        ended.append(1)

    async def run() -> None:
        kept.append(AsyncLoopEnd(close))

    kept: list[AsyncLoopEnd] = []
    asyncio.run(run())
    assert ended == [1]


def test_end_of_threads_calls_nothing():
    end = LoopEnd(lambda: pytest.fail("a process has no end to wait for"))
    assert end.cancel() is None


def test_entries_of_closed_loops_are_removed_and_returned():
    closed, open_ = asyncio.new_event_loop(), asyncio.new_event_loop()
    closed.close()
    table = {closed: 1, open_: 2, connection_owner(): 3}
    assert forget_closed_loops(table) == [1]
    assert list(table.values()) == [2, 3]
    open_.close()
