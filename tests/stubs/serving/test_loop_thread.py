"""An event loop in a thread of its own."""

import asyncio
import concurrent.futures
import gc
import threading

import pytest

from trivet_stubs.serving.loop_thread import LoopThread


def test_coroutine_runs_in_the_thread_and_its_result_is_returned():
    thread = LoopThread("loop-of-a-test")

    async def name():
        return threading.current_thread().name

    assert thread.run(name()) == "loop-of-a-test"
    thread.stop()
    assert "loop-of-a-test" not in {thread.name for thread in threading.enumerate()}


def test_exception_of_a_coroutine_is_raised():
    thread = LoopThread("loop-of-a-test")

    async def fail():
        raise ValueError("odd")

    with pytest.raises(ValueError, match="odd"):
        thread.run(fail())
    thread.stop()


def test_stop_cancels_what_runs():
    thread = LoopThread("loop-of-a-test")
    ended = threading.Event()

    async def start():
        async def forever():
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        task = asyncio.create_task(forever())
        await asyncio.sleep(0)
        return task

    running = thread.run(start())
    thread.stop()

    assert ended.is_set()
    assert running.cancelled()


def test_coroutine_after_the_stop_is_refused_and_closed():
    thread = LoopThread("loop-of-a-test")
    thread.stop()

    async def late():
        pass

    with pytest.raises(concurrent.futures.CancelledError):
        thread.run(late())
    gc.collect()  # a coroutine that nothing awaits or closes is a warning, and so an error of this test


def test_coroutines_handed_over_while_it_stops_all_end():
    for _ in range(20):
        thread = LoopThread("loop-of-a-test")
        begun = threading.Barrier(5)

        def call(thread=thread):
            while True:
                thread.run(asyncio.sleep(0))

        def begin(call=call, begun=begun):
            begun.wait(10)
            with pytest.raises(concurrent.futures.CancelledError):
                call()

        with concurrent.futures.ThreadPoolExecutor(4) as threads:
            calls = [threads.submit(begin) for _ in range(4)]
            begun.wait(10)
            thread.stop()
            for call in calls:
                call.result(10)
