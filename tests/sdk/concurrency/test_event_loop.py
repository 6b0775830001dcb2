import asyncio
from concurrent.futures import ThreadPoolExecutor

from trivet._concurrency.event_loop import async_connection_owner, connection_owner


def test_owner_of_a_task_is_its_event_loop():
    async def run() -> tuple[object, object]:
        return async_connection_owner(), asyncio.get_running_loop()

    owner, loop = asyncio.run(run())
    other, _ = asyncio.run(run())
    assert owner is loop
    assert other is not owner


def test_owner_without_an_event_loop_is_the_process():
    assert async_connection_owner() is connection_owner()


def test_threads_share_one_owner():
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(connection_owner).result() is connection_owner()
