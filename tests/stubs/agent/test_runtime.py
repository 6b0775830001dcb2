"""The agent stub: runtime contexts, their inventory, config, pseudo-terminals and tool-protocol servers."""

import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, data, in_process, refusal


@pytest.fixture
def http(agent_stub):
    with in_process(agent_stub) as client:
        yield client


@pytest.mark.parametrize("path", ["agent", "command", "skill", "provider", "formatter", "lsp", "config", "mcp/server"])
def test_the_inventory_says_where_it_is_from(http, path):
    here, there = http.get(f"/api/{path}").json(), http.get(f"/api/{path}", params=LIGHTHOUSE).json()

    assert here["location"] == {"directory": "/home/dev/orchard"}
    assert there["location"] == LIGHTHOUSE
    assert here["data"]


def test_contexts_are_named_by_directory_and_workspace(http):
    made = data(http.post("/api/workspace", json={"type": "worktree", "directory": "/srv/w"}))

    def location(**params):
        return http.get("/api/config", params=params).json()["location"]

    assert location() == location(directory="/home/dev/orchard") == {"directory": "/home/dev/orchard"}
    assert location(directory="/home/dev/../dev/lighthouse/") == LIGHTHOUSE
    assert location(workspace=made["id"]) == {"directory": "/srv/w", "workspaceID": made["id"]}
    assert location(workspace=made["id"], directory="/srv/w/sub")["directory"] == "/srv/w/sub"
    assert location(directory="/srv/ünï\u2028 +%2F") == {"directory": "/srv/ünï\u2028 +%2F"}


@pytest.mark.parametrize("directory", ["relative", ""])
def test_a_directory_that_is_none(http, directory):
    answer = http.get("/api/agent", params={"directory": directory})

    assert refusal(answer)[:2] == (400, "InvalidRequestError")
    assert answer.json()["field"] == "directory"


def test_a_workspace_that_there_is_not(http):
    answer = http.get("/api/agent", params={"workspace": "wrk_none"})

    assert refusal(answer) == (404, "WorkspaceNotFoundError", "Workspace not found: wrk_none")
    assert answer.json()["workspaceID"] == "wrk_none"


def test_the_config_of_one_context_is_changed(http):
    update = {"username": "eve", "compaction": {"auto": True}, "command": {"go": {"template": "Go."}}}
    changed = data(http.patch("/api/config", json={"config": update}))
    http.patch("/api/config", json={"config": {"compaction": {"prune": False}, "disabled_providers": ["router"]}})
    config = data(http.get("/api/config"))

    assert (changed["username"], changed["model"]) == ("eve", "stub/stub-1")
    assert config["compaction"] == {"auto": True, "prune": False}
    assert {"name": "go", "template": "Go."} in data(http.get("/api/command"))
    assert [each["disabled"] for each in data(http.get("/api/provider"))] == [False, True]
    assert "username" not in data(http.get("/api/config", params=LIGHTHOUSE))
    assert refusal(http.patch("/api/config", json={"config": {"share": "never"}}))[0] == 400


# Pseudo-terminals.


def test_a_pseudo_terminal_from_its_beginning_to_its_end(http, agent_stub):
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


def test_a_pseudo_terminal_belongs_to_its_context(http):
    made = data(http.post("/api/pty", params=LIGHTHOUSE))

    assert data(http.get("/api/pty")) == []
    assert refusal(http.get(f"/api/pty/{made['id']}"))[0] == 404
    assert data(http.get(f"/api/pty/{made['id']}", params=LIGHTHOUSE)) == made


# Tool-protocol servers.


def states(http):
    return {each["name"]: each["status"]["status"] for each in data(http.get("/api/mcp/server"))}


def test_servers_are_part_of_the_config(http):
    config = {"type": "remote", "url": "https://maps.example.com", "oauth": {"scope": "read"}}
    made = data(http.post("/api/mcp/server", json={"name": "maps", "config": config}))
    off = {"type": "local", "command": "off", "enabled": False}
    data(http.post("/api/mcp/server", json={"name": "off", "config": off}))

    assert made == {"name": "maps", "status": {"status": "needs_auth"}}
    assert data(http.get("/api/config"))["mcp"]["maps"] == config
    assert states(http) == {"almanac": "connected", "tracker": "needs_auth", "maps": "needs_auth", "off": "disabled"}
    assert refusal(http.post("/api/mcp/server", json={"name": "off", "config": off}))[:2] == (409, "ConflictError")


def test_oauth_opens_a_server_and_closes_it(http):
    path = "/api/mcp/server/tracker/oauth"
    early = http.post(f"{path}/callback", json={"code": "c0de"})
    started = data(http.post(path))
    done = data(http.post(f"{path}/callback", json={"code": "c0de"}))

    assert refusal(early)[:2] == (400, "InvalidRequestError")
    assert started["oauthState"] in started["authorizationUrl"]
    assert done == {"name": "tracker", "status": {"status": "connected"}}
    assert "tracker" in {each["server"] for each in data(http.get("/api/mcp/prompt"))}
    assert http.delete(path).status_code == 204
    assert states(http)["tracker"] == "needs_auth"
    assert "tracker" not in {each["server"] for each in data(http.get("/api/mcp/resource"))}


def test_oauth_of_servers_that_take_none_or_that_there_are_not(http):
    assert refusal(http.post("/api/mcp/server/almanac/oauth"))[:2] == (400, "InvalidRequestError")
    assert refusal(http.post("/api/mcp/server/none/oauth"))[:2] == (404, "McpServerNotFoundError")
    assert refusal(http.delete("/api/mcp/server/none/oauth"))[0] == 404
    assert refusal(http.post("/api/mcp/server/none/oauth/callback", json={"code": "c"}))[0] == 404


def test_a_prompt_is_rendered(http):
    def render(name="forecast", server="almanac", **arguments):
        body = {"server": server, "name": name, "arguments": arguments}
        return http.post("/api/mcp/prompt/render", json=body)

    rendered = data(render(season="autumn"))
    assert rendered["messages"] == [{"role": "user", "content": {"type": "text", "text": "forecast: season=autumn"}}]
    assert refusal(render())[2] == "arguments: season is missing"
    assert refusal(render(season="s", colour="c"))[2] == "arguments: colour is unknown"
    assert refusal(render("none"))[:2] == (404, "McpPromptNotFoundError")
    assert refusal(render(server="none"))[:2] == (404, "McpServerNotFoundError")


def test_resources_are_read(http):
    for each in data(http.get("/api/mcp/resource")):
        (content,) = data(http.get("/api/mcp/resource/read", params={key: each[key] for key in ("server", "uri")}))[
            "contents"
        ]
        assert content["mimeType"] == each["mimeType"]
        assert "text" in content or "blob" in content
    wrong = {"server": "almanac", "uri": "almanac://sun"}
    assert refusal(http.get("/api/mcp/resource/read", params=wrong))[:2] == (404, "McpResourceNotFoundError")
