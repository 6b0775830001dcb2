"""Pseudo-terminals of the agent stub."""

import pytest

from tests.stubs.agent.helpers import (
    LIGHTHOUSE,
    data,
    refusal,
)


@pytest.mark.rule("agent.ptys.create-in-the-context", "agent.ptys.update-changes-title-or-size")
@pytest.mark.rule("agent.ptys.delete-removes-it")
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


@pytest.mark.rule("agent.requests.missing-record-is-404")
def test_pty_of_another_context_is_not_found(http):
    pty = data(http.post("/api/pty", params=LIGHTHOUSE))

    assert data(http.get("/api/pty")) == []
    assert refusal(http.get(f"/api/pty/{pty['id']}"))[0] == 404
    assert data(http.get(f"/api/pty/{pty['id']}", params=LIGHTHOUSE)) == pty
