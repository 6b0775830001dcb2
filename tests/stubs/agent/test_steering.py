"""The steering of the agent stub."""

import httpx

from trivet_stubs import AgentStub
from trivet_stubs.agent import Text


def test_own_projects_replace_all_and_reset_brings_them_back():
    with AgentStub() as stub:
        before = stub.steering.counts()
        stub.seed(projects={"/srv/pond": {"src/frog.py": "print()\n"}})
        assert [each["path"] for each in stub.steering.records("files", 9)] == ["/srv/pond/src/frog.py"]
        assert [(each.name, each.worktree) for each in stub.projects.values()] == [("pond", "/srv/pond")]
        assert stub.disk.changes("/srv/pond") == []
        stub.reset()
        assert stub.steering.counts() == before


def test_remembered_sessions_scripts_and_numbers_come_back():
    with AgentStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://agent.test") as http:
        first = http.post("/api/session", json={}).json()["data"]["id"]
        stub.script(Text("Once."))
        stub.steering.remember()
        for _ in range(2):
            http.post(f"/api/session/{first}/prompt", json={"prompt": {"text": "Go."}})
            assert (len(stub.scripts), len(stub.sessions[first].messages)) == (0, 2)
            assert http.post("/api/session", json={}).json()["data"]["id"] == "ses_000002"
            stub.reset()
            assert (len(stub.scripts), stub.sessions[first].messages) == (1, [])


def test_running_turn_cannot_be_remembered():
    with AgentStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://agent.test") as http:
        session = http.post("/api/session", json={}).json()["data"]["id"]
        stub.steering.script({"steps": [{"type": "hold"}]})
        http.post(f"/api/session/{session}/prompt", json={"prompt": {"text": "Go."}})
        stub.steering.remember()
        stub.reset()
        assert not stub.sessions


def test_callers_are_those_with_the_credentials():
    for credentials, headers in (
        (None, {}),
        ("token", {"token": {"Authorization": "Bearer token"}}),
        (("agent", "secret"), {"agent": {"Authorization": "Basic YWdlbnQ6c2VjcmV0"}}),
    ):
        with AgentStub(credentials=credentials) as stub:
            assert stub.steering.callers() == headers
