"""The limits of connections: calls on the one side, streams and long waits on the other, take none from each other."""

import pickle
import threading

import httpx
import pytest

from tests.sdk.client.event_server import EventServer
from trivet import APITimeoutError, AsyncAgentClient, AsyncBusClient, InvalidArgumentError
from trivet.agent import ServerConnectedEvent


async def close(streams):
    for stream in streams:
        await stream.aclose()


async def test_streams_and_waits_take_no_connection_of_the_calls(async_together):
    with EventServer(calls_until_idle=3) as server:
        async with AsyncAgentClient(base_url=server.url, max_connections=1, timeout=10) as agent:
            streams = [await agent.event.subscribe().__aenter__() for _ in range(4)]

            async def job(number: int) -> None:
                if number < 4:
                    await agent.session.wait("ses_1", deadline=20)  # until there were three calls
                else:
                    assert await agent.project.list() == []

            await async_together(7, job)
            assert [type(await anext(stream)) for stream in streams] == [ServerConnectedEvent] * 4
            await close(streams)
        assert server.calls == 3


@pytest.mark.long
async def test_more_subscriptions_than_connections_leave_calls_free():
    with EventServer() as server:
        async with AsyncAgentClient(base_url=server.url, timeout=10) as agent:
            streams = [await agent.event.subscribe().__aenter__() for _ in range(130)]
            assert [await agent.project.list() for _ in range(3)] == [[]] * 3
            assert server.streams == 130
            assert server.connections == 131
            await close(streams)


async def test_error_names_the_limit_of_streams():
    with EventServer() as server:
        async with AsyncAgentClient(base_url=server.url, max_streams=2, timeout=10, max_retries=0) as agent:
            async with agent.event.subscribe(), agent.event.subscribe() as last:
                message = r"all 2 connections for streams and long waits are in use \(max_streams=2\) \(127\.0\.0\.1:"
                hurried = agent.with_options(timeout=0.05)
                with pytest.raises(APITimeoutError, match=message) as caught:
                    await hurried.event.subscribe().__aenter__()
                assert not caught.value.sent
                with pytest.raises(APITimeoutError, match=message):
                    await hurried.session.wait("ses_1")
                await last.aclose()
                async with agent.event.subscribe() as events:
                    assert isinstance(await anext(events), ServerConnectedEvent)
                assert await agent.project.list() == []


async def test_error_names_the_limit_of_calls(options, origin, response, arrivals_bytes, async_together):
    free = threading.Event()
    service = origin(lambda _: response(arrivals_bytes) if free.wait(20) else None)
    async with AsyncBusClient(**options | {"base_url": service.url}, max_connections=2, max_retries=0) as bus:
        hurried, failures = bus.with_options(timeout=0.2), []

        async def job(number: int) -> None:
            if number < 2:
                await bus.arrivals.get("83139")
                return
            while not failures:
                try:
                    await hurried.arrivals.get("83139")
                except APITimeoutError as error:
                    failures.extend([error.reason] if "in use" in error.reason else [])
            free.set()

        await async_together(3, job)
        text = "all 2 connections for calls to the host are in use (max_connections=2)"
        assert failures == [f"PoolTimeout: {text}"]
        assert (await hurried.with_options(timeout=20).arrivals.get("83139")).bus_stop_code == "83139"


async def test_idle_connections_are_no_more_than_calls_may_use(async_together):
    with EventServer(calls_until_idle=1, waits_until_idle=6) as server:
        async with AsyncAgentClient(base_url=server.url, max_connections=2, timeout=10) as agent:

            async def job(number: int) -> None:
                if number:
                    await agent.session.wait("ses_1", deadline=20)
                else:
                    await agent.project.list()

            await async_together(7, job)
            most = server.connections
            for _ in range(1000):  # the server notices closed connections a little later
                if server.open <= 2:
                    break
                await agent.project.list()
            assert server.open <= 2
        assert server.connections == most, "the calls used those that were kept"


async def test_error_of_another_transport_names_whose_limit_it_is(options, script):
    async with AsyncBusClient(**options, transport=script(httpx.PoolTimeout("")), max_retries=0) as bus:
        with pytest.raises(APITimeoutError, match="the transport that the client was given"):
            await bus.arrivals.get("83139")


@pytest.mark.parametrize("setting", ["max_connections", "max_streams"])
@pytest.mark.parametrize("value", [0, -1, 1.5, True, "3"])
async def test_limit_of_connections_that_cannot_be_used_raises(options, setting, value):
    with pytest.raises(InvalidArgumentError, match=f"^{setting} must be "):
        AsyncBusClient(**options, **{setting: value})


async def test_copies_and_unpickled_clients_keep_the_limits():
    with EventServer() as server:
        async with AsyncAgentClient(base_url=server.url, max_streams=1, timeout=10, max_retries=0) as agent:
            async with pickle.loads(pickle.dumps(agent.with_options(max_retries=0))) as twin:
                async with agent.event.subscribe(), twin.event.subscribe():
                    for client in (agent, agent.at(directory="/d"), twin):
                        with pytest.raises(APITimeoutError, match="max_streams=1"):
                            await client.with_options(timeout=0.05).event.subscribe().__aenter__()


async def test_turns_at_once_do_not_starve_each_other(agent_server, async_together):
    async with AsyncAgentClient(base_url=agent_server.url, max_connections=2, timeout=10) as agent:

        async def turn(number: int) -> str:
            session = await agent.session.create(title=str(number))
            async with agent.session.turn(session.id, "Hello.", deadline=20) as turn:
                return "".join([text async for text in turn])

        assert len({*await async_together(8, turn)}) == 1
