# Derived from tests/outside/_async/test_strict_writing.py by `python -m codegen`; do not edit.
"""Requests are JSON for every reader: NaN and halves of emojis are refused, integers of any size are exact."""

import math

import pytest

from trivet import InvalidArgumentError
from trivet.agent import AgentConfig, Config, Prompt

HALF = "A \ud83d"


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_number_that_json_cannot_hold_is_refused_by_its_path(agent_stub, agent_client, number):
    with agent_client as agent:
        workspace = agent.workspace.create(type="local")
        before = len(agent_stub.requests)
        for call in (
            lambda: agent.workspace.create(type="local", metadata={"loss": number}),
            lambda: agent.workspace.update(workspace.id, metadata={"loss": number}),
            lambda: agent.workspace.create(type="local", metadata={"balance": 10**30, "loss": number}),
        ):
            with pytest.raises(InvalidArgumentError, match=r"^metadata\['loss'\] must be a finite number, got"):
                call()
        agents = {"build": AgentConfig(options={"losses": [1, number]})}
        with pytest.raises(InvalidArgumentError, match=r"^config\['agent'\]\['build'\]\['options'\]\['losses'\]\[1\]"):
            agent.config.update(config=Config(agent=agents))
        with pytest.raises(InvalidArgumentError, match=r"^json\['losses'\]\[0\] must be a finite number"):
            agent.request("POST", "/api/workspace", json={"losses": [number]})
    assert len(agent_stub.requests) == before


def test_half_an_emoji_is_refused_by_its_path(agent_stub, agent_client):
    with agent_client as agent:
        session = agent.session.create()
        before = len(agent_stub.requests)
        with pytest.raises(InvalidArgumentError, match=r"^prompt\['text'\] must be text without half a surrogate pair"):
            agent.session.prompt(session.id, prompt=Prompt(text=HALF))
        with pytest.raises(InvalidArgumentError, match=r"^metadata\['title'\] must be text without half"):
            agent.workspace.create(type="local", metadata={"title": HALF})
        with pytest.raises(InvalidArgumentError, match=r"^json\['title'\] must be text without half"):
            agent.request("POST", "/api/session", json={"title": HALF})
    assert len(agent_stub.requests) == before


def test_value_that_is_not_json_is_refused_by_its_path(agent_stub, agent_client):
    with agent_client as agent:
        for value in ({1, 2}, b"bytes", object(), Prompt(text="A record")):
            with pytest.raises(InvalidArgumentError, match=r"^metadata\['a'\]\[0\] must be a value that JSON can hold"):
                agent.workspace.create(type="local", metadata={"a": [value]})
    assert len(agent_stub.requests) == 0


def test_integer_of_any_size_is_sent_as_it_is(agent_stub, agent_client):
    with agent_client as agent:
        agent.workspace.create(type="local", metadata={"balance": 10**40, "none": None})
        assert b'"balance":1' + b"0" * 40 in agent_stub.requests[-1].body
        agent.request("POST", "/api/workspace", json={"type": "local", "metadata": {"balance": 10**40}})
        assert b'"balance":1' + b"0" * 40 in agent_stub.requests[-1].body
