"""Functions as tools of a handle: which calls run, with which names, and the state after the handle is closed."""

import json
import threading

import pytest

from trivet import AsyncAgentClient, Bearer, InvalidArgumentError, TrivetError
from trivet.agent import PermissionRules, StopTurn, Tool
from trivet_stubs.agent import AgentObserved, Finish, Hold, Task, Text
from trivet_stubs.agent import Tool as Call

ALL = AgentObserved(interrupts=True, reply_messages=True, prompt_options=True, forks=True, disconnects=True)


@pytest.fixture
def stub(agent_stub):
    agent_stub.observed = ALL
    return agent_stub


def lookup(order: int) -> dict:
    """Find an order."""
    return {"order": order, "paid": True}


def tools_of(stub, session_id):
    """Return the calls of tools of a session, as they are stored: name, status, and output or error."""
    parts = [part for message in stub.sessions[session_id].messages for part in message.get("content", ())]
    return [(part["name"], part["state"]["status"], text_of(part["state"])) for part in parts if part["type"] == "tool"]


def text_of(state):
    return state["error"]["message"] if "error" in state else "".join(part["text"] for part in state["content"])


def prompts(stub):
    """Return the tools that each prompt takes away or leaves."""
    return [json.loads(request.body).get("tools") for request in stub.requests if request.operation == "session.prompt"]


def threads():
    return [thread.name for thread in threading.enumerate() if thread.name == "trivet-tools"]


def statuses(stub):
    [runtime] = stub.runtimes.values()
    return {name: config.get("enabled", True) for name, config in runtime.config["mcp"].items() if "trivet" in name}


async def test_function_runs_with_the_arguments_of_the_model(stub, async_agent_client):
    stub.script(Call("trivet_lookup", {"order": 7}), Finish("tool-calls"), Text("Paid."))
    async with async_agent_client as agent:
        async with agent.session.start(tools=[lookup]) as session:
            outcome = await session.run("Is order 7 paid?")
            assert threads() == ["trivet-tools"]
        assert outcome.text == "Paid."
        assert tools_of(stub, session.id) == [("trivet_lookup", "completed", '{"order": 7, "paid": true}')]
    assert threads() == []
    assert statuses(stub) == {"trivet": False}
    assert prompts(stub) == [None]


async def test_run_and_several_runs_have_tools(stub, async_agent_client):
    seen = []

    def note(text: str) -> None:
        seen.append(text)

    for number in range(4):
        stub.script(Call("trivet_note", {"text": str(number)}), Text("Done."))
    async with async_agent_client as agent:
        outcome = await agent.run("0", tools=[note])
        outcomes = await agent.run_all(["1", "2", "3"], at_once=1, tools=[Tool(note, description="Notes a text.")])
        assert (outcome.status, outcomes.finished) == ("finished", True)
    assert seen == ["0", "1", "2", "3"]
    assert (threads(), statuses(stub)) == ([], {"trivet": False})


async def test_resumed_and_copied_sessions_have_tools(stub, async_agent_client):
    async with async_agent_client as agent:
        first = await agent.session.start(directory="/home/dev/orchard")
        await first.run("Hello.")
        stub.script(Call("trivet_lookup", {"order": 1}), Text("One."))
        stub.script(Call("trivet2_lookup", {"order": 2}), Text("Two."))
        async with agent.session.resume(first.id, tools=[lookup]) as session:
            assert (await session.run("Look.")).text == "One."
            async with session.fork() as copy:
                assert (await copy.run("Look again.")).text == "Two."
        assert [status for _, status, _ in tools_of(stub, first.id)] == ["completed"]
        assert [status for _, status, _ in tools_of(stub, copy.id)][-1] == "completed"


async def test_handles_of_one_directory_have_names_of_their_own(stub, async_agent_client):
    async with async_agent_client as agent:
        async with agent.session.start(tools=[lookup]) as one, agent.session.start(tools=[lookup]) as two:
            script = (Call("trivet_lookup", {"order": 7}), Call("trivet2_lookup", {"order": 7}), Text("Done."))
            for session in (one, two):
                stub.script(*script)
                await session.run("Look.")
        gone = "The agent has no tool "
        first, second = (tools_of(stub, session.id) for session in (one, two))
        assert [status for _, status, _ in first] == ["completed", "error"]
        assert [status for _, status, _ in second] == ["error", "completed"]
        assert gone + "trivet2_lookup" in first[1]
        assert gone + "trivet_lookup" in second[0]
        assert prompts(stub) == [{"trivet2_*": False}, {"trivet_*": False}]


async def test_handle_without_tools_takes_those_of_other_handles_away(stub, async_agent_client):
    async with async_agent_client as agent:
        async with agent.session.start(tools=[lookup]), agent.session.start() as plain:
            await plain.run("Hello.")
            await plain.run("Hello.", without_tools=["bash"])
            await plain.run("Hello.", only_tools=["read"])
        await plain.close()
    assert prompts(stub) == [{"trivet_*": False}, {"bash": False, "trivet_*": False}, {"*": False, "read": True}]


async def test_call_of_another_session_is_refused_and_reported(stub, async_agent_client):
    foreign, ran = [], []

    def pay(order: int) -> None:
        ran.append(order)

    stub.script(Call("trivet_pay", {"order": 7}), Text("Done."))
    async with async_agent_client as agent:
        async with agent.session.start(
            tools=[pay], on_foreign_call=lambda name, arguments: foreign.append((name, arguments))
        ):
            other = await agent.session.create()
            await agent.session.turn(other.id, "Pay.").run()
    assert (ran, foreign) == ([], [("pay", {"order": 7})])
    assert tools_of(stub, other.id)[0][2] == "refused: no turn of this program runs this call"


async def test_call_of_a_session_below_runs(stub, async_agent_client):
    stub.script(Task("Look", Call("trivet_lookup", {"order": 7}), Text("Paid.")), Text("Done."))
    async with async_agent_client as agent:
        async with agent.session.start(tools=[lookup]) as session:
            await session.run("Let another one look.")
    *_, child = stub.sessions
    assert [status for _, status, _ in tools_of(stub, child)] == ["completed"]


async def test_names_of_functions_stand_for_those_of_the_model(stub, async_agent_client):
    rules = PermissionRules(deny=["pay"], ask=["lookup"], allow=["bash"])
    asked = []

    def pay() -> None: ...

    stub.script(
        Call("trivet_lookup", {"order": 7}, asks="trivet_lookup"),
        Call("trivet_pay", asks="trivet_pay"),
        Call("bash", asks="bash"),
        Text("Done."),
    )
    async with async_agent_client as agent:
        on_permission = PermissionRules(allow=["lookup:7"], otherwise=lambda request: asked.append(request) or "reject")
        async with agent.session.start(tools=[lookup, pay], rules=rules, on_permission=on_permission) as session:
            await session.run("Go.")
            await session.run("Go on.", only_tools=["lookup", "bash"])
            await session.run("Go on.", without_tools=["pay"])
        assert [rule["action"] for rule in stub.sessions[session.id].permission] == [
            *("bash", "trivet_lookup", "trivet_pay")
        ]
        assert [status for _, status, _ in tools_of(stub, session.id)] == ["completed", "error", "completed"]
        assert asked == []
        assert prompts(stub)[1:] == [{"*": False, "trivet_lookup": True, "bash": True}, {"trivet_pay": False}]


async def test_function_ends_the_turn(stub, async_agent_client):
    def pay() -> None:
        raise StopTurn("already paid")

    stub.script(Text("I pay. "), Call("trivet_pay"), Hold(), Text("Paid."))
    async with async_agent_client as agent:
        outcome = await agent.run("Pay.", tools=[pay])
    assert (outcome.status, outcome.error.type, outcome.error.message) == ("interrupted", "stopped", "already paid")
    assert not outcome.works_on


async def test_exception_fails_the_call_and_the_turn_goes_on(stub, async_agent_client):
    errors = []

    def pay() -> None:
        raise ValueError("no access with t0ken-of-the-test")

    client = AsyncAgentClient(
        base_url="http://agent.test",
        transport=stub.async_transport(),
        auth=Bearer("t0ken-of-the-test"),
        clock=stub.clock,
    )
    stub.script(Call("trivet_pay"), Text("It failed."))
    async with client as agent:
        outcome = await agent.run("Pay.", tools=[pay], on_tool_error=lambda *error: errors.append(error))
    [(name, error)] = errors
    assert (name, type(error), outcome.text) == ("pay", ValueError, "It failed.")
    [(_, _, message)] = tools_of(stub, outcome.session_id)
    assert message == "the tool failed: ValueError: no access with ***"


async def test_program_asks_before_a_function_runs(stub, async_agent_client):
    requests = []

    def reply(request):
        requests.append((request.action, request.metadata))
        return "once" if request.metadata["arguments"]["order"] == 7 else "reject"

    stub.script(Call("trivet_lookup", {"order": 7}), Call("trivet_lookup", {"order": 8}), Text("Done."))
    async with async_agent_client as agent:
        async with agent.session.start(tools=[lookup], before_tool=lambda call: "ask", on_permission=reply) as session:
            await session.run("Look.")
    assert requests == [("trivet_lookup", {"arguments": {"order": number}}) for number in (7, 8)]
    assert [status for _, status, _ in tools_of(stub, session.id)] == ["completed", "error"]


async def test_hanging_function_is_given_up_with_its_turn(stub, async_agent_client):
    release, began = threading.Event(), threading.Event()

    def hang() -> None:
        began.set()
        release.wait(20)

    stub.script(Text("I try. "), Call("trivet_hang"), Text("Done."))
    async with async_agent_client as agent:
        async with agent.session.start(tools=[hang]) as session:
            async with session.turn("Go.") as turn:
                async for step in turn.steps():
                    if step.type == "tool" and step.status == "running":
                        break
            assert turn.outcome.status == "interrupted"
        assert threads() == []
    release.set()


async def test_limit_of_time_gives_the_model_a_failure(stub, async_agent_client):
    release = threading.Event()

    def hang() -> None:
        release.wait(20)

    stub.script(Call("trivet_hang"), Text("It hangs."))
    async with async_agent_client as agent:
        outcome = await agent.run("Go.", tools=[hang], tool_timeout=0.2)
    release.set()
    assert outcome.text == "It hangs."
    assert tools_of(stub, outcome.session_id)[0][2] == "the tool has not answered within 0.2 seconds"


async def test_tools_that_cannot_be_registered_leave_no_session(stub, async_agent_client):
    stub.faults.add("mcp.server.create", status=503, times=10)
    async with async_agent_client as agent:
        with pytest.raises(TrivetError):
            await agent.session.start(tools=[lookup])
    assert (list(stub.sessions), threads()) == ([], [])


async def test_server_that_is_not_connected_names_server_tool_and_cause(stub, async_agent_client):
    body = {"data": {"name": "trivet", "status": {"status": "failed", "error": "fetch failed"}}}
    stub.faults.add("mcp.server.create", body=body)
    async with async_agent_client as agent:
        with pytest.raises(
            TrivetError, match=r"not connected to the tools lookup of the server trivet at .* fetch failed"
        ):
            await agent.session.start(tools=[lookup])
    assert (list(stub.sessions), threads()) == ([], [])


async def test_session_that_is_refused_leaves_no_server_of_tools(stub, async_agent_client):
    stub.faults.add("session.create", status=400)
    async with async_agent_client as agent:
        with pytest.raises(TrivetError):
            await agent.session.start(tools=[lookup])
    assert (threads(), statuses(stub)) == ([], {"trivet": False})


async def test_server_on_another_host_needs_a_url(stub, async_agent_client):
    async with AsyncAgentClient(base_url="http://agents.example:4096") as agent:
        with pytest.raises(InvalidArgumentError, match=r"tools_url= .* agents\.example cannot call lookup on loopback"):
            await agent.session.start(tools=[lookup])
    async with async_agent_client as agent:
        with pytest.raises(InvalidArgumentError, match="given together with tools"):
            await agent.session.start(tool_timeout=5)
        with pytest.raises(InvalidArgumentError, match="a URL with a host and a port"):
            await agent.session.start(tools=[lookup], tools_url="nowhere")


async def test_server_without_a_way_to_disconnect_keeps_the_names(stub, async_agent_client):
    stub.observed = AgentObserved()
    async with async_agent_client as agent:
        for name in ("trivet", "trivet2"):
            stub.script(Call(f"{name}_lookup", {"order": 7}), Text("Done."))
            outcome = await agent.run("Look.", tools=[lookup])
            assert [status for _, status, _ in tools_of(stub, outcome.session_id)] == ["completed"]
    assert statuses(stub) == {"trivet": True, "trivet2": True}


async def test_closed_client_ends_the_server_of_tools(stub, async_agent_client):
    async with async_agent_client as agent:
        session = await agent.session.start(tools=[lookup])
        assert threads() == ["trivet-tools"]
    assert threads() == []
    await session.close()
