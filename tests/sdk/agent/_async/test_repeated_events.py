"""Repeated events are dropped, and no others: a server may number its events from 1 again."""

import json

import pytest

from trivet.agent import FileEditedEvent, Reconnected, ServerConnectedEvent


async def read(events, count):
    """Return the next events, as their files where they name one."""
    received = [await anext(events) for _ in range(count)]
    return [event.payload.file if isinstance(event, FileEditedEvent) else type(event) for event in received]


@pytest.mark.parametrize("files", ["same", "other"])
async def test_server_that_numbers_from_one_again_loses_no_event(agent_stub, async_agent_client, files):
    async with async_agent_client as agent, agent.event.subscribe() as events:
        for start in range(3):
            expected = [Reconnected, ServerConnectedEvent] if start else [ServerConnectedEvent]
            assert await read(events, len(expected)) == expected
            sent = [f"{start if files == 'other' else ''}.{number}" for number in range(40)]
            for file in sent:
                agent_stub.events.send("file.edited", {"file": file})
            assert await read(events, 40) == sent
            agent_stub.events.restart()


async def test_number_used_twice_on_one_connection_loses_no_event(agent_stub, async_agent_client):
    async with async_agent_client as agent, agent.event.subscribe() as events:
        await anext(events)
        for number, file in (("1", "a"), ("2", "b"), ("1", "c"), ("2", "b"), ("1", "c"), ("1", "a"), ("3", "end")):
            agent_stub.events.send("file.edited", {"file": file}, id=number)
        assert await read(events, 6) == ["a", "b", "c", "b", "a", "end"], "only the second c is a repetition"


async def test_repeated_events_are_dropped_before_and_after_a_restart(agent_stub, async_agent_client):
    async with async_agent_client as agent, agent.event.subscribe() as events:
        await anext(events)
        for start in range(2):
            sent = [agent_stub.events.send("file.edited", {"file": f"{start}.{number}"}) for number in range(3)]
            for event in sent:
                agent_stub.events.resend(event)
            agent_stub.events.send("file.edited", {"file": "end"})
            assert await read(events, 4) == [*(f"{start}.{number}" for number in range(3)), "end"]
            agent_stub.events.restart()
            assert await read(events, 2) == [Reconnected, ServerConnectedEvent]


async def test_ids_of_other_types_are_never_repetitions(agent_stub, async_agent_client):
    async with async_agent_client as agent, agent.event.subscribe() as events:
        await anext(events)
        odd = [1, None, [], {}, 1.5, ""]
        for id_ in odd:
            frame = {"id": id_, "type": "file.edited", "payload": {"file": "a"}}
            agent_stub.events.send_bytes(b"data: " + json.dumps(frame).encode() + b"\n\n")
        agent_stub.events.send("file.edited", {"file": "end"})
        assert (await read(events, len(odd) + 1))[-1] == "end"
