"""Mocks of clients that `unittest.mock` makes of their classes check names and signatures."""

import sys
from typing import Any
from unittest.mock import create_autospec, patch

import pytest

from trivet import AsyncAgentClient, AsyncBusClient, AsyncChatClient
from trivet.bus import Arrivals

NONE = Arrivals(bus_stop_code="54009", services=[])


async def services_at(bus: AsyncBusClient, code: str) -> int:
    return len((await bus.arrivals.get(code)).services)


async def program() -> int:
    async with AsyncBusClient(account_key="k") as bus:
        return await services_at(bus, "54009")


async def test_mock_answers_and_remembers_its_calls():
    bus = create_autospec(AsyncBusClient, instance=True)
    bus.arrivals.get.return_value = NONE
    assert await services_at(bus, "54009") == 0
    bus.arrivals.get.assert_called_once_with("54009")
    bus.stops.list.return_value.all.return_value = []
    assert isinstance(bus, AsyncBusClient)


async def test_mock_refuses_names_and_arguments_that_a_client_does_not_have():
    bus = create_autospec(AsyncBusClient, instance=True)
    with pytest.raises(AttributeError, match="arrival"):
        print(bus.arrival)
    with pytest.raises(AttributeError, match="fetch"):
        print(bus.arrivals.fetch)
    with pytest.raises(TypeError, match="unexpected keyword argument 'stop'"):
        await bus.arrivals.get("54009", stop="54009")
    with pytest.raises(TypeError, match="missing a required argument"):
        await bus.arrivals.get()


async def test_mock_reaches_groups_inside_groups():
    chat = create_autospec(AsyncChatClient, instance=True)
    await chat.conversations.messages.rate("c", "m", rating=1)
    with pytest.raises(TypeError, match="rating"):
        await chat.conversations.messages.rate("c", "m")
    agent = create_autospec(AsyncAgentClient, instance=True)
    agent.mcp.server.oauth.start.return_value = None
    assert await agent.mcp.server.oauth.start("github") is None
    assert agent.at(directory="/d") is agent.at.return_value


async def test_patched_class_makes_mocks_of_clients():
    with patch.object(sys.modules[__name__], "AsyncBusClient", autospec=True) as kind:
        bus: Any = kind.return_value
        bus.__aenter__.return_value = bus
        bus.arrivals.get.return_value = NONE
        assert await program() == 0
    kind.assert_called_once_with(account_key="k")
    bus.arrivals.get.assert_called_once_with("54009")


async def test_group_of_a_class_is_a_class_and_of_a_client_one_object(async_bus_client: AsyncBusClient):
    assert isinstance(AsyncBusClient.arrivals, type)
    assert isinstance(async_bus_client.arrivals, AsyncBusClient.arrivals)
    assert async_bus_client.arrivals is async_bus_client.arrivals
    other = async_bus_client.with_options(max_retries=0)
    assert other.arrivals is not async_bus_client.arrivals
    assert (await other.with_response(other.arrivals.get, "54009")).status == 200
