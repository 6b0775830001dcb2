"""The running of functions that a model calls: which call may run, where, how many at once, and for how long.

The runner belongs to the event loop of the server of tools, which runs in a thread of its own. An async function runs
in the loop of the program, a sync one in a daemon thread, for which the interpreter does not wait; both have a copy of
the program's context variables.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import Any

import orjson
from attrs import frozen

from ..._concurrency.cancellable import in_thread
from ..._core.observation import ObservedToolCall
from ...errors import InvalidArgumentError
from .._turns.extensions import Rejected
from .functions import StopTurn, ToolForm
from .options import ToolCall
from .results import ToolReply, reply_of
from .turns import Claim, ToolTurn

logger = logging.getLogger("trivet")

MOST_ARGUMENT_BYTES = 1_000_000
"""The most bytes of the arguments of one call, as JSON."""

MOST_FAULT_CHARACTERS = 2000
"""The most characters about a failure that the model gets."""

REFUSED = "refused: no turn of this program runs this call"
CANCELLED = "the turn has ended; the result of the tool is dropped"

Fail = Callable[[ToolReply, BaseException | None], ToolReply]


@frozen(kw_only=True)
class ToolRules:
    """The settings of the calls of functions, and the callbacks of the program.

    Attributes:
        parallel: The most functions at once.
        timeout: Seconds for each call, the wait for others included; None for no limit.
        claim: Returns the call of a turn that a call belongs to, once; None where no turn shows it.
        hide: Returns a text without the secrets of the client.
        before: Called with a `ToolCall`; returns a decision.
        in_model: Returns the name of a tool as the model knows it.
        notify: Notifies the observers of the client, by the name of their method.
        monotonic: Returns the seconds of the client's clock.
        on_error: Called with the name of the tool and an exception of its function.
        on_foreign: Called with the name and the arguments of a call that no turn shows.
    """

    parallel: int = 1
    timeout: float | None = None
    claim: Callable[[str, Any], Awaitable[Claim | None]]
    hide: Callable[[str], str] = str
    before: Callable[[ToolCall], Any] | None = None
    in_model: Callable[[str], str] = str
    notify: Callable[[str, ObservedToolCall], object] | None = None
    monotonic: Callable[[], float] = lambda: 0.0
    on_error: Callable[[str, BaseException], Any] | None = None
    on_foreign: Callable[[str, Any], Any] | None = None


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
        self._calls: dict[asyncio.Future[None], ToolTurn] = {}
        self._works: set[asyncio.Task[Any]] = set()

    async def call(self, name: str, arguments: Any) -> ToolReply:
        """Run a function, and return the reply for the model; it raises nothing that the function raises."""
        rules, form = self._rules, self._forms.get(name)
        claim = None if form is None else await rules.claim(name, arguments)
        if form is None or claim is None:
            logger.warning("tools: a call of %r was refused: no running turn shows it", name)
            self._tell(rules.on_foreign, name, arguments)
            return ToolReply(REFUSED, failed=True)
        observed = ObservedToolCall(claim.call.session_id, claim.call.call_id, name, claim.owner.turn.observed)
        began = rules.monotonic()
        if rules.notify is not None:
            rules.notify("on_tool_start", observed)
        try:
            reply = await self._answer(form, arguments, claim, observed)
        finally:
            observed.seconds = rules.monotonic() - began
            if rules.notify is not None:
                rules.notify("on_tool_end", observed)
        return reply

    def cancel(self, turn: ToolTurn | None = None) -> None:
        """Give up the calls of a turn that has ended, or all: async functions are cancelled, late results dropped."""
        for given_up, owner in [*self._calls.items()]:
            if not given_up.done() and (turn is None or owner is turn):
                given_up.set_result(None)

    async def _answer(self, form: ToolForm, arguments: Any, claim: Claim, observed: ObservedToolCall) -> ToolReply:
        """Decide on a call, and run it; the observed call gets the way in which it has ended."""
        if len(orjson.dumps(arguments)) > MOST_ARGUMENT_BYTES:
            observed.status = "refused"
            return ToolReply(f"the arguments have more than {MOST_ARGUMENT_BYTES:,} bytes", failed=True)
        try:
            decoded = form.decode(arguments)
        except ValueError as error:
            observed.status = "refused"
            return self._failure("the arguments do not fit", "; ".join(map(str, error.args)))
        given_up = asyncio.get_running_loop().create_future()
        self._calls[given_up] = claim.owner
        try:
            if self._rules.before is not None:
                decision = self._decide(form.name, arguments, claim, given_up)
                refusal = await self._unless_given_up(decision, given_up, None)
                if refusal is not None:
                    observed.status = "refused"
                    return refusal
            work = self._work(form, decoded, claim, given_up, observed)
            reply = await self._unless_given_up(work, given_up, self._rules.timeout)
        finally:
            self._calls.pop(given_up, None)
            if not given_up.done():
                given_up.set_result(None)
        assert reply is not None  # the work always has one
        observed.status = observed.status or ("failed" if reply.failed else "completed")
        return reply

    async def _unless_given_up(
        self, job: Coroutine[Any, Any, ToolReply | None], given_up: asyncio.Future[None], timeout: float | None
    ) -> ToolReply | None:
        """Return the reply of a job, which goes on if the call is given up or its time is over."""
        work = asyncio.create_task(job)
        self._works.add(work)  # the event loop holds only a weak reference
        work.add_done_callback(self._works.discard)
        waited: set[asyncio.Future[Any]] = {work, given_up}
        done, _ = await asyncio.wait(waited, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        if work in done:
            return work.result()
        if given_up in done:
            return ToolReply(CANCELLED, failed=True)
        return ToolReply(f"the tool has not answered within {timeout:g} seconds", failed=True)

    async def _decide(
        self, name: str, arguments: Any, claim: Claim, given_up: asyncio.Future[None]
    ) -> ToolReply | None:
        """Ask the program whether a call may run; return the reply for the model if it must not."""
        call = ToolCall(name=name, arguments=arguments, session_id=claim.call.session_id, call_id=claim.call.call_id)
        try:
            decision = await self._result(self._rules.before, given_up, call)
            if decision == "ask":
                tool = self._rules.in_model(name)
                decision = await self._result(claim.owner.turn.ask_for_tool, given_up, call.session_id, tool, arguments)
                decision = "allow" if decision in ("once", "always") else decision or "deny"
            if decision == "allow":
                return None
            why = _reason(decision)
        except asyncio.CancelledError:
            return ToolReply(CANCELLED, failed=True)
        except BaseException as error:  # as in `_work`
            self._tell(self._rules.on_error, name, error)
            return ToolReply("the call was denied, because the program could not decide", failed=True)
        return ToolReply(f"the call was denied{why}"[:MOST_FAULT_CHARACTERS], failed=True)

    async def _work(
        self,
        form: ToolForm,
        arguments: dict[str, Any],
        claim: Claim,
        given_up: asyncio.Future[None],
        observed: ObservedToolCall,
    ) -> ToolReply:
        """Run a function to its end, and free its place only then: functions need not be safe to run side by side."""
        async with self._places:
            if given_up.done():
                return ToolReply(CANCELLED, failed=True)
            try:
                result = await self._result(partial(form.function, **arguments), given_up)
                reply = reply_of(result)
            except StopTurn as stop:
                reply = self._failure("the program has stopped the turn", str(stop))
                observed.status = "stopped"
                if not given_up.done():
                    self._tell(claim.owner.turn.stop_for_tool, self._rules.hide(str(stop)))
            except asyncio.CancelledError:
                return ToolReply(CANCELLED, failed=True)
            except BaseException as error:  # a function may raise SystemExit, too, which must not end the server
                reply = self._failure("the tool failed", f"{type(error).__name__}: {error}")
                observed.error_type = type(error).__qualname__
                self._tell(self._rules.on_error, form.name, error)
            if given_up.done():
                logger.warning("tools: %s has ended after its call was given up; its result is dropped", form.name)
            return reply

    async def _result(self, function: Any, given_up: asyncio.Future[None], *arguments: Any) -> Any:
        """Return the result of a function of the program, sync or async."""
        call = partial(function, *arguments)
        if inspect.iscoroutinefunction(call):
            return await self._in_program(call, given_up)
        future: Future[Any] = Future()
        self._context.copy().run(in_thread, call, future)
        result = await asyncio.wrap_future(future)
        # Objects with an async `__call__` show only here that they are async.
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
        """Call a function of the program in the background: it may block."""
        if function is not None:
            task = asyncio.get_running_loop().create_task(self._call_and_log(function, arguments))
            self._works.add(task)
            task.add_done_callback(self._works.discard)

    async def _call_and_log(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        try:
            with suppress(RuntimeError):  # no thread can be started while the interpreter exits
                await self._result(function, asyncio.get_running_loop().create_future(), *arguments)
        except Exception as error:  # it is the program's own
            logger.warning("tools: a function that the program gave has failed: %s", type(error).__name__)


def _reason(decision: Any) -> str:
    """Return the reason of a call that is denied.

    Raises:
        InvalidArgumentError: The value is not a decision, so that the call is denied, too.
    """
    if isinstance(decision, Rejected):
        return f": {decision.message}"
    if decision in ("deny", "reject"):
        return ""
    raise InvalidArgumentError("before_tool", "a function that returns allow, deny, ask or Rejected(…)", decision)
