"""The operations of pseudo-terminals."""

from tests.stubs.agent.helpers import LIGHTHOUSE, data, refusal


def test_pty_is_created_changed_exited_and_deleted(http, agent_stub):
    made = data(http.post("/api/pty", json={"command": "top", "cwd": "/tmp", "shell": "/bin/zsh"}))
    plain = data(http.post("/api/pty"))
    assert data(http.post("/api/pty", json={"cwd": "src"}, params=LIGHTHOUSE))["cwd"] == "/home/dev/lighthouse/src"
    size = {"title": "Load", "size": {"columns": 80, "rows": 24}}
    changed = data(http.patch(f"/api/pty/{made['id']}", json=size))
    agent_stub.exit_pty(plain["id"], 3)

    assert (made["command"], made["cwd"], made["status"]) == ("top", "/tmp", "running")
    assert (plain["command"], plain["cwd"]) == ("/bin/bash", "/home/dev/orchard")
    assert data(http.get(f"/api/pty/{made['id']}")) == changed == {**made, "title": "Load"}
    assert data(http.get("/api/pty")) == [changed, {**plain, "status": "exited", "exitCode": 3}]
    assert http.delete(f"/api/pty/{made['id']}").status_code == 204
    for ask in (http.get, http.patch, http.delete):
        assert refusal(ask(f"/api/pty/{made['id']}"))[:2] == (404, "PtyNotFoundError")


def test_pty_of_another_context_is_not_found(http):
    made = data(http.post("/api/pty", params=LIGHTHOUSE))

    assert data(http.get("/api/pty")) == []
    assert refusal(http.get(f"/api/pty/{made['id']}"))[0] == 404
    assert data(http.get(f"/api/pty/{made['id']}", params=LIGHTHOUSE)) == made
