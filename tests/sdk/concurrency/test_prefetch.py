"""Jobs that run ahead of the code that reads their results."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import ContextVar

import pytest

from trivet import TrivetError
from trivet._concurrency.prefetch import AsyncPrefetcher, Prefetcher


@pytest.mark.parametrize("width", [1, 4])
def test_results_of_tasks_come_in_the_order_of_the_jobs(width: int):
    async def run() -> list[int]:
        prefetcher, results = AsyncPrefetcher[int](width), list[int]()
        waiting = list(range(10))

        async def job(number: int) -> int:
            for _ in range(10 - number):  # later jobs end first
                await asyncio.sleep(0)
            return number

        while waiting or len(results) < 10:
            while waiting and prefetcher.room:
                number = waiting.pop(0)
                prefetcher.add(lambda number=number: job(number))
            results.append(await prefetcher.next())
        await prefetcher.aclose()
        return results

    assert asyncio.run(run()) == list(range(10))


def test_no_more_tasks_run_than_the_width():
    async def run() -> int:
        prefetcher, forever = AsyncPrefetcher[None](3), asyncio.get_running_loop().create_future()
        added = 0
        while prefetcher.room:
            prefetcher.add(lambda: asyncio.shield(forever))
            added += 1
        await prefetcher.aclose()
        return added

    assert asyncio.run(run()) == 3


@pytest.mark.parametrize("end", ["aclose", "settle"])
def test_closing_cancels_every_task_and_waits_for_its_end(end: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet._concurrency.prefetch.GRACE", 0.01)

    async def run() -> int:
        prefetcher, ended = AsyncPrefetcher[None](3), list[int]()

        async def job() -> None:
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                await asyncio.sleep(0)
                ended.append(1)

        for _ in range(3):
            prefetcher.add(job)
        await asyncio.sleep(0)
        await getattr(prefetcher, end)()
        return len(ended)

    assert asyncio.run(run()) == 3


def test_task_of_a_cancelled_wait_is_ended_by_closing():
    async def run() -> bool:
        prefetcher, ended = AsyncPrefetcher[None](2), asyncio.Event()

        async def job() -> None:
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                ended.set()

        prefetcher.add(job)
        waiting = asyncio.create_task(prefetcher.next())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        await prefetcher.aclose()
        return ended.is_set()

    assert asyncio.run(run())


@pytest.mark.parametrize("width", [1, 4])
def test_results_of_threads_come_in_the_order_of_the_jobs(width: int):
    prefetcher, results, waiting = Prefetcher[int](width), list[int](), list(range(10))
    while waiting or len(results) < 10:
        while waiting and prefetcher.room:
            number = waiting.pop(0)
            prefetcher.add(lambda number=number: number)
        results.append(prefetcher.next())
    prefetcher.close()
    assert results == list(range(10))


@pytest.mark.parametrize("width", [1, 3])
def test_jobs_have_the_context_variables_of_their_caller(width: int):
    variable = ContextVar("variable", default="unset")
    prefetcher = Prefetcher[str](width)
    variable.set("set by the caller")
    prefetcher.add(variable.get)
    assert prefetcher.next() == "set by the caller"
    prefetcher.close()


def test_error_of_a_job_is_raised_where_its_result_is_read():
    prefetcher = Prefetcher[int](2)
    prefetcher.add(lambda: 1 // 0)
    prefetcher.add(lambda: 7)
    with pytest.raises(ZeroDivisionError):
        prefetcher.next()
    assert prefetcher.next() == 7
    prefetcher.close()


@pytest.mark.parametrize("end", ["close", "settle"])
def test_closing_drops_the_jobs_that_have_not_begun(end: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trivet._concurrency.prefetch.GRACE", 0.01)
    prefetcher, gate, ran = Prefetcher[None](2), threading.Event(), list[int]()
    started = threading.Barrier(3)
    for _ in range(2):
        prefetcher.add(lambda: (started.wait(10), gate.wait(10), None)[-1])
    started.wait(10)
    for _ in range(3):
        prefetcher.add(lambda: ran.append(1))
    getattr(prefetcher, end)()
    gate.set()
    for thread in threading.enumerate():
        if thread.name.startswith("trivet-prefetch"):
            thread.join(10)
    assert ran == []


@pytest.mark.skipif(os.name == "nt", reason="a wait for a future is not interrupted on Windows")
def test_signal_interrupts_the_wait_for_a_result_and_the_result_is_kept(interrupt_wait: Callable[[], None]):
    prefetcher, gate = Prefetcher[str](2), Future[str]()
    prefetcher.add(lambda: gate.result(10))
    interrupt_wait()
    with pytest.raises(KeyboardInterrupt):
        prefetcher.next()
    gate.set_result("kept")
    assert prefetcher.next() == "kept"
    prefetcher.close()


def test_signal_while_a_thread_starts_is_the_error_that_its_handler_raises(monkeypatch: pytest.MonkeyPatch):
    def start(_: threading.Thread) -> None:
        try:
            raise SystemExit(143)
        finally:
            threading.Lock().release()  # as the wait for the thread does after an exception in it

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(SystemExit, match="143"):
        Prefetcher[int](2).add(lambda: 1)


def test_system_without_further_threads_says_so(monkeypatch: pytest.MonkeyPatch):
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(TrivetError, match="can't start new thread"):
        Prefetcher[int](2).add(lambda: 1)
