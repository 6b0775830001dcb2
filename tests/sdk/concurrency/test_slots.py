import asyncio
import os
import threading
from collections.abc import Callable
from functools import partial

import pytest

from trivet._concurrency.slots import AsyncSlots, Slots


def late() -> Exception:
    return LookupError("no slot in time")


def test_no_more_tasks_than_slots_hold_one():
    async def run() -> list[int]:
        slots, inside, counts = AsyncSlots(3), list[int](), list[int]()

        async def job(number: int) -> None:
            async with slots.hold(None, late):
                inside.append(number)
                counts.append(len(inside))
                await asyncio.sleep(0)
                inside.remove(number)

        await asyncio.gather(*(job(each) for each in range(20)))
        return counts

    counts = asyncio.run(run())
    assert len(counts) == 20
    assert max(counts) == 3


def test_tasks_get_slots_in_their_order():
    async def run() -> list[int]:
        slots, order = AsyncSlots(1), list[int]()

        async def job(number: int) -> None:
            async with slots.hold(None, late):
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
        slots = AsyncSlots(1)
        async with slots.hold(0, late):  # a free slot needs no time
            with pytest.raises(LookupError, match="no slot in time") as caught:
                async with slots.hold(0.001, late):
                    pass
        assert caught.value.__context__ is None
        async with slots.hold(0.001, late):
            pass

    asyncio.run(run())


def test_cancelled_task_leaves_the_queue():
    async def run() -> bool:
        slots = AsyncSlots(1)

        async def job() -> bool:
            async with slots.hold(None, late):
                return True

        async with slots.hold(None, late):
            first, second = asyncio.create_task(job()), asyncio.create_task(job())
            await asyncio.sleep(0)
            first.cancel()
            await asyncio.wait([first])
        return first.cancelled() and await second

    assert asyncio.run(run())


def test_error_inside_the_block_of_a_task_frees_the_slot():
    async def run() -> None:
        slots = AsyncSlots(1)
        for _ in range(3):
            with pytest.raises(ValueError, match="inside"):
                async with slots.hold(0.001, late):
                    raise ValueError("inside")

    asyncio.run(run())


def test_timeout_of_the_block_itself_is_not_the_wait_for_a_slot():
    async def run() -> None:
        async with AsyncSlots(1).hold(5, late):
            raise TimeoutError("inside")

    with pytest.raises(TimeoutError, match="inside"):
        asyncio.run(run())


def in_thread(job: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=job, daemon=True)
    thread.start()
    return thread


def test_no_more_threads_than_slots_hold_one():
    slots, inside, counts = Slots(3), list[int](), list[int]()

    def job() -> None:
        for _ in range(20):
            with slots.hold(None, late):
                inside.append(1)
                counts.append(len(inside))
                inside.pop()

    for thread in [in_thread(job) for _ in range(8)]:
        thread.join(10)
    assert len(counts) == 160
    assert max(counts) <= 3


def test_threads_get_slots_in_their_order(until_it_waits: Callable[[threading.Thread], None]):
    slots, order, threads = Slots(1), list[int](), list[threading.Thread]()

    def job(number: int) -> None:
        with slots.hold(None, late):
            order.append(number)

    with slots.hold(None, late):
        for number in range(10):
            threads.append(in_thread(partial(job, number)))
            until_it_waits(threads[-1])
    for thread in threads:
        thread.join(10)
    assert order == list(range(10))


def test_thread_without_a_slot_in_time_gets_the_error_and_no_slot():
    slots = Slots(1)
    with slots.hold(0, late):  # a free slot needs no time
        with pytest.raises(LookupError, match="no slot in time"), slots.hold(0.001, late):
            pass
    with slots.hold(0, late):
        pass


def test_error_inside_the_block_of_a_thread_frees_the_slot():
    slots = Slots(1)
    for _ in range(3):
        with pytest.raises(ValueError, match="inside"), slots.hold(0, late):
            raise ValueError("inside")


@pytest.mark.skipif(os.name == "nt", reason="a wait for a lock is not interrupted on Windows")
def test_signal_interrupts_the_wait_for_a_slot(interrupt_wait: Callable[[], None]):
    slots, held, over = Slots(1), threading.Event(), threading.Event()

    def hold() -> None:
        with slots.hold(None, late):
            held.set()
            over.wait(10)

    holder = in_thread(hold)
    assert held.wait(10)
    interrupt_wait()
    try:
        with pytest.raises(KeyboardInterrupt), slots.hold(None, late):
            pass
        assert not over.is_set()
    finally:
        over.set()
    holder.join(10)
    with slots.hold(0, late):  # the interrupted wait has left the queue
        pass


async def test_slot_that_is_not_free_in_time_is_not_taken():
    slots = AsyncSlots(1)
    assert await slots.take(None)
    assert not await slots.take(0.01)
    slots.give_back()
    assert await slots.take(0.01)


async def test_task_that_is_cancelled_while_it_waits_takes_no_slot():
    slots = AsyncSlots(1)
    await slots.take(None)
    waiting = asyncio.create_task(slots.take(None))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    slots.give_back()
    assert await slots.take(0)


def test_thread_waits_no_longer_than_its_timeout():
    slots = Slots(1)
    assert slots.take(0)
    assert not slots.take(0.01)
    slots.give_back()
    assert slots.take(0.01)
