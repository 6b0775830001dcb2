"""Integers beyond 64 bits in values of the user's own form, there and back."""

import pytest

from trivet import AsyncAgentClient
from trivet_stubs.agent import Text, Tool

FORMS = [
    {"balance": 10**30, "ratio": 1e30},
    {"least": -(2**63) - 1},
    {"deep": [{"most": 2**64}], "text": "7" * 20_000},
    {"digits": 10**4299},  # the only one that orjson refuses, instead of reading a float
]


@pytest.fixture(params=["in process", "on a port"])
def async_agent_client(request, agent_stub):
    """A client of the stub in process, and on a port."""
    if request.param == "in process":
        transport = agent_stub.async_transport()
        yield AsyncAgentClient(base_url="http://agent.test", transport=transport, strict=True)
    else:
        with agent_stub.serve() as served:
            yield AsyncAgentClient(base_url=served.url, strict=True)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: next(iter(form)))
async def test_metadata_comes_back_exactly(agent_stub, async_agent_client, form):
    async with async_agent_client as agent:
        body = {"type": "worktree", "metadata": form}
        created = (await agent.request("POST", "/api/workspace", json=body)).value["data"]
        assert repr(created["metadata"]) == repr(form)
        workspace = await agent.workspace.get(created["id"])
        listed = await agent.workspace.list()
    assert repr(workspace.metadata) == repr(form)
    assert repr([row.metadata for row in listed]) == repr([form])
    agent_stub.requests.assert_called("workspace.create", metadata=form)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: next(iter(form)))
async def test_input_of_a_tool_is_exact_in_events_and_messages(agent_stub, async_agent_client, form):
    agent_stub.script(Tool("transfer", input=form), Text("Done."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Go.") as turn:
            steps = [step async for step in turn.steps()]
        listed = await agent.session.message.list(session.id, order="asc").all()
    assert repr([step.part.state.input for step in steps if step.type == "tool"][-1]) == repr(form)
    assert repr(turn.messages[-1].content[0].state.input) == repr(form)
    assert turn.messages == listed
