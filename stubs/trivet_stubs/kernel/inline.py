"""Answers that are driven inside the call that asks for them, and the switch of those that wait to a task.

Most answers wait for nothing, and a task or a hop to another thread costs several times as much as such an answer.
"""

from collections.abc import Callable, Coroutine, Generator
from typing import Any

from starlette.types import Receive, Scope, Send

Application = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]
"""An ASGI app whose calls can be driven inline: Starlette's type promises only that they can be awaited."""

INLINE_KEY = "trivet_stubs.inline"
"""Where a scope says that its answer is driven inline."""


class _Switch:
    """What a coroutine awaits to be resumed in a task."""

    def __await__(self) -> Generator["_Switch", None, None]:
        yield self


async def switch_to_task(scope: Scope) -> None:
    """Continue in a task, where this answer is driven inline; what waits, or may wait, calls it first.

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
        """Drive the coroutine; return whether it has ended, otherwise it waits for a task. Raise what it raises."""
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


class _Rest:
    """The rest of a coroutine that has begun, which Python lets nothing await."""

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
