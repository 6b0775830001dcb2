# Derived from tests/sdk/agent/_async/test_session_rules.py by `python -m codegen`; do not edit.
"""The permission rules of a session, applied to its turns."""

import pytest

from trivet.agent import PermissionRule, Prompt, ToolCompleted, ToolFailed
from trivet_stubs.agent import Tool

ANY = PermissionRule(action="*", resource="*", effect="allow")
NO_DELETING = PermissionRule(action="bash", resource="rm *", effect="deny")


def turn(stub, agent, session):
    """Prompt a session to delete something; return the tool's state, or None while it waits for permission."""
    stub.script(Tool("bash", {"command": "rm -r old"}, output="Gone.", asks="bash"))
    agent.session.prompt(session.id, prompt=Prompt(text="Clear up."))
    if agent.permission.list():
        return None
    messages = agent.session.message.list(session.id).all()
    return messages[0].content[0].state


def test_tool_without_rule_asks_for_permission(agent_stub, agent_client):
    with agent_client as agent:
        session = agent.session.create()
        assert turn(agent_stub, agent, session) is None
        [asked] = agent.permission.list()
    assert (asked.session_id, asked.action, asked.resources) == (session.id, "bash", ["rm -r old"])


@pytest.mark.parametrize(
    ("rules", "state"),
    [
        ([ANY], ToolCompleted),
        ([NO_DELETING], ToolFailed),
        ([ANY, NO_DELETING], ToolFailed),
        ([NO_DELETING, ANY], ToolCompleted),
    ],
)
@pytest.mark.parametrize("later", [False, True])
def test_last_matching_rule_allows_or_denies(agent_stub, agent_client, rules, state, later):
    with agent_client as agent:
        session = agent.session.create(permission=None if later else rules)
        if later:
            agent.session.update(session.id, permission=rules)
        assert isinstance(turn(agent_stub, agent, session), state)


def test_new_rules_replace_the_old_ones(agent_stub, agent_client):
    with agent_client as agent:
        session = agent.session.create(permission=[ANY])
        assert isinstance(turn(agent_stub, agent, session), ToolCompleted)
        agent.session.update(session.id, title="The rules stay")
        assert isinstance(turn(agent_stub, agent, session), ToolCompleted)
        agent.session.update(session.id, permission=[])
        assert turn(agent_stub, agent, session) is None


def test_rules_apply_to_their_own_session_only(agent_stub, agent_client):
    with agent_client as agent:
        agent.session.create(permission=[ANY])
        assert turn(agent_stub, agent, agent.session.create()) is None
