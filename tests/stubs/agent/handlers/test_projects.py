"""The operations of projects."""

from tests.stubs.agent.helpers import data, refusal


def test_project_is_changed(http, agent_stub):
    first, second = data(http.get("/api/project"))
    agent_stub.clock.advance(5)
    commands = [{"name": "test", "command": "pytest"}]
    changed = data(
        http.patch(
            f"/api/project/{first['id']}", json={"name": "Trees", "icon": {"color": "red"}, "commands": commands}
        )
    )

    assert (first["worktree"], second["worktree"]) == ("/home/dev/orchard", "/home/dev/lighthouse")
    assert (changed["name"], changed["commands"], changed["icon"]) == ("Trees", commands, {"color": "red"})
    assert changed["time"]["updated"] == first["time"]["updated"] + 5000
    assert data(http.get(f"/api/project/{first['id']}")) == changed
    assert refusal(http.get("/api/project/none"))[:2] == (404, "ProjectNotFoundError")
