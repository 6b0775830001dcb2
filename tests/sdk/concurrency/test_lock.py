import asyncio
import os
import threading
from collections.abc import Callable

import pytest

from trivet._concurrency.lock import AsyncNonReentrantLock, NonReentrantLock

AGAIN = RuntimeError("held already")


def test_tasks_hold_the_lock_one_after_the_other():
    async def run() -> list[str]:
        lock, steps = AsyncNonReentrantLock(), list[str]()

        async def job(name: str) -> None:
            async with lock.taken(AGAIN):
                steps.append(f"{name} in")
                await asyncio.sleep(0)
                steps.append(f"{name} out")

        await asyncio.gather(job("a"), job("b"))
        return steps

    assert asyncio.run(run()) == ["a in", "a out", "b in", "b out"]


def test_task_that_holds_the_lock_gets_an_error():
    async def run() -> None:
        lock = AsyncNonReentrantLock()
        async with lock.taken(AGAIN):
            async with lock.taken(AGAIN):
                pass

    with pytest.raises(RuntimeError, match="held already"):
        asyncio.run(run())


def test_cancelled_waiter_leaves_the_async_lock_to_others():
    async def run() -> bool:
        lock = AsyncNonReentrantLock()

        async def job() -> bool:
            async with lock.taken(AGAIN):
                return True

        async with lock.taken(AGAIN):
            waiter = asyncio.create_task(job())
            await asyncio.sleep(0)
            waiter.cancel()
            await asyncio.wait([waiter])
        return waiter.cancelled() and await job()

    assert asyncio.run(run())


def test_async_lock_is_free_in_another_event_loop():
    lock = AsyncNonReentrantLock()

    async def run() -> bool:
        async with lock.taken(AGAIN):
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
            with lock.taken(AGAIN):
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
        with lock.taken(AGAIN):
            taken.set()

    with lock.taken(AGAIN):
        with pytest.raises(RuntimeError, match="held already"), lock.taken(AGAIN):
            pass
        thread = in_thread(other)
        assert not taken.wait(0.05)
    thread.join(10)
    assert taken.is_set()


def test_lock_is_free_after_an_error_inside_the_block():
    lock = NonReentrantLock()
    for _ in range(2):
        with pytest.raises(ValueError, match="inside"), lock.taken(AGAIN):
            raise ValueError("inside")


@pytest.mark.skipif(os.name == "nt", reason="a wait for a lock is not interrupted on Windows")
def test_signal_interrupts_the_wait_for_the_lock(interrupt_wait: Callable[[], None]):
    lock, held, over = NonReentrantLock(), threading.Event(), threading.Event()

    def hold() -> None:
        with lock.taken(AGAIN):
            held.set()
            over.wait(10)

    holder = in_thread(hold)
    assert held.wait(10)
    interrupt_wait()
    try:
        with pytest.raises(KeyboardInterrupt), lock.taken(AGAIN):
            pass
        assert not over.is_set()
    finally:
        over.set()
    holder.join(10)
    with lock.taken(AGAIN):  # the interrupted wait has not kept it
        pass


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_lock_held_in_the_parent_is_free_after_a_fork():
    lock = NonReentrantLock()
    with lock.taken(AGAIN):
        child = os.fork()
        if not child:
            try:
                with lock.taken(AGAIN):
                    os._exit(0)
            finally:
                os._exit(1)
        assert os.waitpid(child, 0)[1] == 0
