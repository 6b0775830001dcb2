"""Deadlines of a block of code."""

import asyncio

import pytest

from trivet._concurrency.deadline import async_deadline, deadline


class LateError(Exception):
    pass


def test_async_deadline_cancels_the_block_and_raises_the_given_error():
    cancelled: list[bool] = []

    async def run() -> None:
        async with async_deadline(0.01, LateError):
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

    with pytest.raises(LateError):
        asyncio.run(run())
    assert cancelled == [True]


@pytest.mark.parametrize("seconds", [None, 60])
def test_async_deadline_leaves_a_quick_block_and_its_errors_alone(seconds: float | None):
    async def run(error: Exception | None) -> str:
        async with async_deadline(seconds, LateError):
            if error is not None:
                raise error
            return "done"

    assert asyncio.run(run(None)) == "done"
    with pytest.raises(TimeoutError, match="another"):
        asyncio.run(run(TimeoutError("another")))


def test_deadline_of_threads_runs_the_block():
    with deadline(0.0, LateError):
        done = True
    assert done
