"""Notifications between threads and event loops."""

import asyncio
import threading

from trivet_stubs.kernel.notify import MultiLoopEvent, Notifier


def test_event_set_in_a_thread_wakes_tasks_of_two_loops():
    event = MultiLoopEvent()
    waiting = threading.Barrier(3)
    done = []

    async def wait():
        task = asyncio.create_task(event.wait())
        await asyncio.sleep(0)
        waiting.wait(5)
        await asyncio.wait_for(task, 5)
        done.append(event.is_set())

    threads = [threading.Thread(target=asyncio.run, args=(wait(),)) for _ in range(2)]
    for thread in threads:
        thread.start()
    waiting.wait(5)
    event.set()
    for thread in threads:
        thread.join()

    assert done == [True, True]


def test_event_that_is_set_is_not_waited_for():
    event = MultiLoopEvent()
    assert not event.is_set()
    event.set()

    assert asyncio.run(asyncio.wait_for(event.wait(), 5)) is None


def test_event_outlives_a_loop_that_waited_for_it():
    event = MultiLoopEvent()

    async def abandon():
        task = asyncio.create_task(event.wait())
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(abandon())
    event.set()

    assert event.is_set()


def test_listener_is_notified_each_time_until_it_leaves():
    notifier = Notifier()

    async def listen():
        seen = 0
        with notifier.listen() as event:
            for _ in range(3):
                event.clear()
                threading.Thread(target=notifier.notify).start()
                await asyncio.wait_for(event.wait(), 5)
                seen += 1
            event.clear()
        notifier.notify()
        await asyncio.sleep(0)
        return seen, event.is_set()

    assert asyncio.run(listen()) == (3, False)
