"""Rules of the agent service whose effects no test of a handler covers."""

import pytest

from tests.stubs.agent.helpers import create, data, workspace


@pytest.mark.rule("agent.workspaces.create-registers-one", "agent.workspaces.update-changes-metadata-or-archives")
def test_type_of_a_workspace_is_kept_and_its_metadata_changed(http):
    created = workspace(http, type="container", metadata={"n": 1})
    changed = data(http.patch(f"/api/workspace/{created['id']}", json={"metadata": {"n": 2}}))

    assert created["type"] == "container"
    assert changed["metadata"] == {"n": 2}
    assert data(http.get(f"/api/workspace/{created['id']}")) == changed


@pytest.mark.rule("agent.sessions.list-is-of-the-context")
def test_sessions_of_another_workspace_are_not_listed(http):
    created = workspace(http)
    here = {"directory": created["directory"]}
    inside, outside = create(http, {"workspace": created["id"]}), create(http, here)

    assert inside["location"]["directory"] == outside["location"]["directory"]
    assert data(http.get("/api/session", params=here)) == [outside]
    assert data(http.get("/api/session", params={"workspace": created["id"]})) == [inside]


@pytest.mark.rule("agent.ptys.create-in-the-context", "agent.ptys.update-changes-title-or-size")
def test_shell_of_a_pty_is_its_command_and_its_size_is_kept(http, agent_stub):
    pty = data(http.post("/api/pty", json={"shell": "/bin/zsh"}))
    size = {"columns": 100, "rows": 30}
    data(http.patch(f"/api/pty/{pty['id']}", json={"size": size}))

    assert pty["command"] == "/bin/zsh"
    assert agent_stub.runtimes[agent_stub.default].sizes == {pty["id"]: size}
