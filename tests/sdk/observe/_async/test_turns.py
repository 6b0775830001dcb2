"""Observers of turns, and the spans of turns by the GenAI conventions."""

import pytest

from trivet.agent import StopTurn
from trivet.observe import ObservedTurn, Observer
from trivet_stubs.agent import Fail, Hold, Text, Tool


class Turns(Observer):
    """Keeps the turns that have ended."""

    def __init__(self):
        self.begun: list[str] = []
        self.ended: list[ObservedTurn] = []

    def on_turn_start(self, turn):
        self.begun.append(turn.session_id)

    def on_turn_end(self, turn):
        self.ended.append(turn)


async def test_observer_sees_tokens_tools_and_the_end_of_a_turn(agent_stub, async_agent_client):
    agent_stub.script(Tool("bash"), Tool("bash"), Text("One two."))
    turns = Turns()
    async with async_agent_client.with_options(observers=[turns]) as agent:
        session = await agent.session.create()
        await agent.session.turn(session.id, "Count, please.").run()
        agent_stub.script(Fail("Out of ink.", type="provider"))
        await agent.session.turn(session.id, "Again.").run()
    assert turns.begun == [session.id] * 2
    first, second = turns.ended
    assert (first.status, first.input_tokens, first.output_tokens, first.cost) == ("finished", 2, 2, 15e-6)
    assert (first.agent, first.provider, first.model, first.tools) == ("build", "stub", "stub-1", {"bash": 2})
    assert (second.status, second.error_type) == ("failed", "provider")


async def test_observer_gets_the_seconds_from_the_block_of_a_turn_to_its_end(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    turns = Turns()
    agent_stub.clock.advance(100)
    async with async_agent_client.with_options(observers=[turns]) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            agent_stub.clock.advance(3)
            agent_stub.resume(session.id)
            assert [text async for text in turn] == [", two."]
    assert [turn.seconds for turn in turns.ended] == [3]


class Calls(Turns):
    """Keeps the calls of functions that have ended, too."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def on_tool_end(self, call):
        self.calls.append((call.tool, call.status, call.error_type, call.turn.session_id == call.session_id))


def lookup(order: int) -> int:
    if order < 0:
        raise StopTurn("no such order")
    return 1 // order


async def test_observer_sees_the_calls_of_functions(agent_stub, async_agent_client):
    pytest.importorskip("mcp", reason="it needs newer versions than the oldest of others")
    orders = (1, 0, "two", 8, -1)
    agent_stub.script(*(Tool("trivet_lookup", {"order": order}) for order in orders), Hold())
    calls = Calls()
    async with async_agent_client.with_options(observers=[calls]) as agent:
        decide = {"tools": [lookup], "before_tool": lambda call: "deny" if call.arguments["order"] == 8 else "allow"}
        await agent.run("Look.", **decide)
    assert calls.calls == [
        ("lookup", "completed", None, True),
        ("lookup", "failed", "ZeroDivisionError", True),
        ("lookup", "refused", None, True),
        ("lookup", "refused", None, True),
        ("lookup", "stopped", None, True),
    ]
    assert [turn.status for turn in calls.ended] == ["interrupted"]
