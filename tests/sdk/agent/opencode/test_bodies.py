"""The bodies that the server takes."""

import json

import pytest

from trivet.agent._opencode import bodies
from trivet.agent._opencode.rule import Inputs
from trivet.agent.opencode import UnsupportedOperationError


def given(query="", **body):
    return Inputs({}, query, json.dumps(body).encode())


def test_session_is_created_with_the_names_of_the_server():
    model = {"providerID": "x", "modelID": "m"}
    sent = bodies.session(given("directory=%2Fa&workspace=wrk_1", title="T", agent="build", model=model))
    assert sent == {"title": "T", "agent": "build", "model": {"providerID": "x", "id": "m"}, "workspaceID": "wrk_1"}
    assert bodies.session(given()) == {}


@pytest.mark.parametrize("body", [bodies.session, bodies.session_changes])
def test_rule_that_asks_denies_in_children_which_inherit_denials_alone(body):
    rules = [{"action": name, "resource": "*", "effect": name} for name in ("allow", "ask", "deny")]
    assert body(given(permission=rules)) == {
        "permission": [
            {"permission": "allow", "pattern": "*", "action": "allow"},
            {"permission": "ask", "pattern": "*", "action": "deny"},
            {"permission": "ask", "pattern": "*", "action": "ask"},
            {"permission": "deny", "pattern": "*", "action": "deny"},
        ]
    }


def test_session_is_archived_at_a_time():
    assert bodies.session_changes(given(title="T", archived=5.0)) == {"title": "T", "time": {"archived": 5.0}}


def test_local_mcp_server_has_one_list_of_words():
    config = {"type": "local", "command": "run", "arguments": ["-x"], "environment": {"A": "b"}}
    sent = bodies.mcp_server(given(name="n", config=config))
    assert sent == {"name": "n", "config": {"type": "local", "command": ["run", "-x"], "environment": {"A": "b"}}}
    assert bodies.mcp_server(given(name="n", config={"type": "local", "command": "run"}))["config"]["command"] == [
        "run"
    ]
    remote = {"type": "remote", "url": "http://mcp.test"}
    assert bodies.mcp_server(given(name="n", config=remote))["config"] == remote


def test_project_has_one_command():
    commands = [{"name": "start", "command": "make"}]
    assert bodies.project(given(name="P", commands=commands)) == {"name": "P", "commands": {"start": "make"}}
    with pytest.raises(UnsupportedOperationError, match=r"project\.update: .* one command with the name start"):
        bodies.project(given(commands=[*commands, {"name": "stop", "command": "kill"}]))


def test_small_bodies_have_the_names_of_the_server():
    assert bodies.permission_reply(given(response="once")) == {"reply": "once"}
    assert bodies.answers(given(response={"answers": [["a"]]})) == {"answers": [["a"]]}
    assert bodies.pty_update(given(title="T", size={"columns": 80.0, "rows": 24.0})) == {
        "title": "T",
        "size": {"cols": 80, "rows": 24},
    }
    assert bodies.pty(given(command="sh", cwd="/a")) == {"command": "sh", "cwd": "/a"}
    assert bodies.config(given(config={"model": "x/y"})) == {"model": "x/y"}
    assert bodies.oauth_code(given(code="c", more=1)) == {"code": "c"}
    assert bodies.patch(given(patch="P")) == {"patch": "P"}
    assert bodies.workspace(given(type="worktree", metadata={"a": 1})) == {
        "type": "worktree",
        "branch": None,
        "extra": {"a": 1},
    }
    assert bodies.warp(given(sessionID="ses_1", copyChanges=True)) == {
        "id": None,
        "sessionID": "ses_1",
        "copyChanges": True,
    }
