# Derived from tests/outside/_async/test_integers.py by `python -m codegen`; do not edit.
"""Integers beyond 64 bits in values of the user's own form, there and back."""

import pytest

from trivet import AgentClient
from trivet_stubs.agent import Text, Tool

METADATA = {"balance": 10**30, "least": -(2**63) - 1, "most": 2**64, "deep": [{"digits": 10**4299}], "ratio": 0.1}


@pytest.fixture(params=["in process", "on a port"])
def agent_client(request, agent_stub):
    """A client of the stub in process, and on a port."""
    if request.param == "in process":
        transport = agent_stub.transport()
        yield AgentClient(base_url="http://agent.test", transport=transport, strict=True)
    else:
        with agent_stub.serve() as served:
            yield AgentClient(base_url=served.url, strict=True)


def test_metadata_comes_back_exactly(agent_stub, agent_client):
    with agent_client as agent:
        body = {"type": "worktree", "metadata": METADATA}
        created = (agent.request("POST", "/api/workspace", json=body)).value["data"]
        assert created["metadata"] == METADATA
        workspace = agent.workspace.get(created["id"])
        listed = agent.workspace.list()
    assert workspace.metadata == METADATA
    assert [row.metadata for row in listed] == [METADATA]
    agent_stub.requests.assert_called("workspace.create", metadata=METADATA)


def test_input_of_a_tool_is_exact_in_events_and_messages(agent_stub, agent_client):
    agent_stub.script(Tool("transfer", input=METADATA), Text("Done."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Go.") as turn:
            steps = [step for step in turn.steps()]
        listed = agent.session.message.list(session.id, order="asc").all()
    assert [step.part.state.input for step in steps if step.type == "tool"][-1] == METADATA
    assert turn.messages[-1].content[0].state.input == METADATA
    assert turn.messages == listed
