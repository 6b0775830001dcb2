"""Work to leave although its block never is: at the end of its event loop, or when the interpreter exits.

Tasks: the end of `asyncio.run` cancels all tasks, and with them one that leaves the work while connections are still
open. Work of a loop that has ended in another way is left at the exit: in its loop, if that runs in another thread, or
in a new one, over new connections.
Threads: a block in a daemon thread, or one that was entered by hand, is left by a function of `atexit`.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import asyncio

LIMIT = 4.0
"""Seconds after which the interpreter exits although work of tasks was not left, which ends in three by itself."""

HEAD_START = 0.1
"""Seconds for tasks that are cancelled at the same moment, and that leave their blocks by themselves."""


class AsyncLeavable(Protocol):
    """Work of tasks that can be left in any event loop."""

    def leave_at_exit(self) -> Awaitable[None]:
        """Leave the work, unless it has ended."""
        ...


class Leavable(Protocol):
    """Work that can be left by any thread."""

    def leave_at_exit(self) -> None:
        """Leave the work, unless it has ended."""
        ...


# The references keep work that its program has dropped: the server goes on with it.
_tasks: dict[AsyncLeavable, tuple[int, asyncio.Task[None]]] = {}
"""The work of tasks that has begun, with its process and the task that leaves it."""

_threads: dict[Leavable, int] = {}
"""The work of threads that has begun, with its process."""


def async_leave_at_exit(work: AsyncLeavable) -> None:
    """Leave work at the end of its event loop, or at the latest when the interpreter exits, until it is forgotten."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    _tasks[work] = os.getpid(), asyncio.create_task(_leave_when_cancelled(work))


def leave_at_exit(work: Leavable) -> None:
    """Leave work when the interpreter exits, but not at the exit of a child that was forked, until it is forgotten."""
    _threads[work] = os.getpid()


def async_forget_at_exit(work: AsyncLeavable) -> None:
    """Forget work that has ended."""
    _, task = _tasks.pop(work, (0, None))
    if task is not None and not task.get_loop().is_closed():
        task.cancel()


def forget_at_exit(work: Leavable) -> None:
    """Forget work that has ended."""
    _threads.pop(work, None)


async def _leave_when_cancelled(work: AsyncLeavable) -> None:
    """Wait for the end of the event loop, which cancels all tasks, and leave the work then."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    try:
        await asyncio.get_running_loop().create_future()
    except asyncio.CancelledError:
        if work in _tasks:
            await asyncio.sleep(HEAD_START)
            with suppress(Exception):
                await work.leave_at_exit()
            _tasks.pop(work, None)
        raise


@atexit.register
def _leave_all() -> None:
    with suppress(KeyboardInterrupt):  # the interpreter exits all the same
        for work, process in [*_threads.items()]:
            if process == os.getpid():
                with suppress(Exception):
                    work.leave_at_exit()
        by_loop: dict[asyncio.AbstractEventLoop, list[AsyncLeavable]] = {}
        for async_work, (process, task) in [*_tasks.items()]:
            if process == os.getpid():
                by_loop.setdefault(task.get_loop(), []).append(async_work)
        for loop, works in by_loop.items():
            with suppress(Exception):
                _leave_in(loop, works)


def _leave_in(loop: asyncio.AbstractEventLoop, works: Sequence[AsyncLeavable]) -> None:
    """Leave work of an event loop, which has ended unless another thread runs it."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    async def leave() -> None:
        async with asyncio.timeout(LIMIT):
            await asyncio.gather(*[work.leave_at_exit() for work in works], return_exceptions=True)

    if loop.is_running():
        asyncio.run_coroutine_threadsafe(leave(), loop).result(LIMIT)
    else:  # a task of the user must not go on at the exit, as in the old loop
        asyncio.run(leave())
