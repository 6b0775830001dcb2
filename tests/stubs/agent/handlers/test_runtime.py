"""The operations of a context: config, inventory, models, pseudo-terminals and events."""

import pytest

from tests.stubs.agent.helpers import (
    LIGHTHOUSE,
    cut_events,
    data,
    frames,
    kinds,
    refusal,
    subscribe,
)


def test_update_is_merged_into_the_config_of_one_context(http):
    update = {"username": "eve", "compaction": {"auto": True}, "command": {"go": {"template": "Go."}}}
    changed = data(http.patch("/api/config", json={"config": update}))
    http.patch("/api/config", json={"config": {"compaction": {"prune": False}, "disabled_providers": ["router"]}})
    config = data(http.get("/api/config"))

    assert (changed["username"], changed["model"]) == ("eve", "stub/stub-1")
    assert config["compaction"] == {"auto": True, "prune": False}
    assert {"name": "go", "template": "Go."} in data(http.get("/api/command"))
    assert [provider["disabled"] for provider in data(http.get("/api/provider"))] == [False, True]
    assert "username" not in data(http.get("/api/config", params=LIGHTHOUSE))
    assert refusal(http.patch("/api/config", json={"config": {"share": "never"}}))[0] == 400


@pytest.mark.parametrize("path", ["agent", "command", "skill", "provider", "formatter", "lsp", "config", "mcp/server"])
def test_inventory_names_its_context(http, path):
    here, there = http.get(f"/api/{path}").json(), http.get(f"/api/{path}", params=LIGHTHOUSE).json()

    assert here["location"] == {"directory": "/home/dev/orchard"}
    assert there["location"] == LIGHTHOUSE
    assert here["data"]


def test_model_is_found_by_an_id_with_slashes(http):
    models = data(http.get("/api/catalog/model"))
    model = data(http.get("/api/catalog/model/router/meadow%2Fgrass-3.1%3Afree"))

    assert model in models
    assert model["id"] == "meadow/grass-3.1:free"
    missing = http.get("/api/catalog/model/router/none")
    assert refusal(missing)[:2] == (404, "ModelNotFoundError")
    assert (missing.json()["providerID"], missing.json()["modelID"]) == ("router", "none")


def test_pty_is_created_changed_exited_and_deleted(http, agent_stub):
    pty = data(http.post("/api/pty", json={"command": "top", "cwd": "/tmp", "shell": "/bin/zsh"}))
    plain = data(http.post("/api/pty"))
    assert data(http.post("/api/pty", json={"cwd": "src"}, params=LIGHTHOUSE))["cwd"] == "/home/dev/lighthouse/src"
    size = {"title": "Load", "size": {"columns": 80, "rows": 24}}
    changed = data(http.patch(f"/api/pty/{pty['id']}", json=size))
    agent_stub.exit_pty(plain["id"], 3)

    assert (pty["command"], pty["cwd"], pty["status"]) == ("top", "/tmp", "running")
    assert (plain["command"], plain["cwd"]) == ("/bin/bash", "/home/dev/orchard")
    assert data(http.get(f"/api/pty/{pty['id']}")) == changed == {**pty, "title": "Load"}
    assert data(http.get("/api/pty")) == [changed, {**plain, "status": "exited", "exitCode": 3}]
    assert http.delete(f"/api/pty/{pty['id']}").status_code == 204
    for ask in (http.get, http.patch, http.delete):
        assert refusal(ask(f"/api/pty/{pty['id']}"))[:2] == (404, "PtyNotFoundError")


def test_pty_of_another_context_is_not_found(http):
    pty = data(http.post("/api/pty", params=LIGHTHOUSE))

    assert data(http.get("/api/pty")) == []
    assert refusal(http.get(f"/api/pty/{pty['id']}"))[0] == 404
    assert data(http.get(f"/api/pty/{pty['id']}", params=LIGHTHOUSE)) == pty


def test_event_reaches_only_the_streams_of_its_context(any_http, agent_stub):
    workspace = data(any_http.post("/api/workspace", json={"type": "t", "directory": "/home/dev/orchard"}))["id"]
    with (
        subscribe(any_http) as here,
        subscribe(any_http, **LIGHTHOUSE) as there,
        subscribe(any_http, workspace=workspace) as inside,
    ):
        any_http.post("/api/pty")
        any_http.post("/api/session", params=LIGHTHOUSE)
        any_http.post("/api/session", params={"workspace": workspace})
        agent_stub.events.cut()
        received = [list(frames(stream)) for stream in (here, there, inside)]

    assert [kinds(events)[1:] for events in received] == [["pty.created"], ["session.created"], ["session.created"]]
    assert received[1][1]["context"] == LIGHTHOUSE
    assert received[2][1]["context"] == {"directory": "/home/dev/orchard", "workspaceID": workspace}


def test_moved_session_publishes_in_its_new_context(any_http, agent_stub):
    session = data(any_http.post("/api/session"))
    workspace = data(any_http.post("/api/workspace", json={"type": "t"}))["id"]
    with subscribe(any_http) as here, subscribe(any_http, workspace=workspace) as there:
        body = {"sessionID": session["id"], "workspaceID": workspace, "copyChanges": False}
        any_http.post("/api/workspace/warp", json=body)
        any_http.patch(f"/api/session/{session['id']}", json={"title": "Moved"})
        agent_stub.events.cut()
        received = [kinds(frames(stream))[1:] for stream in (here, there)]

    assert received == [["session.updated"], ["session.updated", "session.updated"]]


def test_changes_publish_their_events_in_order(any_http, agent_stub):
    session = data(any_http.post("/api/session"))
    any_http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "x"}})
    with subscribe(any_http) as answer:
        pty = data(any_http.post("/api/pty"))["id"]
        any_http.patch(f"/api/pty/{pty}", json={"title": "t"})
        agent_stub.exit_pty(pty)
        any_http.delete(f"/api/pty/{pty}")
        any_http.post("/api/vcs/patch", json={"patch": "--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1 @@\n+n\n"})
        any_http.patch("/api/project/prj_000001", json={"name": "n"})
        any_http.post(f"/api/session/{session['id']}/compact")
        any_http.delete(f"/api/session/{session['id']}")
        received = kinds(cut_events(agent_stub, answer))

    assert received[1:] == [
        "pty.created",
        "pty.updated",
        "pty.exited",
        "pty.deleted",
        "file.watcher.updated",
        "project.updated",
        "message.updated",
        "session.compacted",
        "session.updated",
        "message.removed",
        "message.removed",
        "message.removed",
        "session.deleted",
    ]


def test_subscription_to_a_relative_directory_is_refused(any_http):
    assert refusal(any_http.get("/api/event", params={"directory": "relative"}))[:2] == (400, "InvalidRequestError")
