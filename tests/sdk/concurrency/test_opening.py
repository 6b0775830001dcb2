"""Objects that open with a call: once, by the task that awaits or enters them."""

import asyncio

import pytest

from trivet._concurrency.opening import AsyncOpening, Opening, async_begun, begun


class Door(AsyncOpening):
    def __init__(self, fails=0):
        self.opened = self.closed = 0
        self.fails = fails

    async def _open(self):
        await asyncio.sleep(0)
        if self.fails:
            self.fails -= 1
            raise OSError("locked")
        self.opened += 1

    async def close(self):
        self.closed += 1


async def test_object_is_opened_once_by_awaiting_or_entering_it():
    door = async_begun(Door())
    assert door.opened == 0
    assert await door is door
    async with door as entered:
        assert (entered, door.opened, door.closed) == (door, 1, 0)
    assert door.closed == 1


async def test_object_that_could_not_be_opened_can_be_tried_again():
    door = Door(fails=1)
    with pytest.raises(OSError, match="locked"):
        await door
    await door
    assert door.opened == 1


async def opened(door):
    return await door


async def test_two_tasks_do_not_open_it_twice():
    door = Door()
    results = await asyncio.gather(opened(door), opened(door), return_exceptions=True)
    assert results[0] is door
    assert isinstance(results[1], TypeError)
    assert door.opened == 1


def test_sync_object_is_opened_when_it_is_made():
    class SyncDoor(Opening):
        opened = closed = 0

        def _open(self):
            self.opened += 1

        def close(self):
            self.closed += 1

    with begun(SyncDoor()) as door:
        assert (door.opened, door.closed) == (1, 0)
    assert (door.opened, door.closed) == (1, 1)
