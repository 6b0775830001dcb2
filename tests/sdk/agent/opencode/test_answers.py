"""Records of the server in the contract's form."""

import pytest

from trivet.agent._opencode import answers
from trivet.agent._opencode.errors import NotListedError
from trivet.agent._opencode.rule import Inputs


def test_session_has_a_location():
    session = {"id": "ses_1", "slug": "calm-tiger", "projectID": "p", "directory": "/app/sub", "path": "sub"}
    session |= {"workspaceID": "wrk_1", "version": "1", "title": "T", "time": {"created": 1, "archived": 3}}
    converted = {"id": "ses_1", "projectID": "p", "title": "T", "time": session["time"], "subpath": "sub"}
    converted["location"] = {"directory": "/app/sub", "workspaceID": "wrk_1"}
    assert answers.session(session) == converted
    assert answers.session(converted) == converted
    assert answers.one_session(session, Inputs({})) == {"data": converted}
    assert answers.session({"id": "ses_2"}) == {"id": "ses_2"}
    assert answers.session({"directory": "/a", "path": ""}) == {"location": {"directory": "/a"}}


def test_request_for_permission_has_the_names_of_the_contract():
    tool = {"messageID": "msg_1", "callID": "call_1"}
    request = {
        "id": "per_1",
        "permission": "edit",
        "patterns": ["a"],
        "always": ["*"],
        "metadata": {"x": 1},
        "tool": tool,
    }
    converted = {"id": "per_1", "action": "edit", "resources": ["a"], "save": ["*"], "metadata": {"x": 1}}
    assert answers.permissions([request], Inputs({})) == [{**converted, "source": {"type": "tool", **tool}}]


def test_grep_matches_are_flat_and_limited():
    match = {
        "path": {"text": "a.py"},
        "lines": {"text": "def f(): pass\n"},
        "line_number": 3,
        "absolute_offset": 9,
        "submatches": [{"match": {"text": "f"}, "start": 4, "end": 5}],
    }
    flat = {"path": "a.py", "line": 3, "text": "def f(): pass", "submatches": [{"text": "f", "start": 4, "end": 5}]}
    assert answers.grep_matches([match, match], Inputs({})) == [flat, flat]
    assert answers.grep_matches([match, match], Inputs({}, "", b'{"limit": 1.0}')) == [flat]


def test_mcp_servers_are_listed_with_their_names():
    by_name = {"files": {"status": "connected"}, "web": {"status": "failed", "error": "no"}}
    listed = [{"name": "files", "status": by_name["files"]}, {"name": "web", "status": by_name["web"]}]
    assert answers.mcp_servers(by_name, Inputs({})) == listed
    assert answers.mcp_server(by_name, Inputs({}, "", b'{"name": "web"}')) == listed[1]
    assert answers.mcp_status(by_name["files"], Inputs({"name": "a%20b"})) == {
        "name": "a b",
        "status": by_name["files"],
    }


def test_mcp_resources_name_their_server():
    resource = {"name": "R", "uri": "file:///r", "client": "files"}
    assert answers.mcp_resources({"files:R": resource}, Inputs({})) == [
        {"name": "R", "uri": "file:///r", "server": "files"}
    ]


def test_projects_have_a_list_of_commands():
    projects = [{"id": "a", "commands": {"start": "make"}}, {"id": "b"}]
    first = {"id": "a", "commands": [{"name": "start", "command": "make"}]}
    assert answers.projects(projects, Inputs({})) == [first, {"id": "b"}]
    assert answers.one_project(projects, Inputs({"projectID": "a"})) == first
    assert answers.one_project(projects[0], Inputs({"projectID": "a"})) == first
    with pytest.raises(NotListedError):
        answers.one_project(projects, Inputs({"projectID": "c"}))


def test_record_is_picked_by_all_its_names():
    pick = answers.one_of({"providerID": "providerID", "id": "modelID"})
    models = [{"providerID": "x", "id": "m/1"}, {"providerID": "y", "id": "m/1"}]
    path = {"providerID": "y", "modelID": "m%2F1"}
    assert pick({"data": models}, Inputs(path)) == {"data": models[1]}
    assert pick(models, Inputs(path)) == {"data": models[1]}
    with pytest.raises(NotListedError):
        pick(models, Inputs({"providerID": "y", "modelID": "m"}))


def test_workspaces_have_metadata_and_are_filtered_by_project():
    one = {"id": "wrk_1", "projectID": "p", "extra": {"a": 1}}
    two = {"id": "wrk_2", "projectID": "q", "extra": None}
    assert answers.one_workspace(one, Inputs({})) == {**one, "metadata": {"a": 1}}
    assert answers.in_project([one, two], Inputs({})) == [{**one, "metadata": {"a": 1}}, two]
    assert answers.in_project([one, two], Inputs({}, "projectID=q")) == [two]


def test_agent_has_the_names_of_the_contract():
    rule = {"permission": "edit", "pattern": "*", "action": "deny"}
    record = {"name": "pruner", "description": "P", "mode": "all", "native": False, "hidden": None, "color": None}
    record |= {"permission": [rule], "prompt": "You prune.", "options": {"effort": "low"}, "steps": 3, "variant": "low"}
    record |= {"model": {"modelID": "m/1", "providerID": "x"}}
    [agent] = answers.agents([record], Inputs({}))
    assert agent == {
        "id": "pruner",
        "description": "P",
        "mode": "all",
        "hidden": False,
        "permissions": [{"action": "edit", "resource": "*", "effect": "deny"}],
        "system": "You prune.",
        "request": {"headers": {}, "body": {"effort": "low"}},
        "steps": 3,
        "model": {"id": "m/1", "providerID": "x", "variant": "low"},
    }
    assert answers.agents([{"name": "title", "hidden": True}], Inputs({}))[0]["hidden"] is True


def test_command_has_its_model_as_a_reference():
    record = {"name": "prune", "template": "T", "model": "x/m/1", "agent": None, "subtask": True, "source": "command"}
    reference = {"id": "m/1", "providerID": "x"}
    converted = {"name": "prune", "template": "T", "model": reference, "subtask": True, "source": "command"}
    assert answers.commands([record, {"name": "a", "template": {}}], Inputs({})) == [converted, {"name": "a"}]


def test_models_of_the_enabled_providers_have_no_credentials():
    model = {"id": "m", "providerID": "x", "name": "M", "family": "", "status": "active", "limit": {"context": 1}}
    model |= {"api": {"id": "m", "url": "u", "npm": "p"}, "cost": {"input": 1}, "variants": {"low": {"effort": 1}}}
    model |= {"capabilities": {"toolcall": True, "input": {"text": True, "audio": False}, "output": {"text": True}}}
    answer = {
        "providers": [{"id": "x", "name": "X", "key": "secret", "options": {"apiKey": "s"}, "models": {"m": model}}]
    }
    assert answers.providers(answer, Inputs({})) == [{"id": "x", "name": "X"}]
    [converted] = answers.models(answer, Inputs({}))
    assert converted["capabilities"] == {"tools": True, "input": ["text"], "output": ["text"]}
    assert converted["cost"] == [{"input": 1}]
    assert converted["variants"] == [{"id": "low", "headers": {}, "body": {"effort": 1}}]
    assert "family" not in converted
    assert answers.one_model(answer, Inputs({"providerID": "x", "modelID": "m"})) == {"data": converted}
    with pytest.raises(NotListedError):
        answers.one_model(answer, Inputs({"providerID": "y", "modelID": "m"}))
