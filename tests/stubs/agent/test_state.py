"""The state of the agent stub: contexts and their projects, ids, settings, and steering."""

import httpx
import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, create, cut_events, data, kinds, refusal, subscribe
from trivet_stubs import AgentStub
from trivet_stubs.agent import Text
from trivet_stubs.agent.context import Context
from trivet_stubs.agent.state import AgentState


@pytest.mark.rule("agent.contexts.request-operations-take-directory-and-workspace")
@pytest.mark.rule("agent.contexts.default-runtime-without-both")
def test_context_is_named_by_directory_and_workspace(http):
    workspace = data(http.post("/api/workspace", json={"type": "worktree", "directory": "/srv/w"}))

    def location(**params):
        return http.get("/api/config", params=params).json()["location"]

    assert location() == location(directory="/home/dev/orchard") == {"directory": "/home/dev/orchard"}
    assert location(directory="/home/dev/../dev/lighthouse/") == LIGHTHOUSE
    assert location(workspace=workspace["id"]) == {"directory": "/srv/w", "workspaceID": workspace["id"]}
    assert location(workspace=workspace["id"], directory="/srv/w/sub")["directory"] == "/srv/w/sub"
    assert location(directory="/srv/ünï\u2028 +%2F") == {"directory": "/srv/ünï\u2028 +%2F"}


@pytest.mark.rule("agent.contexts.directory-is-absolute")
@pytest.mark.parametrize("directory", ["relative", ""])
def test_relative_or_empty_directory_is_refused(http, directory):
    answer = http.get("/api/agent", params={"directory": directory})

    assert refusal(answer)[:2] == (400, "InvalidRequestError")
    assert answer.json()["field"] == "directory"


@pytest.mark.rule("agent.contexts.unknown-workspace-is-404")
def test_unknown_workspace_is_refused(http):
    answer = http.get("/api/agent", params={"workspace": "wrk_none"})

    assert refusal(answer) == (404, "WorkspaceNotFoundError", "Workspace not found: wrk_none")
    assert answer.json()["workspaceID"] == "wrk_none"


def test_unknown_directory_becomes_a_project(http):
    data(http.get("/api/config", params={"directory": "/srv/größe ☂"}))

    assert data(http.get("/api/project"))[-1]["worktree"] == "/srv/größe ☂"


def test_ids_and_numbers_count_by_kind():
    state = AgentState()

    assert [state.new_id("ses"), state.new_id("ses"), state.new_id("msg")] == ["ses_000001", "ses_000002", "msg_000001"]
    assert (state.number("x"), state.number("x")) == (1, 2)
    assert state.new_id("prj") == "prj_000003"


@pytest.mark.rule("agent.events.time-is-in-milliseconds")
def test_time_follows_the_clock_in_milliseconds():
    state = AgentState()
    state.clock.advance(1.5)

    assert state.now() == 1750032001500


def test_runtime_is_made_once_for_each_context():
    state = AgentState()
    here, there = state.runtime(state.default), state.runtime(Context("/srv/new"))
    here.config["username"] = "eve"

    assert state.runtime(state.default) is here
    assert "username" not in there.config
    assert state.projects[there.project_id].worktree == "/srv/new"


def test_context_below_a_project_belongs_to_it():
    state = AgentState()
    inner = state.project_of(Context("/home/dev/orchard/src"))

    assert inner.worktree == "/home/dev/orchard"
    assert len(state.projects) == 2


def test_two_states_share_nothing():
    one, other = AgentState(), AgentState()
    one.disk.write("/home/dev/orchard", "README.md", None)
    one.runtime(one.default).config["mcp"].clear()

    assert other.disk.read("/home/dev/orchard", "README.md") is not None
    assert other.runtime(other.default).config["mcp"]


def test_touched_session_is_updated_and_published(agent_stub, any_http):
    with subscribe(any_http) as answer:
        session = create(any_http)
        agent_stub.clock.advance(2)
        agent_stub.state.touch(agent_stub.sessions[session["id"]])
        events = cut_events(agent_stub, answer)

    assert kinds(events) == ["server.connected", "session.created", "session.updated"]
    assert events[-1]["payload"]["info"]["time"]["updated"] == session["time"]["updated"] + 2000


def test_own_projects_replace_all_and_reset_brings_them_back():
    with AgentStub() as stub:
        before = stub.steering.counts()
        stub.seed(projects={"/srv/pond": {"src/frog.py": "print()\n"}})
        assert [file["path"] for file in stub.steering.records("files", 9)] == ["/srv/pond/src/frog.py"]
        assert [(project.name, project.worktree) for project in stub.projects.values()] == [("pond", "/srv/pond")]
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


def test_callers_have_the_credentials():
    for credentials, headers in (
        (None, {}),
        ("token", {"token": {"Authorization": "Bearer token"}}),
        (("agent", "secret"), {"agent": {"Authorization": "Basic YWdlbnQ6c2VjcmV0"}}),
    ):
        with AgentStub(credentials=credentials) as stub:
            assert stub.steering.callers() == headers
