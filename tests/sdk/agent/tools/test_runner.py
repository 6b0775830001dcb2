"""The running of functions: in which loop or thread, how many at once, for how long, and their results."""

import asyncio
import logging
import threading
from contextvars import ContextVar, copy_context

import pytest

from trivet.agent import Rejected
from trivet.agent._tools.functions import StopTurn, tool_forms
from trivet.agent._tools.ledger import RunningCall
from trivet.agent._tools.runner import CANCELLED, REFUSED, ToolRules, ToolRunner
from trivet.agent._tools.turns import Claim, ToolTurn

USER = ContextVar("USER", default="nobody")
WAIT = 5


class Turn:
    """A turn that notes what functions ask of it."""

    observed = None

    def __init__(self):
        self.stopped = asyncio.Queue()
        self.reply = "once"

    async def stop_for_tool(self, reason):
        await self.stopped.put(reason)

    async def ask_for_tool(self, session_id, tool, arguments):
        return self.reply


async def allow(name, arguments):
    return Claim(ToolTurn(Turn(), lambda: None), RunningCall("ses_1", "call_1"))


def runner_of(*functions, program=None, **rules):
    return ToolRunner(tool_forms(functions), ToolRules(**{"claim": allow, **rules}), copy_context(), program)


async def test_sync_function_runs_in_a_daemon_thread_with_the_callers_context():
    seen = []

    def lookup(order: int) -> dict:
        thread = threading.current_thread()
        seen.append((thread.daemon, thread is threading.main_thread(), USER.get()))
        return {"order": order}

    USER.set("ada")
    reply = await runner_of(lookup).call("lookup", {"order": 7})
    assert (reply.content, reply.failed, seen) == ('{"order": 7}', False, [(True, False, "ada")])


def test_async_function_runs_in_the_loop_of_the_program():
    seen = []

    async def lookup() -> str:
        seen.append((asyncio.get_running_loop(), USER.get()))
        return "found"

    async def program():
        USER.set("ada")
        runner = runner_of(lookup, program=asyncio.get_running_loop())
        # The server of tools has a loop of its own, in another thread.
        reply = await asyncio.to_thread(asyncio.run, runner.call("lookup", {}))
        assert (reply.content, seen) == ("found", [(asyncio.get_running_loop(), "ada")])

    asyncio.run(program())


async def test_call_that_no_turn_shows_is_refused_and_reported(caplog):
    reports, ran = asyncio.Queue(), []
    loop = asyncio.get_running_loop()

    def lookup(order: int) -> None:
        ran.append(order)

    async def refuse(name, arguments):
        return None

    runner = runner_of(
        lookup, claim=refuse, on_foreign=lambda *call: loop.call_soon_threadsafe(reports.put_nowait, call)
    )
    assert await runner.call("lookup", {"order": 7}) == (REFUSED, True)
    assert await asyncio.wait_for(reports.get(), WAIT) == ("lookup", {"order": 7})
    assert await runner.call("other", {}) == (REFUSED, True)
    assert ran == []
    assert "a call of 'other' was refused" in caplog.text


async def test_arguments_are_validated_and_bounded():
    def lookup(order: int) -> None:
        raise AssertionError

    reply = await runner_of(lookup).call("lookup", {"order": "seven"})
    assert reply.failed
    assert "the arguments do not fit: expected a whole number, got 'seven' @ $.order" in reply.content
    reply = await runner_of(lookup).call("lookup", {"order": "7" * 1_000_001})
    assert "more than 1,000,000 bytes" in reply.content


@pytest.mark.parametrize("kind", [ValueError, SystemExit])
async def test_exception_is_a_failed_call_without_secrets(kind):
    reports = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def lookup() -> None:
        raise kind("no access with s3cret")

    runner = runner_of(
        lookup,
        hide=lambda text: text.replace("s3cret", "<hidden>"),
        on_error=lambda *error: loop.call_soon_threadsafe(reports.put_nowait, error),
    )
    reply = await runner.call("lookup", {})
    assert reply == (f"the tool failed: {kind.__name__}: no access with <hidden>", True)
    name, error = await asyncio.wait_for(reports.get(), WAIT)
    assert (name, str(error)) == ("lookup", "no access with s3cret")


async def test_function_may_stop_the_turn():
    turn = Turn()

    async def claim(name, arguments):
        return Claim(ToolTurn(turn, lambda: None), RunningCall("ses_1", "call_1"))

    async def pay() -> None:
        raise StopTurn("already paid")

    runner = runner_of(pay, claim=claim)
    assert (await runner.call("pay", {})).content == "the program has stopped the turn: already paid"
    assert await asyncio.wait_for(turn.stopped.get(), WAIT) == "already paid"


@pytest.mark.parametrize(
    ("decision", "asked", "content"),
    [
        ("allow", None, "found"),
        ("deny", None, "the call was denied"),
        (Rejected("Use search."), None, "the call was denied: Use search."),
        ("ask", "once", "found"),
        ("ask", "reject", "the call was denied"),
        ("ask", None, "the call was denied"),
        ("perhaps", None, "the call was denied, because the program could not decide"),
        (None, None, "the call was denied, because the program could not decide"),
    ],
)
@pytest.mark.parametrize("kind", ["sync", "async"])
async def test_program_decides_before_a_function_runs(decision, asked, content, kind):
    turn, seen = Turn(), []
    turn.reply = asked

    async def claim(name, arguments):
        return Claim(ToolTurn(turn, lambda: None), RunningCall("ses_1", "call_1"))

    def lookup(order: int) -> str:
        return "found"

    def before(call):
        seen.append((call.name, call.arguments, call.session_id, call.call_id))
        return decision

    async def async_before(call):
        return before(call)

    runner = runner_of(lookup, claim=claim, before=before if kind == "sync" else async_before)
    reply = await runner.call("lookup", {"order": 7})
    assert (reply.content, reply.failed) == (content, content != "found")
    assert seen == [("lookup", {"order": 7}, "ses_1", "call_1")]


class Waiter(logging.Handler):
    """Sets an event with the first warning."""

    def __init__(self):
        super().__init__()
        self.logged = asyncio.Event()

    def emit(self, record):
        self.text = record.getMessage()
        self.logged.set()  # the runner logs in the loop of the test


@pytest.fixture
def waiter():
    handler = Waiter()
    logging.getLogger("trivet").addHandler(handler)
    yield handler
    logging.getLogger("trivet").removeHandler(handler)


async def test_hanging_function_is_given_up_and_its_late_result_dropped(waiter):
    release = threading.Event()

    def hang() -> str:
        release.wait(WAIT)
        return "late"

    def after() -> str:
        return "after"

    runner = runner_of(hang, after, timeout=0.05)
    reply = await runner.call("hang", {})
    assert reply == ("the tool has not answered within 0.05 seconds", True)
    # Functions need not be safe to run side by side: the next one waits for the end of the one that was given up.
    assert (await runner.call("after", {})).failed
    release.set()
    await asyncio.wait_for(waiter.logged.wait(), WAIT)
    assert waiter.text == "tools: hang has ended after its call was given up; its result is dropped"


async def test_object_with_an_async_call_is_awaited():
    class Lookup:
        __name__ = "lookup"

        async def __call__(self) -> str:
            return "found"

    assert await runner_of(Lookup()).call("lookup", {}) == ("found", False)


async def test_cancel_cancels_async_functions_and_gives_up_those_that_wait():
    began, ended = asyncio.Event(), asyncio.Event()

    async def hang() -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    runner = runner_of(hang)
    calls = [asyncio.create_task(runner.call("hang", {})) for _ in range(2)]
    await began.wait()
    runner.cancel()
    assert await asyncio.gather(*calls) == [(CANCELLED, True)] * 2
    await asyncio.wait_for(ended.wait(), WAIT)


@pytest.mark.parametrize("parallel", [1, 3])
async def test_as_many_run_at_once_as_the_program_allows(parallel):
    running, most = 0, 0

    async def work() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        for _ in range(10):
            await asyncio.sleep(0)
        running -= 1

    runner = runner_of(work, parallel=parallel)
    replies = await asyncio.gather(*(runner.call("work", {}) for _ in range(20)))
    assert (most, {reply.failed for reply in replies}) == (parallel, {False})
