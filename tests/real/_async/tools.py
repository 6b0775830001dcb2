"""Functions of a program as tools of the real server, called by its model."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.real._async.driving import client
from tests.real.model import ANSWER
from tests.sdk.interrupts import ends
from trivet.agent import PermissionRules, Rejected, StopTurn, ToolImage

WAIT = 30


def call(*calls):
    """Return a prompt whose model calls tools, all at once."""
    return f"CALL {json.dumps([[f'trivet_{name}', arguments] for name, arguments in calls])}"


async def states(session):
    """Return the calls of tools in the stored messages: name, arguments, status, and output or error."""
    parts = [part for message in await session.messages().all() for part in getattr(message, "content", None) or ()]
    return [
        (part.name, part.state.input, part.state.status, text_of(part.state)) for part in parts if part.type == "tool"
    ]


def text_of(state):
    return state.error.message if state.status == "error" else "".join(content.text for content in state.content)


async def listed(agent, directory):
    servers = await agent.at(directory=directory).mcp.server.list()
    return {row.name: row.status.status for row in servers if row.name.startswith("trivet")}


async def test_function_has_its_effect_and_its_result_is_stored(server, model):
    ran = []

    def lookup(order: int, fields: list[str] | None = None) -> dict:
        """Find an order by its number."""
        ran.append((order, fields))
        return {"order": order, "paid": True}

    async with client(server) as agent:
        async with agent.session.start(directory=server.directory, tools=[lookup]) as session:
            prompt = call(("lookup", {"order": 7, "fields": ["paid"]}))
            outcome = await session.run(prompt, deadline=60)
            assert (outcome.text, ran) == (ANSWER, [(7, ["paid"])])
            arguments = {"order": 7, "fields": ["paid"]}
            assert await states(session) == [("trivet_lookup", arguments, "completed", '{"order": 7, "paid": true}')]
            offer = next(offer for offer in model.offers if offer.prompt == prompt)
            assert offer.tools["trivet_lookup"]["required"] == ["order"]
            assert await listed(agent, server.directory) == {"trivet": "connected"}
        assert await listed(agent, server.directory) == {"trivet": "disabled"}


async def test_faults_reach_the_model_and_the_turn_goes_on(server):
    errors, release = [], threading.Event()

    def lookup(order: int) -> None: ...

    def fail() -> None:
        raise ValueError("no such order")

    def hang() -> None:
        release.wait(WAIT)

    def draw() -> ToolImage:
        return ToolImage(PNG)

    async with client(server) as agent:
        async with agent.session.start(
            directory=server.directory,
            tools=[lookup, fail, hang, draw],
            tool_timeout=2,
            parallel_tools=4,
            on_tool_error=lambda name, error: errors.append(name),
        ) as session:
            words = call(("lookup", {"order": "seven"}), ("fail", {}), ("hang", {}), ("draw", {}))
            outcome = await session.run(words, deadline=60)
            release.set()
            assert (outcome.text, errors) == (ANSWER, ["fail"])
            texts = {name.removeprefix("trivet_"): (status, text) for name, _, status, text in await states(session)}
    assert texts["fail"] == ("error", "the tool failed: ValueError: no such order")
    assert texts["hang"] == ("error", "the tool has not answered within 2 seconds")
    assert texts["lookup"][0] == "error"
    assert texts["draw"][0] == "completed"


async def test_cancelled_turn_gives_its_call_up(server):
    began, release = threading.Event(), threading.Event()

    def hang() -> None:
        began.set()
        release.wait(WAIT)

    async with client(server) as agent:
        async with agent.session.start(directory=server.directory, tools=[hang]) as session:
            async with session.turn(call(("hang", {}))) as turn:
                async for step in turn.steps():
                    if step.type == "tool" and step.status == "running" and began.wait(WAIT):
                        await turn.cancel()
            assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", False)
            release.set()
            assert [status for _, _, status, _ in await states(session)] == ["error"]


async def test_function_ends_the_turn(server):
    def pay() -> None:
        raise StopTurn("already paid")

    async with client(server) as agent:
        outcome = await agent.run(call(("pay", {})), directory=server.directory, tools=[pay], deadline=60)
    assert (outcome.status, outcome.error.message, outcome.works_on) == ("interrupted", "already paid", False)


async def test_twenty_calls_run_side_by_side(server):
    running, most, lock = 0, 0, threading.Lock()
    all_here = threading.Barrier(20)

    def work(number: int) -> int:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        all_here.wait(WAIT)
        with lock:
            running -= 1
        return number

    async with client(server) as agent:
        async with agent.session.start(directory=server.directory, tools=[work], parallel_tools=20) as session:
            await session.run(call(*(("work", {"number": number}) for number in range(20))), deadline=60)
            texts = sorted(int(text) for _, _, _, text in await states(session))
    assert (most, texts) == (20, [*range(20)])


async def test_handles_in_one_directory_never_answer_for_each_other(server):
    ran = []

    def note(owner: str) -> str:
        ran.append(owner)
        return owner

    async with client(server) as agent:
        start = agent.session.start
        async with start(directory=server.directory, tools=[note]) as one:
            async with start(directory=server.directory, tools=[note]) as two:
                both = [["trivet_note", {"owner": "one"}], ["trivet2_note", {"owner": "two"}]]
                words = f"CALL {json.dumps(both)}"
                await one.run(words, deadline=60)
                assert ran == ["one"]
                await two.run(words, deadline=60)
                assert ran == ["one", "two"]
                # A session that trivet did not prompt sees the names, and its calls are refused.
                other = await agent.at(directory=server.directory).session.create()
                turn = agent.session.turn(other.id, words, deadline=90)
                await turn.run()
                assert ran == ["one", "two"]
        assert await listed(agent, server.directory) == {"trivet": "disabled", "trivet2": "disabled"}


async def test_child_session_calls_the_functions(server):
    ran = []

    def note(text: str) -> None:
        ran.append(text)

    async with client(server) as agent:
        async with agent.session.start(directory=server.directory, tools=[note]) as session:
            await session.run(f"TASK {call(('note', {'text': 'from below'}))}", deadline=60)
    assert ran == ["from below"]


@pytest.mark.parametrize("reply", ["once", Rejected("Not today.")])
async def test_rule_and_program_decide_about_a_function(server, reply):
    ran, asked = [], []

    def pay(order: int) -> None:
        ran.append(order)

    def decide(request):
        asked.append(request.action)
        return reply

    async with client(server) as agent:
        async with agent.session.start(
            directory=server.directory,
            tools=[pay],
            rules=PermissionRules(ask=["pay"]),
            on_permission=decide,
            before_tool=lambda call: "ask" if call.arguments["order"] == 8 else "allow",
        ) as session:
            await session.run(call(("pay", {"order": 7}), ("pay", {"order": 8})), deadline=60)
            statuses = [status for _, _, status, _ in await states(session)]
    if reply == "once":
        assert (sorted(ran), statuses) == ([7, 8], ["completed"] * 2)
        assert asked == ["trivet_pay"] * 3
    else:
        assert (ran, set(statuses)) == ([], {"error"})


async def test_functions_of_a_resumed_session_are_called(server):
    ran = []

    def note(text: str) -> None:
        ran.append(text)

    async with client(server) as agent:
        async with agent.session.start(directory=server.directory, tools=[note]) as other:
            async with agent.session.start(directory=server.directory, tools=[note]) as session:
                await session.run("TEXT", deadline=60)
            await other.run("TEXT", deadline=60)
        # The name of the first handle was taken away from this session; it is free now.
        async with agent.session.resume(session.id, tools=[note]) as again:
            await again.run(call(("note", {"text": "again"})), deadline=60)
            async with again.fork() as copy:
                words = json.dumps([["trivet2_note", {"text": "copy"}]])
                await copy.run(f"CALL {words}", deadline=60)
    assert ran == ["again", "copy"]


async def test_killed_program_answers_nothing_any_more(server, tmp_path):
    late = kill_while_called(server, tmp_path)
    async with client(server) as agent:
        here = agent.at(directory=server.other_directory)
        [session] = [row for row in await here.session.list().page() if row.title == "to be killed"]
        await agent.session.wait(session.id, deadline=150)  # the model gets the failure after a while, and goes on
        turn = agent.session.turn(session.id, call(("hang", {})), deadline=60)
        await turn.run()
        parts = [part for message in turn.messages for part in getattr(message, "content", None) or ()]
        assert [part.state.status for part in parts if part.type == "tool"] in ([], ["error"])
        async with agent.session.start(directory=server.other_directory, tools=[WORKS]) as other:
            names = await listed(agent, server.other_directory)
            name = max(name for name, status in names.items() if status == "connected")
            await other.run(f"CALL {json.dumps([[f'{name}_works', {}]])}", deadline=60)
            assert [status for _, _, status, _ in await states(other)] == ["completed"]
    assert not late.exists()


async def test_many_handles_leave_neither_threads_nor_sockets(server):
    async with client(server) as agent:
        await agent.run("TEXT", directory=server.directory, tools=[WORKS], deadline=60)
        threads, files = left()
        for _ in range(HANDLES):
            async with agent.session.start(directory=server.directory, tools=[WORKS]):
                pass
        threads_now, files_now = left()
        assert (threads_now, files_now <= files) == (threads, True)
        assert set(await listed(agent, server.directory)) <= {"trivet", "trivet2"}


def kill_while_called(server, folder):
    """Kill a program whose function was called; return the path of the file that the function would write."""
    began, late, program = folder / "began", folder / "late", folder / "program.py"
    program.write_text(PROGRAM)
    settings = {"url": server.url, "password": server.password, "directory": server.other_directory}
    words = json.dumps({**settings, "prompt": call(("hang", {}))})
    with subprocess.Popen([sys.executable, program, words, began, late], stdout=subprocess.DEVNULL) as process:
        try:
            assert ends.eventually(began.exists, 4 * WAIT)  # the server takes up the first prompt of a directory late
        finally:
            process.kill()
    return late


def works() -> str:
    return "yes"


WORKS = works
HANDLES = int(os.environ.get("HANDLES", "5"))
"""The number of handles; a hundred take minutes."""


def left():
    """Return the threads, without those that asyncio keeps for blocking functions, and the number of open files."""
    names = sorted(thread.name for thread in threading.enumerate())
    return [name for name in names if not name.startswith("asyncio_")], len([*Path("/dev/fd").iterdir()])


PROGRAM = """
import json, sys, time
from pathlib import Path
from trivet import AgentClient, Basic
from trivet.agent import opencode

settings, began, late = json.loads(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])

def hang() -> None:
    began.touch()
    time.sleep(30)
    late.touch()

auth = Basic("opencode", settings["password"])
with AgentClient(transport=opencode.Transport(), base_url=settings["url"], auth=auth) as agent:
    agent.run(settings["prompt"], directory=settings["directory"], title="to be killed", tools=[hang])
"""
"""A program whose function hangs."""

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63fcffff3f0300050001"
    "ff5c5bd4ff0000000049454e44ae426082"
)
"""A picture of one pixel."""
