"""Jobs that another task or thread cancels, waits that a signal interrupts, shielded jobs, workers, and aborting."""

import asyncio
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future
from typing import Any

import pytest

from trivet._concurrency.cancellable import (
    AsyncCancellableTask,
    CancellableTask,
    TaskCancelledError,
    abort,
    async_abort,
    async_run_workers,
    async_shielded,
    in_thread,
    run_workers,
    shielded,
    wait_in_slices,
)
from trivet._core.clock import SLICE


def test_second_task_cannot_acquire_until_the_first_releases():
    async def run() -> list[bool]:
        task = AsyncCancellableTask()
        acquired = [task.try_acquire(), task.try_acquire()]
        waiting = asyncio.create_task(task.acquire())
        await asyncio.sleep(0)
        acquired.append(waiting.done())
        task.release()
        return [*acquired, await waiting]

    assert asyncio.run(run()) == [True, False, False, True]


def test_job_of_a_cancelled_wait_continues_for_the_next_wait():
    async def run() -> tuple[str, int]:
        task, gate, begun = AsyncCancellableTask(), asyncio.Event(), list[int]()

        async def job() -> str:
            begun.append(1)
            await gate.wait()
            return "kept"

        waiting = asyncio.create_task(task.run(job))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        gate.set()
        return await task.run(job), len(begun)

    assert asyncio.run(run()) == ("kept", 1)


def test_cancel_ends_the_job_of_a_task_and_refuses_the_next():
    async def run() -> list[str]:
        task, steps = AsyncCancellableTask(), list[str]()

        async def job() -> None:
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                steps.append("ended")

        waiting = asyncio.create_task(task.run(job))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await task.cancel()
        await task.cancel()
        for wait in (waiting, task.run(job)):
            try:
                await wait
            except TaskCancelledError:
                steps.append("refused")
        return steps

    assert asyncio.run(run()) == ["ended", "refused", "refused"]


def test_wait_resumes_in_the_next_iteration_of_the_loop_after_the_job_ends():
    async def run() -> list[str]:
        loop, task, order = asyncio.get_running_loop(), AsyncCancellableTask(), list[str]()
        gate: asyncio.Future[None] = loop.create_future()
        later: asyncio.Future[None] = loop.create_future()

        async def job() -> None:
            await gate
            loop.call_soon(loop.call_soon, end)

        def end() -> None:
            order.append("two turns after the job")
            later.set_result(None)

        async def wait() -> None:
            await task.run(job)
            order.append("the wait")

        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        gate.set_result(None)
        await asyncio.gather(waiting, later)
        return order

    assert asyncio.run(run()) == ["the wait", "two turns after the job"]


def test_cancelling_a_job_that_has_not_begun_ends_the_wait_for_it():
    async def run() -> list[str]:
        task, steps = AsyncCancellableTask(), list[str]()

        async def job() -> None:
            steps.append("begun")
            await asyncio.get_running_loop().create_future()

        waiting = asyncio.create_task(task.run(job))
        await asyncio.sleep(0)  # before Python 3.12, the task of the job begins in the next iteration of the loop
        await task.cancel()
        try:
            await asyncio.wait_for(waiting, 5)
        except TaskCancelledError:
            steps.append("refused")
        return steps

    steps = asyncio.run(run())
    assert steps == (["refused"] if sys.version_info < (3, 12) else ["begun", "refused"])


def test_second_cancel_waits_for_the_end_of_the_job_too():
    async def run() -> tuple[list[str], BaseException | None]:
        task, begun, ended = AsyncCancellableTask(), asyncio.Event(), asyncio.Event()

        async def events() -> AsyncGenerator[str, None]:
            try:
                begun.set()
                await asyncio.Event().wait()
                yield "an event"
            finally:
                await ended.wait()  # closing a connection takes a while

        reading = events()
        reader = asyncio.create_task(task.run(lambda: anext(reading)))
        await begun.wait()
        reader.cancel()
        await asyncio.wait([reader])
        order = list[str]()

        async def close(name: str) -> None:
            await task.cancel()
            order.append(name)
            await reading.aclose()  # it raises a RuntimeError while the job is still reading

        both = [asyncio.create_task(close(name)) for name in ("first", "second")]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        order.append("ended")
        ended.set()
        await asyncio.gather(*both)
        return order, reader.exception() if not reader.cancelled() else None

    assert asyncio.run(run()) == (["ended", "first", "second"], None)


def test_result_of_a_task_that_arrives_after_cancel_is_discarded():
    async def run() -> list[str]:
        task, discarded = AsyncCancellableTask(), list[str]()

        async def job() -> str:
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                return "late"
            return "never"

        async def discard(result: str) -> None:
            discarded.append(result)

        waiting = asyncio.create_task(task.run_detached(job, discard))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        await task.cancel()
        return discarded

    assert asyncio.run(run()) == ["late"]


def test_shielded_job_ends_after_its_wait_was_cancelled():
    async def run() -> bool:
        gate, ended = asyncio.Event(), asyncio.Event()

        async def job() -> None:
            await gate.wait()
            ended.set()

        waiting = asyncio.create_task(async_shielded(job))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        gate.set()
        await ended.wait()
        return waiting.cancelled()

    assert asyncio.run(run())


def test_second_thread_cannot_acquire_until_the_first_releases():
    task = CancellableTask()
    assert [task.try_acquire(), task.try_acquire()] == [True, False]
    task.release()
    assert task.acquire()


def test_threads_run_jobs_in_place_or_detached():
    task, here = CancellableTask(), threading.get_ident()
    assert task.run(threading.get_ident) == here
    assert task.run_detached(threading.get_ident, lambda _: None) != here
    with pytest.raises(ZeroDivisionError):
        task.run_detached(lambda: 1 // 0, lambda _: None)


def test_cancel_ends_the_wait_for_a_thread_and_discards_its_result():
    task, begun, gate, discarded = CancellableTask(), threading.Event(), threading.Event(), Future[str]()

    def job() -> str:
        begun.set()
        gate.wait(10)
        return "late"

    def cancel() -> None:
        begun.wait(10)
        task.cancel()
        task.cancel()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    with pytest.raises(TaskCancelledError):
        task.run_detached(job, discarded.set_result)
    gate.set()
    assert discarded.result(10) == "late"
    canceller.join(10)
    for refused in (lambda: task.run(job), lambda: task.run_detached(job, lambda _: None)):
        with pytest.raises(TaskCancelledError):
            refused()


@pytest.mark.skipif(os.name == "nt", reason="a wait for a future is not interrupted on Windows")
def test_signal_interrupts_the_wait_and_the_next_wait_gets_the_result(interrupt_wait: Callable[[], None]):
    task, gate, begun = CancellableTask(), threading.Event(), list[int]()

    def job() -> str:
        begun.append(1)
        gate.wait(10)
        return "kept"

    interrupt_wait()
    with pytest.raises(KeyboardInterrupt):
        task.run_detached(job, lambda _: None)
    gate.set()
    assert task.run_detached(job, lambda _: None) == "kept"
    assert begun == [1]


def test_job_of_a_cancelled_future_does_not_begin():
    future, ran = Future[None](), list[int]()
    assert future.cancel()
    in_thread(lambda: ran.append(1), future)
    assert (future.cancelled(), ran) == (True, [])


def test_shielded_job_of_a_thread_runs_in_place():
    ran: list[int] = []
    shielded(lambda: ran.append(1))
    assert ran == [1]


def test_job_of_a_thread_that_was_cancelled_before_does_not_begin():
    task, begun = CancellableTask(), list[int]()
    task.cancel()
    with pytest.raises(TaskCancelledError):
        task.run_detached(lambda: begun.append(1), begun.append)
    for thread in threading.enumerate():
        if thread.name == "trivet-detached":
            thread.join(10)
    assert begun == []


def test_wait_ends_with_the_first_true_result():
    results = iter([False, None, True])
    assert wait_in_slices(lambda _: next(results)) is True
    assert list(results) == []


def test_untimed_wait_is_cut_into_slices():
    waits: list[float] = []
    wait_in_slices(lambda seconds: waits.append(seconds) or len(waits) == 3)
    assert waits == [SLICE] * 3


def test_timed_wait_ends_when_its_time_is_up():
    event, begun = threading.Event(), time.monotonic()
    assert wait_in_slices(event.wait, 0.3) is False
    assert 0.3 <= time.monotonic() - begun < 5


def test_timeout_of_zero_waits_once():
    waits: list[float] = []
    assert wait_in_slices(waits.append, 0) is False
    assert waits == [0.0]


def test_signal_that_does_not_end_the_system_call_ends_the_wait_within_a_slice():
    """The race: the flag of a signal is set during a wait, but no system call is interrupted."""
    waits: list[float] = []

    def wait(seconds: float) -> bool:
        waits.append(seconds)
        if len(waits) == 2:
            signal.raise_signal(signal.SIGINT)
        return False

    with pytest.raises(KeyboardInterrupt):
        wait_in_slices(wait)
    assert len(waits) == 2


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
    assert [thread.daemon for thread in running] == [True] * 3
    over.set()
    for thread in running:
        thread.join(PATIENCE)
        assert not thread.is_alive()


class Stream:
    def __init__(self, **info: Any) -> None:
        self._info = info

    def get_extra_info(self, info: str) -> Any:
        return self._info.get(info)


def test_thread_that_reads_gets_the_end_of_a_socket():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert abort(Stream(socket=ours))
        assert ours.recv(1) == theirs.recv(1) == b""


def test_socket_that_was_closed_is_left_alone():
    with socket.socket() as closed:
        pass
    assert abort(Stream(socket=closed))


def test_task_ends_a_connection_as_its_stream_does():
    ended: list[bool] = []
    assert async_abort(Stream(abort=lambda: ended.append(True)))
    assert ended == [True]


def test_stream_without_a_connection_is_not_ended():
    assert not abort(Stream())
    assert not async_abort(Stream())
