"""A turn on the real server whose block is never left: the end of its program stops the agent."""

import time

import pytest

from tests.sdk.interrupts.test_turn_never_left import WAYS, end
from trivet import AgentClient
from trivet.agent import opencode

QUIET = 4.0
"""Seconds in which an agent that works on would ask its model again."""


@pytest.mark.parametrize("prompt", ["BASH ls", "ROUNDS SLOW please"])
@pytest.mark.parametrize("way", WAYS)
def test_turn_that_is_never_left_is_stopped(server, model, env, monkeypatch, way, prompt):
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    with AgentClient(transport=opencode.Transport()) as agent:  # a server takes its first prompt up only after seconds
        agent.session.turn(agent.session.create().id, "TEXT please", deadline=120).run()
    before = len(model.prompts)
    done = end(way, server.url, prompt=prompt, seconds=4, env=env)
    assert done.stdout == "entered\n", done.stderr
    prompts = len(model.prompts)
    assert prompts > before  # the agent has worked
    with AgentClient(transport=opencode.Transport()) as agent:
        assert agent.permission.list() == []
        assert agent.request("GET", "/session/status", query={"directory": server.directory}).value == {}
    time.sleep(QUIET)
    assert len(model.prompts) == prompts
