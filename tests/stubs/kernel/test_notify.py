"""Notifications between threads and event loops."""

import asyncio
import threading

from trivet_stubs.kernel.notify import Broadcast, MultiLoopEvent, Notifier, Reader


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


def test_every_reader_gets_what_is_published_while_it_reads():
    broadcast: Broadcast[int] = Broadcast()
    broadcast.publish(0)
    with broadcast.reading(Reader(int)) as first:
        broadcast.publish(1)
        with broadcast.reading(Reader(int)) as second:
            broadcast.publish(2)
        broadcast.publish(3)

    assert [first.take() for _ in range(4)] == [1, 2, 3, None]
    assert [second.take() for _ in range(2)] == [2, None]
    assert len(broadcast) == 0


def test_slow_reader_keeps_a_bounded_number_and_knows_of_the_rest():
    reader = Reader(str, limit=2)
    for number in range(5):
        reader.put(number)

    assert reader.lost
    assert [reader.take() for _ in range(3)] == ["0", "1", None]
