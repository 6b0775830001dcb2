"""Coroutines that are driven inline until they have to wait."""

import asyncio

import pytest

from trivet_stubs.kernel.inline_run import INLINE_KEY, InlineRun, switch_to_task


def test_coroutine_that_waits_for_nothing_ends_inline():
    done = []

    async def work():
        done.append(1)

    assert InlineRun(work()).step()
    assert done == [1]


def test_error_of_a_coroutine_is_raised_by_the_step():
    async def work():
        raise ValueError("odd")

    with pytest.raises(ValueError, match="odd"):
        InlineRun(work()).step()


def test_coroutine_that_waits_continues_in_the_task_that_awaits_its_rest():
    scope, tasks = {INLINE_KEY: True}, []

    async def work():
        await switch_to_task(scope)
        await switch_to_task(scope)  # only the first one switches
        tasks.append(asyncio.current_task())
        await asyncio.sleep(0)

    inline = InlineRun(work())
    assert not inline.step()
    assert tasks == []

    async def run():
        task = asyncio.create_task(inline.rest())
        await task
        return task

    assert [asyncio.run(run())] == tasks


def test_cancelled_rest_cancels_the_coroutine():
    scope, seen = {INLINE_KEY: True}, []

    async def work():
        await switch_to_task(scope)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    inline = InlineRun(work())
    assert not inline.step()

    async def run():
        task = asyncio.create_task(inline.rest())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(run())
    assert seen == ["cancelled"]


def test_error_of_the_rest_is_raised_in_its_task():
    scope = {INLINE_KEY: True}

    async def work():
        await switch_to_task(scope)
        raise ValueError("late")

    inline = InlineRun(work())
    assert not inline.step()
    with pytest.raises(ValueError, match="late"):
        asyncio.run(inline.rest())


def test_waiting_without_a_switch_is_a_type_error():
    async def work():
        await asyncio.sleep(0)

    with pytest.raises(TypeError, match="without a switch"):
        InlineRun(work()).step()


def test_switch_does_nothing_in_a_task():
    async def work():
        await switch_to_task({})
        return "done"

    assert asyncio.run(work()) == "done"
