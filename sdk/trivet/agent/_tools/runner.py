"""The running of functions that a model calls: which call may run, where, how many at once, and for how long.

The runner belongs to the event loop of the server of tools, which runs in a thread of its own. An async function runs
in the loop of the program, a sync one in a daemon thread, for which the interpreter does not wait; both have a copy of
the program's context variables.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import Any

import orjson
from attrs import frozen

from ..._concurrency.cancellable import in_thread
from .functions import StopTurn, ToolForm
from .results import ToolReply, reply_of

logger = logging.getLogger("trivet")

MOST_ARGUMENT_BYTES = 1_000_000
"""The most bytes of the arguments of one call, as JSON."""

MOST_FAULT_CHARACTERS = 2000
"""The most characters about a failure that the model gets."""

REFUSED = "refused: no turn of this program runs this call"
CANCELLED = "the turn has ended; the result of the tool is dropped"


@frozen(kw_only=True)
class ToolRules:
    """How functions run, and what a program wants to know about them.

    Attributes:
        parallel: The most functions at once.
        timeout: Seconds for each call, the wait for others included; None for no limit.
        claim: Returns whether a turn shows this call as running; each call is taken once.
        hide: Returns a text without the secrets of the client.
        on_error: Called with the name of the tool and an exception of its function.
        on_foreign: Called with the name and the arguments of a call that no turn shows.
        on_stop: Called with the reason of a `StopTurn`.
    """

    parallel: int = 1
    timeout: float | None = None
    claim: Callable[[str, Any], Awaitable[bool]]
    hide: Callable[[str], str] = str
    on_error: Callable[[str, BaseException], Any] | None = None
    on_foreign: Callable[[str, Any], Any] | None = None
    on_stop: Callable[[str], Any] | None = None


class ToolRunner:
    """Runs the functions of one handle."""

    def __init__(
        self,
        forms: Mapping[str, ToolForm],
        rules: ToolRules,
        context: Context,
        program: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Run nothing yet.

        Args:
            forms: The tools by name.
            rules: How functions run.
            context: The context variables of the program.
            program: The event loop in which async functions run; None for the loop that runs the runner.
        """
        self._forms = forms
        self._rules = rules
        self._context = context
        self._program = program
        self._places = asyncio.Semaphore(rules.parallel)
        self._calls: set[asyncio.Future[None]] = set()

    async def call(self, name: str, arguments: Any) -> ToolReply:
        """Run a function, and return the reply for the model; it raises nothing that the function raises."""
        rules, form = self._rules, self._forms.get(name)
        if form is None or not await rules.claim(name, arguments):
            logger.warning("tools: a call of %r was refused: no running turn shows it", name)
            self._tell(rules.on_foreign, name, arguments)
            return ToolReply(REFUSED, failed=True)
        if len(orjson.dumps(arguments)) > MOST_ARGUMENT_BYTES:
            return ToolReply(f"the arguments have more than {MOST_ARGUMENT_BYTES:,} bytes", failed=True)
        try:
            decoded = form.decode(arguments)
        except ValueError as error:
            return self._failure("the arguments do not fit", "; ".join(map(str, error.args)))
        return await self._run(form, decoded)

    def cancel(self) -> None:
        """Give up every call, because the turn has ended: async functions are cancelled, late results are dropped."""
        for given_up in [*self._calls]:
            if not given_up.done():
                given_up.set_result(None)

    async def _run(self, form: ToolForm, arguments: dict[str, Any]) -> ToolReply:
        given_up = asyncio.get_running_loop().create_future()
        self._calls.add(given_up)
        work = asyncio.create_task(self._work(form, arguments, given_up))
        try:
            done, _ = await asyncio.wait(
                {work, given_up}, timeout=self._rules.timeout, return_when=asyncio.FIRST_COMPLETED
            )
            if work in done:
                return work.result()
            was_cancelled = given_up.done()
        finally:
            self._calls.discard(given_up)
            if not given_up.done():
                given_up.set_result(None)
        return ToolReply(CANCELLED, failed=True) if was_cancelled else self._late()

    def _late(self) -> ToolReply:
        return ToolReply(f"the tool has not answered within {self._rules.timeout:g} seconds", failed=True)

    async def _work(self, form: ToolForm, arguments: dict[str, Any], given_up: asyncio.Future[None]) -> ToolReply:
        """Run a function to its end, and free its place only then: functions need not be safe to run side by side."""
        async with self._places:
            if given_up.done():
                return ToolReply(CANCELLED, failed=True)
            try:
                result = await self._result(form.function, arguments, given_up)
                reply = reply_of(result)
            except StopTurn as stop:
                reply = self._failure("the program has stopped the turn", str(stop))
                if not given_up.done():
                    self._tell(self._rules.on_stop, str(stop))
            except asyncio.CancelledError:
                return ToolReply(CANCELLED, failed=True)
            except BaseException as error:  # a function may raise SystemExit, too, which must not end the server
                reply = self._failure("the tool failed", f"{type(error).__name__}: {error}")
                self._tell(self._rules.on_error, form.name, error)
            if given_up.done():
                logger.warning("tools: %s has ended after its call was given up; its result is dropped", form.name)
            return reply

    async def _result(self, function: Any, arguments: dict[str, Any], given_up: asyncio.Future[None]) -> Any:
        call = partial(function, **arguments)
        if inspect.iscoroutinefunction(function):
            return await self._in_program(call, given_up)
        future: Future[Any] = Future()
        self._context.copy().run(in_thread, call, future)
        result = await asyncio.wrap_future(future)
        # Objects with an async `__call__`, and partial functions, show only here that they are async.
        return await self._in_program(lambda: result, given_up) if hasattr(result, "__await__") else result

    async def _in_program(self, call: Callable[[], Awaitable[Any]], given_up: asyncio.Future[None]) -> Any:
        """Return the result of an async function in the loop of the program, where the end of the call cancels it."""

        async def run() -> Any:
            return await call()

        loop = self._program or asyncio.get_running_loop()
        coroutine = run()
        try:
            future = self._context.copy().run(asyncio.run_coroutine_threadsafe, coroutine, loop)
        except RuntimeError:  # the loop is closed
            coroutine.close()
            raise
        given_up.add_done_callback(lambda _: future.cancel())
        return await asyncio.wrap_future(future)

    def _failure(self, what: str, why: str) -> ToolReply:
        return ToolReply(f"{what}: {self._rules.hide(why)}"[:MOST_FAULT_CHARACTERS], failed=True)

    def _tell(self, function: Callable[..., Any] | None, *arguments: Any) -> None:
        """Call a function of the program in a thread of its own: it may block."""
        if function is not None:
            future: Future[Any] = Future()
            future.add_done_callback(_log_failure)
            with suppress(RuntimeError):  # no thread can be started while the interpreter exits
                self._context.copy().run(in_thread, partial(function, *arguments), future)


def _log_failure(future: Future[Any]) -> None:
    error = future.exception()
    if error is not None:
        logger.warning("tools: a function that the program gave has failed: %s", type(error).__name__)
