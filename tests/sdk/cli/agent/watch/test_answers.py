"""Answers at the prompt of a dashboard."""

import queue
import threading
from types import SimpleNamespace

import pytest

from tests.sdk.cli.agent.agents import client_of
from trivet.agent import Prompt
from trivet.cli.agent.asker import GONE, REJECTED
from trivet.cli.agent.watch.answers import Answers
from trivet_stubs.agent import Ask, Question, Tool


def ask(stub, client, *steps):
    stub.script(*steps)
    session = client.session.create()
    client.session.prompt(session.id, prompt=Prompt(text="Go."))
    return [*client.permission.list(), *client.question.list()]


def answers(given):
    """Answers of a user who says this, and the notes about them."""
    notes = queue.SimpleQueue()
    asker = SimpleNamespace(ask=given if callable(given) else lambda asks, wanted: given, close=lambda: None)
    return Answers(asker, notes.put), notes


@pytest.mark.parametrize(
    ("step", "given", "note"),
    [
        (Tool("bash", {"c": "ls"}, asks="bash"), ["always"], "allowed always: bash: ls"),
        (Tool("bash", {"c": "ls"}, asks="bash"), REJECTED, "rejected: bash: ls"),
        (Question("Why?", Ask("Which?", ["a"])), [["So."], ["a"]], "answered: Why? / Which?"),
        (Question("Why?"), REJECTED, "rejected: Why?"),
    ],
)
def test_answer_is_sent(agent_stub, step, given, note):
    with client_of(agent_stub) as client:
        made, notes = answers(given)
        made.take(0, client, ask(agent_stub, client, step))
        assert notes.get(timeout=30) == note
        assert [*client.permission.list(), *client.question.list()] == []


def test_request_is_asked_once_and_not_after_another_client_was_first(agent_stub):
    with client_of(agent_stub) as client:
        asked, go_on = queue.SimpleQueue(), threading.Event()

        def given(asks, wanted):
            asked.put(wanted)
            go_on.wait(30)
            return ["once"] if wanted() else GONE

        made, notes = answers(given)
        requests = ask(agent_stub, client, Tool("bash", asks="bash"))
        made.take(0, client, requests)
        made.take(1, client, [])
        made.take(0, client, requests)
        wanted = asked.get(timeout=30)
        assert wanted()
        agent_stub.reply("per_000001", "once")
        go_on.set()
        assert notes.get(timeout=30) == "another client was first: bash: *"
        made.take(0, client, [])
        assert not wanted()
        assert asked.empty()
