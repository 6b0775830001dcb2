"""Bytes that the real server sends by itself, such as half an emoji, and signs of life that a proxy adds."""

from pathlib import Path

import httpx
import pytest

from tests.real._async.driving import client, run
from tests.real.model import ANSWER
from trivet import AsyncAgentClient, Basic
from trivet.agent import AsyncStore, opencode

CUT_LINE = "x" * 1999 + "\U0001f600" + "y" * 50
"""A line that the server's tool `read` cuts after 2,000 UTF-16 units: within the emoji."""


async def read_everything(agent, session, turn):
    """Read a session in every way, and return its messages."""
    messages = await agent.session.message.list(session.id, order="asc").all()
    assert turn.messages == messages
    assert await agent.session.context(session.id) == messages
    await agent.session.diff(session.id)
    again = agent.session.attach(session.id, messages[0].id, deadline=60)
    await again.run()
    assert again.messages == messages
    async with AsyncStore(agent) as store:
        view = await store.follow()
        async for state in view.watch(session.id):
            assert list(state.messages) == messages
            break
    return messages


async def test_pair_is_joined_and_half_is_replaced(server):
    async with client(server) as agent:
        steps, turn, session = await run(agent, "HALF please")
        assert [step.text for step in steps] == ["half \ufffd here, ", "\U0001f600 whole."]
        assert turn.outcome.status == "finished"
        messages = await read_everything(agent, session, turn)
        assert messages[-1].content[0].text == turn.text == "half \ufffd here, \U0001f600 whole."
        later = agent.session.turn(session.id, "TEXT", deadline=60)
        await later.run()
        assert later.text == ANSWER


async def test_line_that_the_server_cuts_within_an_emoji_is_read(server):
    path = Path(server.directory, "emoji.txt")
    path.write_text(f"first\n{CUT_LINE}\nlast \U0001f600\n", "utf-8")
    async with client(server) as agent:
        _, turn, session = await run(agent, f"READ {path}")
        assert turn.text == ANSWER
        messages = await read_everything(agent, session, turn)
        [call] = [part for message in messages[1:] for part in message.content if part.type == "tool"]
        assert "\ufffd" in call.to_json()
        later = agent.session.turn(session.id, "TEXT", deadline=60)
        await later.run()
        assert later.text == ANSWER


class SignsOfLife(httpx.AsyncBaseTransport):
    """Adds data that is not an event after each piece of a stream of events."""

    def __init__(self, added):
        self._below = httpx.AsyncHTTPTransport()
        self._added = added

    async def handle_async_request(self, request):
        response = await self._below.handle_async_request(request)
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            return response
        stream = AddedAfterEach(response.stream, self._added)
        return httpx.Response(response.status_code, headers=response.headers, stream=stream)

    async def aclose(self):
        await self._below.aclose()


class AddedAfterEach(httpx.AsyncByteStream):
    """A stream with bytes after each event."""

    def __init__(self, stream, added):
        self._stream = stream
        self._added = added

    async def __aiter__(self):
        rest = b""
        async for chunk in self._stream:
            whole, end, rest = (rest + chunk).rpartition(b"\n\n")
            if end:
                yield whole + end
                for added in self._added():
                    yield added

    async def aclose(self):
        await self._stream.aclose()


def empty():
    return [b"data:\n\n", b"data: \n\n"]


def once():
    """Return a function that adds `null` and `[DONE]` once, and nothing afterwards."""
    waiting = [b"data: null\n\n", b"data: [DONE]\n\n"]
    return lambda: [waiting.pop()] if waiting else []


@pytest.mark.parametrize("added", [lambda: empty, once], ids=["empty", "null and [DONE]"])
async def test_signs_of_life_change_no_turn(server, added):
    auth = Basic("opencode", server.password)
    transport = opencode.AsyncTransport(SignsOfLife(added()))
    async with AsyncAgentClient(transport=transport, base_url=server.url, auth=auth, timeout=30) as agent:
        steps, turn, session = await run(agent, "SLOW please")
        assert len(steps) > 1
        assert "".join(step.text for step in steps) == turn.text == ANSWER
        assert turn.messages == await agent.session.message.list(session.id, order="asc").all()
