"""Locks and semaphores of tasks and threads."""

import asyncio
import gc
import os
import threading
from collections.abc import Callable
from functools import partial

import pytest

from trivet._concurrency.locks import AsyncNonReentrantLock, AsyncSemaphore, NonReentrantLock, Semaphore

AGAIN = RuntimeError("held already")


def test_tasks_hold_the_lock_one_after_the_other():
    async def run() -> list[str]:
        lock, steps = AsyncNonReentrantLock(), list[str]()

        async def job(name: str) -> None:
            async with lock.hold(AGAIN):
                steps.append(f"{name} in")
                await asyncio.sleep(0)
                steps.append(f"{name} out")

        await asyncio.gather(job("a"), job("b"))
        return steps

    assert asyncio.run(run()) == ["a in", "a out", "b in", "b out"]


def test_task_that_holds_the_lock_gets_an_error():
    async def run() -> None:
        lock = AsyncNonReentrantLock()
        async with lock.hold(AGAIN):
            async with lock.hold(AGAIN):
                pass

    with pytest.raises(RuntimeError, match="held already"):
        asyncio.run(run())


def test_cancelled_waiter_leaves_the_async_lock_to_others():
    async def run() -> bool:
        lock = AsyncNonReentrantLock()

        async def job() -> bool:
            async with lock.hold(AGAIN):
                return True

        async with lock.hold(AGAIN):
            waiter = asyncio.create_task(job())
            await asyncio.sleep(0)
            waiter.cancel()
            await asyncio.wait([waiter])
        return waiter.cancelled() and await job()

    assert asyncio.run(run())


def test_async_lock_is_free_in_another_event_loop():
    lock = AsyncNonReentrantLock()

    async def run() -> bool:
        async with lock.hold(AGAIN):
            return True

    assert asyncio.run(run())
    assert asyncio.run(run())


def in_thread(job: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=job, daemon=True)
    thread.start()
    return thread


def test_threads_hold_the_lock_one_after_the_other():
    lock, inside, most = NonReentrantLock(), list[int](), list[int]()

    def job() -> None:
        for _ in range(50):
            with lock.hold(AGAIN):
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [in_thread(job) for _ in range(4)]
    for thread in threads:
        thread.join(10)
    assert most == [1] * 200


def test_thread_that_holds_the_lock_gets_an_error_and_keeps_it():
    lock, taken = NonReentrantLock(), threading.Event()

    def other() -> None:
        with lock.hold(AGAIN):
            taken.set()

    with lock.hold(AGAIN):
        with pytest.raises(RuntimeError, match="held already"), lock.hold(AGAIN):
            pass
        thread = in_thread(other)
        assert not taken.wait(0.05)
    thread.join(10)
    assert taken.is_set()


def test_lock_is_free_after_an_error_inside_the_block():
    lock = NonReentrantLock()
    for _ in range(2):
        with pytest.raises(ValueError, match="inside"), lock.hold(AGAIN):
            raise ValueError("inside")


@pytest.mark.skipif(os.name == "nt", reason="a wait for a lock is not interrupted on Windows")
def test_signal_interrupts_the_wait_for_the_lock(interrupt_wait: Callable[[], None]):
    lock, is_held, over = NonReentrantLock(), threading.Event(), threading.Event()

    def hold() -> None:
        with lock.hold(AGAIN):
            is_held.set()
            over.wait(10)

    holder = in_thread(hold)
    assert is_held.wait(10)
    interrupt_wait()
    try:
        with pytest.raises(KeyboardInterrupt), lock.hold(AGAIN):
            pass
        assert not over.is_set()
    finally:
        over.set()
    holder.join(10)
    with lock.hold(AGAIN):  # the interrupted wait has not kept it
        pass


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_lock_held_in_the_parent_is_free_after_a_fork():
    lock = NonReentrantLock()
    with lock.hold(AGAIN):
        child = os.fork()
        if not child:
            try:
                with lock.hold(AGAIN):
                    os._exit(0)
            finally:
                os._exit(1)
        assert os.waitpid(child, 0)[1] == 0


def late() -> Exception:
    return LookupError("no slot in time")


def test_no_more_tasks_than_slots_hold_one():
    async def run() -> list[int]:
        semaphore, inside, counts = AsyncSemaphore(3), list[int](), list[int]()

        async def job(number: int) -> None:
            async with semaphore.hold(None, late):
                inside.append(number)
                counts.append(len(inside))
                await asyncio.sleep(0)
                inside.remove(number)

        await asyncio.gather(*(job(number) for number in range(20)))
        return counts

    counts = asyncio.run(run())
    assert len(counts) == 20
    assert max(counts) == 3


def test_tasks_get_slots_in_their_order():
    async def run() -> list[int]:
        semaphore, order = AsyncSemaphore(1), list[int]()

        async def job(number: int) -> None:
            async with semaphore.hold(None, late):
                order.append(number)
                await asyncio.sleep(0)

        jobs = []
        for number in range(10):
            jobs.append(asyncio.create_task(job(number)))
            await asyncio.sleep(0)
        await asyncio.gather(*jobs)
        return order

    assert asyncio.run(run()) == list(range(10))


def test_task_without_a_slot_in_time_gets_the_error_and_no_slot():
    async def run() -> None:
        semaphore = AsyncSemaphore(1)
        async with semaphore.hold(0, late):  # a free slot needs no time
            with pytest.raises(LookupError, match="no slot in time") as caught:
                async with semaphore.hold(0.001, late):
                    pass
        assert caught.value.__context__ is None
        async with semaphore.hold(0.001, late):
            pass

    asyncio.run(run())


def test_cancelled_task_leaves_the_queue():
    async def run() -> bool:
        semaphore = AsyncSemaphore(1)

        async def job() -> bool:
            async with semaphore.hold(None, late):
                return True

        async with semaphore.hold(None, late):
            first, second = asyncio.create_task(job()), asyncio.create_task(job())
            await asyncio.sleep(0)
            first.cancel()
            await asyncio.wait([first])
        return first.cancelled() and await second

    assert asyncio.run(run())


def test_error_inside_the_block_of_a_task_frees_the_slot():
    async def run() -> None:
        semaphore = AsyncSemaphore(1)
        for _ in range(3):
            with pytest.raises(ValueError, match="inside"):
                async with semaphore.hold(0.001, late):
                    raise ValueError("inside")

    asyncio.run(run())


def test_timeout_of_the_block_itself_is_not_the_wait_for_a_slot():
    async def run() -> None:
        async with AsyncSemaphore(1).hold(5, late):
            raise TimeoutError("inside")

    with pytest.raises(TimeoutError, match="inside"):
        asyncio.run(run())


def test_no_more_threads_than_slots_hold_one():
    semaphore, inside, counts = Semaphore(3), list[int](), list[int]()

    def job() -> None:
        for _ in range(20):
            with semaphore.hold(None, late):
                inside.append(1)
                counts.append(len(inside))
                inside.pop()

    for thread in [in_thread(job) for _ in range(8)]:
        thread.join(10)
    assert len(counts) == 160
    assert max(counts) <= 3


def test_threads_get_slots_in_their_order(until_it_waits: Callable[[threading.Thread], None]):
    semaphore, order, threads = Semaphore(1), list[int](), list[threading.Thread]()

    def job(number: int) -> None:
        with semaphore.hold(None, late):
            order.append(number)

    with semaphore.hold(None, late):
        for number in range(10):
            threads.append(in_thread(partial(job, number)))
            until_it_waits(threads[-1])
    for thread in threads:
        thread.join(10)
    assert order == list(range(10))


def test_thread_without_a_slot_in_time_gets_the_error_and_no_slot():
    semaphore = Semaphore(1)
    with semaphore.hold(0, late):  # a free slot needs no time
        with pytest.raises(LookupError, match="no slot in time"), semaphore.hold(0.001, late):
            pass
    with semaphore.hold(0, late):
        pass


def test_error_inside_the_block_of_a_thread_frees_the_slot():
    semaphore = Semaphore(1)
    for _ in range(3):
        with pytest.raises(ValueError, match="inside"), semaphore.hold(0, late):
            raise ValueError("inside")


@pytest.mark.skipif(os.name == "nt", reason="a wait for a lock is not interrupted on Windows")
def test_signal_interrupts_the_wait_for_a_slot(interrupt_wait: Callable[[], None]):
    semaphore, is_held, over = Semaphore(1), threading.Event(), threading.Event()

    def hold() -> None:
        with semaphore.hold(None, late):
            is_held.set()
            over.wait(10)

    holder = in_thread(hold)
    assert is_held.wait(10)
    interrupt_wait()
    try:
        with pytest.raises(KeyboardInterrupt), semaphore.hold(None, late):
            pass
        assert not over.is_set()
    finally:
        over.set()
    holder.join(10)
    with semaphore.hold(0, late):  # the interrupted wait has left the queue
        pass


async def test_slot_that_is_not_free_in_time_is_not_taken():
    semaphore = AsyncSemaphore(1)
    slot = await semaphore.acquire(None)
    assert slot is not None
    assert await semaphore.acquire(0.01) is None
    semaphore.release(slot)
    assert await semaphore.acquire(0.01) is not None


async def test_task_that_is_cancelled_while_it_waits_takes_no_slot():
    semaphore = AsyncSemaphore(1)
    slot = await semaphore.acquire(None)
    waiting = asyncio.create_task(semaphore.acquire(None))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    semaphore.release(slot)
    assert await semaphore.acquire(0) is not None


def test_thread_waits_no_longer_than_its_timeout():
    semaphore = Semaphore(1)
    slot = semaphore.acquire(0)
    assert slot is not None
    assert semaphore.acquire(0.01) is None
    semaphore.release(slot)
    assert semaphore.acquire(0.01) is not None


def test_slot_that_is_released_twice_is_free_once():
    semaphore = Semaphore(1)
    slot = semaphore.acquire(0)
    semaphore.release(slot)
    other = semaphore.acquire(0)
    semaphore.release(slot)
    assert other is not None
    assert semaphore.acquire(0) is None


def test_slot_of_a_dropped_holder_is_free():
    semaphore = Semaphore(1)
    for _ in range(3):  # as if a signal had arrived before the result was stored
        assert semaphore.acquire(0) is not None
        gc.collect()


def test_waiting_thread_gets_the_slot_of_a_dropped_holder(until_it_waits: Callable[[threading.Thread], None]):
    semaphore, acquired = Semaphore(1), threading.Event()
    slot = semaphore.acquire(0)

    def job() -> None:
        with semaphore.hold(10, late):
            acquired.set()

    thread = in_thread(job)
    until_it_waits(thread)
    assert not acquired.is_set()
    del slot
    gc.collect()
    assert acquired.wait(10)
    thread.join(10)
