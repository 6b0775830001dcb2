"""Clients of the agent stub without the SDK's client, and a conversation with it."""

from collections.abc import Iterator

import httpx
import pytest

from tests.stubs.agent.helpers import Conversation, in_process
from trivet_stubs import AgentStub


@pytest.fixture
def http(agent_stub: AgentStub) -> Iterator[httpx.Client]:
    """A client of the stub in process."""
    with in_process(agent_stub) as client:
        yield client


@pytest.fixture(params=["in process", "port"])
def any_http(request: pytest.FixtureRequest, agent_stub: AgentStub) -> Iterator[httpx.Client]:
    """A client of the stub, in process and on a port."""
    if request.param == "in process":
        with in_process(agent_stub) as client:
            yield client
    else:
        with agent_stub.serve() as served, in_process(agent_stub, transport=None, base_url=served.url) as client:
            yield client


@pytest.fixture
def conversation(http: httpx.Client) -> Conversation:
    """A session in the default runtime."""
    return Conversation(http)
