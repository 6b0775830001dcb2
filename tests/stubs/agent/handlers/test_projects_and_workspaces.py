"""The operations of projects and workspaces."""

import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, data, refusal, workspace


@pytest.mark.rule("agent.projects.update-changes-metadata")
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


def warp(http, session, copy=False, **where):
    return http.post("/api/workspace/warp", json={"sessionID": session["id"], "copyChanges": copy, **where})


def test_refused_workspace_uses_no_id(http):
    for wrong in ({"directory": "relative"}, {"projectID": "none"}):
        assert refusal(http.post("/api/workspace", json={"type": "t", **wrong}))[0] in (400, 404)
    assert workspace(http)["id"] == "wrk_000001"


def test_workspace_gets_the_files_of_its_project(http):
    trial = workspace(http, name="trial", metadata={"n": [1, None]})
    tree = http.get("/api/fs/tree", params={"path": "", "workspace": trial["id"]}).json()

    assert trial["metadata"] == {"n": [1, None]}
    assert tree["location"] == {"directory": trial["directory"], "workspaceID": trial["id"]}
    assert {"path": "README.md", "type": "file"} in tree["data"]
    assert data(http.get("/api/vcs/status", params={"workspace": trial["id"]})) == []


def test_integers_of_metadata_are_stored_and_answered_exactly(any_http, agent_stub):
    metadata = {"balance": 10**30, "least": -(2**63) - 1, "deep": [{"most": 10**4299}]}
    trial = workspace(any_http, metadata=metadata)

    assert trial["metadata"] == metadata
    assert data(any_http.get("/api/workspace"))[0]["metadata"] == metadata
    assert data(any_http.patch(f"/api/workspace/{trial['id']}", json={"name": "new"}))["metadata"] == metadata
    agent_stub.requests.assert_called("workspace.create", metadata=metadata)


@pytest.mark.parametrize(
    ("metadata", "field"),
    [(b'{"loss": NaN}', "metadata.loss"), (b'{"runs": [0, {"loss": -1e400}]}', "metadata.runs.1.loss")],
)
def test_number_that_json_does_not_have_is_refused_by_its_path(any_http, metadata, field):
    content = b'{"type": "t", "metadata": %b}' % metadata
    answer = any_http.post("/api/workspace", content=content, headers={"content-type": "application/json"})

    assert refusal(answer)[:2] == (400, "InvalidRequestError")
    assert answer.json()["field"] == field
    assert data(any_http.get("/api/workspace")) == []


def test_half_an_emoji_in_metadata_is_stored_as_a_replacement(any_http):
    content = rb'{"type": "t", "metadata": {"\ud83d": "A \ud83d", "whole": "\ud83d\ude00"}}'
    answer = any_http.post("/api/workspace", content=content, headers={"content-type": "application/json"})

    assert data(answer)["metadata"] == {"\ufffd": "A \ufffd", "whole": "😀"}
    assert data(any_http.get("/api/workspace"))[0]["metadata"] == {"\ufffd": "A \ufffd", "whole": "😀"}


@pytest.mark.rule("agent.workspaces.list-by-project")
def test_workspaces_are_filtered_by_project(http):
    other = data(http.get("/api/project"))[1]["id"]
    mine, theirs = workspace(http), workspace(http, projectID=other, directory="/srv/lamp")

    assert data(http.get("/api/workspace")) == [mine, theirs]
    assert data(http.get("/api/workspace", params={"projectID": other})) == [theirs]
    assert "/srv/lamp" in data(http.get(f"/api/project/{other}"))["sandboxes"]
    missing = refusal(http.post("/api/workspace", json={"type": "t", "projectID": "none"}))
    assert missing == (404, "ProjectNotFoundError", "Project not found: none")


@pytest.mark.rule("agent.workspaces.update-changes-metadata-or-archives")
@pytest.mark.rule("agent.workspaces.delete-removes-the-registration")
def test_workspace_is_changed_and_deleted(http):
    first = workspace(http)
    changed = data(http.patch(f"/api/workspace/{first['id']}", json={"name": "new", "archived": True}))

    assert (changed["name"], changed["archived"]) == ("new", True)
    assert data(http.get(f"/api/workspace/{first['id']}")) == changed
    assert http.delete(f"/api/workspace/{first['id']}").status_code == 204
    assert refusal(http.get(f"/api/workspace/{first['id']}"))[:2] == (404, "WorkspaceNotFoundError")
    assert refusal(http.get("/api/config", params={"workspace": first["id"]}))[:2] == (404, "WorkspaceNotFoundError")


@pytest.mark.rule("agent.workspaces.status-of-all", "agent.workspaces.sync-updates-metadata")
def test_sync_connects_workspaces_that_are_not_archived(http):
    kept, away = workspace(http), workspace(http)
    before = data(http.get("/api/workspace/status"))
    http.patch(f"/api/workspace/{away['id']}", json={"archived": True})
    assert http.post("/api/workspace/sync").status_code == 204

    assert {row["status"] for row in before} == {"connecting"}
    assert data(http.get("/api/workspace/status")) == [
        {"workspaceID": kept["id"], "status": "connected"},
        {"workspaceID": away["id"], "status": "disconnected"},
    ]


@pytest.mark.rule("agent.workspaces.warp-moves-a-session")
def test_session_is_moved_into_a_workspace_and_back(http):
    session, target = data(http.post("/api/session", params=LIGHTHOUSE)), workspace(http)
    inside = {"workspace": target["id"]}

    assert warp(http, session, workspaceID=target["id"]).status_code == 204
    moved = data(http.get(f"/api/session/{session['id']}"))
    assert moved["location"] == {"directory": target["directory"], "workspaceID": target["id"]}
    assert data(http.get("/api/session", params=LIGHTHOUSE)) == []
    assert data(http.get("/api/session", params=inside)) == [moved]
    assert warp(http, session).status_code == 204
    assert data(http.get(f"/api/session/{session['id']}"))["location"] == LIGHTHOUSE


@pytest.mark.rule("agent.workspaces.warp-says-whether-to-copy-changes")
@pytest.mark.parametrize("copy", [True, False])
def test_changes_are_copied_with_a_session_when_requested(http, agent_stub, copy):
    session, target = data(http.post("/api/session")), workspace(http)
    agent_stub.write("README.md", "# Changed\n")
    agent_stub.write("logo.png", None)
    assert warp(http, session, copy, workspaceID=target["id"]).status_code == 204

    there = data(http.get("/api/vcs/diff", params={"workspace": target["id"]}))
    assert there == (data(http.get("/api/vcs/diff")) if copy else [])
    assert len(data(http.get("/api/vcs/status"))) == 2


@pytest.mark.rule("agent.workspaces.warp-overwrites-no-changes")
def test_copied_changes_that_conflict_are_refused(http, agent_stub):
    session, target = data(http.post("/api/session")), workspace(http)
    agent_stub.write("README.md", "# Here\n")
    agent_stub.write("README.md", "# There\n", agent_stub.context(workspace=target["id"]))

    assert refusal(warp(http, session, True, workspaceID=target["id"]))[:2] == (409, "WorkspaceWarpError")
    assert data(http.get(f"/api/session/{session['id']}")) == session


def test_move_of_an_unknown_session_or_workspace_is_refused(http):
    session = data(http.post("/api/session"))

    assert refusal(warp(http, session, workspaceID="wrk_none"))[:2] == (404, "WorkspaceNotFoundError")
    assert refusal(warp(http, {"id": "ses_none"}))[:2] == (404, "SessionNotFoundError")
