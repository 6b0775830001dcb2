# Derived from tests/real/_async/odd_bytes.py by `python -m codegen`; do not edit.
"""Bytes that the real server sends by itself, such as half an emoji, and signs of life that a proxy adds."""

from pathlib import Path

import httpx
import pytest

from tests.real._sync.driving import client, run
from tests.real.model import ANSWER
from trivet import AgentClient, Basic
from trivet.agent import Store, opencode

CUT_LINE = "x" * 1999 + "\U0001f600" + "y" * 50
"""A line that the server's tool `read` cuts after 2,000 UTF-16 units: within the emoji."""


def read_everything(agent, session, turn):
    """Read a session in every way, and return its messages."""
    messages = agent.session.message.list(session.id, order="asc").all()
    assert turn.messages == messages
    assert agent.session.context(session.id) == messages
    agent.session.diff(session.id)
    again = agent.session.attach(session.id, messages[0].id, deadline=60)
    again.run()
    assert again.messages == messages
    with Store(agent) as store:
        view = store.follow()
        for state in view.watch(session.id):
            assert list(state.messages) == messages
            break
    return messages


def test_pair_is_joined_and_half_is_replaced(server):
    with client(server) as agent:
        steps, turn, session = run(agent, "HALF please")
        assert [step.text for step in steps] == ["half \ufffd here, ", "\U0001f600 whole."]
        assert turn.outcome.status == "finished"
        messages = read_everything(agent, session, turn)
        assert messages[-1].content[0].text == turn.text == "half \ufffd here, \U0001f600 whole."
        later = agent.session.turn(session.id, "TEXT", deadline=60)
        later.run()
        assert later.text == ANSWER


def test_line_that_the_server_cuts_within_an_emoji_is_read(server):
    path = Path(server.directory, "emoji.txt")
    path.write_text(f"first\n{CUT_LINE}\nlast \U0001f600\n", "utf-8")
    with client(server) as agent:
        _, turn, session = run(agent, f"READ {path}")
        assert turn.text == ANSWER
        messages = read_everything(agent, session, turn)
        [call] = [part for message in messages[1:] for part in message.content if part.type == "tool"]
        assert "\ufffd" in call.to_json()
        later = agent.session.turn(session.id, "TEXT", deadline=60)
        later.run()
        assert later.text == ANSWER


class SignsOfLife(httpx.BaseTransport):
    """Adds data that is not an event after each piece of a stream of events."""

    def __init__(self, added):
        self._below = httpx.HTTPTransport()
        self._added = added

    def handle_request(self, request):
        response = self._below.handle_request(request)
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            return response
        stream = AddedAfterEach(response.stream, self._added)
        return httpx.Response(response.status_code, headers=response.headers, stream=stream)

    def close(self):
        self._below.close()


class AddedAfterEach(httpx.SyncByteStream):
    """A stream with bytes after each event."""

    def __init__(self, stream, added):
        self._stream = stream
        self._added = added

    def __iter__(self):
        rest = b""
        for chunk in self._stream:
            whole, end, rest = (rest + chunk).rpartition(b"\n\n")
            if end:
                yield whole + end
                for added in self._added():
                    yield added

    def close(self):
        self._stream.close()


def empty():
    return [b"data:\n\n", b"data: \n\n"]


def once():
    """Return a function that adds `null` and `[DONE]` once, and nothing afterwards."""
    waiting = [b"data: null\n\n", b"data: [DONE]\n\n"]
    return lambda: [waiting.pop()] if waiting else []


@pytest.mark.parametrize("added", [lambda: empty, once], ids=["empty", "null and [DONE]"])
def test_signs_of_life_change_no_turn(server, added):
    auth = Basic("opencode", server.password)
    transport = opencode.Transport(SignsOfLife(added()))
    with AgentClient(transport=transport, base_url=server.url, auth=auth, timeout=30) as agent:
        steps, turn, session = run(agent, "SLOW please")
        assert len(steps) > 1
        assert "".join(step.text for step in steps) == turn.text == ANSWER
        assert turn.messages == agent.session.message.list(session.id, order="asc").all()
