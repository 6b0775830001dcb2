import asyncio
import threading

import pytest

from trivet._concurrency.blocking import async_run_blocking, run_blocking


def fail() -> None:
    raise ValueError("broken")


def test_other_tasks_run_while_a_function_blocks():
    async def run() -> str:
        done = threading.Event()
        asyncio.get_running_loop().call_soon(done.set)
        return await async_run_blocking(lambda: "free" if done.wait(30) else "blocked")

    assert asyncio.run(run()) == "free"


def test_function_runs_in_the_thread_that_calls():
    assert run_blocking(threading.get_ident) == threading.get_ident()


def test_error_of_a_function_is_raised():
    with pytest.raises(ValueError, match="broken"):
        asyncio.run(async_run_blocking(fail))
    with pytest.raises(ValueError, match="broken"):
        run_blocking(fail)
