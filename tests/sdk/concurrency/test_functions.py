"""Functions of the user and of the SDK, called by tasks and threads."""

import asyncio
import threading

import pytest

from trivet._concurrency.functions import (
    async_resolve,
    async_run_blocking,
    resolve,
    run_blocking,
)


async def give(value: int) -> int:
    return value


def test_async_resolve_awaits_an_awaitable():
    async def run() -> int:
        return await async_resolve(give(7))

    assert asyncio.run(run()) == 7


def test_async_resolve_returns_a_plain_value():
    async def run() -> int:
        return await async_resolve(7)

    assert asyncio.run(run()) == 7


def test_resolve_returns_a_plain_value():
    assert resolve(7) == 7


def test_resolve_of_a_coroutine_closes_it_and_raises():
    coroutine = give(7)
    with pytest.raises(TypeError, match="a sync client cannot await"):
        resolve(coroutine)
    assert coroutine.cr_frame is None


def fail() -> None:
    raise ValueError("broken")


def test_other_tasks_run_while_a_function_blocks():
    async def run() -> str:
        done = threading.Event()
        asyncio.get_running_loop().call_soon(done.set)
        return await async_run_blocking(lambda: "free" if done.wait(30) else "blocked")

    assert asyncio.run(run()) == "free"


def test_function_runs_in_the_calling_thread():
    assert run_blocking(threading.get_ident) == threading.get_ident()


def test_error_of_a_function_is_raised():
    with pytest.raises(ValueError, match="broken"):
        asyncio.run(async_run_blocking(fail))
    with pytest.raises(ValueError, match="broken"):
        run_blocking(fail)
