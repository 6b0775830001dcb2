"""Pytest fixtures: stubs in process and on a port, and clients that talk to them.

    def test_stops(bus_stub: BusStub, bus_client: BusClient) -> None:
        bus_stub.faults.add("stops.list", status=503)
        assert bus_client.stops.list().all()

A client of a fixture has the clock of its stub, so that its retries take no time.
"""

# ruff: noqa: PLC0415  # every pytest run imports this module, so its fixtures import what they need

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trivet import AgentClient, AsyncAgentClient, AsyncBusClient, AsyncChatClient, BusClient, ChatClient
    from trivet_stubs import AgentStub, BusStub, ChatStub
    from trivet_stubs.serving.port import Served


@pytest.fixture
def bus_stub() -> "Iterator[BusStub]":
    """A fresh bus stub, served in process, with its built-in data."""
    from trivet_stubs import BusStub

    with BusStub() as stub:
        yield stub


@pytest.fixture
def bus_client(bus_stub: "BusStub") -> "Iterator[BusClient]":
    """A client of `bus_stub`, on the stub's clock."""
    from trivet import BusClient

    with BusClient(
        account_key=bus_stub.account_key,
        base_url="http://bus.test",
        transport=bus_stub.transport(),
        clock=bus_stub.clock,
    ) as client:
        yield client


@pytest.fixture
def async_bus_client(bus_stub: "BusStub") -> "AsyncBusClient":
    """An async client of `bus_stub`, on the stub's clock; the test closes it, in its own event loop."""
    from trivet import AsyncBusClient

    return AsyncBusClient(
        account_key=bus_stub.account_key,
        base_url="http://bus.test",
        transport=bus_stub.async_transport(),
        clock=bus_stub.clock,
    )


@pytest.fixture
def bus_server() -> "Iterator[Served[BusStub]]":
    """A fresh bus stub on a port of this machine: `.url` and `.stub`."""
    from trivet_stubs import BusStub

    with BusStub() as stub, stub.serve() as served:
        yield served


@pytest.fixture
def chat_stub() -> "Iterator[ChatStub]":
    """A fresh chat stub, served in process, with a little of everything in it."""
    from trivet_stubs import ChatStub

    with ChatStub() as stub:
        yield stub


@pytest.fixture
def chat_client(chat_stub: "ChatStub") -> "Iterator[ChatClient]":
    """A client of `chat_stub` as its administrator, on the stub's clock."""
    from trivet import ChatClient

    with ChatClient(
        token=chat_stub.admin_token,
        base_url="http://chat.test",
        transport=chat_stub.transport(),
        clock=chat_stub.clock,
    ) as client:
        yield client


@pytest.fixture
def async_chat_client(chat_stub: "ChatStub") -> "AsyncChatClient":
    """An async client of `chat_stub` as its administrator, on the stub's clock; the test closes it, in its own loop."""
    from trivet import AsyncChatClient

    return AsyncChatClient(
        token=chat_stub.admin_token,
        base_url="http://chat.test",
        transport=chat_stub.async_transport(),
        clock=chat_stub.clock,
    )


@pytest.fixture
def chat_server() -> "Iterator[Served[ChatStub]]":
    """A fresh chat stub on a port of this machine: `.url` and `.stub`."""
    from trivet_stubs import ChatStub

    with ChatStub() as stub, stub.serve() as served:
        yield served


@pytest.fixture
def agent_stub() -> "Iterator[AgentStub]":
    """A fresh agent stub, served in process, with two projects in it."""
    from trivet_stubs import AgentStub

    with AgentStub() as stub:
        yield stub


@pytest.fixture
def agent_client(agent_stub: "AgentStub") -> "Iterator[AgentClient]":
    """A client of `agent_stub`, on the stub's clock."""
    from trivet import AgentClient

    with AgentClient(base_url="http://agent.test", transport=agent_stub.transport(), clock=agent_stub.clock) as client:
        yield client


@pytest.fixture
def async_agent_client(agent_stub: "AgentStub") -> "AsyncAgentClient":
    """An async client of `agent_stub`, on the stub's clock; the test closes it, in its own event loop."""
    from trivet import AsyncAgentClient

    return AsyncAgentClient(
        base_url="http://agent.test", transport=agent_stub.async_transport(), clock=agent_stub.clock
    )


@pytest.fixture
def agent_server() -> "Iterator[Served[AgentStub]]":
    """A fresh agent stub on a port of this machine: `.url` and `.stub`."""
    from trivet_stubs import AgentStub

    with AgentStub() as stub, stub.serve() as served:
        yield served
