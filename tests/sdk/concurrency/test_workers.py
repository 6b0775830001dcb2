"""Workers: each takes work until there is none, and all of them end when the wait for them is cancelled."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from trivet._concurrency.workers import async_run_workers, run_workers

PATIENCE = 10.0


@pytest.mark.parametrize("count", [0, 1, 3])
def test_tasks_and_threads_do_all_the_work(count: int):
    done: list[int] = []

    async def task() -> None:
        done.append(1)

    asyncio.run(async_run_workers(count, task))
    run_workers(count, lambda: done.append(1))
    assert len(done) == 2 * count


def test_single_worker_runs_in_the_calling_thread():
    names: list[str] = []
    run_workers(1, lambda: names.append(threading.current_thread().name))
    assert names == [threading.current_thread().name]


@pytest.mark.parametrize("count", [1, 3])
def test_error_of_a_worker_is_raised_once_all_have_ended(count: int):
    ended: list[int] = []

    async def task() -> None:
        ended.append(1)
        raise KeyError(len(ended))

    def thread() -> None:
        ended.append(1)
        raise KeyError(len(ended))

    with pytest.raises(KeyError):
        asyncio.run(async_run_workers(count, task))
    with pytest.raises(KeyError):
        run_workers(count, thread)
    assert len(ended) == 2 * count


@pytest.mark.parametrize("count", [1, 3])
def test_cancelled_wait_cancels_every_task(count: int):
    cancelled: list[int] = []

    async def task() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(1)
            raise

    async def run() -> None:
        running = asyncio.create_task(async_run_workers(count, task))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())
    assert len(cancelled) == count


def test_interrupted_wait_leaves_threads_that_do_not_keep_the_process(interrupt_wait: Callable[[], None]):
    over = threading.Event()
    running: list[threading.Thread] = []

    def work() -> None:
        running.append(threading.current_thread())
        over.wait(PATIENCE)

    interrupt_wait()
    with pytest.raises(KeyboardInterrupt):
        run_workers(3, work)
    assert [each.daemon for each in running] == [True] * 3
    over.set()
    for each in running:
        each.join(PATIENCE)
        assert not each.is_alive()
