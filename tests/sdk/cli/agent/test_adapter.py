"""What differs where the command talks to another server, and which client it has then."""

import warnings

import pytest

from tests.sdk.agent.opencode.fake_server import FakeServer
from tests.sdk.cli.agent.agents import client_of
from trivet import AgentClient, APITimeoutError, TrivetError
from trivet.agent import IgnoredContextWarning, Prompt, opencode
from trivet.cli.agent.adapter import interrupt, own_context
from trivet.cli.options import Adapter
from trivet_stubs import Clock


@pytest.fixture
def server():
    """A server that takes interrupts."""
    server = FakeServer()
    yield server
    server.close()


@pytest.fixture
def agent(server):
    """A client of it, on a clock that waits for nothing."""
    transport = opencode.Transport(server.transport())
    with AgentClient(transport=transport, base_url="http://opencode.test", clock=Clock()) as client:
        yield client


def test_agent_is_stopped_only_where_the_server_can(agent_stub):
    with client_of(agent_stub) as client:
        assert not interrupt(client, "ses_1", None)
    assert len(agent_stub.requests) == 0


def test_interrupt_is_confirmed_by_the_list_of_active_sessions(server, agent):
    session = agent.session.create()
    agent.session.prompt(session.id, prompt=Prompt(text="BASH"))  # it waits for a permission
    assert interrupt(agent, session.id, Adapter.OPENCODE)
    assert server.requests[-3:] == [
        f"POST /api/session/{session.id}/interrupt",
        f"POST /api/session/{session.id}/wait",
        "GET /api/session/active",
    ]


def test_interrupt_that_the_server_does_not_confirm_is_an_error(server, agent):
    server.stubborn = True
    session = agent.session.create()
    agent.session.prompt(session.id, prompt=Prompt(text="BASH"))
    with pytest.raises(APITimeoutError, match=r"session\.wait"):
        interrupt(agent, session.id, Adapter.OPENCODE)


def test_server_that_answers_for_another_directory_is_an_error():
    with pytest.raises(TrivetError, match="other; of `opencode serve`, give --adapter opencode"), own_context():
        warnings.warn("other", IgnoredContextWarning, stacklevel=1)
