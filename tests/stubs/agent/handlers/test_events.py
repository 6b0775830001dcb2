"""Live events of a context."""

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


@pytest.mark.rule("agent.events.one-stream-a-context")
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
