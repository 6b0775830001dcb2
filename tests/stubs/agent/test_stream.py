"""The answer with the event stream, in process and on a port."""

import asyncio
from itertools import count, islice

import httpx
import pytest

from tests.stubs.agent.helpers import cut_events, frames, in_process, subscribe
from trivet_stubs import AgentStub


def test_first_event_is_server_connected(any_http, agent_stub):
    with subscribe(any_http) as answer:
        assert answer.headers["content-type"] == "text/event-stream"
        assert cut_events(agent_stub, answer) == [
            {
                "id": "evt_000001",
                "type": "server.connected",
                "time": 1750032000000,
                "context": {"directory": "/home/dev/orchard"},
                "payload": {},
            }
        ]


def test_stream_ends_when_its_client_disconnects(any_http, agent_stub):
    with subscribe(any_http):
        assert len(agent_stub.events) == 1
    for _ in range(200):
        if not len(agent_stub.events):
            return
        any_http.get("/api/project")
    assert len(agent_stub.events) == 0


def test_stream_breaks_when_the_stub_closes():
    async def run():
        with AgentStub() as stub:
            async with (
                httpx.AsyncClient(transport=stub.async_transport(), base_url="http://agent.test") as http,
                http.stream("GET", "/api/event") as answer,
            ):
                pieces = answer.aiter_raw()
                assert b"server.connected" in await anext(pieces)
                stub.close()
                with pytest.raises(httpx.RemoteProtocolError):
                    await anext(pieces)

    asyncio.run(run())


def test_stream_without_events_gets_heartbeats_when_set(agent_stub):
    agent_stub.events.heartbeat_every = 0.001
    with in_process(agent_stub) as http, subscribe(http) as answer:
        assert list(islice(frames(answer), 1, 4)) == [": heartbeat"] * 3


def test_source_on_a_port_waits_for_a_client_that_does_not_read(agent_server):
    made = count()
    payload = {"text": "x" * 100_000}
    with httpx.Client(base_url=agent_server.url, trust_env=False, timeout=10) as http, subscribe(http) as answer:
        agent_server.stub.events.pour(("made.up", payload) for _ in made)
        received = frames(answer)
        for _ in range(20):
            next(received)
        assert next(made) < 500  # 50 MB, of which the sockets hold some

    assert len(agent_server.stub.events) <= 1


def test_large_event_is_sent_whole(any_http, agent_stub):
    with subscribe(any_http) as answer:
        agent_stub.events.send("made.up", {"text": "é" * 5_000_000})
        assert len(cut_events(agent_stub, answer)[1]["payload"]["text"]) == 5_000_000
