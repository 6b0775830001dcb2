"""The run of an answer in process: it is driven inline at first, and in a task as soon as it has to wait.

Most handlers never wait. In process, `InlineRun` drives the coroutine of an answer by hand, like a generator, within
the call of the client: no task, and for a sync client no other thread. An answer that may wait calls `switch_to_task`
first, which suspends the coroutine; the transport then continues it in a task (`InlineRun.rest`).

Measured on Python 3.11, a page of stops takes a sync client 155 µs instead of 255, and an async client 160 instead of
185 (`benchmarks/stub.py` compares with `httpx.MockTransport`). Without it every in-process answer would be a task, and
each sync answer two changes of threads. On a port `INLINE_KEY` is never set, and all of this does nothing.
"""

from collections.abc import Callable, Coroutine, Generator
from typing import Any

from starlette.types import Receive, Scope, Send

Application = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]
"""An ASGI app whose calls can be driven inline: Starlette's type promises only that they can be awaited."""

INLINE_KEY = "trivet_stubs.inline"
"""The key of a scope which says that its answer is driven inline."""


async def switch_to_task(scope: Scope) -> None:
    """Continue an inline answer in a task. Call this before anything that waits, or may wait.

    >>> await switch_to_task(scope)
    >>> await asyncio.sleep(0)
    """
    if scope.pop(INLINE_KEY, False):
        await _Switch()


class InlineRun:
    """One run of a coroutine that is driven inline, until it ends or has to wait.

    run = InlineRun(app(scope, receive, send))
    if not run.step():
        await run.rest()
    """

    def __init__(self, coroutine: Coroutine[Any, Any, None]) -> None:
        self._coroutine = coroutine

    def step(self) -> bool:
        """Drive the coroutine; return whether it has ended, or False if it needs a task. Its errors are raised."""
        try:
            yielded = self._coroutine.send(None)
        except StopIteration:
            return True
        if not isinstance(yielded, _Switch):
            self._coroutine.close()
            raise TypeError("an answer that is driven inline has waited without a switch to a task")
        return False

    def close(self) -> None:
        """End the coroutine where it stands, because no task will continue it."""
        self._coroutine.close()

    async def rest(self) -> None:
        """Continue after the switch, in the task that awaits this."""
        await _Rest(self._coroutine)


class _Switch:
    """The awaitable by which a coroutine asks to be resumed in a task."""

    def __await__(self) -> Generator["_Switch", None, None]:
        yield self


class _Rest:
    """The rest of a coroutine that has begun; Python refuses to await the coroutine itself again."""

    def __init__(self, coroutine: Coroutine[Any, Any, None]) -> None:
        self._coroutine = coroutine

    def __await__(self) -> Generator[Any, Any, None]:
        coroutine = self._coroutine
        try:
            yielded = coroutine.send(None)
            while True:
                try:
                    sent = yield yielded
                except BaseException as error:
                    yielded = coroutine.throw(error)
                else:
                    yielded = coroutine.send(sent)
        except StopIteration:
            return
