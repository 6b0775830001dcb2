"""The agent stub: accounts, the catalogue, projects, workspaces, and who may ask."""

import httpx
import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, data, in_process, refusal
from trivet_stubs import AgentStub

KEY = {"type": "api", "key": "k-secret", "metadata": {"team": "trees"}}
OAUTH = {"type": "oauth", "refresh": "r-secret", "access": "a-secret", "expires": 1}


@pytest.fixture
def http(agent_stub):
    with in_process(agent_stub) as client:
        yield client


def account(http, **more):
    return data(http.post("/api/auth", json={"serviceID": "router", "credential": KEY, **more}))


def test_an_account_is_kept_and_its_secrets_are_never_told(http):
    made = account(http, description="mine")

    assert made == {"id": "acc_000001", "serviceID": "router", "type": "api", "description": "mine", "active": True}
    assert data(http.get("/api/auth/acc_000001")) == made
    assert "secret" not in http.get("/api/auth").text


def test_at_most_one_account_of_a_service_is_active(http):
    first, second, third = account(http), account(http), account(http, active=True)
    other = account(http, serviceID="stub")

    assert [each["active"] for each in (first, second, third, other)] == [True, False, True, True]
    assert http.get("/api/auth").json()["active"] == {"router": third["id"], "stub": other["id"]}
    assert data(http.post(f"/api/auth/{second['id']}/activate"))["active"]
    assert http.get("/api/auth", params={"serviceID": "router"}).json()["active"] == {"router": second["id"]}
    assert not data(http.get(f"/api/auth/{third['id']}"))["active"]


def test_an_account_that_is_not_to_be_active_is_not(http):
    assert account(http, active=False)["active"] is False
    assert http.get("/api/auth").json()["active"] == {}


def test_the_accounts_of_one_service(http):
    account(http), account(http, serviceID="stub")

    assert [each["serviceID"] for each in data(http.get("/api/auth", params={"serviceID": "stub"}))] == ["stub"]


def test_an_account_is_changed_and_removed(http):
    made = account(http)
    changed = data(http.patch(f"/api/auth/{made['id']}", json={"description": "ours", "credential": OAUTH}))

    assert (changed["description"], changed["type"]) == ("ours", "oauth")
    assert http.delete(f"/api/auth/{made['id']}").status_code == 204
    assert http.get("/api/auth").json() == {"data": [], "active": {}}
    for ask in (http.get, http.patch, http.delete):
        assert refusal(ask(f"/api/auth/{made['id']}"))[:2] == (404, "AccountNotFoundError")
    assert refusal(http.post(f"/api/auth/{made['id']}/activate"))[:2] == (404, "AccountNotFoundError")


def test_a_credential_is_one_of_two_forms(http):
    answer = http.post("/api/auth", json={"serviceID": "x", "credential": {"type": "password", "key": "k"}})

    assert refusal(answer)[:2] == (400, "InvalidRequestError")


def test_a_model_is_found_by_an_id_with_slashes(http):
    models = data(http.get("/api/catalog/model"))
    found = data(http.get("/api/catalog/model/router/meadow%2Fgrass-3.1%3Afree"))

    assert found in models
    assert found["id"] == "meadow/grass-3.1:free"
    missing = http.get("/api/catalog/model/router/none")
    assert refusal(missing)[:2] == (404, "ModelNotFoundError")
    assert (missing.json()["providerID"], missing.json()["modelID"]) == ("router", "none")


def test_projects_and_their_changes(http, agent_stub):
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


def test_a_directory_becomes_a_project_when_it_is_first_asked_for(http):
    data(http.get("/api/config", params={"directory": "/srv/größe ☂"}))

    assert data(http.get("/api/project"))[-1]["worktree"] == "/srv/größe ☂"


# Workspaces.


def workspace(http, **more):
    return data(http.post("/api/workspace", json={"type": "worktree", **more}))


def test_a_workspace_that_is_refused_takes_no_id(http):
    for wrong in ({"directory": "relative"}, {"projectID": "none"}):
        assert refusal(http.post("/api/workspace", json={"type": "t", **wrong}))[0] in (400, 404)
    assert workspace(http)["id"] == "wrk_000001"


def test_a_workspace_has_the_files_of_its_project(http):
    made = workspace(http, name="trial", metadata={"n": [1, None]})
    tree = http.get("/api/fs/tree", params={"path": "", "workspace": made["id"]}).json()

    assert made["metadata"] == {"n": [1, None]}
    assert tree["location"] == {"directory": made["directory"], "workspaceID": made["id"]}
    assert {"path": "README.md", "type": "file"} in tree["data"]
    assert data(http.get("/api/vcs/status", params={"workspace": made["id"]})) == []


def test_workspaces_by_project(http):
    other = data(http.get("/api/project"))[1]["id"]
    mine, theirs = workspace(http), workspace(http, projectID=other, directory="/srv/lamp")

    assert data(http.get("/api/workspace")) == [mine, theirs]
    assert data(http.get("/api/workspace", params={"projectID": other})) == [theirs]
    assert "/srv/lamp" in data(http.get(f"/api/project/{other}"))["sandboxes"]
    missing = refusal(http.post("/api/workspace", json={"type": "t", "projectID": "none"}))
    assert missing == (404, "ProjectNotFoundError", "Project not found: none")


def test_a_workspace_is_changed_and_its_registration_removed(http):
    made = workspace(http)
    changed = data(http.patch(f"/api/workspace/{made['id']}", json={"name": "new", "archived": True}))

    assert (changed["name"], changed["archived"]) == ("new", True)
    assert data(http.get(f"/api/workspace/{made['id']}")) == changed
    assert http.delete(f"/api/workspace/{made['id']}").status_code == 204
    assert refusal(http.get(f"/api/workspace/{made['id']}"))[:2] == (404, "WorkspaceNotFoundError")
    assert refusal(http.get("/api/config", params={"workspace": made["id"]}))[:2] == (404, "WorkspaceNotFoundError")


def test_the_status_of_workspaces_comes_with_sync(http):
    made, away = workspace(http), workspace(http)
    before = data(http.get("/api/workspace/status"))
    http.patch(f"/api/workspace/{away['id']}", json={"archived": True})
    assert http.post("/api/workspace/sync").status_code == 204

    assert {each["status"] for each in before} == {"connecting"}
    assert data(http.get("/api/workspace/status")) == [
        {"workspaceID": made["id"], "status": "connected"},
        {"workspaceID": away["id"], "status": "disconnected"},
    ]


def warp(http, session, copy=False, **where):
    return http.post("/api/workspace/warp", json={"sessionID": session["id"], "copyChanges": copy, **where})


def test_a_session_is_moved_into_a_workspace_and_back(http):
    session, made = data(http.post("/api/session", params=LIGHTHOUSE)), workspace(http)
    inside = {"workspace": made["id"]}

    assert warp(http, session, workspaceID=made["id"]).status_code == 204
    moved = data(http.get(f"/api/session/{session['id']}"))
    assert moved["location"] == {"directory": made["directory"], "workspaceID": made["id"]}
    assert data(http.get("/api/session", params=LIGHTHOUSE)) == []
    assert data(http.get("/api/session", params=inside)) == [moved]
    assert warp(http, session).status_code == 204
    assert data(http.get(f"/api/session/{session['id']}"))["location"] == LIGHTHOUSE


@pytest.mark.parametrize("copy", [True, False])
def test_its_changes_come_along_when_asked_for(http, agent_stub, copy):
    session, made = data(http.post("/api/session")), workspace(http)
    agent_stub.write("README.md", "# Changed\n")
    agent_stub.write("logo.png", None)
    assert warp(http, session, copy, workspaceID=made["id"]).status_code == 204

    there = data(http.get("/api/vcs/diff", params={"workspace": made["id"]}))
    assert there == (data(http.get("/api/vcs/diff")) if copy else [])
    assert len(data(http.get("/api/vcs/status"))) == 2


def test_changes_do_not_overwrite_other_changes(http, agent_stub):
    session, made = data(http.post("/api/session")), workspace(http)
    agent_stub.write("README.md", "# Here\n")
    agent_stub.write("README.md", "# There\n", agent_stub.context(workspace=made["id"]))

    assert refusal(warp(http, session, True, workspaceID=made["id"]))[:2] == (409, "WorkspaceWarpError")
    assert data(http.get(f"/api/session/{session['id']}")) == session


def test_who_cannot_be_moved(http):
    session = data(http.post("/api/session"))

    assert refusal(warp(http, session, workspaceID="wrk_none"))[:2] == (404, "WorkspaceNotFoundError")
    assert refusal(warp(http, {"id": "ses_none"}))[:2] == (404, "SessionNotFoundError")


# Who may ask.


@pytest.mark.parametrize(
    ("credentials", "right", "wrong"),
    [
        (("agent", "geheim ü"), {"auth": httpx.BasicAuth("agent", "geheim ü")}, {"auth": ("agent", "other")}),
        ("t0ken", {"headers": {"authorization": "bearer t0ken"}}, {"headers": {"authorization": "Bearer t0keN"}}),
    ],
)
def test_credentials_are_asked_for_when_they_are_set(credentials, right, wrong):
    with AgentStub(credentials=credentials) as stub, in_process(stub) as http:
        assert http.get("/api/project", **right).status_code == 200
        for refused in (http.get("/api/project", **wrong), http.get("/api/event")):
            assert refusal(refused) == (401, "UnauthorizedError", "Authentication required")
            assert refused.headers["www-authenticate"] == 'Basic realm="Secure Area"'


def test_the_body_of_a_401_may_be_empty():
    with AgentStub(credentials="t0ken") as stub, in_process(stub) as http:
        stub.bare_unauthorized = True
        answer = http.get("/api/project")

    assert (answer.status_code, answer.content) == (401, b"")


# What is not in the contract.


def test_a_route_that_there_is_not(http, agent_stub):
    assert refusal(http.get("/api/nothing"))[:2] == (404, "RouteNotFoundError")
    assert refusal(http.put("/api/config"))[:2] == (405, "MethodNotAllowedError")
    agent_stub.html_elsewhere = True
    answer = http.post("/api/nothing")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")


def test_unknown_keys_are_refused_by_name(http):
    answer = http.post("/api/workspace", json={"type": "t", "colour": "red"})

    assert answer.status_code == 400
    assert answer.json()["_tag"] == "InvalidRequestError"
    assert (answer.json()["kind"], answer.json()["field"]) == ("Payload", "colour")


def test_server_operations_take_no_context(http):
    answer = http.get("/api/project", params={"directory": "/home/dev/orchard"})

    message = "directory: is not a query parameter of project.list"
    assert refusal(answer) == (400, "InvalidRequestError", message)
