import asyncio

import pytest

from trivet._concurrency.callback import async_resolve, resolve


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
    with pytest.raises(TypeError, match="a client that is not async cannot wait"):
        resolve(coroutine)
    assert coroutine.cr_frame is None
