"""The events of the agent service over one connection."""

import httpx
import pytest

from trivet import AsyncAgentClient, AuthenticationError, DecodeError, Unknown
from trivet.agent import MessagePartDeltaEvent, ServerConnectedEvent

DELTA = '{"sessionID": "s", "messageID": "m", "partID": "p", "field": "text", "delta": "x"}'


def client(body, status=200, media="text/event-stream"):
    asked = []

    def answer(request):
        asked.append(request)
        return httpx.Response(status, content=body, headers={"content-type": media})

    return asked, AsyncAgentClient(transport=httpx.MockTransport(answer))


async def read(agent):
    async with agent.at(directory="/d").event.subscribe() as events:
        assert events.head.status == 200
        return [each async for each in events]


@pytest.mark.parametrize("place", ["payload", "data", "properties"])
async def test_events_are_typed_wherever_their_payload_is(place):
    frames = (
        ': heartbeat\n\ndata: {"id": "e1", "type": "server.connected", "payload": {}}\n\n'
        'data: {"id": "e2", "type": "message.part.delta", "payload": DELTA}\n\n'
        'data: {"id": "e3", "type": "of.tomorrow", "payload": {"a": 1}}\n\n'
        'data: {"id": "e4", "type": "message.part.delta", "payload": 5}\n\ndata: {"cut'
    )
    body = frames.replace("payload", place).replace("DELTA", DELTA)
    asked, agent = client(body.encode())
    connected, delta, later, odd = await read(agent)
    assert isinstance(connected, ServerConnectedEvent)
    assert isinstance(delta, MessagePartDeltaEvent)
    assert (delta.payload.delta, delta.payload.part_id) == ("x", "p")
    assert later == Unknown(data={"id": "e3", "type": "of.tomorrow", "payload": {"a": 1}})
    assert isinstance(odd, Unknown)
    assert (asked[0].headers["accept"], str(asked[0].url.query, "ascii")) == ("text/event-stream", "directory=%2Fd")


@pytest.mark.parametrize("data", ["nonsense", "[]", "5", '{"a":'])
async def test_what_is_no_event_at_all(data):
    _, agent = client(f"data: {data}\n\n".encode())
    with pytest.raises(DecodeError, match=r"event\.subscribe: 200, but an event is not a JSON object"):
        await read(agent)


async def test_what_is_no_stream_at_all():
    _, agent = client(b"<html>", media="text/html")
    with pytest.raises(DecodeError, match="the body is text/html"):
        await read(agent)
    _, agent = client(b"", status=401)
    with pytest.raises(AuthenticationError):
        await read(agent)


async def test_nothing_is_sent_before_the_block():
    asked, agent = client(b"")
    events = agent.event.subscribe()
    assert repr(events) == "AsyncEvents('event.subscribe')"
    with pytest.raises(TypeError, match="inside their `with` block"):
        [each async for each in events]
    with pytest.raises(TypeError, match="carries its own head"):
        await agent.with_response(agent.event.subscribe)
    assert asked == []
