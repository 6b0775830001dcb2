# Derived from tests/real/_async/scenarios.py by `python -m codegen`; do not edit.
"""The seven scenarios, through turns of the client, and the store on two directories, against the real server.

Each is a prompt word of `tests/real/model.py`.
"""

import pytest

from tests.real.model import ANSWER
from trivet import AgentClient
from trivet.agent import AssistantMessage, opencode


def client(server):
    return AgentClient(transport=opencode.Transport(), base_url=server.url, timeout=30)


def turn(agent, prompt, **callbacks):
    """Run a turn in a session of its own; return its pieces of text, and its messages."""
    session = agent.session.create()
    with agent.session.turn(session.id, prompt, deadline=25, **callbacks) as turn:
        pieces = [text for text in turn]
    return pieces, turn.messages, session


def parts(messages, kind):
    answers = [each for each in messages if isinstance(each, AssistantMessage)]
    return [part for each in answers for part in each.content if part.type == kind]


@pytest.mark.parametrize("word", ["TEXT", "SLOW"])
def test_text_grows_and_is_whole(server, word):
    with client(server) as agent:
        pieces, messages, session = turn(agent, f"{word} please")
        assert "".join(pieces) == ANSWER
        assert len(pieces) > 1
        prompt, answer = messages
        assert (prompt.text, answer.finish, answer.tokens.output) == (f"{word} please", "stop", 3)
        assert messages == agent.session.message.list(session.id, order="asc").all()
