import asyncio
import threading

from trivet._concurrency.slots import AsyncSlots, Slots


async def test_tasks_get_the_slots_in_the_order_of_their_requests():
    slots, got = AsyncSlots(2), list[int]()

    async def hold(number: int) -> None:
        assert await slots.take(None)
        got.append(number)
        await asyncio.sleep(0)
        slots.give_back()

    await asyncio.gather(*map(hold, range(9)))
    assert got == [*range(9)]


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


def test_threads_hold_no_more_slots_than_there_are():
    slots, held, most = Slots(3), list[int](), list[int]()

    def hold(number: int) -> None:
        assert slots.take(None)
        held.append(number)
        most.append(len(held))
        held.remove(number)
        slots.give_back()

    threads = [threading.Thread(target=hold, args=[number]) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(most) == 20
    assert max(most) <= 3


def test_thread_waits_no_longer_than_its_timeout():
    slots = Slots(1)
    assert slots.take(0)
    assert not slots.take(0.01)
    slots.give_back()
    assert slots.take(0.01)
